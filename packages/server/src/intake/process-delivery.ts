/**
 * The job of a delivery: reads the payload, fetches what it only names, and makes a run for every conversation and kit that the rules choose.
 * Each run's key comes from the payload, so a worker that is lost half-way, a service that sends twice and a replay make no second one. What
 * became of it commits with the end of the job.
 */
import { createHash } from 'node:crypto';
import { ERRORS } from '@brickwork/contract';
import { backoffMs } from '@brickwork/engine/core/backoff';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { RateLimits } from '../access/rate-limits.ts';
import { encodeId } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { getKit, type ManageKits } from '../kits/manage-kits.ts';
import { handOver } from '../queue/hand-over.ts';
import { INTAKE_KIND } from '../queue/job-kinds.ts';
import type { HeldJob, JobStore } from '../queue/store/job-store.ts';
import { createRecording, type ManageRecordings } from '../recordings/manage-recordings.ts';
import { type CreateRun, createRun } from '../runs/create-run.ts';
import { NO_KITS } from './choose-kits.ts';
import { FetchFailed, type FetchSteps, fetchAll } from './fetch-steps.ts';
import {
  type IntakeDelivery,
  LOG_DAYS,
  type MadeRun,
  MOST_PAIRS,
  type RefusedKit,
  type SettledConversation,
  type SettledDelivery,
} from './intake.ts';
import type { MappedConversation } from './map-delivery.ts';
import type { MappedPayload } from './map-payload.ts';
import type { FetchRequest } from './plan-fetch.ts';
import { principalOfIntake } from './principal-of-intake.ts';
import type { DeliveryStore, PendingDelivery } from './store/delivery-store.ts';

export interface ProcessDelivery extends Omit<CreateRun, 'kits'>, FetchSteps {
  deliveries: Pick<DeliveryStore, 'load' | 'settle' | 'putBack' | 'end'>;
  jobs: Pick<JobStore, 'putBack'>;
  kits: ManageKits;
  /** Opens payloads. */
  payloads: SecretBox;
  rateLimits: RateLimits;
  recordings: ManageRecordings;
  logger: Logger;
  onOutcome(outcome: IntakeDelivery['outcome']): void;
}

const MOST_REASON = 1_000;
/** Of what can only be our own fault; after that, it waits in the log for somebody who replays it. */
const MOST_ATTEMPTS = 50;
/** For as long as a payload can be replayed, and longer than any is sent again. */
const KEY_KEPT_MS = (LOG_DAYS + 1) * 86_400_000;

export async function processDelivery(deps: ProcessDelivery, job: HeldJob, signal: AbortSignal): Promise<void> {
  let pending: PendingDelivery | undefined;
  try {
    pending = await deps.deliveries.load(job);
    if (pending === undefined) return await deps.deliveries.end(job);
    const settled =
      job.attempts > MOST_ATTEMPTS
        ? failure(`It was started ${MOST_ATTEMPTS} times and never finished. Replay it.`)
        : await readDelivery(deps, job, pending, signal);
    const isOurs = await deps.deliveries.settle(job, pending.owned.intake.intakeId, settled, deps.clock.now());
    if (isOurs) deps.onOutcome(settled.outcome);
  } catch (error) {
    await onFault(deps, job, pending, signal.aborted ? signal.reason : error);
  }
}

async function readDelivery(
  deps: ProcessDelivery,
  job: HeldJob,
  pending: PendingDelivery,
  signal: AbortSignal,
): Promise<SettledDelivery> {
  const { intake } = pending.owned;
  if (!intake.document.enabled) return { ...failure('The intake is disabled.'), outcome: 'skipped' };
  const bytes = deps.payloads.open(pending.payload, encodeId('itd', pending.deliveryId));
  if (bytes === undefined) return failure('The payload cannot be decrypted: the deployment’s secret has changed.');
  const body = { contentType: pending.contentType, bytes, isToken: isTokenBody(intake.document.auth) };
  const mapped = await fetchAll(deps, pending.owned, body, job.attempts, signal);
  if (mapped.outcome === 'failed') return failure(mapped.reason);
  const settled: SettledConversation[] = [];
  for (const conversation of mapped.conversations) {
    signal.throwIfAborted();
    settled.push(await settleConversation(deps, job, pending, conversation));
  }
  return mapped.isEnvelope ? summarise(settled) : { ...(settled[0] ?? failure('Nothing was read.')), items: undefined };
}

function isTokenBody(auth: { type: string; in?: string }): boolean {
  return auth.type === 'jwt' && auth.in === 'body';
}

async function settleConversation(
  deps: ProcessDelivery,
  job: HeldJob,
  pending: PendingDelivery,
  conversation: MappedConversation,
): Promise<SettledConversation> {
  const { externalId } = conversation;
  if (conversation.outcome === 'fetch') throw new Error('a conversation that still needs an answer cannot be settled');
  if (conversation.outcome !== 'mapped')
    return { ...nothing, outcome: conversation.outcome, reason: conversation.reason.slice(0, MOST_REASON), externalId };
  const chosen = [...new Set(conversation.rules.filter(({ isChosen }) => isChosen).map(({ kit }) => kit))];
  if (chosen.length === 0) {
    const reason = conversation.rules.map(({ kit, reason: why }) => `${kit}: ${why}`).join(' ') || NO_KITS;
    return { ...nothing, outcome: 'skipped', reason: reason.slice(0, MOST_REASON), externalId };
  }
  const { recording } = conversation;
  const made =
    recording === undefined
      ? await makeRuns(deps, job, pending, chosen, conversation)
      : await makeRecording(deps, pending, chosen, { ...conversation, recording });
  return { ...made, externalId };
}

type Mapped = Extract<MappedPayload, { outcome: 'mapped' }>;

async function makeRuns(
  deps: ProcessDelivery,
  job: HeldJob,
  pending: PendingDelivery,
  kits: readonly string[],
  mapped: Mapped,
): Promise<Omit<SettledConversation, 'externalId'>> {
  const input = JSON.parse(mapped.input) as Record<string, unknown>;
  const runs: MadeRun[] = [];
  const failed: RefusedKit[] = [];
  for (const kit of kits) {
    try {
      const run = await makeRun(deps, pending, kit, mapped, input);
      // A worker that was lost had made it for this very delivery.
      runs.push({ ...run, isReplay: run.isReplay && !(job.attempts > 1 && isMadeSince(run, pending)) });
    } catch (error) {
      if (!(error instanceof ServiceError) || ERRORS[error.code].retryable) throw error;
      failed.push({ kit, error: error.code, detail: error.detail ?? ERRORS[error.code].meaning });
    }
  }
  const refusals = failed
    .map(({ kit, error, detail }) => `${kit}: ${detail ?? error}`)
    .join(' ')
    .slice(0, MOST_REASON);
  const isNew = runs.some(({ isReplay }) => !isReplay);
  if (isNew) return { outcome: 'accepted', reason: refusals || undefined, runs, failed };
  if (runs.length > 0 && failed.length === 0)
    return { outcome: 'replayed', reason: 'It was already received: the runs exist.', runs, failed };
  return { outcome: 'failed', reason: refusals, runs, failed };
}

/** Its runs are created once it has been heard. Sent again, it is the same recording; one that failed is tried again. */
async function makeRecording(
  deps: ProcessDelivery,
  { owned }: PendingDelivery,
  kits: readonly string[],
  { input, externalId, occurredAt, metadata, key, recording: address }: Mapped & { recording: FetchRequest },
): Promise<Omit<SettledConversation, 'externalId'>> {
  const { intake } = owned;
  const principal = principalOfIntake(owned);
  const { channels, keep_audio: keepAudio } = intake.document.recording ?? {};
  try {
    const found = await Promise.all(kits.map((kit) => getKit(deps.kits, principal.workspaceId, kit)));
    const { recording, isReplay } = await createRecording(deps.recordings, principal, {
      kits: found.map(({ kitCode }) => ({ kitCode })),
      ...{ type: 'api', externalId, occurredAt, channels, keepAudio },
      ...{ name: undefined, language: undefined, sizeBytes: undefined },
      input: JSON.parse(input) as Record<string, unknown>,
      metadata: withIntake(metadata, intake.name),
      address: { url: address.url, headers: address.headers },
      key: `intake\n${intake.intakeId}\n${key}`,
    });
    const { recordingId } = recording;
    if (isReplay && recording.status === 'failed') await deps.recordings.recordings.retry(principal, recordingId);
    const reason = `${recordingId}: its recording is being transcribed; its runs are created afterwards.`;
    return { ...nothing, outcome: isReplay && recording.status !== 'failed' ? 'replayed' : 'accepted', reason };
  } catch (error) {
    if (!(error instanceof ServiceError) || ERRORS[error.code].retryable) throw error;
    const detail = error.detail ?? ERRORS[error.code].meaning;
    const failed = kits.map((kit) => ({ kit, error: error.code, detail }));
    return { outcome: 'failed', reason: detail.slice(0, MOST_REASON), runs: [], failed };
  }
}

function isMadeSince({ runId }: MadeRun, { deliveryId }: PendingDelivery): boolean {
  return runId.slice('run_'.length) >= encodeId('itd', deliveryId).slice('itd_'.length);
}

async function makeRun(
  deps: ProcessDelivery,
  { owned }: PendingDelivery,
  kit: string,
  { input: inputText, externalId, occurredAt, metadata, key }: Mapped,
  input: Record<string, unknown>,
): Promise<MadeRun> {
  const { intake } = owned;
  const principal = principalOfIntake(owned);
  const { kitCode } = await getKit(deps.kits, principal.workspaceId, kit);
  const request = {
    kitCode,
    kitVersionId: undefined,
    input,
    inputText,
    type: 'api' as const,
    mode: 'async' as const,
    externalId,
    metadata: withIntake(metadata, intake.name),
    occurredAt,
  };
  // No header can hold a line break: such a key is never that of a request with an API key.
  const hash = createHash('sha256').update(key).digest('hex');
  const created = await createRun(deps, principal, request, {
    keyForAnyRequest: `intake\n${intake.intakeId}\n${kitCode}\n${hash}`,
    keptMs: KEY_KEPT_MS,
  });
  return { kit, runId: created.runId, isReplay: created.isReplay };
}

/** The name of the intake, so that runs can be found by it and rules for speakers can name it; what was mapped comes first. */
function withIntake(metadata: Record<string, string> | undefined, name: string): Record<string, string> {
  const pairs = metadata ?? {};
  return Object.keys(pairs).length < MOST_PAIRS ? { intake: name, ...pairs } : pairs;
}

const nothing = { runs: [], failed: [] };

function failure(reason: string): SettledDelivery {
  return {
    ...nothing,
    outcome: 'failed',
    reason: reason.slice(0, MOST_REASON),
    externalId: undefined,
    items: undefined,
  };
}

/** Of an envelope: accepted when anything was, failed when anything failed and nothing is new. */
function summarise(items: SettledConversation[]): SettledDelivery {
  const all = { runs: items.flatMap(({ runs }) => runs), failed: items.flatMap(({ failed }) => failed), items };
  const counts = (['accepted', 'replayed', 'skipped', 'failed'] as const)
    .map((outcome) => [outcome, items.filter((item) => item.outcome === outcome).length] as const)
    .filter(([, count]) => count > 0);
  const outcome =
    (['accepted', 'failed', 'replayed'] as const).find((each) => counts.some(([name]) => name === each)) ?? 'skipped';
  const reason = `${items.length} conversations: ${counts.map(([name, count]) => `${count} ${name}`).join(', ')}.`;
  return {
    ...all,
    outcome,
    externalId: undefined,
    reason: items.length === 0 ? 'It contains no conversation.' : reason,
  };
}

async function onFault(
  deps: ProcessDelivery,
  job: HeldJob,
  pending: PendingDelivery | undefined,
  error: unknown,
): Promise<void> {
  if (await handOver(deps.jobs, INTAKE_KIND, job, error)) return;
  if (pending !== undefined && (error instanceof FetchFailed || error instanceof ServiceError)) {
    const retryAfterMs = (error instanceof ServiceError ? (error.retryAfterSeconds ?? 0) : 0) * 1_000;
    const delayMs =
      error instanceof FetchFailed ? error.delayMs : Math.max(retryAfterMs, backoffMs(job.attempts, 500, 60_000));
    const why = error instanceof FetchFailed ? error.message : (error.detail ?? ERRORS[error.code].meaning);
    const reason = `It will be retried: ${why}`.slice(0, MOST_REASON);
    await deps.deliveries.putBack(job, pending.owned.intake.intakeId, { delayMs, reason });
    return;
  }
  deps.logger.warn(
    { delivery_id: encodeId('itd', job.id), reason: error instanceof Error ? error.message : 'unknown' },
    'a delivery could not be read; it is retried when its lease expires',
  );
}
