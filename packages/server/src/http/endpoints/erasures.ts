/** Erasing many runs over HTTP. */
import { erasuresApi } from '@brickwork/contract';
import { cancelErasure, countErasable, type EraseMany, findErasure, startErasure } from '../../runs/erase-many.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { Erasure } from '../../runs/store/erase/erasure-store.ts';
import { type Answer, ok, type Route, route } from '../route.ts';
import { chosenRunsOf } from '../run-filter-wire.ts';

export interface ErasureRoutes extends Pick<EraseMany, 'erasures' | 'clock' | 'store'> {
  dimensions: DimensionStore;
}

export function erasureRoutes(deps: ErasureRoutes): Route[] {
  return [
    route(erasuresApi.createErasure, async ({ principal, body }): Promise<Answer> => {
      const chosen = await chosenRunsOf(deps, principal, body);
      if (body.dry_run) return ok({ total: await countErasable(deps, principal, chosen) });
      const { mentions, ...started } = await startErasure(deps, principal, chosen, body.expected);
      return { status: 202, body: { ...toWire(started), mentions } };
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
