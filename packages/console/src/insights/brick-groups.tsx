/** A brick's figure in groups that are not time: a row for each, with its name, its interval on one scale and its calls. The table is the chart. */
import type { BrickInsights, BrickSchema } from '@brickwork/client';
import { type Estimate, figureName, figureOf, isNumeric, leadingOf } from '@brickwork/contract/figures';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { formatNumber, intervalOf } from '../ui/format.ts';
import { SaveFigure } from '../ui/save-figure.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import type { ShownGroup } from './brick-trend.tsx';
import { CallsLink } from './calls-link.tsx';
import { figureTable, formatOf } from './figures.ts';
import type { CallsOf } from './insights-search.ts';
import { scaleOf } from './trend-chart.tsx';

interface BrickGroupsProps {
  brick: BrickInsights;
  schema: BrickSchema | undefined;
  groups: readonly ShownGroup[];
  calls: CallsOf;
  isByValue: boolean;
}

const SHOWN = 12;

export function BrickGroups({ brick, schema, groups, calls, isByValue }: BrickGroupsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const leading = leadingOf(brick);
  const format = formatOf(brick, schema);
  const rows = groups.map(({ group, label }) => {
    const own = group.bricks.find(({ key }) => key === brick.key);
    const estimate = figureOf(own, leading);
    return { group, label, answered: own?.answered ?? 0, notSure: own?.not_sure ?? 0, estimate };
  });
  const ordered = isByValue
    ? rows.toSorted((a, b) => (b.estimate?.value ?? -Infinity) - (a.estimate?.value ?? -Infinity))
    : rows;
  const scale = scaleOf(rows, isNumeric(brick));
  return (
    <>
      <ScrollArea label={`${brick.name}, group by group`}>
        <table className="w-full text-left text-sm">
          <caption className="sr-only">{`${brick.name}: ${figureName(brick)}`}</caption>
          <thead className="text-[13px] text-muted">
            <tr>
              {['Group', 'Answered', figureName(brick)].map((title) => (
                <th key={title} className="py-1 pr-3 font-medium">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ordered.slice(0, isWhole ? undefined : SHOWN).map(({ group, label, answered, notSure, estimate }) => (
              <tr key={label} className="border-t border-line">
                <th scope="row" title={label} className="max-w-28 truncate py-1 pr-3 font-normal">
                  {label}
                </th>
                <td className="py-1 pr-3 tabular-nums">
                  <CallsLink group={group} brick={brick.key} count={answered} label={label} calls={calls} />
                  {notSure > 0 && (
                    <span className="block text-xs whitespace-nowrap text-warn">{formatNumber(notSure)} not sure</span>
                  )}
                </td>
                <td className="w-1/2 py-1">
                  {estimate === undefined ? (
                    '–'
                  ) : (
                    <>
                      <span className="flex flex-wrap justify-between gap-x-2 tabular-nums">
                        {format(estimate.value)}
                        <span className="text-xs whitespace-nowrap text-muted">{intervalOf(estimate, format)}</span>
                      </span>
                      <IntervalDot estimate={estimate} {...scale} />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <div className="flex justify-end">
        <SaveFigure
          title={`${brick.name}: ${figureName(brick).toLowerCase()}`}
          table={figureTable(
            brick,
            ['Group'],
            ordered.map(({ label, answered, estimate }) => ({ names: [label], answered, estimate })),
          )}
        />
      </div>
      {ordered.length > SHOWN && (
        <Button isSmall kind="quiet" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${formatNumber(ordered.length)}`}
        </Button>
      )}
    </>
  );
}

const WIDTH = 120;
const EDGE = 4;

function IntervalDot({ estimate, low, high }: { estimate: Estimate; low: number; high: number }) {
  const toX = (value: number) =>
    EDGE + ((Math.min(high, Math.max(low, value)) - low) / (high - low || 1)) * (WIDTH - 2 * EDGE);
  return (
    <svg viewBox={`0 0 ${WIDTH} 8`} className="h-2 w-full" preserveAspectRatio="none" aria-hidden="true">
      <line x1={EDGE} x2={WIDTH - EDGE} y1="4" y2="4" className="stroke-line" />
      {estimate.low !== undefined && estimate.high !== undefined && (
        <line
          x1={toX(estimate.low)}
          x2={toX(estimate.high)}
          y1="4"
          y2="4"
          className="stroke-accent opacity-40"
          strokeWidth="4"
        />
      )}
      <rect x={toX(estimate.value) - 1} y="0" width="2" height="8" className="fill-accent" />
    </svg>
  );
}
