/** Everybody who takes calls, in the order in which they need help. */
import { daysText } from '../insights/change-text.ts';
import { DraftKit } from '../insights/draft-kit.tsx';
import { inSentence, type ScopeSearch } from '../insights/period.ts';
import { type Scope, useScope } from '../insights/scope.ts';
import { ScopeBar } from '../insights/scope-bar.tsx';
import { scoreMeasure } from '../insights/score-measure.ts';
import { useChanges } from '../insights/use-changes.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { SaveFigure } from '../ui/save-figure.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { AgentRows, agentsTable, rankingTitle } from './agent-rows.tsx';

interface AgentsPageProps {
  search: ScopeSearch;
  onSearch(search: ScopeSearch): void;
}

export function AgentsPage({ search, onSearch }: AgentsPageProps) {
  const { kits, scope, draft, error } = useScope(search);
  return (
    <>
      <PageHeader
        title="Agents"
        actions={
          kits !== undefined && <ScopeBar kits={kits} kit={scope?.kit ?? draft} search={search} onSearch={onSearch} />
        }
      >
        {scope !== undefined &&
          `${scope.kit.name} · ${inSentence(scope.period)}${scope.team === undefined ? '' : ` · ${scope.team}`}, each compared with all agents here. Ranges are 95 % intervals.`}
      </PageHeader>
      <Panel>
        {error !== undefined ? (
          <ErrorState error={error} />
        ) : draft !== undefined ? (
          <DraftKit kit={draft} />
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
  const { data, error, refetch } = useChanges(scope);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Rows label="Loading agents" />;
  const measure = scoreMeasure(data, scope.main);
  if (measure === undefined)
    return (
      <EmptyState title="Nothing to compare agents by">
        {scope.main === undefined
          ? 'This kit has no score and no yes/no question. Choose another one above.'
          : 'There are no answers in this period. Choose a longer one.'}
      </EmptyState>
    );
  return (
    <>
      <div className="flex justify-end border-b border-line px-3 py-1">
        <SaveFigure title={rankingTitle(measure)} about={daysText(data)} table={agentsTable(data)} />
      </div>
      <AgentRows changes={data} scope={scope} measure={measure} search={search} />
    </>
  );
}
