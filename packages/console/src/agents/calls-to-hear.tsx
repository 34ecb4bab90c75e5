/** Calls worth listening to: the lowest, the highest, and those in the middle. */
import type { Insights, RunFilter, RunItem } from '@brickwork/client';
import { answersIn, type Measure, type ScoredItem } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { useTimezone } from '../api/settings.ts';
import { useRead } from '../api/use-read.ts';
import type { Scope } from '../insights/scope.ts';
import { type Condition, filterOf } from '../runs/runs-search.ts';
import { formatDay } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';

interface CallsToHearProps {
  name: string;
  scope: Scope;
  measure: Measure;
  now: Insights;
}

const CALLS = 3;

interface Choice {
  title: string;
  where: Condition[];
  sort: string | undefined;
}

export function CallsToHear({ name, scope, measure, now }: CallsToHearProps) {
  const median = answersIn(now.total, measure.key)?.quantiles?.find(({ quantile }) => quantile === 0.5)?.value;
  return (
    <Panel title="Calls to listen to">
      <div className="divide-y divide-line">
        {choicesOf(measure, median).map((choice) => (
          <Calls key={choice.title} choice={choice} name={name} scope={scope} measure={measure} />
        ))}
      </div>
    </Panel>
  );
}

/** By the number; or by the answer, of which there is no typical one. */
function choicesOf({ key, what, leading, better }: Measure, median: number | undefined): Choice[] {
  const answer = `answer.${key}`;
  const [worst, best] = better === undefined ? ['Lowest', 'Highest'] : ['Worst', 'Best'];
  if (leading !== undefined) {
    const [good, bad] = better === 'down' ? ['not', 'eq'] : ['eq', 'not'];
    const of = (title: string, operator: string) => ({
      title,
      where: [[answer, `${operator}:${leading}`] as const],
      sort: '-occurred_at',
    });
    return better === undefined
      ? [of(what.replace('share of', 'Answered'), 'eq'), of('With another answer', 'not')]
      : [of('Worst', bad ?? ''), of('Best', good ?? '')];
  }
  const upwards = better === 'down' ? `-${answer}` : answer;
  const downwards = better === 'down' ? answer : `-${answer}`;
  return [
    { title: worst ?? '', where: [], sort: upwards },
    ...(median === undefined ? [] : [{ title: 'Typical', where: [[answer, `gte:${median}`] as const], sort: answer }]),
    { title: best ?? '', where: [], sort: downwards },
  ];
}

interface CallsProps {
  choice: Choice;
  name: string;
  scope: Scope;
  measure: Measure;
}

function Calls({ choice: { title, where, sort }, name, scope, measure }: CallsProps) {
  const timezone = useTimezone();
  const filter: RunFilter = {
    ...filterOf(scope.calls({ agent: name, where }), timezone),
    include: 'answers',
    sort,
  };
  const { data, error } = useRead((api) => api.runs.page({ ...filter, limit: CALLS }).then((page) => page.data), {
    staleTime: 60_000,
  });
  return (
    <section className="break-inside-avoid px-4 py-3">
      <h3 className="text-[13px] font-medium text-muted">{title}</h3>
      {error !== null ? (
        <ErrorState error={error} />
      ) : data === undefined ? (
        <Rows count={2} label={`Loading the calls: ${title}`} />
      ) : data.length === 0 ? (
        <p className="text-sm text-soft">None in this period.</p>
      ) : (
        <ul className="mt-1 space-y-1.5">
          {data.map((run) => (
            <Call key={run.run_id} run={run} scope={scope} measure={measure} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Call({ run, scope, measure }: { run: RunItem; scope: Scope; measure: Measure }) {
  const value = run.answers?.[measure.key]?.value;
  const lost = scope.items.filter((item) => isLostIn(run, item)).map(({ name }) => name);
  return (
    <li className="text-sm">
      <div className="flex items-baseline justify-between gap-x-4">
        <Link
          to="/runs/$runId"
          params={{ runId: run.run_id }}
          title={run.external_id}
          className="min-w-0 truncate rounded text-accent underline underline-offset-2"
        >
          {run.external_id ?? `Call of ${formatDay(run.occurred_at.slice(0, 10))}`}
        </Link>
        <span className="shrink-0 text-[13px] whitespace-nowrap text-muted">
          {formatDay(run.occurred_at.slice(0, 10))}
          {typeof value === 'number' && (
            <span className="ml-3 font-semibold text-ink tabular-nums">{measure.format(value)}</span>
          )}
        </span>
      </div>
      {lost.length > 0 && (
        <p className="truncate text-[13px] text-muted" title={lost.join(', ')}>
          {`Lost points: ${lost.join(', ')}`}
        </p>
      )}
    </li>
  );
}

function isLostIn({ answers }: RunItem, { key, creditOf }: ScoredItem): boolean {
  const value = answers?.[key]?.value;
  return value !== undefined && value !== null && !Array.isArray(value) && creditOf(value) < 1;
}
