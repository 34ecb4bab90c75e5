import type { QuestionShare } from '@brickwork/client';
import { formatShare, intervalOf } from '../ui/format.ts';
import { Said } from '../ui/said.tsx';

/** A share with its interval, in figures and as a bar. */
export function ShareFigure({
  label,
  share,
  isLarge = false,
}: {
  label: string;
  share: QuestionShare;
  isLarge?: boolean;
}) {
  const { value, low, high } = share;
  return (
    <div className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
      <p className="min-w-0">
        <Said className="mr-2 text-sm text-muted">{label}</Said>
        <span className={`font-semibold tabular-nums ${isLarge ? 'text-2xl' : ''}`}>{formatShare(value)}</span>{' '}
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">{`(${intervalOf({ value, low, high }, formatShare)})`}</span>
      </p>
      <IntervalBar share={share} />
    </div>
  );
}

/** The whole interval, within it the part that sampling leaves, and the value. */
function IntervalBar({ share: { value, low, high, sampling } }: { share: QuestionShare }) {
  return (
    <svg viewBox="0 0 100 14" preserveAspectRatio="none" className="h-5 w-full" aria-hidden="true">
      <rect width="100" height="14" className="fill-sunken" />
      <rect
        x={low * 100}
        y="3"
        width={Math.max(0.4, (high - low) * 100)}
        height="8"
        className="fill-accent opacity-30"
      />
      <rect
        x={sampling.low * 100}
        y="3"
        width={Math.max(0.4, (sampling.high - sampling.low) * 100)}
        height="8"
        className="fill-accent opacity-60"
      />
      <line
        x1={value * 100}
        x2={value * 100}
        y1="0"
        y2="14"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
        className="stroke-ink"
      />
    </svg>
  );
}
