/** A week's results, kit by kit. The busiest kits in full, some more with only their score, so that it fits on one page. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Scope } from '../../../core/scope.ts';
import { dayIn, mondayOf, nextDay } from '../../../core/time-zone.ts';
import { moneyOf, type Prices } from '../../../usage/spend/prices.ts';
import type { CreditPrice } from '../../../usage/spend/spend-cap.ts';
import type { UsageStore, UsageTotal } from '../../../usage/store/usage-store.ts';
import { type KitWeek, type ReadWeek, readWeek, type Week } from './read-week.ts';

export interface ReadSummary extends ReadWeek {
  usage: Pick<UsageStore, 'totals'>;
  prices: Pick<Prices, 'of'>;
}

export interface Summary extends Week {
  kits: KitWeek[];
  moreKits: number;
}

const IN_FULL = 3;
const MOST_KITS = 11;

interface SummaryRequest {
  /** A Monday; undefined for the last week that has ended. */
  week: string | undefined;
  hasCost: boolean;
}

export async function readSummary(deps: ReadSummary, scope: Scope, request: SummaryRequest): Promise<Summary> {
  const timezone = await deps.insights.timezoneOf(scope.workspaceId);
  const today = dayIn(timezone, deps.clock.now());
  const from = request.week ?? nextDay(mondayOf(today), -7);
  if (from > today) throw new ServiceError('invalid_parameter', { detail: 'week: has not begun yet.' });
  const week = { from, to: nextDay(from, 6), timezone };
  // Calls of a week may be evaluated after it.
  const used = await deps.usage.totals(scope, { from: nextDay(from, -28), to: nextDay(today, 1), groupBy: 'kit' });
  const ofWeek = await deps.usage.totals(scope, { from, to: week.to, groupBy: 'kit' });
  const busiest = used.toSorted((a, b) => runsOf(ofWeek, b.kitId) - runsOf(ofWeek, a.kitId));
  const price = await deps.prices.of(scope.workspaceId);
  const kits: KitWeek[] = [];
  let moreKits = 0;
  for (const { kitId } of busiest) {
    const kit = kitId === undefined ? undefined : await deps.kits.store.findKit(scope.workspaceId, { kitId });
    if (kit?.live === undefined || kit.archivedAt !== undefined) continue;
    if (kits.length === MOST_KITS) {
      moreKits += 1;
      continue;
    }
    const cost = request.hasCost ? costOf(ofWeek, kit.kitId, price) : undefined;
    const isBrief = kits.length >= IN_FULL;
    const read = await readWeek(deps, scope, { kitId: kit.kitId, name: kit.name, week, cost, isBrief });
    if (read.calls.succeeded + read.calls.failed + read.calls.before > 0) kits.push(read);
  }
  return { ...week, kits, moreKits };
}

function costOf(totals: readonly UsageTotal[], kitId: string, price: CreditPrice | undefined): KitWeek['cost'] {
  const own = totals.find((each) => each.kitId === kitId);
  const credits = (own?.microCredits ?? 0) / 1_000_000;
  return { runs: runsOf(totals, kitId), credits, ...moneyOf(credits, price), currency: price?.currency };
}

function runsOf(totals: readonly UsageTotal[], kitId: string | undefined): number {
  const own = totals.find((each) => each.kitId === kitId);
  return own === undefined ? 0 : own.succeeded + own.failed + own.cancelled;
}
