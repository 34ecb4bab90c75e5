import type { Loss } from '@brickwork/contract/figures';
import { formatShare, formatShort } from '../ui/format.ts';

/** `met in 40 % · −6 points`, which is per call; without a score there are no points. */
export function LossText({ loss: { item, met, points }, hasScore }: { loss: Loss; hasScore: boolean }) {
  if (item.isFailRule)
    return (
      <span className="shrink-0 whitespace-nowrap tabular-nums">{`fails ${formatShare(1 - met.value)} of calls`}</span>
    );
  return (
    <span className="shrink-0 whitespace-nowrap tabular-nums">
      {`met in ${formatShare(met.value)}`}
      {hasScore && ` · −${formatShort(points)} points`}
    </span>
  );
}
