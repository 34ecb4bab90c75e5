/** A kit's results in a week: the same computation as the console's overview. */
import { type Cost, type Trust, trustIn } from '@brickwork/contract/figures';
import type { Scope } from '../../../core/scope.ts';
import { type Changes, type ReadChanges, readChanges } from '../../../insights/changes/read-changes.ts';
import { reviewedOf } from '../../../insights/reviewed-of.ts';
import type { GetQuality } from '../../../reviews/quality/get-quality.ts';
import { NO_ANSWER_FILTER } from '../../../runs/answer-filter.ts';

export interface ReadWeek extends ReadChanges, GetQuality {}

export interface Week {
  /** A Monday. */
  from: string;
  /** The Sunday after it. */
  to: string;
  timezone: string;
}

export interface KitWeek extends Changes {
  name: string;
  /** The path of the overview with the same figures. */
  path: string;
  trust: Trust;
  cost: Cost | undefined;
}

interface Asked {
  kitId: string;
  name: string;
  week: Week;
  cost: Cost | undefined;
  /** Only the score, without teams and agents. */
  isBrief: boolean;
}

export async function readWeek(
  deps: ReadWeek,
  scope: Scope,
  { kitId, name, week: { from, to }, cost, isBrief }: Asked,
): Promise<KitWeek> {
  const filter = { status: undefined, type: undefined, by: NO_ANSWER_FILTER };
  const changes = await readChanges(deps, scope, { kit: kitId, from, to, filter, as: 'given', isBrief });
  const reviewed = await reviewedOf(deps, scope, changes, { runs: filter, as: 'given' });
  const bricks = changes.total.bricks.map((brick) => ({ ...brick, reviewed: reviewed.get(brick.key) }));
  return {
    ...changes,
    name,
    path: `/console/?${new URLSearchParams({ kit: changes.kitCode, from, to })}`,
    trust: trustIn(bricks),
    cost,
  };
}
