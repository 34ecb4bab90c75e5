import { type Loss, lossText } from '@brickwork/contract/figures';

export function LossText({ loss, hasScore }: { loss: Loss; hasScore: boolean }) {
  return <span className="shrink-0 whitespace-nowrap tabular-nums">{lossText(loss, hasScore)}</span>;
}
