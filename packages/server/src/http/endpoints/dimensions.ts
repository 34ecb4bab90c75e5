/** Dimensions of a workspace over HTTP. */
import { dimensionsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { type Principal, requirePermission } from '../../access/principal.ts';
import { getKit, type ManageKits } from '../../kits/manage-kits.ts';
import {
  type Dimension,
  deleteDimension,
  listDimensions,
  type ManageDimensions,
  putDimension,
  valuesOfDimension,
} from '../../runs/dimensions/manage-dimensions.ts';
import { ok, type Route, route } from '../route.ts';

export interface DimensionRoutes extends ManageDimensions {
  kits: ManageKits;
}

export function dimensionRoutes(deps: DimensionRoutes): Route[] {
  return [
    route(dimensionsApi.listDimensions, async ({ principal }) =>
      ok({ data: (await listDimensions(deps, principal.workspaceId)).map(toWire) }),
    ),
    route(dimensionsApi.putDimension, async ({ principal, params: { name }, body }) => {
      requireLive(principal);
      const { dimension, isNew } = await putDimension(deps, principal.workspaceId, {
        name,
        metadataKey: body.metadata_key,
        label: body.label ?? name,
      });
      return { status: isNew ? 201 : 200, body: toWire(dimension) };
    }),
    route(dimensionsApi.deleteDimension, async ({ principal, params: { name } }) => {
      requireLive(principal);
      await deleteDimension(deps, principal.workspaceId, name);
      return ok({ name, deleted: true });
    }),
    route(dimensionsApi.listDimensionValues, async ({ principal, params, query: { prefix, limit, kit } }) => {
      // With prefixes, a name could be found letter by letter.
      if (prefix !== '') requirePermission(principal, 'identities:read');
      const kitId = kit === undefined ? undefined : (await getKit(deps.kits, principal.workspaceId, kit)).kitId;
      return ok({ data: await valuesOfDimension(deps, principal, params.name, { prefix, limit, kitId }) });
    }),
  ];
}

export function requireLive({ environment }: Principal): void {
  if (environment !== 'live')
    throw new ServiceError('forbidden', { detail: 'Both environments share it: changing it needs a live key.' });
}

function toWire({ name, metadataKey, label }: Dimension): Record<string, unknown> {
  return { name, metadata_key: metadataKey, label };
}
