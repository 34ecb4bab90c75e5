/** Agents in the order in which they need help, each with the interval, the trend and the answers that cost most. */
import type { Changes } from '@brickwork/client';
import type { Measure } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { ChangeText, EstimateText } from '../insights/estimate.tsx';
import type { ScopeSearch } from '../insights/period.ts';
import type { Scope } from '../insights/scope.ts';
import type { Agent } from '../insights/use-changes.ts';
import { formatNumber, formatShort, roundedFigure } from '../ui/format.ts';
import { EmptyState } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';

interface AgentRowsProps {
  changes: Changes;
  scope: Scope;
  measure: Measure;
  search: ScopeSearch;
  /** Those who need help most; all when it is left out. */
  most?: number;
}

const LINK = 'rounded text-accent underline underline-offset-2';

export function AgentRows({ changes, scope, measure, search, most }: AgentRowsProps) {
  const { agents, unranked, unnamed } = changes;
  if (agents.length + unranked.length === 0)
    return (
      <EmptyState title="No call has an agent">
        Send the agent’s name in the metadata of a run, as <code>agent</code>, and agents are compared here.
      </EmptyState>
    );
  const shown = agents.slice(0, most);
  const losesPoints = shown.some(({ costs }) => costs.length > 0);
  return (
    <>
      {agents.length === 0 ? (
        <p className="p-4 text-sm text-soft">No agent has more than two calls in this period. Choose a longer one.</p>
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
              scale={scaleOf(changes)}
            />
          ))}
        </ol>
      )}
      <div className="space-y-1 border-t border-line px-4 py-2.5 text-[13px] text-muted">
        <p>
          {`${measure.name}, ${measure.what}. ${ORDER[measure.better === undefined ? 'name' : 'rank']} Figures from few calls are adjusted towards the average.${most === undefined ? ' The dashed line is the median agent.' : ''}${losesPoints ? ' Each agent’s costliest answers are listed with the points lost per call.' : ''}`}
        </p>
        {unranked.length > 0 && <Few few={unranked} search={search} isShort={most !== undefined} />}
        {unnamed > 0 && <p>{`${formatNumber(unnamed)} calls have no agent.`}</p>}
      </div>
    </>
  );
}

const ORDER = {
  rank: 'Agents who are most likely below the median come first.',
  name: 'The kit does not define which answers are good, so agents are not ranked but sorted by name.',
} as const;

/** What a list of agents is called. */
export const rankingTitle = ({ better }: Measure): string => (better === undefined ? 'Agents' : 'Who needs help');

/** As a table, to be saved. */
export function agentsTable({ agents }: Changes) {
  return {
    columns: ['Agent', 'Team', 'Figure', 'From', 'To', 'Before adjustment', 'Calls', 'Costs most'],
    rows: agents.map(({ name, team, value, low, high, counted, calls, costs }) => [
      name,
      team,
      ...[value, low, high, counted].map(roundedFigure),
      calls,
      costs[0]?.name,
    ]),
  };
}

interface AgentRowProps {
  agent: Agent;
  scope: Scope;
  measure: Measure;
  search: ScopeSearch;
  /** On a full page, the figure is drawn, and the answers that cost most are beside it. */
  isWide: boolean;
  scale: Scale;
}

function AgentRow({ agent, scope, measure, search, isWide, scale }: AgentRowProps) {
  const { format } = measure;
  const name = <NameOf agent={agent} search={search} />;
  const figure = <EstimateText estimate={agent} format={format} />;
  const calls = (
    <Link to="/runs" search={scope.calls({ agent: agent.name })} className={LINK}>
      {`${formatNumber(agent.calls)} calls`}
    </Link>
  );
  // What the calls themselves add up to, the figure that the changes compare.
  const counted = format(agent.counted) !== format(agent.value) && ` · ${format(agent.counted)} before adjustment`;
  const trend = agent.before !== undefined && agent.direction !== undefined && (
    <ChangeText
      before={agent.before}
      direction={agent.direction}
      news={newsOfTrend(agent.direction, measure)}
      format={format}
    />
  );
  if (isWide)
    return (
      <li className="grid break-inside-avoid gap-x-8 gap-y-1.5 px-4 py-3 text-sm lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,7fr)]">
        <div className="min-w-0">
          {name}
          <p className="mt-0.5 truncate text-[13px] text-muted" title={agent.team}>
            {calls}
            {counted}
            {agent.team !== undefined && ` · ${agent.team}`}
          </p>
        </div>
        <div className="min-w-0">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            {figure}
            <span className="text-[13px]">{trend}</span>
          </p>
          <IntervalBar estimate={agent} {...scale} />
        </div>
        <Costs agent={agent} scope={scope} />
      </li>
    );
  return (
    <li className="break-inside-avoid px-4 py-3 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        {name}
        {figure}
      </div>
      <p className="mt-0.5 flex flex-wrap justify-between gap-x-4 text-[13px] text-muted">
        <span>
          {calls}
          {counted}
        </span>
        {trend}
      </p>
      <Costs agent={agent} scope={scope} />
    </li>
  );
}

function NameOf({ agent: { name, standing }, search }: Pick<AgentRowProps, 'agent' | 'search'>) {
  return (
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
        <Tag tone={standing === 'bad' ? 'bad' : 'ok'}>
          {standing === 'bad' ? 'worse than median' : 'better than median'}
        </Tag>
      )}
    </span>
  );
}

function Costs({ agent: { name, costs }, scope }: Pick<AgentRowProps, 'agent' | 'scope'>) {
  if (costs.length === 0) return null;
  return (
    <ul className="mt-1 space-y-0.5 text-[13px] text-soft lg:mt-0.5" aria-label={`What costs ${name} most`}>
      {costs.map((cost) => (
        <li key={`${cost.brick} ${cost.points}`} className="flex flex-wrap justify-between gap-x-3">
          <Link
            to="/runs"
            search={scope.calls({ agent: name, where: lostWhere(scope, cost.brick), columns: [cost.brick] })}
            className="min-w-0 rounded underline decoration-line-strong underline-offset-2 hover:decoration-current"
          >
            {cost.name}
          </Link>
          <span className="ml-auto whitespace-nowrap tabular-nums">{costOf(scope, cost)}</span>
        </li>
      ))}
    </ul>
  );
}

interface Scale {
  min: number;
  max: number;
  median: number | undefined;
}

/** Of all agents, so that their bars can be compared. */
function scaleOf({ agents, median }: Changes): Scale {
  const ends = agents.flatMap(({ value, low = value, high = value }) => [low, high]);
  return { min: Math.min(...ends), max: Math.max(...ends), median };
}

/** The figure and its interval on the scale of all agents, and the median agent; the words beside it say the same. */
function IntervalBar({
  estimate: { value, low = value, high = value },
  min,
  max,
  median,
}: Scale & { estimate: Agent }) {
  if (max <= min) return null;
  const at = (each: number) => (100 * (each - min)) / (max - min);
  return (
    <svg width="100%" height="12" aria-hidden="true" className="mt-1.5 block overflow-visible">
      <rect width="100%" y="3" height="6" rx="3" className="fill-sunken" />
      <rect
        x={`${at(low)}%`}
        width={`${at(high) - at(low)}%`}
        y="3"
        height="6"
        rx="3"
        className="fill-accent opacity-40"
      />
      {median !== undefined && (
        <line
          x1={`${at(median)}%`}
          x2={`${at(median)}%`}
          y1="0"
          y2="12"
          className="stroke-soft"
          strokeDasharray="2 1"
          strokeWidth="1.5"
        />
      )}
      <circle cx={`${at(value)}%`} cy="6" r="4" className="fill-accent" />
    </svg>
  );
}

const newsOfTrend = (direction: 'up' | 'down', { better }: Measure) =>
  better === undefined ? 'neutral' : direction === better ? 'good' : 'bad';

const lostWhere = ({ items }: Scope, brick: string) => items.find(({ key }) => key === brick)?.lostWhere ?? [];

/** How often the answer was not as wanted, and what that costs. */
function costOf({ items, main }: Scope, { brick, n, count, points }: Agent['costs'][number]): string {
  const lost = `${formatNumber(n - count)} of ${formatNumber(n)}`;
  const item = items.find(({ key }) => key === brick);
  if (item?.isFailRule) return `fails ${lost} calls`;
  return `missed in ${lost}${main?.score === undefined ? '' : ` · −${formatShort(points)} points`}`;
}

const MOST_FEW = 5;

function Few({ few, search, isShort }: { few: Changes['unranked']; search: ScopeSearch; isShort: boolean }) {
  const shown = isShort ? few.slice(0, MOST_FEW) : few;
  return (
    <p>
      {'Too few to rank: '}
      {shown.map(({ name, calls }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <Link to="/agents/$name" params={{ name }} search={search} className={LINK}>
            {name}
          </Link>
          {` (${calls === 1 ? '1 call' : `${formatNumber(calls)} calls`})`}
        </span>
      ))}
      {few.length > shown.length && ` and ${formatNumber(few.length - shown.length)} more`}.
    </p>
  );
}
