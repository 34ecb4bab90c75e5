/** Everybody who takes calls, in the order in which they need help. */
import { answersIn, measureOf, rankAgents } from '@brickwork/contract/figures';
import { useKitInsights } from '../api/insights.ts';
import type { ScopeSearch } from '../insights/period.ts';
import { type Scope, useScope } from '../insights/scope.ts';
import { ScopeBar } from '../insights/scope-bar.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { AgentRows } from './agent-rows.tsx';

interface AgentsPageProps {
  search: ScopeSearch;
  onSearch(search: ScopeSearch): void;
}

export function AgentsPage({ search, onSearch }: AgentsPageProps) {
  const { kits, scope, error } = useScope(search);
  return (
    <>
      <PageHeader
        title="Agents"
        actions={kits !== undefined && <ScopeBar kits={kits} kit={scope?.kit} search={search} onSearch={onSearch} />}
      >
        {scope !== undefined &&
          `${scope.kit.name} · ${scope.period.label.toLowerCase()}${scope.team === undefined ? '' : ` · ${scope.team}`}, each compared with everybody here. Ranges are 95 % intervals.`}
      </PageHeader>
      <Panel>
        {error !== undefined ? (
          <ErrorState error={error} />
        ) : kits?.length === 0 ? (
          <EmptyState title="No kit yet">Agents are compared by the answers of a kit. Publish one first.</EmptyState>
        ) : kits !== undefined && scope === undefined && search.kit !== undefined ? (
          <EmptyState title="Kit not found">Choose another one above.</EmptyState>
        ) : scope === undefined ? (
          <Rows label="Loading agents" />
        ) : (
          <Ranking scope={scope} search={search} />
        )}
      </Panel>
    </>
  );
}

function Ranking({ scope, search }: { scope: Scope; search: ScopeSearch }) {
  const { kit, period, team, main } = scope;
  const dimensions = team === undefined ? undefined : { team };
  const now = useKitInsights(kit.kit_id, { group_by: 'agent', from: period.from, to: period.to, dimensions });
  const before = useKitInsights(kit.kit_id, { group_by: 'agent', ...period.before, dimensions });
  if (now.error !== null) return <ErrorState error={now.error} onRetry={() => void now.refetch()} />;
  if (now.data === undefined) return <Rows label="Loading agents" />;
  const brick = main === undefined ? undefined : answersIn(now.data.total, main.key);
  const measure = brick === undefined ? undefined : measureOf(brick, main);
  if (measure === undefined)
    return (
      <EmptyState title="Nothing to compare agents by">
        {main === undefined
          ? 'This kit has no score and no yes/no question. Choose another one above.'
          : 'There are no answers in this period. Choose a longer one.'}
      </EmptyState>
    );
  return (
    <AgentRows
      ranking={rankAgents(before.data, now.data, measure, scope.items)}
      scope={scope}
      measure={measure}
      search={search}
    />
  );
}
