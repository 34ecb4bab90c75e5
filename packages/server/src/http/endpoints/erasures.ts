/** Erasing many runs over HTTP. */
import { erasuresApi, runsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { z } from 'zod';
import type { Principal } from '../../access/principal.ts';
import { cancelErasure, type EraseMany, findErasure, startErasure } from '../../runs/erase-many.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { ChosenRuns, Erasure } from '../../runs/store/erase/erasure-store.ts';
import { type Answer, ok, type Route, route } from '../route.ts';
import { runFilterOf } from '../run-filter-wire.ts';

export interface ErasureRoutes extends Pick<EraseMany, 'erasures' | 'clock' | 'store'> {
  dimensions: DimensionStore;
}

export function erasureRoutes(deps: ErasureRoutes): Route[] {
  return [
    route(erasuresApi.createErasure, async ({ principal, body }): Promise<Answer> => {
      const chosen = await chosenBy(deps, principal, body);
      return { status: 202, body: toWire(await startErasure(deps, principal, chosen, body.expected)) };
    }),
    route(erasuresApi.listErasures, async ({ principal }) =>
      ok({ data: (await deps.erasures.list(principal)).map(toWire) }),
    ),
    route(erasuresApi.getErasure, async ({ principal, params }) =>
      ok(toWire(await findErasure(deps, principal, params.erasureId))),
    ),
    route(erasuresApi.cancelErasure, async ({ principal, params }) =>
      ok(toWire(await cancelErasure(deps, principal, params.erasureId))),
    ),
  ];
}

/** What would erase everything is a slip. */
async function chosenBy(
  deps: ErasureRoutes,
  principal: Principal,
  { run_ids, filter }: z.output<typeof erasuresApi.createErasureBody>,
): Promise<ChosenRuns> {
  if (filter === undefined) return { runIds: run_ids ?? [] };
  if (Object.values(filter).every((value) => value === undefined))
    throw new ServiceError('invalid_parameter', { detail: 'filter: must have at least one condition.' });
  const wire = { query: erasuresApi.erasureFilter, queryPatterns: runsApi.ANSWER_PARAMETERS };
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return {
    filter: { ...(await runFilterOf(deps, principal, wire, filter)), kitCode: filter.kit_code },
    conversation: given.length === 1 ? filter.external_id : undefined,
  };
}

function toWire({ erasureId, status, total, erased, createdAt, completedAt }: Erasure): Record<string, unknown> {
  return {
    erasure_id: erasureId,
    status,
    total,
    erased,
    created_at: createdAt.toISOString(),
    completed_at: completedAt?.toISOString(),
  };
}
