import type { BrickQuality } from '@brickwork/client';
import { formatDay, formatShare, intervalOf } from '../ui/format.ts';
import { useWidth } from '../ui/use-width.ts';

const ASSUMED_WIDTH = 420;
const LABEL_WIDTH = 52;
const HEIGHT = 160;
const LEFT = 36;
const BOTTOM = 22;

interface Time {
  /** Its first day. */
  first: string;
  quality: BrickQuality;
}

/** A dot and its 95 % interval for each day, week or month; the figures stand in the table beside it for those who do not see it. */
export function AccuracyOverTime({ by, times }: { by: string; times: readonly Time[] }) {
  const [place, width] = useWidth<HTMLDivElement>(ASSUMED_WIDTH);
  const measured = times.filter(({ quality }) => quality.accuracy !== undefined).slice(-12);
  if (measured.length === 0) return <p className="text-sm text-muted">No drawn call has been reviewed yet.</p>;
  const step = (width - LEFT) / measured.length;
  const labelEvery = Math.ceil(LABEL_WIDTH / step);
  const x = (index: number) => LEFT + step * (index + 0.5);
  const y = (share: number) => 6 + (1 - share) * (HEIGHT - BOTTOM - 6);
  return (
    <figure>
      <figcaption className="mb-2 text-sm font-medium">{`Accuracy by ${by}`}</figcaption>
      <div ref={place} className="max-w-xl">
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width={width}
          height={HEIGHT}
          className="block max-w-full"
          role="img"
          aria-label={labelOf(measured)}
        >
          {[0, 0.5, 1].map((share) => (
            <g key={share}>
              <line x1={LEFT} x2={width} y1={y(share)} y2={y(share)} className="stroke-line" />
              <text x={LEFT - 6} y={y(share) + 4} textAnchor="end" className="fill-muted text-[11px]">
                {formatShare(share)}
              </text>
            </g>
          ))}
          {measured.map(({ first, quality: { accuracy = 0, low = 0, high = 1 } }, index) => (
            <g key={first}>
              <line x1={x(index)} x2={x(index)} y1={y(low)} y2={y(high)} className="stroke-accent" strokeWidth={2} />
              <circle cx={x(index)} cy={y(accuracy)} r={4} className="fill-accent" />
              {index % labelEvery === 0 && (
                <text x={x(index)} y={HEIGHT - 6} textAnchor="middle" className="fill-muted text-[11px]">
                  {formatDay(first)}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </figure>
  );
}

function labelOf(times: readonly Time[]): string {
  return times
    .map(
      ({ first, quality }) =>
        `${formatDay(first)}: ${formatShare(quality.accuracy ?? 0)} (${intervalOf({ value: 0, ...quality }, formatShare)})`,
    )
    .join('; ');
}
