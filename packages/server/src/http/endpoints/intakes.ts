/** Intakes over HTTP: their definitions, what was pushed to them, and replaying it. What services push to is in `receive-delivery.ts`. */
import { intakesApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { requireNoProbing, requireUnmasked } from '../../access/no-probing.ts';
import {
  eraseDelivery,
  listDeliveries,
  type ReadDeliveries,
  readPayload,
  replayDeliveries,
  requireDelivery,
} from '../../intake/manage-deliveries.ts';
import {
  type ManageIntakes,
  putIntake,
  removeIntake,
  requireIntake,
  rotateSecret,
  type ShownIntake,
} from '../../intake/manage-intakes.ts';
import { INTAKE_PRESETS } from '../../intake/presets/all-presets.ts';
import { type PreviewDelivery, previewDelivery } from '../../intake/preview-delivery.ts';
import { keyIdOf } from '../actor-wire.ts';
import { toDeliveryWire, toIntakeWire, toPresetWire, toPreviewWire } from '../intake-wire.ts';
import { ok, type Route, route } from '../route.ts';

export interface IntakeRoutes extends ManageIntakes, PreviewDelivery, ReadDeliveries {
  intakes: ManageIntakes['intakes'];
  kits: ManageIntakes['kits'];
}

const SHOWN_CHANGES = 20;

export function intakeRoutes(deps: IntakeRoutes): Route[] {
  return [...definitionRoutes(deps), ...deliveryRoutes(deps)];
}

function definitionRoutes(deps: IntakeRoutes): Route[] {
  const toShownWire = ({ intake, secret }: ShownIntake) => ({ ...toIntakeWire(intake), secret });
  return [
    route(intakesApi.putIntake, async ({ principal, params, body }) => {
      requireUnmasked(principal, 'what expressions make of them');
      const given = { secret: body.secret, graceHours: body.grace_hours, fetch: body.secrets ?? {} };
      const shown = await putIntake(deps, principal, params.name, body.intake, given);
      return { status: shown.isNew ? 201 : 200, body: toShownWire(shown) };
    }),
    route(intakesApi.listIntakes, async ({ principal }) =>
      ok({ data: (await deps.intakes.list(principal)).map(toIntakeWire) }),
    ),
    route(intakesApi.listIntakePresets, async () => ok({ data: INTAKE_PRESETS.map(toPresetWire) })),
    route(intakesApi.getIntake, async ({ principal, params }) => {
      const intake = await requireIntake(deps, principal, params.name);
      const changes = await deps.intakes.changes(principal, params.name, SHOWN_CHANGES);
      return ok({
        ...toIntakeWire(intake),
        changes: changes.map(({ revision, change, by, createdAt }) => ({
          revision,
          change,
          ...keyIdOf(by),
          by,
          created_at: createdAt.toISOString(),
        })),
      });
    }),
    route(intakesApi.deleteIntake, async ({ principal, params }) => {
      await removeIntake(deps, principal, params.name);
      return ok({ name: params.name, deleted: true });
    }),
    route(intakesApi.rotateIntakeSecret, async ({ principal, params, body }) =>
      ok(toShownWire(await rotateSecret(deps, principal, params.name, body.grace_hours))),
    ),
    route(intakesApi.testIntake, async ({ principal, params, body, bodyText }) => {
      const document = body.intake ?? (await requireIntake(deps, principal, params.name)).document;
      if ((body.payload === undefined) === (body.delivery_id === undefined))
        throw new ServiceError('invalid_parameter', { detail: 'payload: is missing. Send it, or a delivery_id.' });
      if (body.delivery_id !== undefined) requireUnmasked(principal, 'what expressions make of them');
      const pushed =
        body.delivery_id === undefined
          ? { contentType: 'application/json', bytes: Buffer.from(bodyText('payload') ?? JSON.stringify(body.payload)) }
          : await readPayload(deps, principal, params.name, body.delivery_id);
      return ok(
        toPreviewWire(await previewDelivery(deps, principal, params.name, document, pushed, body.fetched ?? {})),
      );
    }),
  ];
}

function deliveryRoutes(deps: IntakeRoutes): Route[] {
  return [
    route(intakesApi.listIntakeDeliveries, async ({ principal, params, query }) => {
      requireNoProbing(principal, { external_id: query.external_id });
      const since = query.since === undefined ? undefined : new Date(query.since);
      const filter = { limit: query.limit, outcome: query.outcome, externalId: query.external_id, since };
      const { items, nextCursor } = await listDeliveries(deps, principal, params.name, filter, query.cursor);
      return ok({ data: items.map(toDeliveryWire), next_cursor: nextCursor });
    }),
    route(intakesApi.getIntakeDelivery, async ({ principal, params }) =>
      ok(toDeliveryWire(await requireDelivery(deps, principal, params.name, params.deliveryId))),
    ),
    route(intakesApi.getIntakePayload, async ({ principal, params }) => {
      requireUnmasked(principal, 'the bytes of a payload');
      const { contentType, bytes } = await readPayload(deps, principal, params.name, params.deliveryId);
      const text = bytes.toString('utf8');
      const content = Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') };
      return ok({ delivery_id: params.deliveryId, content_type: contentType, ...content });
    }),
    route(intakesApi.eraseIntakeDelivery, async ({ principal, params }) =>
      ok(toDeliveryWire(await eraseDelivery(deps, principal, params.name, params.deliveryId))),
    ),
    route(intakesApi.replayIntakeDeliveries, async ({ principal, params, body }) => {
      const { replayed, hasMore } = await replayDeliveries(deps, principal, params.name, {
        deliveryIds: body.delivery_ids,
        since: body.since === undefined ? undefined : new Date(body.since),
        outcomes: body.outcomes,
      });
      return { status: 202, body: { replayed, more: hasMore } };
    }),
  ];
}
