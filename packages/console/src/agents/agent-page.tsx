/** One agent: the score by week against the team, the best and the worst answers, and calls to listen to. */
import {
  answersIn,
  clearDifference,
  estimateIn,
  FEWEST_CALLS,
  type Measure,
  measureOf,
  newsOf,
} from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { type Insights, useKitInsights } from '../api/insights.ts';
import { useMay } from '../api/session.ts';
import { ChangeText, EstimateText } from '../insights/estimate.tsx';
import type { ScopeSearch } from '../insights/period.ts';
import { type Scope, useScope } from '../insights/scope.ts';
import { ScopeBar } from '../insights/scope-bar.tsx';
import { weeklyPoints } from '../insights/time-groups.ts';
import { WeekTrend } from '../insights/week-trend.tsx';
import { formatNumber } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { AgentAnswers } from './agent-answers.tsx';
import { CallsToHear } from './calls-to-hear.tsx';
import { CoachingNotes } from './coaching-notes.tsx';

interface AgentPageProps {
  name: string;
  search: ScopeSearch;
  onSearch(search: ScopeSearch): void;
}

export function AgentPage({ name, search, onSearch }: AgentPageProps) {
  const { kits, scope, error } = useScope(search);
  return (
    <>
      <nav aria-label="Where this is" className="mb-2 text-sm print:hidden">
        <Link to="/agents" search={search} className="rounded text-muted hover:text-ink">
          ← Agents
        </Link>
      </nav>
      <PageHeader
        title={name}
        actions={kits !== undefined && <ScopeBar kits={kits} kit={scope?.kit} search={search} onSearch={onSearch} />}
      >
        {scope !== undefined &&
          `${scope.kit.name} · ${scope.period.label.toLowerCase()}, compared with the period before. Ranges are 95 % intervals.`}
      </PageHeader>
      {error !== undefined ? (
        <Panel>
          <ErrorState error={error} />
        </Panel>
      ) : kits !== undefined && scope === undefined && (kits.length === 0 || search.kit !== undefined) ? (
        <Panel>
          <EmptyState title="Kit not found">Choose another one above, or publish one.</EmptyState>
        </Panel>
      ) : scope === undefined ? (
        <Panel>
          <Rows label="Loading the agent" />
        </Panel>
      ) : (
        <Agent name={name} scope={scope} />
      )}
    </>
  );
}

function Agent({ name, scope }: { name: string; scope: Scope }) {
  const mayReadNotes = useMay('runs:read_input');
  const { kit, period, main } = scope;
  const { from, to } = period;
  const chosen = { agent: name, ...(scope.team !== undefined && { team: scope.team }) };
  // By team, which also says in which one this agent works.
  const now = useKitInsights(kit.kit_id, { group_by: 'team', from, to, dimensions: chosen });
  const before = useKitInsights(kit.kit_id, { group_by: 'team', ...period.before, dimensions: chosen });
  const team = scope.team ?? now.data?.data.find(({ size }) => size === undefined)?.group;
  const peers = useKitInsights(
    kit.kit_id,
    { group_by: 'week', from, to, dimensions: team === undefined ? undefined : { team } },
    now.data !== undefined,
  );
  const error = now.error ?? before.error ?? peers.error;
  if (error !== null)
    return (
      <Panel>
        <ErrorState
          error={error}
          onRetry={() => void Promise.all([now, before, peers].map((each) => each.refetch()))}
        />
      </Panel>
    );
  if (now.data === undefined || before.data === undefined || peers.data === undefined)
    return (
      <Panel>
        <Rows label="Loading the agent" />
      </Panel>
    );
  const brick = main === undefined ? undefined : answersIn(now.data.total, main.key);
  const measure = brick === undefined ? undefined : measureOf(brick, main);
  if (measure === undefined)
    return (
      <Panel>
        <EmptyState title="No answers in this period">
          {`There are no evaluated calls of ${name} with this kit. Choose a longer period or another kit.`}
        </EmptyState>
      </Panel>
    );
  return (
    <div className="space-y-5">
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <ScorePanel
          name={name}
          scope={scope}
          measure={measure}
          now={now.data}
          before={before.data}
          peers={peers.data}
          team={team}
        />
        <CallsToHear name={name} scope={scope} measure={measure} now={now.data} />
      </div>
      <AgentAnswers name={name} scope={scope} own={now.data.total} peers={peers.data.total} team={team} />
      {mayReadNotes && <CoachingNotes name={name} scope={scope} />}
    </div>
  );
}

interface ScorePanelProps {
  name: string;
  scope: Scope;
  measure: Measure;
  now: Insights;
  before: Insights;
  peers: Insights;
  team: string | undefined;
}

function ScorePanel({ name, scope, measure, now, before, peers, team }: ScorePanelProps) {
  const estimate = estimateIn(now.total, measure);
  const earlier = estimateIn(before.total, measure);
  const everybody = estimateIn(peers.total, measure);
  const direction = clearDifference(earlier, estimate);
  const standing = newsOf(clearDifference(everybody, estimate), measure);
  const calls = answersIn(now.total, measure.key)?.answered ?? 0;
  const { format } = measure;
  return (
    <Panel title={`${measure.name}, ${measure.what}`}>
      <div className="space-y-3 p-4 text-sm">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <div>
            <dt className="text-[13px] text-muted">{name}</dt>
            <dd className="text-lg">
              {estimate === undefined ? '–' : <EstimateText estimate={estimate} format={format} />}
            </dd>
            <dd className="text-[13px]">
              {earlier === undefined ? (
                <span className="text-muted">no calls before to compare with</span>
              ) : (
                <ChangeText before={earlier} direction={direction} news={newsOf(direction, measure)} format={format} />
              )}
            </dd>
          </div>
          <div>
            <dt className="text-[13px] text-muted">{team === undefined ? 'Everybody' : `Team ${team}`}</dt>
            <dd className="text-lg">
              {everybody === undefined ? '–' : <EstimateText estimate={everybody} format={format} />}
            </dd>
            <dd className="text-[13px] text-muted">{STANDINGS[standing]}</dd>
          </div>
        </dl>
        <p className="text-[13px] text-muted">
          <Link
            to="/runs"
            search={scope.calls({ agent: name })}
            className="rounded text-accent underline underline-offset-2"
          >
            {`${formatNumber(calls)} ${calls === 1 ? 'call' : 'calls'}`}
          </Link>
          {calls < FEWEST_CALLS && `: fewer than ${FEWEST_CALLS}, too few to judge anybody by.`}
        </p>
        <Weeks name={name} scope={scope} measure={measure} peers={peers} team={team} />
      </div>
    </Panel>
  );
}

const STANDINGS = {
  good: 'Clearly ahead of them.',
  bad: 'Clearly behind them.',
  neutral: 'No clear difference: it may be chance.',
} as const;

interface WeeksProps {
  name: string;
  scope: Scope;
  measure: Measure;
  peers: Insights;
  team: string | undefined;
}

function Weeks({ name, scope, measure, peers, team }: WeeksProps) {
  const { from, to } = scope.period;
  const { data } = useKitInsights(scope.kit.kit_id, {
    group_by: 'week',
    from,
    to,
    dimensions: { agent: name, ...(scope.team !== undefined && { team: scope.team }) },
  });
  if (data === undefined) return <div className="skeleton h-28" />;
  const ofPeers = weeklyPoints(peers, measure, [], (days) => scope.calls({ days, team }));
  const own = new Map(
    weeklyPoints(data, measure, [], (days) => scope.calls({ days, agent: name })).map((point) => [point.label, point]),
  );
  // Every week of the team, so that both lines have the same axis.
  const points = ofPeers.map(({ label }) => own.get(label) ?? { label, estimate: undefined });
  return <WeekTrend points={points} measure={measure} against={{ name: team ?? 'everybody', points: ofPeers }} />;
}
