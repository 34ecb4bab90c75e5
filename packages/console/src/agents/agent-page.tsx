/** One agent: the figure and its weeks against the team, what changed and why, the answers, and calls to listen to. */
import type { Changes, Insights } from '@brickwork/client';
import { type Measure, newsOf } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { useMay } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { ChangesPanel } from '../insights/changes-panel.tsx';
import { DraftKit } from '../insights/draft-kit.tsx';
import { ChangeText, EstimateText } from '../insights/estimate.tsx';
import { inSentence, type ScopeSearch } from '../insights/period.ts';
import { type Scope, useScope } from '../insights/scope.ts';
import { ScopeBar } from '../insights/scope-bar.tsx';
import { scoreMeasure } from '../insights/score-measure.ts';
import { weeklyPoints } from '../insights/time-groups.ts';
import { useChanges } from '../insights/use-changes.ts';
import { useToday } from '../insights/use-today.ts';
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
  const { kits, scope, draft, error } = useScope(search);
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-2 text-sm print:hidden">
        <Link to="/agents" search={search} className="rounded text-muted hover:text-ink">
          ← Agents
        </Link>
      </nav>
      <PageHeader
        title={name}
        actions={
          kits !== undefined && <ScopeBar kits={kits} kit={scope?.kit ?? draft} search={search} onSearch={onSearch} />
        }
      >
        {scope !== undefined && `${scope.kit.name} · ${inSentence(scope.period)}. Ranges are 95 % intervals.`}
      </PageHeader>
      {error !== undefined ? (
        <Panel>
          <ErrorState error={error} />
        </Panel>
      ) : draft !== undefined ? (
        <Panel>
          <DraftKit kit={draft} />
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
  const { kit, period } = scope;
  const { from, to } = period;
  const changes = useChanges(scope);
  const chosen = { agent: name, ...(scope.team !== undefined && { team: scope.team }) };
  // By team, which also says in which one this agent works.
  const now = useRead((api) => api.insights.get(kit.kit_id, { group_by: 'team', from, to, dimensions: chosen }));
  const team = scope.team ?? now.data?.data.find(({ size }) => size === undefined)?.group;
  const since = changes.data?.against.from;
  const ofTeam = team === undefined ? undefined : { team };
  const peers = useRead(
    now.data !== undefined && since !== undefined
      ? (api) => api.insights.get(kit.kit_id, { group_by: 'week', from: since, to, dimensions: ofTeam })
      : undefined,
  );
  const atOnce = useRead(
    now.data !== undefined &&
      ((api) => api.insights.get(kit.kit_id, { group_by: 'month', from, to, dimensions: ofTeam })),
  );
  const all = [changes, now, peers, atOnce];
  const error = all.find((each) => each.error !== null)?.error;
  if (error)
    return (
      <Panel>
        <ErrorState error={error} onRetry={() => void Promise.all(all.map((each) => each.refetch()))} />
      </Panel>
    );
  if (!changes.data || !now.data || !peers.data || !atOnce.data)
    return (
      <Panel>
        <Rows label="Loading the agent" />
      </Panel>
    );
  const measure = scoreMeasure(changes.data, scope.main);
  if (measure === undefined || now.data.total.runs.succeeded === 0)
    return (
      <Panel>
        <EmptyState title="No answers in this period">
          {`There are no evaluated calls of ${name} with this kit. Choose another period or kit.`}
        </EmptyState>
      </Panel>
    );
  const own = changes.data.changes.filter(({ agent }) => agent === name);
  return (
    <div className="space-y-5">
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="min-w-0 space-y-5">
          <ScorePanel
            name={name}
            scope={scope}
            measure={measure}
            changes={changes.data}
            peers={peers.data}
            team={team}
          />
          <ChangesPanel
            title={`What changed in the calls of ${name}`}
            changes={{ ...changes.data, changes: own }}
            bricks={scope.bricks}
            calls={scope.calls}
          />
        </div>
        <CallsToHear name={name} scope={scope} measure={measure} now={now.data} />
      </div>
      <AgentAnswers name={name} scope={scope} own={now.data.total} peers={atOnce.data.total} team={team} />
      {mayReadNotes && <CoachingNotes name={name} scope={scope} own={now.data.total} />}
    </div>
  );
}

interface ScorePanelProps {
  name: string;
  scope: Scope;
  measure: Measure;
  changes: Changes;
  peers: Insights;
  team: string | undefined;
}

function ScorePanel({ name, scope, measure, changes, peers, team }: ScorePanelProps) {
  const agent = changes.agents.find((each) => each.name === name);
  const calls = agent?.calls ?? changes.unranked.find((each) => each.name === name)?.calls ?? 0;
  const { format } = measure;
  return (
    <Panel title={`${measure.name}, ${measure.what}`}>
      <div className="space-y-3 p-4 text-sm">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <div>
            <dt className="text-[13px] text-muted">{name}</dt>
            <dd className="text-lg">
              {agent === undefined ? 'Too few to rank' : <EstimateText estimate={agent} format={format} />}
            </dd>
            {agent !== undefined && (
              <dd className="text-[13px] text-muted">
                {`${format(agent.counted)} before the adjustment for few calls (${formatNumber(calls)})`}
              </dd>
            )}
            {agent?.before !== undefined && agent.direction !== undefined && (
              <dd className="text-[13px]">
                <ChangeText
                  before={agent.before}
                  direction={agent.direction}
                  news={newsOf(agent.direction, measure)}
                  format={format}
                />
              </dd>
            )}
          </div>
          <div>
            <dt className="text-[13px] text-muted">Median agent</dt>
            <dd className="text-lg font-semibold tabular-nums">
              {changes.median === undefined ? '–' : format(changes.median)}
            </dd>
            <dd className="text-[13px] text-muted">
              {measure.better === undefined
                ? 'The kit does not define which answers are good.'
                : STANDINGS[agent?.standing ?? 'neutral']}
            </dd>
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
        </p>
        <Weeks name={name} scope={scope} measure={measure} peers={peers} team={team} />
      </div>
    </Panel>
  );
}

const STANDINGS = {
  good: 'Almost certainly better than the median agent.',
  bad: 'Almost certainly worse than the median agent.',
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
  const today = useToday();
  const { from, to } = peers;
  const { data } = useRead((api) =>
    api.insights.get(scope.kit.kit_id, {
      group_by: 'week',
      from,
      to,
      dimensions: { agent: name, ...(scope.team !== undefined && { team: scope.team }) },
    }),
  );
  if (data === undefined) return <div className="skeleton h-28" />;
  const ofPeers = weeklyPoints(peers, measure, [], (days) => scope.calls({ days, team }), today);
  const own = new Map(
    weeklyPoints(data, measure, [], (days) => scope.calls({ days, agent: name }), today).map((point) => [
      point.label,
      point,
    ]),
  );
  // Every week of the team, so that both lines have the same axis.
  const points = ofPeers.map(({ label, isOpen }) => own.get(label) ?? { label, isOpen, estimate: undefined });
  const against = { name: team ?? 'everybody', points: ofPeers };
  return <WeekTrend points={points} measure={measure} against={against} about={name} />;
}
