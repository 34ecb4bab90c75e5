/** What changed and where, why, and what to listen to; each figure with a link to exactly the calls behind it. */
import type { Changes } from '@brickwork/client';
import { formatFor } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import type { RunsSearch } from '../runs/runs-search.ts';
import { formatDay, formatNumber, roundedFigure } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { SaveFigure } from '../ui/save-figure.tsx';
import { daysText, placeOf, signed, unitOf } from './change-text.ts';
import { Direction } from './estimate.tsx';
import type { Scope } from './scope.ts';
import type { Change } from './use-changes.ts';
import { WhyParts } from './why-parts.tsx';

interface ChangesPanelProps {
  changes: Changes;
  bricks: Scope['bricks'];
  calls(chosen: Parameters<Scope['calls']>[0]): RunsSearch;
  title?: string;
  children?: React.ReactNode;
}

const LINK = 'rounded text-accent underline underline-offset-2';

export function ChangesPanel({ changes, bricks, calls, title = 'What changed', children }: ChangesPanelProps) {
  const { changes: named, tested, against } = changes;
  return (
    <Panel
      title={title}
      actions={named.length > 0 && <SaveFigure title={title} about={daysText(changes)} table={tableOf(named)} />}
    >
      {named.length === 0 ? (
        <p className="p-4 text-sm text-soft">
          {changes.calls.before === 0
            ? `There are no calls from ${formatDay(against.from)} to ${formatDay(against.to)} to compare with.`
            : tested === 0
              ? `Too few calls to compare: ${formatNumber(changes.calls.succeeded)} now, ${formatNumber(changes.calls.before)} before.`
              : `No change is larger than chance: ${formatNumber(tested)} differences were tested.`}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {named.map((change) => (
            <ChangeItem
              key={`${change.brick} ${change.team} ${change.agent}`}
              change={change}
              bricks={bricks}
              calls={calls}
            />
          ))}
        </ul>
      )}
      <p className="border-t border-line px-4 py-2.5 text-[13px] text-muted">
        {`${daysText(changes)}. `}
        {tested > 0 &&
          `Only differences that are unlikely to be chance, corrected for ${formatNumber(tested)} comparisons. `}
        {!changes.finished && 'These days have not ended: more calls may still come in. '}
        {children}
      </p>
    </Panel>
  );
}

function tableOf(changes: readonly Change[]) {
  return {
    columns: ['What', 'Where', 'Before', 'Now', 'Difference', 'From', 'To', 'Answers before', 'Answers now'],
    rows: changes.map((change) => [
      `${change.name}, ${change.what}`,
      placeOf(change),
      roundedFigure(change.before.value),
      roundedFigure(change.after.value),
      roundedFigure(change.difference.value),
      roundedFigure(change.difference.low),
      roundedFigure(change.difference.high),
      change.before.n,
      change.after.n,
    ]),
  };
}

interface ChangeItemProps extends Pick<ChangesPanelProps, 'bricks' | 'calls'> {
  change: Change;
}

function ChangeItem({ change, bricks, calls }: ChangeItemProps) {
  const { name, what, team, agent, brick, before, after, difference, direction, news, costs } = change;
  const schema = bricks.find(({ key }) => key === brick);
  const format = formatFor(what, schema);
  const unit = unitOf(what, schema);
  return (
    <li className="break-inside-avoid px-4 py-3 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-medium">
          <Direction direction={direction} news={news} /> {agent !== undefined ? <AgentName name={agent} /> : name}
          <span className="ml-2 text-[13px] font-normal text-muted">
            {agent !== undefined ? `${name}, ${what}` : `${what}${team === undefined ? '' : ` in ${team}`}`}
          </span>
        </h3>
        <span className="font-semibold whitespace-nowrap tabular-nums">
          {format(before.value)} <span aria-hidden="true">→</span>
          <span className="sr-only">to</span> {format(after.value)}
        </span>
      </div>
      <p className="mt-0.5 flex flex-wrap justify-between gap-x-4 text-[13px] text-muted tabular-nums">
        <span>
          {sideText(before)} <span aria-hidden="true">→</span>
          <span className="sr-only">to</span>{' '}
          <Link to="/runs" search={calls({ team, agent, columns: [brick], where: whereOf(change) })} className={LINK}>
            {sideText(after)}
          </Link>
          {costs !== undefined && Math.abs(costs) >= 0.5 && ` · ${signed(costs, Math.round)} points per call`}
        </span>
        <span title="The difference and its 95 % interval">{`${signed(difference.value, unit)} (${signed(difference.low, unit)} to ${signed(difference.high, unit)})`}</span>
      </p>
      <WhyParts change={change} unit={unit} />
      <CallsToHear change={change} nameOf={(key) => bricks.find((each) => each.key === key)?.name ?? key} />
    </li>
  );
}

const AgentName = ({ name }: { name: string }) => (
  <Link to="/agents/$name" params={{ name }} className="rounded hover:underline">
    {name}
  </Link>
);

const sideText = ({ n, count }: Change['after']) =>
  count === undefined ? `${formatNumber(n)} calls` : `${formatNumber(count)} of ${formatNumber(n)}`;

/** Calls that were counted, also those without the answer. */
const whereOf = ({ brick }: Change) => [[`answer.${brick}`, 'is:answered'] as const];

function CallsToHear({ change: { calls, shows, brick }, nameOf }: { change: Change; nameOf(key: string): string }) {
  if (calls.length === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-3 gap-y-1 text-[13px]">
      <span className="text-muted">{shows === brick ? 'Listen to:' : `Listen to (${nameOf(shows)}):`}</span>
      {calls.map(({ run_id, external_id, occurred_at, score }) => (
        <Link key={run_id} to="/runs/$runId" params={{ runId: run_id }} className={LINK}>
          {`${external_id ?? formatDay(occurred_at.slice(0, 10))}${score === undefined ? '' : ` · ${formatNumber(Math.round(score))}`}`}
        </Link>
      ))}
    </p>
  );
}
