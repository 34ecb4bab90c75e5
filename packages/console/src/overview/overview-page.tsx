/** One page for Monday morning: how good are we, what changed, who needs help, can it be trusted, what did it cost. */
import type { Changes } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { AgentRows, agentsTable, rankingTitle } from '../agents/agent-rows.tsx';
import { useMay } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { daysText } from '../insights/change-text.ts';
import { ChangesPanel } from '../insights/changes-panel.tsx';
import { DraftKit } from '../insights/draft-kit.tsx';
import { inSentence, mondayOf, type ScopeSearch } from '../insights/period.ts';
import { type Scope, useScope } from '../insights/scope.ts';
import { ScopeBar } from '../insights/scope-bar.tsx';
import { scoreMeasure } from '../insights/score-measure.ts';
import { useChanges } from '../insights/use-changes.ts';
import { buttonClass } from '../ui/button.tsx';
import { daysFrom } from '../ui/days.ts';
import { formatDay, formatNumber } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { SaveFigure } from '../ui/save-figure.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { AlertsPanel } from './alerts-panel.tsx';
import { CostTile } from './cost-tile.tsx';
import { KitsPanel } from './kits-panel.tsx';
import { ScoreTile } from './score-tile.tsx';
import { SendEveryMonday } from './send-every-monday.tsx';
import { FIGURE_LINK, TEXT_LINK, Tile } from './tile.tsx';
import { TrustTile } from './trust-tile.tsx';

interface OverviewPageProps {
  search: ScopeSearch;
  onSearch(search: ScopeSearch): void;
}

const MOST_AGENTS = 6;

export function OverviewPage({ search, onSearch }: OverviewPageProps) {
  const { kits, scope, draft, error } = useScope(search);
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          kits !== undefined && (
            <ScopeBar kits={kits} kit={scope?.kit ?? draft} search={search} onSearch={onSearch}>
              <SendEveryMonday />
            </ScopeBar>
          )
        }
      >
        {scope !== undefined &&
          `${scope.kit.name} · ${inSentence(scope.period)}${scope.team === undefined ? '' : ` · ${scope.team}`}${scope.period.isFinished ? '' : ', not over yet'}. Ranges are 95 % intervals.`}
      </PageHeader>
      {error !== undefined ? (
        <Panel>
          <ErrorState error={error} />
        </Panel>
      ) : draft !== undefined ? (
        <Panel>
          <DraftKit kit={draft} />
        </Panel>
      ) : kits !== undefined && search.kit !== undefined && scope === undefined && !hasKit(kits, search.kit) ? (
        <Panel>
          <EmptyState title="Kit not found">Choose another one above. This one may have been archived.</EmptyState>
        </Panel>
      ) : kits?.length === 0 ? (
        <Panel>
          <EmptyState
            title="No kit is in use yet"
            action={
              <Link to="/welcome" className={buttonClass('primary')}>
                Get started
              </Link>
            }
          >
            Publish a kit and evaluate some conversations with it.
          </EmptyState>
        </Panel>
      ) : scope === undefined ? (
        <Panel>
          <Rows label="Loading the overview" />
        </Panel>
      ) : (
        <Figures scope={scope} kits={kits ?? []} search={search} />
      )}
    </>
  );
}

function hasKit(kits: NonNullable<ReturnType<typeof useScope>['kits']>, name: string): boolean {
  return kits.some(({ kit_id, kit_code, kit }) => [kit_id, kit_code, kit].includes(name));
}

interface FiguresProps {
  scope: Scope;
  kits: NonNullable<ReturnType<typeof useScope>['kits']>;
  search: ScopeSearch;
}

function Figures({ scope, kits, search }: FiguresProps) {
  const { kit, period, team } = scope;
  const maySeeUsage = useMay('usage:read');
  const changes = useChanges(scope);
  const dimensions = team === undefined ? undefined : { team };
  const { data: insights } = useRead((api) =>
    api.insights.get(kit.kit_id, { group_by: 'month', from: period.from, to: period.to, dimensions }),
  );
  if (changes.error !== null)
    return (
      <Panel>
        <ErrorState error={changes.error} onRetry={() => void changes.refetch()} />
      </Panel>
    );
  if (changes.data === undefined)
    return (
      <Panel>
        <Rows label="Loading the figures" />
      </Panel>
    );
  const { data } = changes;
  const { succeeded, failed, before } = data.calls;
  return (
    <div className="space-y-5">
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-[minmax(0,1.8fr)_repeat(3,minmax(0,1fr))]">
        <ScoreTile scope={scope} changes={data} />
        <Tile
          name="Calls"
          value={
            <Link to="/runs" search={scope.calls()} className={FIGURE_LINK}>
              {formatNumber(succeeded)}
            </Link>
          }
        >
          <p>{`${formatNumber(before)} from ${formatDay(data.against.from)} to ${formatDay(data.against.to)}`}</p>
          {!data.finished && <p>This period is not over yet.</p>}
          {failed > 0 && (
            <p>
              <Link to="/runs" search={scope.calls({ status: 'failed', columns: [] })} className={TEXT_LINK}>
                {`${formatNumber(failed)} could not be evaluated`}
              </Link>
            </p>
          )}
        </Tile>
        {insights !== undefined && <TrustTile scope={scope} bricks={insights.total.bricks} />}
        {maySeeUsage && <CostTile scope={scope} />}
      </div>
      {succeeded === 0 && (
        <Panel>
          <EmptyState title="No calls in this period" action={<LastCalls scope={scope} />}>
            Choose another period or kit. Calls count on the day they took place.
          </EmptyState>
        </Panel>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="min-w-0 space-y-5">
          {succeeded > 0 && (
            <ChangesPanel changes={data} bricks={scope.bricks} calls={scope.calls}>
              <Link to="/kits/$kitId/insights" params={{ kitId: kit.kit_id }} className={TEXT_LINK}>
                All answers in insights
              </Link>
            </ChangesPanel>
          )}
          {kits.length > 1 && <KitsPanel kits={kits} scope={scope} search={search} />}
          <AlertsPanel kits={kits} />
        </div>
        {succeeded > 0 && <NeedsHelp scope={scope} changes={data} search={search} />}
      </div>
    </div>
  );
}

/** The way to the week of the newest call. */
function LastCalls({ scope: { kit, period } }: { scope: Scope }) {
  const { kit_code } = kit;
  const { data } = useRead((api) =>
    api.runs.page({ kit_code, status: 'succeeded', type: 'api', sort: '-occurred_at', limit: 1 }),
  );
  const [newest] = data?.data ?? [];
  if (newest === undefined) return null;
  const from = mondayOf(newest.occurred_at.slice(0, 10));
  if (from === period.from) return null;
  return (
    <Link to="/" search={{ kit: kit.kit_id, from, to: daysFrom(from, 6) }} className={buttonClass('primary')}>
      {`Show the last week with calls (from ${formatDay(from)})`}
    </Link>
  );
}

function NeedsHelp({ scope, changes, search }: { scope: Scope; changes: Changes; search: ScopeSearch }) {
  const measure = scoreMeasure(changes, scope.main);
  const title = measure === undefined ? 'Who needs help' : rankingTitle(measure);
  return (
    <Panel
      title={title}
      actions={
        <>
          {changes.agents.length > 0 && (
            <SaveFigure title={title} about={daysText(changes)} table={agentsTable(changes)} />
          )}
          <Link to="/agents" search={search} className={`${buttonClass('plain', true)} print:hidden`}>
            All agents
          </Link>
        </>
      }
    >
      {measure === undefined ? (
        <p className="p-4 text-sm text-soft">This kit has no score and no yes/no question to compare agents by.</p>
      ) : (
        <AgentRows changes={changes} scope={scope} measure={measure} search={search} most={MOST_AGENTS} />
      )}
    </Panel>
  );
}
