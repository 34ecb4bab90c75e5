/** What an intake would do with a payload. Stores nothing. */
import type { IntakeDocument } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Principal } from '../access/principal.ts';
import { getKit } from '../kits/manage-kits.ts';
import { resolveKit } from '../kits/resolve-kit.ts';
import { checkRunInput, type InputChecks } from '../runs/check-run-input.ts';
import type { RuleVerdict } from './choose-kits.ts';
import { checkDocument, type ManageIntakes } from './manage-intakes.ts';
import type { MappedPayload } from './map-payload.ts';

export interface PreviewDelivery extends Pick<ManageIntakes, 'kits' | 'mapper'> {
  checks: InputChecks;
}

export interface Preview {
  outcome: 'accepted' | 'skipped' | 'failed';
  reason: string | undefined;
  mapped: Extract<MappedPayload, { outcome: 'mapped' }> | undefined;
  kits: (RuleVerdict & { fault: string | undefined })[];
}

export async function previewDelivery(
  deps: PreviewDelivery,
  principal: Principal,
  name: string,
  document: IntakeDocument,
  payload: string,
): Promise<Preview> {
  await checkDocument(deps, principal, document);
  const mapped = await deps.mapper.mapPayload(name, document, payload, principal.workspaceId);
  if (mapped.outcome !== 'mapped') {
    const reason = mapped.outcome === 'failed' ? (mapped.detail ?? mapped.reason) : mapped.reason;
    return { outcome: mapped.outcome, reason, mapped: undefined, kits: [] };
  }
  const kits = await Promise.all(
    mapped.rules.map(async (rule) => ({
      ...rule,
      fault: rule.isChosen ? await faultOf(deps, principal, rule.kit, mapped.input) : undefined,
    })),
  );
  const chosen = kits.filter(({ isChosen }) => isChosen);
  if (chosen.length === 0) return { outcome: 'skipped', reason: 'No rule matches.', mapped, kits };
  return chosen.every(({ fault }) => fault !== undefined)
    ? { outcome: 'failed', reason: 'Every chosen kit refuses the input.', mapped, kits }
    : { outcome: 'accepted', reason: undefined, mapped, kits };
}

async function faultOf(
  { kits, checks }: PreviewDelivery,
  { workspaceId }: Principal,
  kit: string,
  input: string,
): Promise<string | undefined> {
  try {
    const { kitCode } = await getKit(kits, workspaceId, kit);
    const version = await resolveKit(kits, workspaceId, { kitCode }, 'api');
    const value = JSON.parse(input) as Record<string, unknown>;
    await checkRunInput(checks, version, value, { text: input, owner: workspaceId });
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError) || !['kit_not_found', 'kit_input_invalid'].includes(error.code)) throw error;
    return error.detail ?? 'The kit has no published version.';
  }
}
