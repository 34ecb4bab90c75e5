import { formatNumber } from '../ui/format.ts';
import { wholePercent } from './measure.ts';
import type { Loss } from './points-lost.ts';

/** `met in 40 % · −6 points`, which is per call; without a score there are no points. */
export function LossText({ loss: { item, met, points }, hasScore }: { loss: Loss; hasScore: boolean }) {
  if (item.isFailRule)
    return (
      <span className="shrink-0 whitespace-nowrap tabular-nums">{`fails ${wholePercent(1 - met.value)} of calls`}</span>
    );
  return (
    <span className="shrink-0 whitespace-nowrap tabular-nums">
      {`met in ${wholePercent(met.value)}`}
      {hasScore && ` · −${formatNumber(Number(points.toPrecision(2)))} points`}
    </span>
  );
}
