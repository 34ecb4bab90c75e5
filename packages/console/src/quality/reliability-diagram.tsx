import type { BrickQuality } from '@brickwork/client';
import { formatNumber, formatShare } from '../ui/format.ts';

const SIZE = 220;
const MARGIN = 30;

/** On the diagonal, confidence means what it says; below it, answers are less often right than they claim. */
export function ReliabilityDiagram({ quality: { reliability, ece } }: { quality: BrickQuality }) {
  if (reliability.length === 0) return <p className="text-sm text-muted">These answers have no confidence.</p>;
  const most = Math.max(...reliability.map(({ n }) => n));
  const x = (share: number) => MARGIN + share * (SIZE - MARGIN - 6);
  const y = (share: number) => SIZE - MARGIN - share * (SIZE - MARGIN - 6);
  const label = reliability
    .map(
      ({ confidence, accuracy, n }) =>
        `confidence ${formatShare(confidence)}, right ${formatShare(accuracy)}, ${formatNumber(n)} answers`,
    )
    .join('; ');
  return (
    <figure>
      <figcaption className="mb-2 text-sm font-medium">
        How reliable confidence is{ece === undefined ? '' : `: off by ${formatShare(ece)} on average`}
      </figcaption>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} width={SIZE} height={SIZE} role="img" aria-label={label}>
        <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} className="stroke-line-strong" strokeDasharray="4 4" />
        <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(0)} className="stroke-line" />
        <line x1={x(0)} y1={y(0)} x2={x(0)} y2={y(1)} className="stroke-line" />
        {reliability.map(({ from, confidence, accuracy, n }) => (
          <circle
            key={from}
            cx={x(confidence)}
            cy={y(accuracy)}
            r={3 + 5 * Math.sqrt(n / most)}
            className="fill-accent opacity-80"
          />
        ))}
        <text x={x(0.5)} y={SIZE - 8} textAnchor="middle" className="fill-muted text-[11px]">
          confidence
        </text>
        <text
          x={10}
          y={y(0.5)}
          textAnchor="middle"
          transform={`rotate(-90 10 ${y(0.5)})`}
          className="fill-muted text-[11px]"
        >
          right
        </text>
      </svg>
    </figure>
  );
}
