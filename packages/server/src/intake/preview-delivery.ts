/** Shows what an intake would do with a payload. Stores nothing, and requests nothing. */
import type { IntakeDocument } from '@brickwork/contract';
import { conversationField } from '@brickwork/engine/conversation/conversation-field';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Principal } from '../access/principal.ts';
import { getKit } from '../kits/manage-kits.ts';
import { resolveKit } from '../kits/resolve-kit.ts';
import { checkRunInput, type InputChecks } from '../runs/check-run-input.ts';
import { NO_KITS, type RuleVerdict } from './choose-kits.ts';
import { hideSecrets, secretsIn } from './fetch-secrets.ts';
import { checkDocument, type ManageIntakes } from './manage-intakes.ts';
import type { MappedConversation } from './map-delivery.ts';
import type { MappedPayload } from './map-payload.ts';

export interface PreviewDelivery extends Pick<ManageIntakes, 'kits' | 'mapper'> {
  checks: InputChecks;
}

export interface PreviewedConversation {
  outcome: 'accepted' | 'skipped' | 'failed' | 'fetch';
  reason: string | undefined;
  mapped: Extract<MappedPayload, { outcome: 'mapped' }> | undefined;
  /** The next fetch step's request. */
  url: string | undefined;
  kits: (RuleVerdict & { fault: string | undefined })[];
}

export interface Preview {
  conversations: PreviewedConversation[];
  isEnvelope: boolean;
}

/** `fetched` has the responses of fetch steps by name, for trying the steps after them. */
export async function previewDelivery(
  deps: PreviewDelivery,
  principal: Principal,
  name: string,
  document: IntakeDocument,
  pushed: { contentType: string; bytes: Buffer },
  fetched: Readonly<Record<string, unknown>>,
): Promise<Preview> {
  await checkDocument(deps, principal, document);
  const body = {
    ...pushed,
    isToken: document.auth.type === 'jwt' && document.auth.in === 'body' && pushed.contentType !== 'application/json',
  };
  const answers = answersOf(document, fetched);
  // For an envelope, every conversation gets the same responses.
  const all = Object.fromEntries(Array.from({ length: MOST_SHOWN }, (_, index) => [index, answers]));
  // Nothing is sent, so no secrets are needed.
  const unknown = Object.fromEntries([...secretsIn(document)].map((secret) => [secret, '…']));
  const hidden = hideSecrets(document, unknown).document;
  const mapped = await deps.mapper.mapDelivery(name, hidden, body, all, principal.workspaceId);
  if (mapped.outcome === 'failed')
    return {
      conversations: [{ ...nothing, outcome: 'failed', reason: mapped.detail ?? mapped.reason }],
      isEnvelope: false,
    };
  const shown = mapped.conversations.slice(0, MOST_SHOWN);
  const conversations = await Promise.all(shown.map((each) => previewConversation(deps, principal, each)));
  return { conversations, isEnvelope: mapped.isEnvelope };
}

const MOST_SHOWN = 20;
const nothing = { mapped: undefined, url: undefined, kits: [] };

/** Up to the first step without a response. */
function answersOf({ fetch = [] }: IntakeDocument, fetched: Readonly<Record<string, unknown>>): string[] {
  const missing = fetch.findIndex(({ as }) => fetched[as] === undefined);
  const known = missing < 0 ? fetch : fetch.slice(0, missing);
  return known.map(({ as, read }) => (read === 'text' ? String(fetched[as]) : JSON.stringify(fetched[as])));
}

async function previewConversation(
  deps: PreviewDelivery,
  principal: Principal,
  mapped: MappedConversation,
): Promise<PreviewedConversation> {
  if (mapped.outcome === 'fetch')
    return { ...nothing, outcome: 'fetch', reason: 'It needs a response first.', url: mapped.request.url };
  if (mapped.outcome !== 'mapped') {
    const reason = mapped.outcome === 'failed' ? (mapped.detail ?? mapped.reason) : mapped.reason;
    return { ...nothing, outcome: mapped.outcome, reason };
  }
  const kits = await Promise.all(
    mapped.rules.map(async (rule) => ({
      ...rule,
      fault: rule.isChosen ? await faultOf(deps, principal, rule.kit, mapped) : undefined,
    })),
  );
  const about = { mapped, url: mapped.recording?.url, kits };
  const chosen = kits.filter(({ isChosen }) => isChosen);
  if (chosen.length === 0)
    return { ...about, outcome: 'skipped', reason: kits.length === 0 ? NO_KITS : 'No rule matches.' };
  return chosen.every(({ fault }) => fault !== undefined)
    ? { ...about, outcome: 'failed', reason: 'Every chosen kit rejects the input.' }
    : { ...about, outcome: 'accepted', reason: undefined };
}

async function faultOf(
  { kits, checks }: PreviewDelivery,
  { workspaceId }: Principal,
  kit: string,
  { input: text, recording }: Extract<MappedPayload, { outcome: 'mapped' }>,
): Promise<string | undefined> {
  try {
    const { kitCode } = await getKit(kits, workspaceId, kit);
    const version = await resolveKit(kits, workspaceId, { kitCode }, 'api');
    const given = JSON.parse(text) as Record<string, unknown>;
    // The recording's conversation comes later.
    const value = recording === undefined ? given : { ...given, [conversationField(version.kit)]: 'Hello.' };
    const input = recording === undefined ? text : JSON.stringify(value);
    await checkRunInput(checks, version, value, { text: input, owner: workspaceId });
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError) || !['kit_not_found', 'kit_input_invalid'].includes(error.code)) throw error;
    return error.detail ?? 'The kit has no published version.';
  }
}
