/** What changed and where, each line with a link to exactly the calls behind it. */
import {
  type Change,
  callsBehind,
  changesBetween,
  intervalText,
  type Measure,
  pointsText,
} from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import type { Insights } from '../api/insights.ts';
import { Direction } from '../insights/estimate.tsx';
import type { Scope } from '../insights/scope.ts';
import { formatNumber } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { TEXT_LINK } from './tile.tsx';

const MOST_BRICKS = 6;
const MOST_TEAMS = 4;

export function ChangesPanel({ scope, before, after }: { scope: Scope; before: Insights; after: Insights }) {
  const all = changesBetween(before, after, scope);
  const shown = all.slice(0, MOST_BRICKS);
  return (
    <Panel title="What changed">
      {shown.length === 0 ? (
        <p className="p-4 text-sm text-soft">
          {before.total.runs.succeeded === 0
            ? 'The period before has no calls to compare with. Choose a shorter period, or wait a week.'
            : 'Nothing changed by more than chance: all 95 % intervals overlap with those of the period before.'}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {shown.map(({ measure, changes, points }) => (
            <li key={measure.key} className="break-inside-avoid px-4 py-3">
              <h3 className="flex flex-wrap items-baseline gap-x-2 text-sm">
                <span className="font-medium">{measure.name}</span>
                <span className="text-[13px] text-muted">{measure.what}</span>
                {points !== undefined && scope.main?.score !== undefined && (
                  <span className="text-[13px] text-soft">{pointsText(points)}</span>
                )}
              </h3>
              <ul className="mt-1 space-y-1.5">
                {changes.slice(0, MOST_TEAMS + 1).map((change) => (
                  <ChangeLine key={change.team ?? ''} change={change} measure={measure} scope={scope} />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      <p className="border-t border-line px-4 py-2.5 text-[13px] text-muted">
        {all.length > shown.length && `${formatNumber(all.length - shown.length)} more changed. `}
        <Link to="/kits/$kitId/insights" params={{ kitId: scope.kit.kit_id }} className={TEXT_LINK}>
          Every answer in insights
        </Link>
      </p>
    </Panel>
  );
}

interface ChangeLineProps {
  change: Change;
  measure: Measure;
  scope: Scope;
}

function ChangeLine({ change, measure, scope }: ChangeLineProps) {
  const { team, before, after, direction, news } = change;
  const { format } = measure;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 text-sm">
      <span className="min-w-0 truncate" title={team}>
        {team ?? (scope.team === undefined ? 'All calls' : scope.team)}
      </span>
      <span className="text-right font-semibold whitespace-nowrap tabular-nums">
        <Direction direction={direction} news={news} /> {format(before.value)} <span aria-hidden="true">→</span>
        <span className="sr-only">to</span> {format(after.value)}
      </span>
      <span className="text-[13px] text-muted">
        <CallsLink change={change} measure={measure} scope={scope} />
      </span>
      <span className="text-right text-[13px] whitespace-nowrap text-muted tabular-nums">
        {intervalText(before, format)} <span aria-hidden="true">→</span> {intervalText(after, format)}
      </span>
    </li>
  );
}

function CallsLink({ change, measure, scope }: ChangeLineProps) {
  const { key, leading } = measure;
  const { team } = change;
  const { count, side } = callsBehind(change, measure);
  const condition = side === 'all' ? lowestOf(scope, key) : `${side === 'without' ? 'not' : 'eq'}:${leading}`;
  const where = condition === undefined ? [] : [[`answer.${key}`, condition] as const];
  return (
    <Link to="/runs" search={scope.calls({ team: team ?? scope.team, columns: [key], where })} className={TEXT_LINK}>
      {`${formatNumber(count)} ${count === 1 ? 'call' : 'calls'}${side === 'all' ? '' : ` ${side} it`}`}
    </Link>
  );
}

function lowestOf({ bricks }: Scope, key: string): string | undefined {
  const schema = bricks.find((brick) => brick.key === key);
  const min = schema?.score === undefined ? schema?.min : 0;
  return min === undefined ? undefined : `gte:${min}`;
}
