/**
 * One figure over groups, with its 95 % interval as a band of whiskers and a mark where a version went live. Drawn by
 * hand, like the other charts: decision 135 says why. The same figures are in a table, for screen readers and for
 * links to their calls.
 */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Estimate } from '../api/insights.ts';
import type { RunsSearch } from '../runs/runs-search.ts';
import { intervalOf } from '../ui/format.ts';
import { unbroken } from './unbroken.ts';

export interface TrendPoint {
  label: string;
  estimate: Estimate | undefined;
  /** A version that went live in this group. */
  mark?: string | undefined;
  /** The runs of the group, where they can be listed. */
  runs?: RunsSearch | undefined;
}

interface TrendChartProps {
  points: readonly TrendPoint[];
  /** The scale; shares are from 0 to 1. */
  low: number;
  high: number;
  /** Whether the groups follow each other in time. */
  isLine: boolean;
  format(value: number): string;
  /** Another line to compare with, with a name of its own; its points are in the order of `points`. */
  against?: { name: string; points: readonly TrendPoint[] } | undefined;
}

const WIDTH = 320;
const HEIGHT = 112;
const LEFT = 46;
const RIGHT = 8;
const TOP = 18;
const BOTTOM = 18;
/** Of the width of a letter in a label. */
const HALF_LETTER = 3;

export function TrendChart({ points, low, high, isLine, format, against }: TrendChartProps) {
  const range = high - low || 1;
  const toY = (value: number) => HEIGHT - BOTTOM - ((value - low) / range) * (HEIGHT - BOTTOM - TOP);
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, points.length);
  const toX = (index: number) => LEFT + (index + 0.5) * step;
  const toLine = ({ estimate }: TrendPoint, index: number) =>
    estimate === undefined ? undefined : { x: toX(index), y: toY(estimate.value) };
  const drawn = points.flatMap(({ label, estimate, runs }, index) =>
    estimate === undefined ? [] : [{ label, estimate, runs, x: toX(index) }],
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
              <text x={toX(index) - step / 2} y={TOP - 7} textAnchor="middle" className="fill-soft text-[10px]">
                {mark}
              </text>
            </g>
          ),
      )}
      {against !== undefined && <AgainstLine name={against.name} line={against.points.map(toLine)} />}
      {isLine &&
        unbroken(points.map(toLine)).map((stretch) => (
          <polyline
            key={stretch}
            points={stretch}
            data-line="own"
            className="fill-none stroke-accent"
            strokeWidth="1.5"
          />
        ))}
      {drawn.map(({ label, estimate, runs, x }) => (
        <ToRuns key={label} runs={runs}>
          <title>{`${label}: ${format(estimate.value)} (${intervalOf(estimate, format)})`}</title>
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
          <circle cx={x} cy={toY(estimate.value)} r="3" className="fill-accent" />
          <rect
            x={x - Math.min(step, 24) / 2}
            y={TOP}
            width={Math.min(step, 24)}
            height={HEIGHT - BOTTOM - TOP}
            className="fill-transparent"
          />
        </ToRuns>
      ))}
      {[...new Set([0, points.length - 1])].map((index) => (
        <EndLabel key={index} label={points[index]?.label ?? ''} x={toX(index)} />
      ))}
    </svg>
  );
}

function AgainstLine({ name, line }: { name: string; line: Parameters<typeof unbroken>[0] }) {
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
      <text x={WIDTH - RIGHT} y={TOP - 7} textAnchor="end" className="fill-muted text-[10px]">
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

/** Under its point, the first or the last: more would not fit. Moved in where it would be cut off. */
function EndLabel({ label, x }: { label: string; x: number }) {
  const shown = label.length > 22 ? `${label.slice(0, 21)}…` : label;
  const half = shown.length * HALF_LETTER;
  return (
    <text
      x={Math.max(half, Math.min(WIDTH - half, x))}
      y={HEIGHT - 4}
      textAnchor="middle"
      className="fill-muted text-[10px]"
    >
      {shown}
    </text>
  );
}

/** From the lowest to the highest end of an interval; shares from 0 to 1. */
export function scaleOf(points: readonly TrendPoint[], hasNumbers: boolean) {
  if (!hasNumbers) return { low: 0, high: 1 };
  const all = points.flatMap(({ estimate }) =>
    estimate === undefined ? [] : [estimate.value, estimate.low ?? estimate.value, estimate.high ?? estimate.value],
  );
  if (all.length === 0) return { low: 0, high: 1 };
  const low = Math.min(...all);
  const high = Math.max(...all);
  return low === high ? { low: low - 1, high: high + 1 } : { low, high };
}
