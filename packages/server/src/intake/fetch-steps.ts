/**
 * Services that push only an id or a URL: the data is requested before the payload is mapped. The expressions, in their own process, define
 * the request; this side knows the secrets, sends through the outbound guard, and decides what is worth another attempt.
 */
import type { IntakeDocument } from '@brickwork/contract';
import { startDeadline } from '@brickwork/engine/core/deadline';
import type { Clock } from '../core/clock.ts';
import { type FollowedOutcome, type RequestFollowing, requestFollowing } from '../core/request-following.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { type FetchSecrets, hideSecrets, openFetchSecrets, secretsIn } from './fetch-secrets.ts';
import type { OwnedIntake } from './intake.ts';
import type { MappedConversation, MappedDelivery } from './map-delivery.ts';
import type { PayloadMapper } from './payload-mapper.ts';
import type { FetchRequest } from './plan-fetch.ts';
import type { SentBody } from './read-body.ts';

export interface FetchSteps extends RequestFollowing {
  mapper: PayloadMapper;
  box: SecretBox;
  clock: Clock;
  /** Undefined: no more attempts. */
  delayOf(attempts: number, retryAfter: string | undefined): number | undefined;
}

/** The delivery is tried again after a while. */
export class FetchFailed extends Error {
  readonly delayMs: number;

  constructor(reason: string, delayMs: number) {
    super(reason);
    this.delayMs = delayMs;
  }
}

const MOST_BYTES = 10_000_000;
const DEADLINE_MS = 30_000;
/** Some services return "not found" while a transcript is being written. */
const WORTH_ANOTHER = [404, 408, 409, 425, 429];

/** Maps a body, and fetches data for its conversations until none needs any more. */
export async function fetchAll(
  deps: FetchSteps,
  owned: OwnedIntake,
  body: SentBody,
  attempts: number,
  signal: AbortSignal,
): Promise<MappedDelivery> {
  const { name, document } = owned.intake;
  const secrets = secretsIn(document).size === 0 ? {} : openFetchSecrets(deps.box, owned);
  const hidden = hideSecrets(document, secrets);
  const fetched: Record<number, string[]> = {};
  const failures = new Map<number, string>();
  for (;;) {
    const mapped = await deps.mapper.mapDelivery(name, hidden.document, body, fetched, owned.workspaceId);
    if (mapped.outcome === 'failed') return mapped;
    const open = mapped.conversations.flatMap((conversation, index) =>
      conversation.outcome === 'fetch' && !failures.has(index) ? [{ conversation, index }] : [],
    );
    if (open.length === 0) {
      const conversations = mapped.conversations.map(withFailure(failures)).map(withSecrets(hidden.reveal));
      return { ...mapped, conversations };
    }
    for (const { conversation, index } of open) {
      const answer = await fetchStep(deps, owned, hidden, conversation, attempts, signal);
      if ('failure' in answer) failures.set(index, answer.failure);
      else fetched[index] = [...(fetched[index] ?? []), answer.text];
    }
  }
}

function withFailure(failures: ReadonlyMap<number, string>) {
  return (conversation: MappedConversation, index: number): MappedConversation => {
    const reason = failures.get(index);
    return reason === undefined ? conversation : { outcome: 'failed', reason, externalId: conversation.externalId };
  };
}

/** A recording is fetched later, by its own job. */
function withSecrets(reveal: FetchSecrets) {
  return (conversation: MappedConversation): MappedConversation =>
    conversation.outcome === 'mapped' && conversation.recording !== undefined
      ? { ...conversation, recording: reveal(conversation.recording) }
      : conversation;
}

async function fetchStep(
  deps: FetchSteps,
  owned: OwnedIntake,
  hidden: { document: IntakeDocument; reveal: FetchSecrets },
  { step, request }: Extract<MappedConversation, { outcome: 'fetch' }>,
  attempts: number,
  signal: AbortSignal,
): Promise<{ text: string } | { failure: string }> {
  const what = `fetch[${step}] (${owned.intake.document.fetch?.[step]?.as})`;
  const outcome = await requestWhole(deps, hidden.reveal(request), owned.workspaceId, signal);
  signal.throwIfAborted();
  if ('invalid' in outcome) return { failure: `${what}: ${outcome.invalid}` };
  if (outcome.fault === undefined && outcome.status >= 200 && outcome.status < 300)
    return outcome.isWhole
      ? { text: outcome.response.toString('utf8') }
      : { failure: `${what}: the response has more than ${MOST_BYTES} bytes.` };
  const why =
    outcome.fault === undefined ? `the response was ${outcome.status}` : `there was no answer: ${outcome.fault}`;
  const isWorthIt = outcome.fault !== undefined || outcome.status >= 500 || WORTH_ANOTHER.includes(outcome.status);
  const delayMs = isWorthIt
    ? deps.delayOf(attempts, outcome.fault === undefined ? outcome.retryAfter : undefined)
    : undefined;
  if (delayMs !== undefined) throw new FetchFailed(`${what}: ${why}.`, delayMs);
  return { failure: `${what}: ${why}. Fix the cause, then replay the delivery.` };
}

async function requestWhole(
  deps: FetchSteps,
  request: FetchRequest,
  owner: string,
  signal: AbortSignal,
): Promise<FollowedOutcome> {
  const deadline = startDeadline(DEADLINE_MS, signal);
  try {
    return await requestFollowing(deps, { ...request, mostBytes: MOST_BYTES }, owner, deadline.signal);
  } finally {
    deadline.end();
  }
}
