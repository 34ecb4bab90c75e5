/** Learning from reviews and golden sets over HTTP. */
import { learningsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { LabelSource, Learning } from '../../golden/learning/learning.ts';
import {
  cancelLearning,
  findLearnable,
  getLearning,
  type ManageLearnings,
  startLearning,
} from '../../golden/learning/manage-learnings.ts';
import { unlearnKit } from '../../golden/learning/unlearn-kit.ts';
import type { ManageGoldenSets } from '../../golden/manage-golden-sets.ts';
import { getKit } from '../../kits/manage-kits.ts';
import { toPushedWire } from '../kit-wire.ts';
import { ok, type Route, route } from '../route.ts';

const MOST_LISTED = 50;

export function learningRoutes(deps: ManageLearnings & ManageGoldenSets): Route[] {
  return [
    route(learningsApi.createLearning, async ({ principal, params, body }) => {
      const request = { source: sourceOf(body), version: body.version };
      if (body.dry_run) {
        const { conversations, bricks } = await findLearnable(deps, principal, params.kitId, request);
        return ok({ conversations, bricks });
      }
      return { status: 202, body: toWire(await startLearning(deps, principal, params.kitId, request)) };
    }),
    route(learningsApi.listLearnings, async ({ principal, params }) => {
      const { kitId } = await getKit(deps.kits, principal.workspaceId, params.kitId);
      return ok({ data: (await deps.learnings.list(principal, kitId, MOST_LISTED)).map(toWire) });
    }),
    route(learningsApi.getLearning, async ({ principal, params }) =>
      ok(toWire(await getLearning(deps, principal, params.learningId))),
    ),
    route(learningsApi.cancelLearning, async ({ principal, params }) =>
      ok(toWire(await cancelLearning(deps, principal, params.learningId))),
    ),
    route(learningsApi.unlearnKit, async ({ principal, params, body }) =>
      ok(toPushedWire(await unlearnKit(deps, principal, params.kitId, body.bricks))),
    ),
  ];
}

function sourceOf(body: {
  set?: string | undefined;
  since?: string | undefined;
  min_reviewers?: number | undefined;
}): LabelSource {
  const { set, since, min_reviewers: minReviewers } = body;
  if (set === undefined)
    return { since: since === undefined ? undefined : new Date(since), minReviewers: minReviewers ?? 1 };
  if (since === undefined && minReviewers === undefined) return { set };
  throw new ServiceError('invalid_parameter', {
    detail: 'set: cannot be combined with since or min_reviewers, which are about reviews.',
  });
}

function toWire(learning: Learning) {
  const { source, learned } = learning;
  return {
    learning_id: learning.learningId,
    kit_id: learning.kitId,
    kit_version_id: learning.kitVersionId,
    kit_version: learning.kitVersion,
    set: 'set' in source ? source.set : undefined,
    status: learning.status,
    done: learning.done,
    total: learning.total,
    bricks: learning.bricks,
    learned: learned && { kit_version_id: learned.kitVersionId, version: learned.version },
    error: learning.error,
    created_at: learning.createdAt.toISOString(),
    completed_at: learning.completedAt?.toISOString(),
  };
}
