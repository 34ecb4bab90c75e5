/** Agents in the order in which they need help, each with the interval, the trend and the answers that cost most. */
import { type AgentRanking, FEWEST_CALLS, type Measure, type RankedAgent } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { ChangeText, EstimateText } from '../insights/estimate.tsx';
import { LossText } from '../insights/loss-text.tsx';
import type { ScopeSearch } from '../insights/period.ts';
import type { Scope } from '../insights/scope.ts';
import { formatNumber } from '../ui/format.ts';
import { EmptyState } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';

interface AgentRowsProps {
  ranking: AgentRanking;
  scope: Scope;
  measure: Measure;
  search: ScopeSearch;
  /** Those who need help most; all when it is left out. */
  most?: number;
}

const LINK = 'rounded text-accent underline underline-offset-2';

export function AgentRows({ ranking, scope, measure, search, most }: AgentRowsProps) {
  const { ranked, few, left, unnamed } = ranking;
  if (ranked.length + few.length === 0)
    return (
      <EmptyState title="No call has an agent">
        To compare agents here, send the agent’s name in the metadata of a run, as <code>agent</code>, and agents are
        compared here.
      </EmptyState>
    );
  const shown = ranked.slice(0, most);
  const losesPoints = shown.some(({ losses }) => losses.length > 0);
  return (
    <>
      {ranked.length === 0 ? (
        <p className="p-4 text-sm text-soft">
          {`Nobody has ${FEWEST_CALLS} calls in this period, so nobody is ranked. Choose a longer one.`}
        </p>
      ) : (
        <ol className="divide-y divide-line">
          {shown.map((agent) => (
            <AgentRow
              key={agent.name}
              agent={agent}
              scope={scope}
              measure={measure}
              search={search}
              isWide={most === undefined}
            />
          ))}
        </ol>
      )}
      <div className="space-y-1 border-t border-line px-4 py-2.5 text-[13px] text-muted">
        <p>
          {`${measure.name}, ${measure.what}, ${measure.better === 'down' ? 'highest' : 'lowest'} first. Where intervals overlap, the order may be chance.${losesPoints ? ' Below each: the answers that cost most, how often they were as wanted, and the points lost per call.' : ''}`}
        </p>
        {few.length > 0 && <Few few={few} search={search} isShort={most !== undefined} />}
        {left > 0 && <p>{`${formatNumber(left)} agents with even fewer calls are not listed.`}</p>}
        {unnamed > 0 && <p>{`${formatNumber(unnamed)} calls have no agent.`}</p>}
      </div>
    </>
  );
}

interface AgentRowProps {
  agent: RankedAgent;
  scope: Scope;
  measure: Measure;
  search: ScopeSearch;
  /** On a full page, the answers that cost most are shown beside the figure. */
  isWide: boolean;
}

function AgentRow({ agent, scope, measure, search, isWide }: AgentRowProps) {
  const { name, calls, estimate, standing, trend, losses } = agent;
  const { format } = measure;
  return (
    <li className={`break-inside-avoid px-4 py-3 text-sm ${isWide ? 'lg:grid lg:grid-cols-2 lg:gap-x-10' : ''}`}>
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="flex min-w-0 items-baseline gap-2">
            <Link
              to="/agents/$name"
              params={{ name }}
              search={search}
              title={name}
              className="truncate rounded font-medium hover:underline"
            >
              {name}
            </Link>
            {standing !== 'neutral' && (
              <Tag tone={standing === 'bad' ? 'bad' : 'ok'}>{standing === 'bad' ? 'behind the rest' : 'ahead'}</Tag>
            )}
          </span>
          <EstimateText estimate={estimate} format={format} />
        </div>
        <p className="mt-0.5 flex flex-wrap justify-between gap-x-4 text-[13px] text-muted">
          <Link to="/runs" search={scope.calls({ agent: name })} className={LINK}>
            {`${formatNumber(calls)} calls`}
          </Link>
          {trend === undefined ? (
            <span>too few calls before to compare</span>
          ) : (
            <ChangeText before={trend.before} direction={trend.direction} news={trend.news} format={format} />
          )}
        </p>
      </div>
      {losses.length > 0 && (
        <ul
          className={`mt-1 space-y-0.5 text-[13px] text-soft ${isWide ? 'lg:mt-0.5' : ''}`}
          aria-label={`What costs ${name} most`}
        >
          {losses.map((loss) => (
            <li key={`${loss.item.key} ${loss.item.isFailRule}`} className="flex justify-between gap-x-3">
              <Link
                to="/runs"
                search={scope.calls({ agent: name, where: loss.item.lostWhere, columns: [loss.item.key] })}
                title={loss.item.name}
                className="min-w-0 truncate rounded underline decoration-line-strong underline-offset-2 hover:decoration-current"
              >
                {loss.item.name}
              </Link>
              <LossText loss={loss} hasScore={scope.main?.score !== undefined} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const MOST_FEW = 5;

function Few({ few, search, isShort }: { few: AgentRanking['few']; search: ScopeSearch; isShort: boolean }) {
  const shown = isShort ? few.slice(0, MOST_FEW) : few;
  return (
    <p>
      {`Fewer than ${FEWEST_CALLS} calls, so not ranked: `}
      {shown.map(({ name, calls }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <Link to="/agents/$name" params={{ name }} search={search} className={LINK}>
            {name}
          </Link>
          {` (${formatNumber(calls)})`}
        </span>
      ))}
      {few.length > shown.length && ` and ${formatNumber(few.length - shown.length)} more`}.
    </p>
  );
}
