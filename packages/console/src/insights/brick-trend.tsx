/** A brick's figure over time or versions: a line, and the same as a table with links to the calls. */
import type { BrickInsights, BrickSchema, InsightsGroup } from '@brickwork/client';
import { figureName, figureOf, isNumeric, leadingOf } from '@brickwork/contract/figures';
import { useRef } from 'react';
import type { RunsSearch } from '../runs/runs-search.ts';
import { intervalOf } from '../ui/format.ts';
import { SaveFigure } from '../ui/save-figure.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { CallsLink } from './calls-link.tsx';
import { figureTable, formatOf } from './figures.ts';
import type { CallsOf } from './insights-search.ts';
import { scaleOf, TrendChart } from './trend-chart.tsx';

export interface ShownGroup {
  group: InsightsGroup;
  label: string;
  /** A version that went live in it. */
  mark: string | undefined;
  /** The runs of the group; undefined where the list cannot be filtered so. */
  runs: RunsSearch | undefined;
  /** Calls may still come. */
  isOpen: boolean;
}

interface BrickTrendProps {
  brick: BrickInsights;
  schema: BrickSchema | undefined;
  groups: readonly ShownGroup[];
  calls: CallsOf;
}

export function BrickTrend({ brick, schema, groups, calls }: BrickTrendProps) {
  const chart = useRef<HTMLElement>(null);
  const leading = leadingOf(brick);
  const format = formatOf(brick, schema);
  const rows = groups.map(({ group, label, mark, runs, isOpen }) => {
    const own = group.bricks.find(({ key }) => key === brick.key);
    return { group, label, mark, runs, isOpen, answered: own?.answered ?? 0, estimate: figureOf(own, leading) };
  });
  return (
    <figure ref={chart}>
      <figcaption className="text-[13px] font-medium">{figureName(brick)}</figcaption>
      <TrendChart points={rows} {...scaleOf(rows, isNumeric(brick))} isLine format={format} />
      <div className="relative mt-1">
        <div className="absolute top-0 right-0">
          <SaveFigure
            title={`${brick.name}: ${figureName(brick).toLowerCase()}`}
            chart={chart}
            table={figureTable(
              brick,
              ['Group'],
              rows.map(({ label, ...row }) => ({ names: [label], ...row })),
            )}
          />
        </div>
        <details className="text-sm text-muted">
          <summary className="w-fit rounded py-1.5 text-xs">As a table</summary>
          <ScrollArea label={`${brick.name}, group by group`}>
            <table className="mt-2 w-full text-left">
              <caption className="sr-only">{`${brick.name}: ${figureName(brick)}`}</caption>
              <thead>
                <tr>
                  {['Group', 'Answered', figureName(brick), '95 % interval'].map((title) => (
                    <th key={title} className="py-1 pr-3 font-medium">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ group, label, mark, isOpen, answered, estimate }) => (
                  <tr key={label} className="border-t border-line">
                    <th scope="row" className="py-1 pr-3 font-normal whitespace-nowrap">
                      {label}
                      {mark !== undefined && ` (${mark} live)`}
                      {isOpen && ' (not ended)'}
                    </th>
                    <td className="py-1 pr-3">
                      <CallsLink group={group} brick={brick.key} count={answered} label={label} calls={calls} />
                    </td>
                    <td className="py-1 pr-3">{estimate === undefined ? '–' : format(estimate.value)}</td>
                    <td className="py-1 whitespace-nowrap">
                      {estimate === undefined ? '–' : intervalOf(estimate, format) || '–'}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollArea>
        </details>
      </div>
    </figure>
  );
}
