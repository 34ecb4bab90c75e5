/** Several lines over the same groups, each with its name at its end. Decoration: the table beside it has every figure, with links. */
import { spreadLabels } from './spread-labels.ts';
import type { TrendPoint } from './trend-chart.tsx';
import { unbroken } from './unbroken.ts';

export interface Line {
  name: string;
  /** In the order of the groups. */
  points: readonly TrendPoint[];
}

interface LinesChartProps {
  labels: readonly string[];
  lines: readonly Line[];
  low: number;
  high: number;
  format(value: number): string;
}

/** Told apart by colour and by dashes; more lines than these cannot be followed. */
const LOOKS = [
  { stroke: 'stroke-accent', fill: 'fill-accent', dashes: undefined },
  { stroke: 'stroke-info', fill: 'fill-info', dashes: '6 2' },
  { stroke: 'stroke-ok', fill: 'fill-ok', dashes: '2 2' },
  { stroke: 'stroke-warn', fill: 'fill-warn', dashes: '8 2 2 2' },
  { stroke: 'stroke-ink', fill: 'fill-ink', dashes: '1 3' },
] as const;
export const MOST_LINES = LOOKS.length;

const WIDTH = 420;
const HEIGHT = 170;
const LEFT = 46;
const RIGHT = 96;
const TOP = 10;
const BOTTOM = 20;
const LINE_HEIGHT = 12;
const LONGEST_NAME = 15;

export function LinesChart({ labels, lines, low, high, format }: LinesChartProps) {
  const range = high - low || 1;
  const toY = (value: number) => HEIGHT - BOTTOM - ((value - low) / range) * (HEIGHT - BOTTOM - TOP);
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, labels.length);
  const toX = (index: number) => LEFT + (index + 0.5) * step;
  const drawn = lines.map(({ name, points }, index) => {
    const line = points.map(({ estimate }, at) =>
      estimate === undefined ? undefined : { x: toX(at), y: toY(estimate.value) },
    );
    return {
      name,
      line,
      end: line.findLast((point) => point !== undefined),
      look: LOOKS[index % LOOKS.length] ?? LOOKS[0],
    };
  });
  const ends = drawn.flatMap(({ name, end, look }) => (end === undefined ? [] : [{ name, end, look }]));
  const heights = spreadLabels(
    ends.map(({ end }) => end.y),
    { least: LINE_HEIGHT, from: TOP, to: HEIGHT - BOTTOM },
  );
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full" aria-hidden="true">
      {[low, low + range / 2, high].map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={toY(tick)} y2={toY(tick)} className="stroke-line" />
          <text x={LEFT - 6} y={toY(tick) + 3} textAnchor="end" className="fill-muted text-[10px]">
            {format(tick)}
          </text>
        </g>
      ))}
      {drawn.map(({ name, line, look }) => (
        <g key={name}>
          <title>{name}</title>
          {unbroken(line).map((stretch) => (
            <polyline
              key={stretch}
              points={stretch}
              className={`fill-none ${look.stroke}`}
              strokeWidth="1.75"
              strokeDasharray={look.dashes}
            />
          ))}
          {line.map(
            (point) =>
              point !== undefined && (
                <circle key={`${point.x} ${point.y}`} cx={point.x} cy={point.y} r="2.5" className={look.fill} />
              ),
          )}
        </g>
      ))}
      {ends.map(({ name, look }, index) => (
        <text
          key={name}
          x={WIDTH - RIGHT + 6}
          y={(heights[index] ?? 0) + 3}
          className={`${look.fill} text-[11px] font-medium`}
        >
          {name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name}
        </text>
      ))}
      {[...new Set([0, labels.length - 1])].map((index) => (
        <text key={index} x={toX(index)} y={HEIGHT - 5} textAnchor="middle" className="fill-muted text-[10px]">
          {labels[index] ?? ''}
        </text>
      ))}
    </svg>
  );
}
