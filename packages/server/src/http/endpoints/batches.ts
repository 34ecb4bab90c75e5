/** Many runs in one request: each line is validated, stored and answered on its own. */
import { batchesApi, ERRORS, runsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import type { z } from 'zod';
import type { Principal } from '../../access/principal.ts';
import type { RateLimits } from '../../access/rate-limits.ts';
import { type CreateRun, createRun } from '../../runs/create-run.ts';
import { checkIdempotencyKey } from '../idempotency-key.ts';
import { ok, type Route, route } from '../route.ts';
import { errorEnvelope } from '../send-error.ts';
import { validateBody } from '../validate.ts';
import { toRequest } from './runs.ts';

export interface BatchRoutes extends CreateRun {
  rateLimits: RateLimits;
}

type Line = Record<string, unknown>;

/** Ten years: longer than backlogs are imported again. */
const ONCE_KEPT_MS = 3_653 * 86_400_000;

export function batchRoutes(deps: BatchRoutes): Route[] {
  return [
    route(batchesApi.createBatch, async ({ principal, body }) => {
      // The request itself took one point; the others are taken together, so that a batch is accepted or refused as a whole.
      if (body.runs.length > 1) await deps.rateLimits.take(principal, 'create', body.runs.length - 1);
      const created: Promise<Line>[] = [];
      const turns = takeTurns();
      for (const line of body.runs) {
        created.push(createLine(deps, principal, line));
        // A line takes up to 15 ms of the event loop: other requests have their turn in between. Small lines are stored in larger groups.
        if (turns.isOver()) await turns.pass();
      }
      const lines = await Promise.all(created);
      return ok({ data: lines.map((line, index) => ({ index, ...line })) });
    }),
  ];
}

async function createLine(deps: BatchRoutes, principal: Principal, line: unknown): Promise<Line> {
  try {
    const body = validateBody(runsApi.createRun, batchesApi.batchItem, line) as z.infer<typeof batchesApi.batchItem>;
    const given = body.idempotency_key === undefined ? undefined : checkIdempotencyKey(body.idempotency_key);
    if (body.once === true && given === undefined)
      throw new ServiceError('invalid_parameter', {
        detail: 'once: needs an idempotency_key to recognise the conversation.',
      });
    const key = body.once === true && given !== undefined ? { keyForAnyRequest: given, keptMs: ONCE_KEPT_MS } : given;
    const { runId, status, type, isReplay } = await createRun(
      deps,
      principal,
      { ...toRequest(body), mode: 'async' },
      key,
    );
    if (isReplay) deps.rateLimits.giveBack(principal, 'create');
    return { http_status: 202, run_id: runId, status, type, replayed: isReplay };
  } catch (error) {
    const known = error instanceof ServiceError ? error : new ServiceError('run_request_failed', { cause: error });
    return { http_status: ERRORS[known.code].status, ...errorEnvelope(known).body };
  }
}
