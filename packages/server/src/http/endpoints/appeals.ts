/** Appeals over HTTP. */
import { appealsApi } from '@brickwork/contract';
import { may, type Principal, seesOwnCallsOnly } from '../../access/principal.ts';
import type { Appeal } from '../../reviews/appeal.ts';
import { type AppealAnswer, appealAnswer, listAppeals } from '../../reviews/appeal-answer.ts';
import { ok, type Route, route } from '../route.ts';

export function appealRoutes(deps: AppealAnswer): Route[] {
  return [
    route(appealsApi.appealAnswer, async ({ principal, params, body }) => ({
      status: 201,
      body: toAppealWireFor(principal)(await appealAnswer(deps, principal, params.runId, body)),
    })),
    route(appealsApi.listAppeals, async ({ principal, query }) => {
      const filter = { status: query.status, runId: query.run_id };
      const { appeals, nextCursor } = await listAppeals(deps, principal, filter, query);
      return ok({
        data: appeals.map(toAppealWireFor(principal)),
        has_more: nextCursor !== undefined,
        next_cursor: nextCursor,
      });
    }),
  ];
}

/** Text and note are about the conversation, so they need the permission to read it; agents see only their own. */
export function toAppealWireFor(principal: Principal): (appeal: Appeal) => Record<string, unknown> {
  const mayReadText = may(principal, 'runs:read_input') || seesOwnCallsOnly(principal);
  return (appeal) => ({
    appeal_id: appeal.appealId,
    run_id: appeal.runId,
    kit_id: appeal.kitId,
    brick: appeal.brick,
    text: mayReadText ? appeal.text : undefined,
    by: appeal.by,
    created_at: appeal.createdAt.toISOString(),
    status: appeal.status,
    settled_at: appeal.settledAt?.toISOString(),
    note: mayReadText ? appeal.note : undefined,
  });
}
