/** Several lines over the same groups, each with its name at its end. Decoration: the table next to it has every figure, with links. */
import { useWidth } from '../ui/use-width.ts';
import { shownLabels } from './axis.ts';
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
  ticks: readonly number[];
  format(value: number): string;
}

/** Distinguished by colour and by dashes; more lines than these cannot be followed. */
const LOOKS = [
  { stroke: 'stroke-accent', fill: 'fill-accent', dashes: undefined },
  { stroke: 'stroke-info', fill: 'fill-info', dashes: '6 2' },
  { stroke: 'stroke-ok', fill: 'fill-ok', dashes: '2 2' },
  { stroke: 'stroke-warn', fill: 'fill-warn', dashes: '8 2 2 2' },
  { stroke: 'stroke-ink', fill: 'fill-ink', dashes: '1 3' },
] as const;
export const MOST_LINES = LOOKS.length;

const HEIGHT = 170;
const LEFT = 46;
const RIGHT = 96;
const TOP = 10;
const BOTTOM = 20;
const LINE_HEIGHT = 12;
const LONGEST_NAME = 15;

export function LinesChart({ labels, lines, low, high, ticks, format }: LinesChartProps) {
  const [place, width] = useWidth<HTMLDivElement>(420);
  const range = high - low || 1;
  const toY = (value: number) => HEIGHT - BOTTOM - ((value - low) / range) * (HEIGHT - BOTTOM - TOP);
  const step = (width - LEFT - RIGHT) / Math.max(1, labels.length);
  const toX = (index: number) => LEFT + (index + 0.5) * step;
  // Next to each other, or the intervals of two lines would overlap.
  const apart = Math.min(8, step / (lines.length + 1));
  const drawn = lines.map(({ name, points }, index) => {
    const shift = (index - (lines.length - 1) / 2) * apart;
    const line = points.map(({ estimate }, at) =>
      estimate === undefined ? undefined : { x: toX(at) + shift, y: toY(estimate.value) },
    );
    return {
      name,
      line,
      open: points.map(({ isOpen }) => isOpen === true),
      band: points.flatMap(({ estimate }, at) =>
        estimate?.low === undefined || estimate.high === undefined
          ? []
          : [{ x: toX(at) + shift, top: toY(Math.min(high, estimate.high)), bottom: toY(Math.max(low, estimate.low)) }],
      ),
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
    <div ref={place}>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        className="block max-w-full"
        aria-hidden="true"
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={width - RIGHT} y1={toY(tick)} y2={toY(tick)} className="stroke-line" />
            <text x={LEFT - 6} y={toY(tick) + 3} textAnchor="end" className="fill-muted text-[11px]">
              {format(tick)}
            </text>
          </g>
        ))}
        {drawn.map((each) => (
          <DrawnLine key={each.name} {...each} />
        ))}
        {ends.map(({ name, look }, index) => (
          <text
            key={name}
            x={width - RIGHT + 6}
            y={(heights[index] ?? 0) + 3}
            className={`${look.fill} text-[11px] font-medium`}
          >
            {name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name}
          </text>
        ))}
        {shownLabels(labels, width - LEFT - RIGHT).map((index) => (
          <text key={index} x={toX(index)} y={HEIGHT - 5} textAnchor="middle" className="fill-muted text-[11px]">
            {labels[index] ?? ''}
          </text>
        ))}
      </svg>
    </div>
  );
}

interface DrawnLineProps {
  name: string;
  line: readonly ({ x: number; y: number } | undefined)[];
  open: readonly boolean[];
  band: readonly { x: number; top: number; bottom: number }[];
  look: (typeof LOOKS)[number];
}

function DrawnLine({ name, line, open, band, look }: DrawnLineProps) {
  return (
    <g>
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
      {band.map(({ x, top, bottom }) => (
        <line key={x} x1={x} x2={x} y1={top} y2={bottom} className={`${look.stroke} opacity-45`} strokeWidth="3" />
      ))}
      {line.map(
        (point, at) =>
          point !== undefined && (
            <circle
              key={`${point.x} ${point.y}`}
              cx={point.x}
              cy={point.y}
              r={open[at] ? 3 : 2.5}
              // Hollow: calls may still come.
              className={open[at] ? `fill-surface ${look.stroke}` : look.fill}
              strokeWidth={open[at] ? 1.5 : 0}
            />
          ),
      )}
    </g>
  );
}
