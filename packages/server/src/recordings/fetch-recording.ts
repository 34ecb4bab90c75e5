/** Fetches a recording from an address part by part, so that it is never completely in memory, and a lost node costs one part. */

import { recordingsApi } from '@brickwork/contract';
import { startDeadline } from '@brickwork/engine/core/deadline';
import { type RequestFollowing, requestFollowing } from '../core/request-following.ts';
import type { Scope } from '../core/scope.ts';
import type { Recording } from './recording.ts';
import type { RecordingStore } from './store/recording-store.ts';

export interface FetchRecording extends RequestFollowing {
  recordings: Pick<RecordingStore, 'address' | 'keepFetched'>;
}

const { RECORDING_MOST_BYTES, RECORDING_PART_BYTES } = recordingsApi;

/** The server did not answer, or asks to wait. */
export class FetchLater extends Error {
  readonly delayMs: number;

  constructor(reason: string, delayMs: number) {
    super(reason);
    this.delayMs = delayMs;
  }
}

const DEADLINE_MS = 120_000;
const RETRY_MS = 30_000;
const MOST_RETRY_MS = 3_600_000;
/** Limit for servers that ignore `Range`. */
const MOST_AT_ONCE = 67_108_864;
/** Some services return "not found" while a recording is being written. */
const WORTH_ANOTHER = [404, 408, 409, 425, 429];

/** Undefined when it is complete; `gone` if it was deleted meanwhile. */
export async function fetchRecording(
  deps: FetchRecording,
  scope: Scope,
  { recordingId, receivedBytes }: Pick<Recording, 'recordingId' | 'receivedBytes'>,
  signal: AbortSignal,
): Promise<{ error: string } | 'gone' | undefined> {
  const address = await deps.recordings.address(scope, recordingId);
  if (address === undefined) return { error: 'Its address was deleted. Send the recording again.' };
  for (let at = receivedBytes; ; ) {
    const part = await fetchPart(deps, address, at, scope.workspaceId, signal);
    if ('error' in part) return part;
    const { body, isAll } = part;
    if (at + body.length > RECORDING_MOST_BYTES)
      return { error: `The recording has more than ${RECORDING_MOST_BYTES} bytes. Cut it into parts.` };
    if (!(await deps.recordings.keepFetched(scope, recordingId, { body, at, isAll }))) return 'gone';
    if (isAll) return undefined;
    at += body.length;
  }
}

async function fetchPart(
  deps: FetchRecording,
  address: { url: string; headers: Record<string, string> },
  at: number,
  owner: string,
  signal: AbortSignal,
): Promise<{ body: Uint8Array; isAll: boolean } | { error: string }> {
  const deadline = startDeadline(DEADLINE_MS, signal);
  const range = { range: `bytes=${at}-${at + RECORDING_PART_BYTES - 1}` };
  const request = { ...address, method: 'GET', body: undefined, mostBytes: MOST_AT_ONCE } as const;
  const outcome = await requestFollowing(deps, request, owner, deadline.signal, range).finally(deadline.end);
  signal.throwIfAborted();
  if ('invalid' in outcome) return { error: `The recording cannot be fetched: ${outcome.invalid}` };
  if (outcome.fault !== undefined)
    throw new FetchLater(`The address of the recording did not answer: ${outcome.fault}.`, RETRY_MS);
  const { status, response, isWhole, retryAfter } = outcome;
  if (status === 206)
    return isWhole
      ? { body: response, isAll: response.length < RECORDING_PART_BYTES }
      : { error: 'The address sent more data than was requested.' };
  if (status === 416 && at > 0) return { body: new Uint8Array(), isAll: true };
  if (status === 200)
    return isWhole
      ? { body: response.subarray(at), isAll: true }
      : {
          error: `The address does not answer requests with Range, and the recording has more than ${MOST_AT_ONCE} bytes. Upload it instead.`,
        };
  if (status >= 500 || WORTH_ANOTHER.includes(status)) {
    const seconds = Number(retryAfter ?? Number.NaN);
    const delayMs = Number.isFinite(seconds) ? Math.min(MOST_RETRY_MS, Math.max(1, seconds) * 1_000) : RETRY_MS;
    throw new FetchLater(`The address of the recording answered ${status}.`, delayMs);
  }
  return { error: `The address of the recording answered ${status}. Check it, and whether it has expired.` };
}
