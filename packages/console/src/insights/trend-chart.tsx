/**
 * One figure over groups, with its 95 % interval as a band of whiskers and a mark where a version went live. Drawn by
 * hand, like the other charts: decision 50 says why. The same figures are in a table, for screen readers and for
 * links to their calls.
 */
import type { Estimate } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RunsSearch } from '../runs/runs-search.ts';
import { intervalOf } from '../ui/format.ts';
import { useWidth } from '../ui/use-width.ts';
import { niceScale, type Scale, shownLabels } from './axis.ts';
import { unbroken } from './unbroken.ts';

export interface TrendPoint {
  label: string;
  estimate: Estimate | undefined;
  /** A version that went live in this group. */
  mark?: string | undefined;
  /** The runs of the group, where they can be listed. */
  runs?: RunsSearch | undefined;
  /** Calls may still come. */
  isOpen?: boolean | undefined;
}

interface TrendChartProps {
  points: readonly TrendPoint[];
  /** The scale; shares are from 0 to 1. */
  low: number;
  high: number;
  ticks: readonly number[];
  /** Whether the groups follow each other in time. */
  isLine: boolean;
  format(value: number): string;
  /** Another line to compare with, with a name of its own; its points are in the order of `points`. */
  against?: { name: string; points: readonly TrendPoint[] } | undefined;
}

const HEIGHT = 132;
const LEFT = 46;
const RIGHT = 8;
const TOP = 18;
const BOTTOM = 18;
/** Of the width of a letter in a label. */
const HALF_LETTER = 3;

export function TrendChart({ points, low, high, ticks, isLine, format, against }: TrendChartProps) {
  const [place, width] = useWidth<HTMLDivElement>(320);
  const range = high - low || 1;
  const toY = (value: number) => HEIGHT - BOTTOM - ((value - low) / range) * (HEIGHT - BOTTOM - TOP);
  const step = (width - LEFT - RIGHT) / Math.max(1, points.length);
  const toX = (index: number) => LEFT + (index + 0.5) * step;
  const toLine = ({ estimate }: TrendPoint, index: number) =>
    estimate === undefined ? undefined : { x: toX(index), y: toY(estimate.value) };
  const drawn = points.flatMap(({ label, estimate, runs, isOpen }, index) =>
    estimate === undefined ? [] : [{ label, estimate, runs, isOpen, x: toX(index) }],
  );
  const labelled = shownLabels(
    points.map(({ label }) => label),
    width - LEFT - RIGHT,
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
            <text x={LEFT - 6} y={toY(tick) + 4} textAnchor="end" className="fill-muted text-[11px]">
              {format(tick)}
            </text>
          </g>
        ))}
        {points.map(
          ({ label, mark }, index) =>
            mark !== undefined && (
              <g key={`${label} ${mark}`}>
                <line
                  x1={toX(index) - step / 2}
                  x2={toX(index) - step / 2}
                  y1={TOP - 4}
                  y2={HEIGHT - BOTTOM}
                  strokeDasharray="3 3"
                  className="stroke-line-strong"
                />
                <text x={toX(index) - step / 2} y={TOP - 7} textAnchor="middle" className="fill-soft text-[11px]">
                  {mark}
                </text>
              </g>
            ),
        )}
        {against !== undefined && <AgainstLine name={against.name} line={against.points.map(toLine)} width={width} />}
        {isLine &&
          unbroken(points.map((point, index) => (point.isOpen ? undefined : toLine(point, index)))).map((stretch) => (
            <polyline
              key={stretch}
              points={stretch}
              data-line="own"
              className="fill-none stroke-accent"
              strokeWidth="1.5"
            />
          ))}
        {isLine && <ToUnfinished points={points} toLine={toLine} />}
        {drawn.map(({ label, estimate, runs, isOpen, x }) => (
          <ToRuns key={label} runs={runs}>
            <title>{`${label}${isOpen ? ', not ended yet' : ''}: ${format(estimate.value)} (${intervalOf(estimate, format)})`}</title>
            {estimate.low !== undefined && estimate.high !== undefined && (
              <line
                x1={x}
                x2={x}
                y1={toY(Math.max(low, estimate.low))}
                y2={toY(Math.min(high, estimate.high))}
                className="stroke-accent opacity-40"
                strokeWidth="4"
              />
            )}
            <circle
              cx={x}
              cy={toY(estimate.value)}
              r="3"
              className={isOpen ? 'fill-surface stroke-accent' : 'fill-accent'}
              strokeWidth={isOpen ? 1.5 : 0}
            />
            <rect
              x={x - Math.min(step, 24) / 2}
              y={TOP}
              width={Math.min(step, 24)}
              height={HEIGHT - BOTTOM - TOP}
              className="fill-transparent"
            />
          </ToRuns>
        ))}
        {labelled.map((index) => (
          <AxisLabel key={index} label={points[index]?.label ?? ''} x={toX(index)} width={width} />
        ))}
      </svg>
    </div>
  );
}

interface ToUnfinishedProps {
  points: readonly TrendPoint[];
  toLine(point: TrendPoint, index: number): { x: number; y: number } | undefined;
}

/** To a week that has not ended: dashed, as it may still move. */
function ToUnfinished({ points, toLine }: ToUnfinishedProps) {
  const index = points.findIndex(({ isOpen }) => isOpen);
  const [before, open] = [points[index - 1], points[index]];
  const from = before && toLine(before, index - 1);
  const to = open && toLine(open, index);
  if (from === undefined || to === undefined) return null;
  return (
    <line
      x1={from.x}
      y1={from.y}
      x2={to.x}
      y2={to.y}
      strokeDasharray="3 3"
      className="stroke-accent"
      strokeWidth="1.5"
    />
  );
}

function AgainstLine({ name, line, width }: { name: string; line: Parameters<typeof unbroken>[0]; width: number }) {
  const shown = name.length > 18 ? `${name.slice(0, 17)}…` : name;
  return (
    <>
      {unbroken(line).map((stretch) => (
        <polyline
          key={stretch}
          points={stretch}
          strokeDasharray="2 3"
          className="fill-none stroke-muted"
          strokeWidth="1.5"
        />
      ))}
      <text x={width - RIGHT} y={TOP - 7} textAnchor="end" className="fill-muted text-[11px]">
        {`┄ ${shown}`}
      </text>
    </>
  );
}

/** For the mouse: keyboard users find the same links in the table. */
function ToRuns({ runs, children }: { runs: RunsSearch | undefined; children: ReactNode }) {
  if (runs === undefined) return <g>{children}</g>;
  return (
    <Link to="/runs" search={runs} tabIndex={-1}>
      {children}
    </Link>
  );
}

/** Under its point; moved in where it would be cut off. */
function AxisLabel({ label, x, width }: { label: string; x: number; width: number }) {
  const shown = label.length > 22 ? `${label.slice(0, 21)}…` : label;
  const half = shown.length * HALF_LETTER;
  return (
    <text
      x={Math.max(half, Math.min(width - half, x))}
      y={HEIGHT - 4}
      textAnchor="middle"
      className="fill-muted text-[11px]"
    >
      {shown}
    </text>
  );
}

/** Round numbers around all intervals; shares from 0 to 1. */
export function scaleOf(points: readonly TrendPoint[], hasNumbers: boolean): Scale {
  const all = points.flatMap(({ estimate }) =>
    estimate === undefined ? [] : [estimate.value, estimate.low ?? estimate.value, estimate.high ?? estimate.value],
  );
  if (!hasNumbers || all.length === 0) return niceScale(0, 1);
  return niceScale(Math.min(...all), Math.max(...all));
}
