/** A brick's figure by time and by another grouping: a line for each group, or a small chart for each where there are many; and all of it as a table. */
import type { BrickInsights, BrickSchema, InsightsGroup } from '@brickwork/client';
import { figureName, figureOf, isNumeric, leadingOf } from '@brickwork/contract/figures';
import { useRef } from 'react';
import { formatDay, formatNumber, intervalOf } from '../ui/format.ts';
import { SaveFigure } from '../ui/save-figure.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { CallsLink } from './calls-link.tsx';
import { figureTable, formatOf } from './figures.ts';
import type { CallsOf } from './insights-search.ts';
import { type Line, LinesChart, MOST_LINES } from './lines-chart.tsx';
import { isOpenGroup, isTime, withGaps } from './time-groups.ts';
import { scaleOf, TrendChart, type TrendPoint } from './trend-chart.tsx';
import { useToday } from './use-today.ts';

interface BrickLinesProps {
  brick: BrickInsights;
  schema: BrickSchema | undefined;
  groups: readonly InsightsGroup[];
  /** Along the chart: time or version. */
  by: string;
  /** A line for each. */
  and: string;
  calls: CallsOf;
}

/** Small charts; the table has the others. */
const MOST_CHARTS = 12;

interface Cell extends TrendPoint {
  group: InsightsGroup | undefined;
  answered: number;
}

export function BrickLines({ brick, schema, groups, by, and, calls }: BrickLinesProps) {
  const chart = useRef<HTMLElement>(null);
  const format = formatOf(brick, schema);
  const { steps, lines } = linesOf(brick, groups, { by, and, calls, today: useToday() });
  const labels = steps.map((step) => labelOf(step, by));
  const scale = scaleOf(
    lines.flatMap(({ points }) => points),
    isNumeric(brick),
  );
  const others = groups.find(({ size }) => size !== undefined)?.size;
  return (
    <figure ref={chart}>
      <figcaption className="text-[13px] font-medium">{`${figureName(brick)} by ${by} and ${nameOf(and)}`}</figcaption>
      {lines.length <= MOST_LINES ? (
        <LinesChart labels={labels} lines={lines} {...scale} format={format} />
      ) : (
        <ul className="mt-2 grid gap-3 sm:grid-cols-2" aria-hidden="true">
          {lines.slice(0, MOST_CHARTS).map(({ name, points }) => (
            <li key={name} className="min-w-0">
              <p title={name} className="truncate text-[13px]">
                {name}
              </p>
              <TrendChart points={points} {...scale} isLine format={format} />
            </li>
          ))}
        </ul>
      )}
      <p className="text-xs text-muted">
        {lines.length > MOST_CHARTS && `Charts show the ${MOST_CHARTS} with the most calls; the table lists all. `}
        {others !== undefined && `${formatNumber(others)} smaller groups are not shown: choose fewer days or a filter.`}
      </p>
      <div className="relative mt-1">
        <div className="absolute top-0 right-0">
          <SaveFigure
            title={`${brick.name} by ${by} and ${nameOf(and)}`}
            // Many small charts are no picture: the table is.
            {...(lines.length <= MOST_LINES && { chart })}
            table={figureTable(
              brick,
              [by, nameOf(and)],
              lines.flatMap(({ name, points }) => points.map((point) => ({ ...point, names: [point.label, name] }))),
            )}
          />
        </div>
        <details className="text-sm text-muted">
          <summary className="w-fit rounded py-1.5 text-xs">As a table</summary>
          <ScrollArea label={`${brick.name} by ${by} and ${nameOf(and)}`}>
            <table className="mt-2 text-left">
              <caption className="sr-only">{`${brick.name}: ${figureName(brick)}, with 95 % interval and number of calls`}</caption>
              <thead>
                <tr>
                  <th className="py-1 pr-4 font-medium capitalize">{by}</th>
                  {lines.map(({ name }) => (
                    <th key={name} title={name} className="max-w-40 truncate py-1 pr-4 font-medium">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {steps.map((step, index) => (
                  <tr key={step} className="border-t border-line">
                    <th scope="row" className="py-1 pr-4 font-normal whitespace-nowrap">
                      {labels[index]}
                    </th>
                    {lines.map(({ name, points }) => {
                      const cell = points[index];
                      if (cell?.group === undefined || cell.estimate === undefined)
                        return (
                          <td key={name} className="py-1 pr-4">
                            –
                          </td>
                        );
                      return (
                        <td key={name} className="py-1 pr-4 whitespace-nowrap tabular-nums">
                          {format(cell.estimate.value)}
                          {cell.estimate.low !== undefined && ` (${intervalOf(cell.estimate, format)})`} ·{' '}
                          <CallsLink
                            group={cell.group}
                            brick={brick.key}
                            count={cell.answered}
                            label={`${labels[index]}, ${name}`}
                            calls={calls}
                          />
                        </td>
                      );
                    })}
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

const nameOf = (grouping: string): string => grouping.replace(/^metadata\./, '');

const labelOf = (step: string, by: string): string => (isTime(by) ? formatDay(step) : `v${step}`);

/** A point for each step of every line, also where a group had no calls. The line with most answers comes first. */
function linesOf(
  brick: BrickInsights,
  groups: readonly InsightsGroup[],
  { by, and, calls, today }: Pick<BrickLinesProps, 'by' | 'and' | 'calls'> & { today: string },
): { steps: string[]; lines: (Omit<Line, 'points'> & { points: readonly Cell[] })[] } {
  const own = groups.filter(({ size }) => size === undefined);
  const known = [...new Set(own.flatMap(({ group }) => (group === undefined ? [] : [group])))].sort(inOrder);
  const steps = withGaps(
    known.map((group) => ({ group, runs: { succeeded: 0, failed: 0, cancelled: 0 }, bricks: [] })),
    by,
  ).flatMap(({ group }) => group ?? []);
  const leading = leadingOf(brick);
  const lines = [...Map.groupBy(own, ({ groups: names }) => names?.[and] ?? undefined)].map(([name, some]) => {
    const points = steps.map((step): Cell => {
      const group = some.find((each) => each.group === step);
      const found = group?.bricks.find(({ key }) => key === brick.key);
      return {
        label: labelOf(step, by),
        estimate: figureOf(found, leading),
        runs: group && calls({ group }),
        isOpen: isOpenGroup(step, by, today),
        group,
        answered: found?.answered ?? 0,
      };
    });
    return { name: name ?? '(none)', points, answered: points.reduce((sum, { answered }) => sum + answered, 0) };
  });
  return { steps, lines: lines.filter(({ answered }) => answered > 0).toSorted((a, b) => b.answered - a.answered) };
}

/** Days by their text, versions by their number. */
const inOrder = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
