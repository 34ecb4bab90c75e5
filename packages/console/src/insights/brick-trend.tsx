/** A brick's answers: the distribution with links to the runs, and its trend over the groups with the table below it. */
import { figureName, figureOf, isNumeric, leadingOf, nameOfAnswer } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import type { BrickInsights, InsightsGroup } from '../api/insights.ts';
import type { RunsSearch } from '../runs/runs-search.ts';
import { formatNumber } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { formatOf, intervalOf, percent, reviewedText } from './figures.ts';
import { scaleOf, TrendChart } from './trend-chart.tsx';

export interface ShownGroup {
  group: InsightsGroup;
  label: string;
  /** A version that went live in it. */
  mark: string | undefined;
  /** The runs of the group; undefined where the list cannot be filtered so. */
  runs: RunsSearch | undefined;
}

interface BrickTrendProps {
  brick: BrickInsights;
  groups: readonly ShownGroup[];
  isLine: boolean;
  /** The list of runs behind this page, to which a condition on the answer is added. */
  runsWith(condition: string): RunsSearch;
}

export function BrickTrend({ brick, groups, isLine, runsWith }: BrickTrendProps) {
  const leading = leadingOf(brick);
  const format = formatOf(brick);
  const rows = groups.map(({ group, label, mark, runs }) => {
    const own = group.bricks.find(({ key }) => key === brick.key);
    return { label, mark, runs, answered: own?.answered ?? 0, estimate: figureOf(own, leading) };
  });
  const hasFigure = isNumeric(brick) || leading !== undefined;
  return (
    <Panel title={brick.name}>
      <div className="space-y-3 p-4">
        <p className="text-[13px] text-muted">{countsOf(brick)}</p>
        <p className="text-[13px] text-muted">{reviewedText(brick)}</p>
        {brick.values !== undefined && <Values brick={brick} runsWith={runsWith} />}
        {isNumeric(brick) && <Quantiles brick={brick} runsWith={runsWith} />}
        {hasFigure && (
          <figure>
            <figcaption className="text-[13px] font-medium">{figureName(brick)}</figcaption>
            <TrendChart points={rows} {...scaleOf(rows, isNumeric(brick))} isLine={isLine} format={format} />
            <details className="mt-1 text-sm text-muted">
              <summary className="w-fit rounded text-xs">As a table</summary>
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
                    {rows.map(({ label, mark, runs, answered, estimate }) => (
                      <tr key={label} className="border-t border-line">
                        <th scope="row" className="py-1 pr-3 font-normal">
                          {runs === undefined ? (
                            label
                          ) : (
                            <Link to="/runs" search={runs} className="text-accent hover:underline">
                              {label}
                            </Link>
                          )}
                          {mark !== undefined && ` (${mark} live)`}
                        </th>
                        <td className="py-1 pr-3">{formatNumber(answered)}</td>
                        <td className="py-1 pr-3">{estimate === undefined ? '–' : format(estimate.value)}</td>
                        <td className="py-1">{estimate === undefined ? '–' : intervalOf(estimate, format) || '–'}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </ScrollArea>
            </details>
          </figure>
        )}
      </div>
    </Panel>
  );
}

/** More are rare; the API has them all. */
const MOST_VALUES = 8;

function Values({ brick, runsWith }: Pick<BrickTrendProps, 'brick' | 'runsWith'>) {
  return (
    <ul className="space-y-1.5 text-sm" aria-label={`Answers of ${brick.name}`}>
      {brick.values?.slice(0, MOST_VALUES).map(({ value, name, count, share }) => (
        <li key={String(value)}>
          <Link
            to="/runs"
            search={runsWith(`answer.${brick.key}=${encodeURIComponent(`eq:${String(value)}`)}`)}
            className="group relative block rounded"
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate group-hover:underline">{nameOfAnswer(value, name)}</span>
              <span className="text-[13px] whitespace-nowrap text-muted tabular-nums">
                {percent(share.value)}
                {share.low !== undefined && ` (${intervalOf(share, percent)})`}
                <span className="sr-only">{`, show the ${formatNumber(count)} runs`}</span>
              </span>
            </span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="mt-0.5 h-1.5 w-full" aria-hidden="true">
              <rect width="100" height="4" className="fill-sunken" />
              <rect width={Math.min(100, share.value * 100)} height="4" className="fill-accent" />
            </svg>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Quantiles({ brick, runsWith }: Pick<BrickTrendProps, 'brick' | 'runsWith'>) {
  const format = formatOf(brick);
  return (
    <dl className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
      {brick.mean !== undefined && (
        <div>
          <dt className="text-[13px] text-muted">mean</dt>
          <dd className="font-medium tabular-nums">
            {format(brick.mean.value)}
            {brick.mean.low !== undefined && (
              <span className="block text-xs font-normal text-muted">{intervalOf(brick.mean, format)}</span>
            )}
          </dd>
        </div>
      )}
      {brick.quantiles?.map(({ quantile, value }) => (
        <div key={quantile}>
          <dt className="text-[13px] text-muted">{quantile === 0.5 ? 'median' : `${quantile * 100} %`}</dt>
          <dd className="font-medium tabular-nums">
            <Link
              to="/runs"
              search={runsWith(`answer.${brick.key}=${quantile > 0.5 ? 'gte' : 'lte'}:${value}`)}
              aria-label={`${format(value)}: show the runs ${quantile > 0.5 ? 'from here up' : 'up to here'}`}
              className="hover:underline"
            >
              {format(value)}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function countsOf({ answered, not_applicable, not_sure, no_answer, confidence }: BrickInsights): string {
  return [
    `${formatNumber(answered)} answered`,
    ...(not_applicable === 0 ? [] : [`${formatNumber(not_applicable)} not applicable`]),
    ...(not_sure === 0 ? [] : [`${formatNumber(not_sure)} not sure`]),
    ...(no_answer === 0 ? [] : [`${formatNumber(no_answer)} without a mention`]),
    ...(confidence === undefined ? [] : [`mean confidence ${confidence.toFixed(2)}`]),
  ].join(' · ');
}
