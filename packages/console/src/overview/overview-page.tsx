/** One page for Monday morning: how good are we, what changed, who needs help, can it be trusted, what did it cost. */
import { answersIn, type Measure, measureOf, rankAgents } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { AgentRows } from '../agents/agent-rows.tsx';
import { useKitInsights } from '../api/insights.ts';
import { useMay } from '../api/session.ts';
import type { ScopeSearch } from '../insights/period.ts';
import { type Scope, useScope } from '../insights/scope.ts';
import { ScopeBar } from '../insights/scope-bar.tsx';
import { buttonClass } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { AlertsPanel } from './alerts-panel.tsx';
import { ChangesPanel } from './changes-panel.tsx';
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
  const { kits, scope, error } = useScope(search);
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          kits !== undefined && (
            <ScopeBar kits={kits} kit={scope?.kit} search={search} onSearch={onSearch}>
              <SendEveryMonday />
            </ScopeBar>
          )
        }
      >
        {scope !== undefined &&
          `${scope.kit.name} · ${scope.period.label.toLowerCase()}${scope.team === undefined ? '' : ` · ${scope.team}`}, compared with the period before. Ranges are 95 % intervals.`}
      </PageHeader>
      {error !== undefined ? (
        <Panel>
          <ErrorState error={error} />
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
  const dimensions = team === undefined ? undefined : { team };
  const now = useKitInsights(kit.kit_id, { group_by: 'team', from: period.from, to: period.to, dimensions });
  const before = useKitInsights(kit.kit_id, { group_by: 'team', ...period.before, dimensions });
  const error = now.error ?? before.error;
  if (error !== null)
    return (
      <Panel>
        <ErrorState error={error} onRetry={() => void Promise.all([now.refetch(), before.refetch()])} />
      </Panel>
    );
  if (now.data === undefined || before.data === undefined)
    return (
      <Panel>
        <Rows label="Loading the figures" />
      </Panel>
    );
  const total = now.data.total;
  const brick = scope.main === undefined ? undefined : answersIn(total, scope.main.key);
  const measure = brick === undefined ? undefined : measureOf(brick, scope.main);
  const { succeeded, failed } = total.runs;
  const earlier = before.data.total.runs.succeeded;
  return (
    <div className="space-y-5">
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-[minmax(0,1.8fr)_repeat(3,minmax(0,1fr))]">
        <ScoreTile scope={scope} measure={measure} now={total} before={before.data.total} />
        <Tile
          name="Calls"
          value={
            <Link to="/runs" search={scope.calls()} className={FIGURE_LINK}>
              {formatNumber(succeeded)}
            </Link>
          }
        >
          <p>{`${formatNumber(earlier)} in the period before`}</p>
          {failed > 0 && (
            <p>
              <Link to="/runs" search={scope.calls({ status: 'failed', columns: [] })} className={TEXT_LINK}>
                {`${formatNumber(failed)} could not be evaluated`}
              </Link>
            </p>
          )}
        </Tile>
        <TrustTile scope={scope} bricks={total.bricks} />
        {maySeeUsage && <CostTile scope={scope} />}
      </div>
      {succeeded === 0 && (
        <Panel>
          <EmptyState title="No calls in this period">
            Choose a longer period or another kit. Calls count on the day they took place.
          </EmptyState>
        </Panel>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="min-w-0 space-y-5">
          {succeeded > 0 && <ChangesPanel scope={scope} before={before.data} after={now.data} />}
          {kits.length > 1 && <KitsPanel kits={kits} scope={scope} search={search} />}
          <AlertsPanel kits={kits} />
        </div>
        {succeeded > 0 && <NeedsHelp scope={scope} measure={measure} search={search} />}
      </div>
    </div>
  );
}

function NeedsHelp({ scope, measure, search }: { scope: Scope; measure: Measure | undefined; search: ScopeSearch }) {
  const { kit, period, team } = scope;
  const dimensions = team === undefined ? undefined : { team };
  const now = useKitInsights(kit.kit_id, { group_by: 'agent', from: period.from, to: period.to, dimensions });
  const before = useKitInsights(kit.kit_id, { group_by: 'agent', ...period.before, dimensions });
  return (
    <Panel
      title="Who needs help"
      actions={
        <Link to="/agents" search={search} className={`${buttonClass('plain', true)} print:hidden`}>
          All agents
        </Link>
      }
    >
      {now.error !== null ? (
        <ErrorState error={now.error} onRetry={() => void now.refetch()} />
      ) : now.data === undefined ? (
        <Rows count={4} label="Loading agents" />
      ) : measure === undefined ? (
        <p className="p-4 text-sm text-soft">
          This kit has no score and no yes/no question by which to compare agents.
        </p>
      ) : (
        <AgentRows
          ranking={rankAgents(before.data, now.data, measure, scope.items)}
          scope={scope}
          measure={measure}
          search={search}
          most={MOST_AGENTS}
        />
      )}
    </Panel>
  );
}
