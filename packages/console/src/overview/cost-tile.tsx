/** What the kit cost. Credits go by when a run was evaluated, in UTC days: that is how usage is counted and charged. */
import { amountText, costText } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { useRead } from '../api/use-read.ts';
import type { Scope } from '../insights/scope.ts';
import { FIGURE_LINK, Tile } from './tile.tsx';

export function CostTile({ scope: { kit, period } }: { scope: Scope }) {
  const { data, error } = useRead((api) => api.usage.totals({ from: period.from, to: period.to, group_by: 'kit' }));
  if (error !== null)
    return (
      <Tile name="Cost" value="–">
        <p>Usage could not be read. Reload the page to try again.</p>
      </Tile>
    );
  const own = data?.data.find(({ kit_id }) => kit_id === kit.kit_id);
  const { credits = 0, runs = 0, money = data?.currency === undefined ? undefined : 0 } = own ?? {};
  const cost = { credits, runs, money, currency: data?.currency };
  return (
    <Tile
      name="Cost of the kit"
      value={
        data === undefined ? (
          '…'
        ) : (
          <Link to="/usage" className={FIGURE_LINK}>
            {amountText(cost)}
          </Link>
        )
      }
    >
      {data !== undefined && (
        <>
          <p className="first-letter:uppercase">{costText(cost)}</p>
          <p>All teams; by day of evaluation.</p>
        </>
      )}
    </Tile>
  );
}
