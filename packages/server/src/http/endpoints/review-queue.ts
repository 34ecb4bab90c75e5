/** The review queue and the quality of a kit over HTTP. */
import { qualityApi, reviewQueueApi } from '@brickwork/contract';
import type { z } from 'zod';
import { requireNoProbing } from '../../access/no-probing.ts';
import type { Principal } from '../../access/principal.ts';
import { requireTimeZone } from '../../core/time-zone.ts';
import { type GetQuality, getQuality, type KitQuality } from '../../reviews/quality/get-quality.ts';
import {
  deletePolicy,
  getQueue,
  type KitQueue,
  nextItem,
  renewItem,
  returnItem,
  setPolicy,
} from '../../reviews/queue/hand-out.ts';
import { drawReviews, type QueuePastRuns, queueRuns, type ReviewDraw } from '../../reviews/queue/queue-past-runs.ts';
import type { PolicyMatch, ReviewPolicy } from '../../reviews/queue/review-policy.ts';
import type { ReviewItem } from '../../reviews/store/review-queue-store.ts';
import { groupingsOf } from '../groupings-wire.ts';
import { pastRunsOf } from '../past-runs-wire.ts';
import { ok, type Route, route } from '../route.ts';
import { runFilterOf } from '../run-filter-wire.ts';
import { toAppealWireFor } from './appeals.ts';
import { requireLive } from './dimensions.ts';

export interface ReviewQueueRoutes extends QueuePastRuns, GetQuality {}

export function reviewQueueRoutes(deps: ReviewQueueRoutes): Route[] {
  return [
    route(reviewQueueApi.getReviewQueue, async ({ principal, params }) =>
      ok(toQueueWire(principal, await getQueue(deps, principal, params.kitId))),
    ),
    route(reviewQueueApi.putReviewPolicy, async ({ principal, params, body }) => {
      requireLive(principal);
      requireNoProbing(principal, conditionsIn(body.match));
      const since = body.since === undefined ? undefined : new Date(body.since);
      return ok(toQueueWire(principal, await setPolicy(deps, principal, params.kitId, policyOf(body), since)));
    }),
    route(reviewQueueApi.deleteReviewPolicy, async ({ principal, params }) => {
      requireLive(principal);
      return ok(toQueueWire(principal, await deletePolicy(deps, principal, params.kitId)));
    }),
    route(reviewQueueApi.drawReviews, async ({ principal, params, body, signal }) => {
      requireNoProbing(principal, conditionsIn(body.policy?.match));
      const request = {
        policy: body.policy && policyOf(body.policy),
        filter: await pastRunsOf(deps, principal, body.filter),
        isPreview: body.dry_run,
      };
      return ok(toDrawWire(await drawReviews(deps, principal, params.kitId, request, signal())));
    }),
    route(reviewQueueApi.queueRuns, async ({ principal, params, body }) => {
      const chosen = { runIds: body.run_ids, second: body.second };
      const { kitId, added, already, open } = await queueRuns(deps, principal, params.kitId, chosen);
      return ok({ kit_id: kitId, added, already, open });
    }),
    route(reviewQueueApi.nextReviewItem, async ({ principal, params, query }) => {
      const { item, open } = await nextItem(deps, principal, params.kitId, query.reviewer);
      return ok({ item: item && toItemWire(item), open });
    }),
    route(reviewQueueApi.renewReviewItem, async ({ principal, params, query }) =>
      ok(toItemWire(await renewItem(deps, principal, params.itemId, query.reviewer))),
    ),
    route(reviewQueueApi.returnReviewItem, async ({ principal, params, query }) => {
      await returnItem(deps, principal, params.itemId, query.reviewer);
      return ok({ item_id: params.itemId, returned: true });
    }),
    route(qualityApi.getQuality, async ({ principal, params, query }) => {
      const { version, since, until, group_by, timezone, as } = query;
      const groupings = group_by === undefined ? [] : await groupingsOf(deps, principal.workspaceId, [group_by]);
      const { kitId, threshold, groups } = await getQuality(deps, principal, params.kitId, {
        version,
        since: since === undefined ? undefined : new Date(since),
        until: until === undefined ? undefined : new Date(until),
        runs: await runFilterOf(deps, principal, qualityApi.getQuality, query),
        as,
        groupBy: groupings[0],
        timezone: timezone === undefined ? undefined : requireTimeZone('timezone', timezone),
        threshold: query.threshold,
      });
      const data = groups.map(({ group, size, bricks }) => ({ group, size, bricks: bricks.map(toQualityWire) }));
      return ok({ kit_id: kitId, threshold, data });
    }),
  ];
}

/** In the form that a list of runs uses. */
function conditionsIn(match: readonly PolicyMatch[] = []): Record<string, string[]> {
  const asked = match.flatMap((each): [string, string][] =>
    'brick' in each
      ? [each.value].flat().map((value) => [`answer.${each.brick}`, String(value)])
      : ['dimension' in each ? [each.dimension, each.value] : [`metadata.${each.metadata}`, each.value]],
  );
  return Object.fromEntries(
    [...Map.groupBy(asked, ([name]) => name)].map(([name, own]) => [name, own.map(([, value]) => value)]),
  );
}

function policyOf(policy: Omit<z.output<typeof reviewQueueApi.reviewPolicyBody>, 'since'>): ReviewPolicy {
  return {
    random: policy.random ?? 0,
    belowConfidence: policy.below_confidence,
    match: policy.match ?? [],
    secondReview: policy.second_review ?? 0,
  };
}

function toDrawWire({ kitId, isComplete, days, drawn, ...draw }: ReviewDraw) {
  const tenths = (figure: number) => Math.round(figure * 10) / 10;
  return { kit_id: kitId, complete: isComplete, drawn, days: tenths(days), per_day: tenths(drawn / days), ...draw };
}

function toQueueWire(principal: Principal, queue: KitQueue) {
  const { kitId, policy, problem, open, leased, reviewed, appeals, isCaughtUp } = queue;
  return {
    kit_id: kitId,
    policy: policy && {
      random: policy.random,
      below_confidence: policy.belowConfidence,
      match: policy.match,
      second_review: policy.secondReview,
      updated_at: policy.updatedAt.toISOString(),
      problem,
    },
    ...{ open, leased, reviewed },
    appeals: appeals.map(toAppealWireFor(principal)),
    caught_up: isCaughtUp,
  };
}

function toItemWire(item: ReviewItem) {
  return {
    item_id: item.itemId,
    run_id: item.runId,
    kit_id: item.kitId,
    reasons: item.reasons,
    probability: item.probability,
    second: item.isSecond,
    leased_until: item.leasedUntil.toISOString(),
  };
}

function toQualityWire(quality: KitQuality['groups'][number]['bricks'][number]) {
  const { brick, n, estimate, reviewed, counts, disputed, ece, reliability, confusion, agreement } = quality;
  return {
    ...{ brick, n, accuracy: estimate?.accuracy, low: estimate?.low, high: estimate?.high },
    ...{ reviewed, ...counts, disputed, ece, reliability, confusion, agreement },
    share_above_threshold: quality.shareAboveThreshold,
    accuracy_above_threshold: quality.accuracyAboveThreshold,
    learned: quality.learned,
  };
}
