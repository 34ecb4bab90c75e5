/** The public shape of a summary. */
import type { summaryApi } from '@brickwork/contract';
import {
  type Change,
  callsBehind,
  type Estimate,
  type Measure,
  newsOf,
  type RankedAgent,
} from '@brickwork/contract/figures';
import type { KitWeek } from './read-week.ts';

const MOST_AGENTS = 5;

export function toKitWeekDocument(week: KitWeek): summaryApi.KitWeekDocument {
  const { kitId, kitCode, name, path, calls, changes, agents, trust, cost } = week;
  return {
    kit_id: kitId,
    kit_code: kitCode,
    name,
    path,
    calls,
    score: week.score && toScore(week.score),
    changes: changes.flatMap(({ measure, changes: lines, points }) =>
      lines.map((change) => ({ ...toChange(measure, change), points: week.hasScore ? points : undefined })),
    ),
    agents: (agents?.ranked ?? []).slice(0, MOST_AGENTS).map(toAgent),
    unranked: (agents?.few.length ?? 0) + (agents?.left ?? 0),
    trust,
    cost,
  };
}

function toScore({ measure, estimate, before, direction }: NonNullable<KitWeek['score']>) {
  return {
    ...named(measure),
    ...plain(estimate),
    before: before && plain(before),
    direction,
    news: newsOf(direction, measure),
  };
}

function toChange(measure: Measure, change: Change) {
  const { team, before, after, direction, news } = change;
  const { count, side } = callsBehind(change, measure);
  return { ...named(measure), team, before: plain(before), after: plain(after), calls: count, side, direction, news };
}

function toAgent({ name, calls, estimate, standing, trend, losses }: RankedAgent) {
  const costs = losses.map(({ item, met, points }) => ({ brick: item.key, name: item.name, met: met.value, points }));
  return {
    name,
    calls,
    ...plain(estimate),
    standing,
    before: trend && plain(trend.before),
    direction: trend?.direction,
    costs,
  };
}

const named = ({ key, name, what }: Measure) => ({ brick: key, name, what });
const plain = ({ value, low, high }: Estimate) => ({ value, low, high });
