/** Sending recordings, reading and deleting them. */
import { createHash } from 'node:crypto';
import { type RecordingStatus, recordingsApi } from '@brickwork/contract';
import { conversationField } from '@brickwork/engine/conversation/conversation-field';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { checkInput } from '@brickwork/engine/kits/check-input';
import type { Principal } from '../access/principal.ts';
import type { Clock } from '../core/clock.ts';
import { pageOf, readCursor } from '../core/cursor.ts';
import { decodeId, isUuid, newId } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';
import { type ResolveKit, resolveKit } from '../kits/resolve-kit.ts';
import { occurredAtOf } from '../runs/occurred-at.ts';
import type { Recording, RecordingAddress, RecordingKit, RecordingPlan } from './recording.ts';
import type { RecordingBytes } from './store/recording-bytes.ts';
import type { RecordingFilter, RecordingStore } from './store/recording-store.ts';

export interface ManageRecordings {
  recordings: RecordingStore;
  bytes: RecordingBytes;
  kits: ResolveKit;
  clock: Clock;
  /** Refuses an address that is not public. */
  checkUrl(text: string, workspaceId: string): Promise<URL>;
  /** Undefined without a transcriber. */
  engine: string | undefined;
  keepsAudio: boolean;
  /** Of one workspace. */
  mostBytes: number;
}

export interface RecordingRequest extends Omit<RecordingPlan, 'kits' | 'keepAudio'> {
  kits: readonly RecordingKit[];
  externalId: string | undefined;
  sizeBytes: number | undefined;
  address: RecordingAddress | undefined;
  keepAudio: boolean | undefined;
  /** A repeated request with the same key returns the same recording. */
  key: string | undefined;
}

const { RECORDING_PART_BYTES } = recordingsApi;
const NO_ENGINE =
  'This service does not transcribe. Set BRICKWORK_TRANSCRIBER, such as whisper/base after "brickwork models get whisper-base".';

/** An unknown kit, or an input that it does not accept, is refused before anything is uploaded. */
export async function createRecording(
  deps: ManageRecordings,
  principal: Principal,
  request: RecordingRequest,
): Promise<{ recording: Recording; isReplay: boolean }> {
  if (deps.engine === undefined) throw new ServiceError('conflict', { detail: NO_ENGINE });
  const now = deps.clock.now();
  const { kits, externalId, sizeBytes, address, keepAudio = deps.keepsAudio, key, ...asked } = request;
  occurredAtOf(asked.occurredAt, now);
  for (const kit of kits) {
    const reference = 'kitCode' in kit ? { kitCode: kit.kitCode } : kit;
    const resolved = await resolveKit(deps.kits, principal.workspaceId, reference, asked.type);
    checkInput(resolved.kit, { ...asked.input, [conversationField(resolved.kit)]: 'Hello.' });
  }
  if (address !== undefined) await deps.checkUrl(address.url, principal.workspaceId);
  if ((await deps.bytes.held(principal.workspaceId)) + (sizeBytes ?? 0) > deps.mostBytes)
    throw new ServiceError('storage_quota_exceeded', {
      detail: `The recordings of this workspace would take more than ${deps.mostBytes} bytes (BRICKWORK_RECORDING_BYTES). Wait until some are transcribed, or delete some.`,
    });
  const { workspaceId, environment } = principal;
  const recordingId = newId('rec', now);
  const stored = await deps.recordings.create({
    ...{ workspaceId, environment, recordingId, externalId, address, sizeBytes, now },
    plan: { ...asked, kits, keepAudio },
    keyHash: key === undefined ? undefined : createHash('sha256').update(key).digest(),
  });
  return { recording: await readRecording(deps, principal, stored), isReplay: stored !== recordingId };
}

export async function uploadPart(
  deps: Pick<ManageRecordings, 'recordings'>,
  scope: Scope,
  recordingId: string,
  body: Uint8Array,
  offset: number,
): Promise<Recording> {
  if (body.length === 0) throw new ServiceError('invalid_parameter', { detail: 'The body is empty. Send the bytes.' });
  if (body.length > RECORDING_PART_BYTES)
    throw new ServiceError('payload_too_large', {
      detail: `A request may contain at most ${RECORDING_PART_BYTES} bytes of a recording. Send it in parts.`,
    });
  const appended = await deps.recordings.append(scope, recordingId, body, offset);
  if (appended === 'gone') throw notFound();
  if (appended === 'ended')
    throw new ServiceError('conflict', {
      detail: 'The recording accepts no more bytes: it is complete, or fetched from its URL.',
    });
  if (typeof appended === 'object' && 'expected' in appended)
    throw new ServiceError('conflict', {
      detail: `The upload continues at offset ${appended.expected}, not at ${offset}.`,
    });
  if (typeof appended === 'object')
    throw new ServiceError('invalid_parameter', {
      detail: `These bytes exceed the ${appended.most} of size_bytes.`,
    });
  return readRecording(deps, scope, recordingId);
}

export async function listRecordings(
  { recordings }: Pick<ManageRecordings, 'recordings'>,
  scope: Scope,
  { limit, cursor, ...filter }: Omit<RecordingFilter, 'before'> & { limit: number; cursor: string | undefined },
): Promise<{ items: Recording[]; nextCursor: string | undefined }> {
  if (filter.runId !== undefined && decodeId('run', filter.runId) === undefined)
    throw new ServiceError('invalid_parameter', { detail: 'run_id is not the id of a run, such as run_01m7….' });
  const before = cursor === undefined ? undefined : readCursor(cursor, (text) => (isUuid(text) ? text : undefined));
  const found = await recordings.list(scope, limit + 1, { ...filter, before });
  return pageOf(found, limit, ({ recordingId }) => decodeId('rec', recordingId) ?? '');
}

export async function readRecording(
  { recordings }: Pick<ManageRecordings, 'recordings'>,
  scope: Scope,
  recordingId: string,
): Promise<Recording> {
  const recording = await recordings.find(scope, recordingId);
  if (recording === undefined) throw notFound();
  return recording;
}

export async function retryRecording(deps: ManageRecordings, scope: Scope, recordingId: string): Promise<Recording> {
  const { status } = await readRecording(deps, scope, recordingId);
  if (!(await deps.recordings.retry(scope, recordingId)))
    throw new ServiceError('conflict', { detail: WHY_NOT[status] });
  return readRecording(deps, scope, recordingId);
}

const WHY_NOT: Readonly<Record<RecordingStatus, string>> = {
  uploading: 'The recording is not complete yet. Upload the rest of it.',
  running: 'The recording is being transcribed.',
  succeeded: 'The recording has been transcribed.',
  failed: 'Its bytes were deleted seven days after it failed. Send it again.',
};

export async function deleteRecording(
  { recordings }: Pick<ManageRecordings, 'recordings'>,
  scope: Scope,
  recordingId: string,
): Promise<void> {
  if (!(await recordings.remove(scope, recordingId))) throw notFound();
}

function notFound(): ServiceError {
  return new ServiceError('not_found', { detail: 'There is no such recording.' });
}
