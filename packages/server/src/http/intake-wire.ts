/** Intakes, presets and deliveries in wire format. */
import { type IntakeDocument, intakeDocument } from '@brickwork/contract';
import { verifyTokenOf } from '../intake/auth/handshake.ts';
import { secretsIn } from '../intake/fetch-secrets.ts';
import type { Intake, IntakeDelivery, SettledConversation } from '../intake/intake.ts';
import type { IntakePreset } from '../intake/presets/preset.ts';
import type { Preview, PreviewedConversation } from '../intake/preview-delivery.ts';

export function toIntakeWire(intake: Intake) {
  const { name, address, revision, document, secretHint, previousSecret, createdAt, updatedAt } = intake;
  return {
    name,
    path: `/v1/intake/${address}`,
    revision,
    intake: document,
    secret_hint: secretHint,
    old_secret_until: previousSecret?.until.toISOString(),
    verify_token: document.handshake === 'meta' ? verifyTokenOf(address) : undefined,
    secrets: [...secretsIn(document)].sort(),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

export function toPresetWire({ name, title, summary, secret, secrets, steps, definition }: IntakePreset) {
  return {
    name,
    title,
    summary,
    secret: { label: secret.label, made_by: secret.madeBy },
    secrets: secrets ?? {},
    steps,
    // With all defaults, like a stored one.
    definition: withoutKits(intakeDocument.parse({ ...definition, preset: name, kits: [{ kit: 'any' }] })),
  };
}

function withoutKits({ kits: _kits, ...definition }: IntakeDocument) {
  return definition;
}

export function toDeliveryWire(delivery: IntakeDelivery) {
  return {
    delivery_id: delivery.deliveryId,
    ...toSettledWire(delivery),
    outcome: delivery.outcome,
    items: delivery.items?.map(toSettledWire),
    bytes: delivery.bytes,
    kept: delivery.isKept,
    received_at: delivery.receivedAt.toISOString(),
    settled_at: delivery.settledAt?.toISOString(),
  };
}

function toSettledWire({
  outcome,
  reason,
  externalId,
  runs,
  failed,
}: Omit<SettledConversation, 'outcome'> & { outcome: string }) {
  return {
    outcome,
    reason,
    external_id: externalId,
    runs: runs.map(({ kit, runId, isReplay }) => ({ kit, run_id: runId, replayed: isReplay })),
    failed,
  };
}

export function toPreviewWire({ conversations, isEnvelope }: Preview) {
  const [first] = conversations;
  const none = { outcome: 'skipped' as const, reason: 'It contains no conversation.', kits: [] };
  return {
    ...(first === undefined ? none : toConversationWire(first)),
    items: isEnvelope ? conversations.map(toConversationWire) : undefined,
  };
}

function toConversationWire({ outcome, reason, mapped, url, kits }: PreviewedConversation) {
  return {
    outcome,
    reason,
    input: mapped && (JSON.parse(mapped.input) as unknown),
    external_id: mapped?.externalId,
    occurred_at: mapped?.occurredAt,
    metadata: mapped?.metadata,
    idempotency_key: mapped?.key,
    url,
    kits: kits.map(({ kit, isChosen, reason: why, fault }) => ({ kit, chosen: isChosen, reason: why, fault })),
  };
}
