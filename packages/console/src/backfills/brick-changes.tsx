/** Shares before and after as bars with their 95 % intervals, each beside its figures; of numbers, the means with theirs. */
import type { BrickSchema, ComparedBrick } from '@brickwork/client';
import { type Interval, shareInterval } from '@brickwork/contract/figures';
import { showAnswer } from '../runs/answer-columns.tsx';
import { differenceInterval, LIKELY_REAL } from '../ui/chance.ts';
import { formatChance, formatFigure, formatNumber, formatPoints, formatShare, intervalOf } from '../ui/format.ts';
import { TableArea } from '../ui/table-area.tsx';

type ComparedValue = NonNullable<ComparedBrick['values']>[number];

/** More are rare; the API has them all. */
const MOST_VALUES = 12;

interface ValueChangesProps {
  brick: ComparedBrick;
  name: string;
  schema: BrickSchema | undefined;
}

export function ValueChanges({ brick: { n, values = [] }, name, schema }: ValueChangesProps) {
  return (
    <TableArea label={`Answers of ${name}, before and after`}>
      <table className="w-full text-sm">
        <caption className="sr-only">{`Answers of ${name}, before and after, with 95 % intervals`}</caption>
        <thead className="text-left text-[13px] text-muted">
          <tr>
            {['Answer', 'Before', 'After'].map((head) => (
              <th key={head} scope="col" className="py-1.5 pr-4 font-medium">
                {head}
              </th>
            ))}
            <th scope="col" className="hidden py-1.5 pr-4 font-medium md:table-cell">
              <Legend />
            </th>
            {['Difference (points)', 'Gained', 'Lost', 'By chance (p)'].map((head) => (
              <th key={head} scope="col" className="py-1.5 pr-4 font-medium last:pr-0">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {values.slice(0, MOST_VALUES).map((value) => (
            <ValueRow key={String(value.value)} value={value} n={n} schema={schema} />
          ))}
        </tbody>
      </table>
      {values.length > MOST_VALUES && (
        <p className="mt-2 text-[13px] text-muted">{`${values.length - MOST_VALUES} rarer answers are not shown.`}</p>
      )}
    </TableArea>
  );
}

function ValueRow({ value, n, schema }: { value: ComparedValue; n: number; schema: BrickSchema | undefined }) {
  const { before, after, share_before, share_after, gained, lost, p } = value;
  const was = shareInterval(before, n);
  const is = shareInterval(after, n);
  const difference = differenceInterval(gained, lost, n);
  const cell = 'py-2 pr-4 align-top tabular-nums whitespace-nowrap';
  return (
    <tr>
      <th scope="row" className="py-2 pr-4 text-left align-top font-medium">
        {value.value === null ? <span className="text-muted">no value</span> : showAnswer(value, schema)}
      </th>
      <td className={cell}>
        <Share share={share_before} interval={was} />
      </td>
      <td className={cell}>
        <Share share={share_after} interval={is} />
      </td>
      <td className="hidden w-2/5 py-2 pr-4 align-top md:table-cell">
        <Bars before={share_before} was={was} after={share_after} is={is} />
      </td>
      <td className={cell}>
        {formatPoints(share_after - share_before)}
        {difference !== undefined && (
          <span className="block text-xs text-muted">{`${formatPoints(difference.low)} to ${formatPoints(difference.high)}`}</span>
        )}
      </td>
      <td className={cell}>{formatNumber(gained)}</td>
      <td className={cell}>{formatNumber(lost)}</td>
      <td className="py-2 align-top whitespace-nowrap tabular-nums">
        <span className={p < LIKELY_REAL ? 'font-semibold text-accent' : ''}>{formatChance(p)}</span>
      </td>
    </tr>
  );
}

function Share({ share, interval }: { share: number; interval: Interval | undefined }) {
  return (
    <>
      {formatShare(share)}
      {interval !== undefined && (
        <span className="block text-xs text-muted">{intervalOf({ value: share, ...interval }, formatShare)}</span>
      )}
    </>
  );
}

interface BarsProps {
  before: number;
  was: Interval | undefined;
  after: number;
  is: Interval | undefined;
}

function Bars({ before, was, after, is }: BarsProps) {
  return (
    <svg viewBox="0 0 100 22" preserveAspectRatio="none" className="mt-1 h-7 w-full" aria-hidden="true">
      <rect width="100" height="22" className="fill-sunken" />
      <rect y="2" width={before * 100} height="8" className="fill-muted opacity-60" />
      <rect y="12" width={after * 100} height="8" className="fill-accent" />
      {was !== undefined && <Whisker interval={was} y={6} />}
      {is !== undefined && <Whisker interval={is} y={16} />}
    </svg>
  );
}

function Whisker({ interval: { low, high }, y }: { interval: Interval; y: number }) {
  return (
    <line
      x1={low * 100}
      x2={high * 100}
      y1={y}
      y2={y}
      strokeWidth="1.5"
      vectorEffect="non-scaling-stroke"
      className="stroke-ink"
    />
  );
}

function Legend() {
  return (
    <span className="flex flex-wrap gap-x-4 font-normal">
      <span className="flex items-center gap-1.5">
        <span className="inline-block size-2.5 rounded-sm bg-muted opacity-60" /> before
      </span>
      <span className="flex items-center gap-1.5">
        <span className="inline-block size-2.5 rounded-sm bg-accent" /> after
      </span>
      <span className="flex items-center gap-1.5">
        <span className="inline-block h-0.5 w-4 bg-ink" /> 95 % interval
      </span>
    </span>
  );
}

export function NumberChange({ numbers }: { numbers: NonNullable<ComparedBrick['numbers']> }) {
  const { mean_before, mean_after, interval_before, interval_after, difference, up, down, p } = numbers;
  const shown = (value: number | undefined) => (value === undefined ? '–' : formatFigure(value));
  const ofDifference =
    difference?.low === undefined || difference.high === undefined
      ? undefined
      : { low: difference.low, high: difference.high };
  const figures: readonly (readonly [string, string, (Interval | undefined)?])[] = [
    ['Mean before', shown(mean_before), interval_before],
    ['Mean after', shown(mean_after), interval_after],
    [
      'Mean difference',
      difference === undefined ? '–' : `${difference.value > 0 ? '+' : ''}${formatFigure(difference.value)}`,
      ofDifference,
    ],
    ['Went up', formatNumber(up)],
    ['Went down', formatNumber(down)],
    ['By chance (p)', formatChance(p)],
  ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
      {figures.map(([name, value, interval]) => (
        <div key={name}>
          <dt className="text-[13px] text-muted">{name}</dt>
          <dd className="font-medium tabular-nums">
            {value}
            {interval !== undefined && (
              <span className="block text-xs font-normal text-muted">
                <span className="sr-only">95 % interval: </span>
                {intervalOf({ value: 0, ...interval }, formatFigure)}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
