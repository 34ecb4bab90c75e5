/** Intakes over HTTP: their definitions, their log, and the address that services push to. */
import { intakesApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { parseJson } from '../../core/parse-json.ts';
import type { Intake, IntakeDelivery } from '../../intake/intake.ts';
import {
  type ManageIntakes,
  putIntake,
  removeIntake,
  requireIntake,
  rotateSecret,
  type ShownIntake,
} from '../../intake/manage-intakes.ts';
import { type Preview, type PreviewDelivery, previewDelivery } from '../../intake/preview-delivery.ts';
import { type ReceiveDelivery, receiveDelivery } from '../../intake/receive-delivery.ts';
import { createFailureGuard } from '../guard-failures.ts';
import { ok, publicRoute, type Route, route } from '../route.ts';

export interface IntakeRoutes extends ManageIntakes, PreviewDelivery, ReceiveDelivery {
  intakes: ManageIntakes['intakes'];
  kits: ManageIntakes['kits'];
  failedAuthPerMinute: number;
}

const SHOWN_CHANGES = 20;
const LOG_DAYS = 30;

export function intakeRoutes(deps: IntakeRoutes): Route[] {
  return [...definitionRoutes(deps), ...logRoutes(deps), receiving(deps)];
}

function definitionRoutes(deps: IntakeRoutes): Route[] {
  return [
    route(intakesApi.putIntake, async ({ principal, params, body }) => {
      const shown = await putIntake(deps, principal, params.name, body.intake, body.secret);
      return { status: shown.isNew ? 201 : 200, body: toShownWire(shown) };
    }),
    route(intakesApi.listIntakes, async ({ principal }) =>
      ok({ data: (await deps.intakes.list(principal)).map(toWire) }),
    ),
    route(intakesApi.getIntake, async ({ principal, params }) => {
      const intake = await requireIntake(deps, principal, params.name);
      const changes = await deps.intakes.changes(principal, params.name, SHOWN_CHANGES);
      return ok({
        ...toWire(intake),
        changes: changes.map(({ revision, change, keyId, createdAt }) => ({
          revision,
          change,
          key_id: keyId,
          created_at: createdAt.toISOString(),
        })),
      });
    }),
    route(intakesApi.deleteIntake, async ({ principal, params }) => {
      await removeIntake(deps, principal, params.name);
      return ok({ name: params.name, deleted: true });
    }),
    route(intakesApi.rotateIntakeSecret, async ({ principal, params }) =>
      ok(toShownWire(await rotateSecret(deps, principal, params.name))),
    ),
  ];
}

function logRoutes(deps: IntakeRoutes): Route[] {
  return [
    route(intakesApi.testIntake, async ({ principal, params, body, bodyText }) => {
      if (body.payload === undefined) throw new ServiceError('invalid_parameter', { detail: 'payload: is missing.' });
      const document = body.intake ?? (await requireIntake(deps, principal, params.name)).document;
      const payload = bodyText('payload') ?? JSON.stringify(body.payload);
      return ok(toPreviewWire(await previewDelivery(deps, principal, params.name, document, payload)));
    }),
    route(intakesApi.listIntakeDeliveries, async ({ principal, params, query }) => {
      const { intakeId } = await requireIntake(deps, principal, params.name);
      const since = new Date(deps.clock.now().getTime() - LOG_DAYS * 86_400_000);
      const filter = { limit: query.limit, outcome: query.outcome, since };
      return ok({ data: (await deps.intakes.deliveries(principal, intakeId, filter)).map(toDeliveryWire) });
    }),
  ];
}

function receiving(deps: IntakeRoutes): Route {
  const guard = createFailureGuard(deps.failedAuthPerMinute);
  return publicRoute(intakesApi.receiveDelivery, async (call) => {
    const { name } = call.params as { name: string };
    const { token } = call.query as { token?: string };
    const body = call.bytes;
    const delivery = await receiveDelivery(deps, name, {
      headers: call.headers,
      queryToken: token,
      body,
      readPayload() {
        parseJson(body);
        return body.toString('utf8');
      },
      async onFailure(error) {
        const answer = await guard.onFailure(call.address, error);
        return { error: answer, isLogged: answer.retryAfterSeconds === undefined };
      },
    });
    const { delivery_id, outcome, reason, runs, failed } = toDeliveryWire(delivery);
    return { status: outcome === 'accepted' ? 202 : 200, body: { delivery_id, outcome, reason, runs, failed } };
  });
}

function toWire({ name, address, revision, document, secretHint, createdAt, updatedAt }: Intake) {
  return {
    name,
    path: `/v1/intake/${address}`,
    revision,
    intake: document,
    secret_hint: secretHint,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

function toShownWire({ intake, secret }: ShownIntake) {
  return { ...toWire(intake), secret };
}

function toDeliveryWire(delivery: IntakeDelivery) {
  return {
    delivery_id: delivery.deliveryId,
    outcome: delivery.outcome,
    reason: delivery.reason,
    external_id: delivery.externalId,
    runs: delivery.runs.map(({ kit, runId, isReplay }) => ({ kit, run_id: runId, replayed: isReplay })),
    failed: delivery.failed,
    bytes: delivery.bytes,
    received_at: delivery.receivedAt.toISOString(),
  };
}

function toPreviewWire({ outcome, reason, mapped, kits }: Preview) {
  return {
    outcome,
    reason,
    input: mapped && (JSON.parse(mapped.input) as unknown),
    external_id: mapped?.externalId,
    occurred_at: mapped?.occurredAt,
    metadata: mapped?.metadata,
    idempotency_key: mapped?.key,
    kits: kits.map(({ kit, isChosen, reason: why, fault }) => ({ kit, chosen: isChosen, reason: why, fault })),
  };
}
