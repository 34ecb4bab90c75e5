/** The month so far with one kit: the score beside last month's and the team's, week by week, and what would lift it most. */
import type { BrickSchema, Home } from '@brickwork/client';
import { formatFor, intervalText } from '@brickwork/contract/figures';
import { mondayOf } from '../insights/period.ts';
import { scaleOf, TrendChart } from '../insights/trend-chart.tsx';
import { Tile } from '../overview/tile.tsx';
import { formatDay, formatNumber, formatShort } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';

interface MyMonthProps {
  kit: Home['kits'][number];
  today: string;
  /** The name of the kit says nothing then. */
  isOnly: boolean;
}

export function MyMonth({ kit, today, isOnly }: MyMonthProps) {
  const { bricks, brick, what, score, before, team, team_median, weeks } = kit;
  const schema = bricks.find(({ key }) => key === brick);
  // Of a kit that does not say what is good, a month says nothing.
  if (brick === undefined || what === undefined || !saysWhatIsGood(schema)) return null;
  const format = formatFor(what, schema);
  const monday = mondayOf(today);
  const points = weeks.map(({ week, ...estimate }) => ({ label: formatDay(week), estimate, isOpen: week === monday }));
  const name = `${schema?.name ?? 'Score'}${isOnly ? '' : ` · ${kit.name}`}`;
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      <Tile
        name={`${name}, this month`}
        value={
          score === undefined ? (
            <span className="text-base">No calls this month yet</span>
          ) : (
            <>
              {format(score.value)}{' '}
              <span className="text-base font-normal text-muted">{`(${intervalText(score, format)})`}</span>
            </>
          )
        }
      >
        <p className="flex flex-wrap gap-x-4">
          {score !== undefined && <span>{`${formatNumber(score.n)} ${score.n === 1 ? 'call' : 'calls'}`}</span>}
          {before !== undefined && <span>{`${format(before.value)} last month`}</span>}
          {team_median !== undefined && (
            <span>{`${team === undefined ? 'Median agent' : `Median of ${team}`}: ${format(team_median)}`}</span>
          )}
        </p>
        {points.length > 0 && (
          <figure>
            <figcaption className="sr-only">
              {`${name} by week: ${points.map(({ label, estimate }) => `${label} ${format(estimate.value)}`).join(', ')}`}
            </figcaption>
            <TrendChart points={points} {...scaleOf(points, what === 'mean')} isLine format={format} />
          </figure>
        )}
      </Tile>
      <Lifts kit={kit} />
    </div>
  );
}

const saysWhatIsGood = (schema: BrickSchema | undefined) => schema?.score !== undefined || schema?.good !== undefined;

function Lifts({ kit: { lifts, score } }: { kit: Home['kits'][number] }) {
  return (
    <Panel title="What would improve it most">
      {lifts.length === 0 ? (
        <p className="p-4 text-sm text-soft">
          {score === undefined ? 'It appears with your first calls of the month.' : 'Nothing was missed this month.'}
        </p>
      ) : (
        <ol className="divide-y divide-line">
          {lifts.map(({ brick, name, missed, n, points }) => (
            <li key={brick} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5 text-sm">
              <span className="min-w-0 font-medium">{name}</span>
              <span className="text-[13px] whitespace-nowrap text-muted tabular-nums">
                {`missed in ${formatNumber(missed)} of ${formatNumber(n)} calls`}
                {points !== undefined && (
                  <span className="ml-3 font-semibold text-ok">{`+${formatShort(points)} points`}</span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
