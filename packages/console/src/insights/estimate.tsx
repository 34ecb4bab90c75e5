/** A figure with its 95 % interval, and how it changed. */
import { changeText, type Estimate, intervalText, type Measure, type News } from '@brickwork/contract/figures';

const NEWS: Readonly<Record<News, string>> = { good: 'text-ok', bad: 'text-bad', neutral: 'text-soft' };

export function EstimateText({ estimate, format }: { estimate: Estimate; format: Measure['format'] }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="font-semibold">{format(estimate.value)}</span>{' '}
      <span className="text-[13px] font-normal text-muted">({intervalText(estimate, format)})</span>
    </span>
  );
}

/** Good and bad by colour and by sign; read aloud as words. */
export function Direction({ direction, news }: { direction: 'up' | 'down' | undefined; news: News }) {
  if (direction === undefined) return null;
  return (
    <span className={NEWS[news]}>
      <span aria-hidden="true">{direction === 'up' ? '▲' : '▼'}</span>
      <span className="sr-only">{`${direction === 'up' ? 'Rose' : 'Fell'}${news === 'neutral' ? '' : `, ${news} news`}: `}</span>
    </span>
  );
}

/** `▲ from 75`, or that chance may explain the difference. */
export function ChangeText({ before, direction, news, format }: ChangeTextProps) {
  if (direction === undefined) return <span className="text-muted">{changeText(before, direction, format)}</span>;
  return (
    <span className={`font-medium ${NEWS[news]}`}>
      <Direction direction={direction} news={news} /> {changeText(before, direction, format)}
    </span>
  );
}

interface ChangeTextProps {
  before: Estimate;
  direction: 'up' | 'down' | undefined;
  news: News;
  format: Measure['format'];
}
