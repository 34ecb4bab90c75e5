/** Contrasts over HTTP. */
import { contrastsApi } from '@brickwork/contract';
import type { ResolveKit } from '../../kits/resolve-kit.ts';
import type { Contrast } from '../../questions/contrast/contrast.ts';
import {
  askForContrast,
  deleteContrast,
  type ManageContrasts,
  readContrast,
} from '../../questions/contrast/manage-contrasts.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import { ok, type Route, route } from '../route.ts';
import { matchOf } from '../run-match-wire.ts';

export interface ContrastRoutes extends ManageContrasts {
  kits: ResolveKit;
  dimensions: DimensionStore;
}

const MOST_LISTED = 100;

export function contrastRoutes(deps: ContrastRoutes): Route[] {
  return [
    route(contrastsApi.createContrast, async ({ principal, body, signal }) => {
      const { filter, against, side, limit } = body;
      const request = {
        ...{ filter, side, limit },
        match: await matchOf(deps, principal, filter),
        against: against && { filter: against, match: await matchOf(deps, principal, against) },
      };
      return { status: 202, body: toContrastWire(await askForContrast(deps, principal, request, signal())) };
    }),
    route(contrastsApi.listContrasts, async ({ principal }) =>
      ok({ data: (await deps.contrasts.list(principal, MOST_LISTED)).map(toContrastWire) }),
    ),
    route(contrastsApi.getContrast, async ({ principal, params }) =>
      ok(toContrastWire(await readContrast(deps, principal, params.contrastId))),
    ),
    route(contrastsApi.deleteContrast, async ({ principal, params }) => {
      await deleteContrast(deps, principal, params.contrastId);
      return ok({ contrast_id: params.contrastId, deleted: true });
    }),
  ];
}

function toContrastWire(contrast: Contrast) {
  const { population, sample, result } = contrast;
  const calls = result?.calls ?? { inside: 0, against: 0 };
  return {
    contrast_id: contrast.contrastId,
    status: contrast.status,
    filter: contrast.filter,
    against: contrast.against ?? undefined,
    side: contrast.side,
    population: { calls: population.inside, against: population.against },
    sample: { calls: sample.inside, against: sample.against },
    read: contrast.read,
    unread: result?.unread ?? 0,
    phrases: (result?.phrases ?? []).map(({ phrase, also, inside, against, logOdds, z, runIds }) => ({
      ...{ phrase, also },
      calls: inside,
      calls_against: against,
      share: shareOf(inside, calls.inside),
      share_against: shareOf(against, calls.against),
      log_odds: Number(logOdds.toFixed(3)),
      z: Number(z.toFixed(2)),
      run_ids: runIds,
    })),
    error: contrast.error,
    created_at: contrast.createdAt.toISOString(),
    completed_at: contrast.completedAt?.toISOString(),
  };
}

function shareOf(count: number, of: number): number {
  return of === 0 ? 0 : Number((count / of).toPrecision(4));
}
