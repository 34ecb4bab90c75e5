/** Spend caps over HTTP. */
import { spendApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Principal } from '../../access/principal.ts';
import { toCapDocument } from '../../usage/spend/cap-document.ts';
import { deleteCap, type ManageCaps, putCap } from '../../usage/spend/manage-caps.ts';
import { ok, type Route, route } from '../route.ts';

export function spendRoutes(deps: ManageCaps): Route[] {
  return [
    route(spendApi.listSpendCaps, async ({ principal }) => {
      const caps = await deps.spend.list(principal.workspaceId);
      return ok({ data: caps.map((cap) => toCapDocument(cap, deps.creditPrice)) });
    }),
    route(spendApi.putSpendCap, async ({ principal, params, body }) => {
      requireLive(principal);
      const { kit, period, credits, money, at_cap: atCap } = body;
      const cap = { name: params.name, kit, period, credits, money, atCap };
      return ok(toCapDocument(await putCap(deps, principal.workspaceId, cap), deps.creditPrice));
    }),
    route(spendApi.deleteSpendCap, async ({ principal, params }) => {
      requireLive(principal);
      await deleteCap(deps, principal.workspaceId, params.name);
      return ok({ name: params.name, deleted: true });
    }),
  ];
}

function requireLive({ environment }: Principal): void {
  if (environment !== 'live')
    throw new ServiceError('forbidden', {
      detail: 'Caps apply to live runs, and test runs cost nothing: use a live key.',
    });
}
