/** Bars over days, drawn by hand: no library, no inline style, and the same figures as a table for whoever reads them aloud. */
import { formatDay } from '../ui/format.ts';
import { SaveFigure } from '../ui/save-figure.tsx';
import { useWidth } from '../ui/use-width.ts';

export interface Series {
  name: string;
  /** A fill of the palette. */
  className: string;
  values: readonly number[];
}

interface BarChartProps {
  title: string;
  days: readonly string[];
  /** Stacked, the first at the bottom. */
  series: readonly Series[];
  format(value: number): string;
}

const ASSUMED_WIDTH = 640;
const HEIGHT = 170;
const LEFT = 48;
const LABEL_WIDTH = 64;
/** Of the last label. */
const RIGHT = 14;
const BOTTOM = 22;
const TOP = 10;

export function BarChart({ title, days, series, format }: BarChartProps) {
  const [place, width] = useWidth<HTMLDivElement>(ASSUMED_WIDTH);
  const totals = days.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const most = niceCeiling(Math.max(...totals, 0));
  const slot = (width - LEFT - RIGHT) / Math.max(1, days.length);
  const toY = (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - BOTTOM - TOP);
  // Half of one run is nothing.
  const ticks = most % 2 === 0 || most < 1 ? [0, most / 2, most] : [0, most];
  const labelEvery = Math.ceil((days.length * LABEL_WIDTH) / (width - LEFT));
  return (
    <figure className="min-w-0 p-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="text-sm font-semibold">{title}</span>
        <Legend series={series} />
      </figcaption>
      <div ref={place} className="mt-2">
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width={width}
          height={HEIGHT}
          className="block max-w-full"
          aria-hidden="true"
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={LEFT} x2={width} y1={toY(tick)} y2={toY(tick)} className="stroke-line" />
              <text x={LEFT - 6} y={toY(tick) + 4} textAnchor="end" className="fill-muted text-[11px]">
                {format(tick)}
              </text>
            </g>
          ))}
          {days.map((day, index) => (
            <g key={day}>
              <title>{`${formatDay(day)}: ${series.map(({ name, values }) => `${name} ${format(values[index] ?? 0)}`).join(', ')}`}</title>
              <rect
                x={LEFT + index * slot}
                y={TOP}
                width={slot}
                height={HEIGHT - BOTTOM - TOP}
                className="fill-transparent"
              />
              {stack(series, index).map(({ name, className, from, to }) => (
                <rect
                  key={name}
                  x={LEFT + index * slot + slot * 0.15}
                  y={toY(to)}
                  width={slot * 0.7}
                  height={Math.max(0, toY(from) - toY(to))}
                  rx={Math.min(2, slot * 0.2)}
                  className={className}
                />
              ))}
              {index % labelEvery === 0 && (
                <text
                  x={LEFT + (index + 0.5) * slot}
                  y={HEIGHT - 6}
                  textAnchor="middle"
                  className="fill-muted text-[11px]"
                >
                  {formatDay(day)}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
      <div className="relative mt-1">
        <div className="absolute top-0 right-0">
          <SaveFigure
            title={title}
            chart={place}
            table={{
              columns: ['Day', ...series.map(({ name }) => name)],
              rows: days.map((day, index) => [day, ...series.map(({ values }) => values[index] ?? 0)]),
            }}
          />
        </div>
        <ChartTable title={title} days={days} series={series} format={format} />
      </div>
    </figure>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  if (series.length < 2) return null;
  return (
    <span className="flex flex-wrap gap-3 text-xs text-muted">
      {series.map(({ name, className }) => (
        <span key={name} className="flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" className="size-2.5" aria-hidden="true">
            <rect width="10" height="10" rx="2" className={className} />
          </svg>
          {name}
        </span>
      ))}
    </span>
  );
}

function ChartTable({ title, days, series, format }: BarChartProps) {
  return (
    <details className="text-sm text-muted">
      <summary className="w-fit rounded py-1.5 text-xs">As a table</summary>
      <table className="mt-2 w-full text-left">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th className="py-1 font-medium">Day</th>
            {series.map(({ name }) => (
              <th key={name} className="py-1 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day} className="border-t border-line">
              <th scope="row" className="py-1 font-normal">
                {formatDay(day)}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="py-1 text-right">
                  {format(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function stack(series: readonly Series[], index: number) {
  let from = 0;
  return series.map(({ name, className, values }) => {
    const part = { name, className, from, to: from + (values[index] ?? 0) };
    from = part.to;
    return part;
  });
}

/** 1, 2 or 5 times a power of ten: a scale that people can read. */
function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}
