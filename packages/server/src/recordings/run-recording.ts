/**
 * A recording, as a job: it is fetched if it has an address, transcribed piece by piece, and becomes the input of a run of each kit. Every
 * piece is stored when it has been transcribed, so a node that is lost or stopping costs one piece.
 */

import { RecogniserFault } from '@brickwork/audio/engines/call-service';
import type { SoundFacts } from '@brickwork/audio/sound/listen';
import { SoundError } from '@brickwork/audio/sound-block';
import { toConversation } from '@brickwork/audio/to-conversation';
import type { Transcriber } from '@brickwork/audio/transcriber';
import { ERRORS } from '@brickwork/contract';
import { conversationField } from '@brickwork/engine/conversation/conversation-field';
import { ChildEndedError } from '@brickwork/engine/core/child-processes';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Principal } from '../access/principal.ts';
import type { Scope } from '../core/scope.ts';
import { type JobKind, type RunJob, runJob } from '../jobs/run-job.ts';
import { resolveKit } from '../kits/resolve-kit.ts';
import { RECORDING_KIND } from '../queue/job-kinds.ts';
import type { HeldJob } from '../queue/store/job-store.ts';
import { type CreateRun, createRun } from '../runs/create-run.ts';
import { FetchLater, type FetchRecording, fetchRecording } from './fetch-recording.ts';
import type { Recording, RecordingEnd, RecordingKit, SavedPiece, Spoken } from './recording.ts';
import type { RecordingBytes } from './store/recording-bytes.ts';
import type { RecordingStore } from './store/recording-store.ts';

export interface RunRecording extends RunJob, FetchRecording {
  recordings: RecordingStore;
  bytes: RecordingBytes;
  transcriber: Transcriber;
  /** In its public form: `whisper/base`. */
  engine: string;
  create: CreateRun;
  database: Parameters<RecordingBytes['write']>[0];
  onEnd(status: 'succeeded' | 'failed'): void;
}

/** Retries for hours (a killed child, a busy service), not forever. */
const MOST_ATTEMPTS = 60;
const RETRY_DEAD_MS = 2_000;
/** Pieces before another waiting recording gets its turn. */
const TURN_PIECES = 20;
/** Of the copy, written at once. */
const COPY_BYTES = 524_288;
/** As long as a request could be repeated. */
const KEY_KEPT_MS = 365 * 86_400_000;
const NO_SPEECH = 'No speech was found in it. Listen to it: it may be silent, music, or the wrong file.';
const INFERRED =
  'The recording has one channel, so who is the agent and who is the customer was inferred from what they say. Record each side on its own channel if that matters.';

export function runRecording(deps: RunRecording, job: HeldJob, signal: AbortSignal): Promise<void> {
  const kind: JobKind<Recording, RecordingEnd> = {
    ...{ kind: RECORDING_KIND, name: 'a recording', prefix: 'rec', mostAttempts: MOST_ATTEMPTS },
    records: {
      find: deps.recordings.find,
      finish: async (...how) => told(deps, 'succeeded', await deps.recordings.finish(...how)),
      fail: async (...how) => told(deps, 'failed', await deps.recordings.fail(...how)),
    },
    step: (recording, { scope }) => hear(deps, scope, recording, signal),
    retryAfter,
  };
  return runJob(deps, kind, job, signal);
}

function told({ onEnd }: RunRecording, status: 'succeeded' | 'failed', isOurs: boolean): boolean {
  if (isOurs) onEnd(status);
  return isOurs;
}

function retryAfter(error: unknown): { delayMs: number; reason: string; message: string } | undefined {
  if (error instanceof FetchLater) return { delayMs: error.delayMs, reason: 'fetch_failed', message: error.message };
  if (error instanceof ChildEndedError)
    return { delayMs: RETRY_DEAD_MS, reason: 'process_died', message: 'Transcription ended unexpectedly each time.' };
  if (error instanceof RecogniserFault && error.retryAfterMs !== undefined)
    return { delayMs: error.retryAfterMs, reason: 'engine_unavailable', message: error.message };
  return undefined;
}

async function hear(
  deps: RunRecording,
  scope: Scope,
  recording: Recording,
  signal: AbortSignal,
): Promise<RecordingEnd | { error: string } | 'later' | 'ended'> {
  const { recordingId } = recording;
  if (recording.sizeBytes === undefined) {
    const fault = await fetchRecording(deps, scope, recording, signal);
    if (fault !== undefined) return fault === 'gone' ? 'ended' : fault;
  }
  const size = await deps.bytes.sizeOf(scope, recordingId, false);
  const source = deps.bytes.source(scope, recordingId, false, size);
  try {
    const heard = await hearPieces(deps, scope, recording, source, signal);
    return typeof heard === 'string' ? heard : await toRuns(deps, scope, recording, heard);
  } catch (error) {
    if (error instanceof SoundError || (error instanceof RecogniserFault && error.retryAfterMs === undefined))
      return { error: error.message };
    throw error;
  }
}

interface HeardAll {
  pieces: readonly SavedPiece[];
  facts: SoundFacts;
}

async function hearPieces(
  deps: RunRecording,
  scope: Scope,
  { recordingId, plan }: Recording,
  source: ReturnType<RecordingBytes['source']>,
  signal: AbortSignal,
): Promise<HeardAll | 'later' | 'ended'> {
  const pieces = await deps.recordings.pieces(scope, recordingId);
  const done = pieces.length;
  const language = plan.language ?? pieces.find((piece) => piece.language !== undefined)?.language;
  const copy = new CopyWriter((bytes, at) =>
    deps.bytes.write(deps.database, scope, recordingId, { bytes, at, isCopy: true }),
  );
  const heard = deps.transcriber.hear(scope.workspaceId, source, {
    ...{ language, done, withCopy: plan.keepAudio, signal },
  });
  for (;;) {
    const next = await heard.next();
    if (next.done === true) {
      await copy.end();
      return { pieces, facts: next.value };
    }
    if (next.value.kind === 'copy') {
      await copy.push(next.value.bytes);
      continue;
    }
    const { index, until, words, language: found } = next.value.piece;
    const piece = { number: index, until, language: found, words };
    const isThere = await deps.recordings.savePiece(scope, recordingId, piece);
    pieces.push(piece);
    const isOver = (pieces.length - done) % TURN_PIECES === 0 && (await deps.recordings.isAnyWaiting(scope));
    if (!isThere || isOver) {
      await heard.return(NOTHING_HEARD);
      return isThere ? 'later' : 'ended';
    }
  }
}

const NOTHING_HEARD: SoundFacts = { seconds: 0, channels: 0, stretches: [] };

/** Collects the copy into parts that are the same each time. */
class CopyWriter {
  readonly #write: (bytes: Uint8Array, at: number) => Promise<void>;
  #parts: Uint8Array[] = [];
  #held = 0;
  #at = 0;

  constructor(write: (bytes: Uint8Array, at: number) => Promise<void>) {
    this.#write = write;
  }

  async push(bytes: Uint8Array): Promise<void> {
    this.#parts.push(bytes);
    this.#held += bytes.length;
    if (this.#held >= COPY_BYTES) await this.end();
  }

  async end(): Promise<void> {
    if (this.#held === 0) return;
    await this.#write(Buffer.concat(this.#parts), this.#at);
    this.#at += this.#held;
    this.#parts = [];
    this.#held = 0;
  }
}

async function toRuns(
  deps: RunRecording,
  scope: Scope,
  recording: Recording,
  { pieces, facts }: HeardAll,
): Promise<RecordingEnd | { error: string }> {
  const { plan } = recording;
  const sides = plan.channels?.map((side) => (side === 'unknown' ? undefined : side)) ?? [];
  const words = pieces.flatMap(({ words: said }) => said);
  if (words.length === 0) return { error: `${NO_SPEECH} It is ${Math.round(facts.seconds)} seconds long.` };
  const isOneChannel = facts.channels === 1;
  const { turns, speech } = toConversation(words, facts, { sides: isOneChannel ? [] : sides });
  const spoken: Spoken = { channels: facts.channels, turns, speech };
  const runIds: string[] = [];
  for (const kit of plan.kits) {
    const made = await makeRun(deps, scope, recording, kit, spoken);
    if ('error' in made) return made;
    runIds.push(made.runId);
  }
  const language = plan.language ?? pieces.find((piece) => piece.language !== undefined)?.language;
  const warnings = isOneChannel ? [INFERRED] : [];
  return { engine: deps.engine, seconds: facts.seconds, language, warnings, runIds, spoken };
}

async function makeRun(
  deps: RunRecording,
  scope: Scope,
  { recordingId, externalId, plan, planName, workspaceName }: Recording,
  kit: RecordingKit,
  { turns, speech }: Spoken,
): Promise<{ runId: string } | { error: string }> {
  const principal: Principal = {
    ...scope,
    workspaceName,
    plan: planName,
    actor: { kind: 'system', id: 'recordings', name: 'recordings' },
    role: 'runner',
    hidesIdentities: false,
  };
  const name = 'kitCode' in kit ? kit.kitCode : kit.kitVersionId;
  try {
    const resolved = await resolveKit(deps.create.kits, scope.workspaceId, kit, plan.type);
    const conversation = { turns: turns.map(withoutWords), ...(speech.length > 0 && { speech }) };
    const created = await createRun(
      deps.create,
      principal,
      {
        kitCode: 'kitCode' in kit ? kit.kitCode : undefined,
        kitVersionId: 'kitVersionId' in kit ? kit.kitVersionId : undefined,
        input: {
          ...(plan.language !== undefined && !('language' in resolved.kit.input.fields) && { language: plan.language }),
          ...plan.input,
          [conversationField(resolved.kit)]: conversation,
        },
        inputText: undefined,
        type: plan.type,
        mode: 'async',
        externalId,
        metadata: plan.metadata,
        occurredAt: plan.occurredAt,
      },
      // A header cannot contain a line break, so this key never equals that of a request with an API key.
      { keyForAnyRequest: `recording\n${recordingId}\n${name}`, keptMs: KEY_KEPT_MS },
    );
    return { runId: created.runId };
  } catch (error) {
    if (!(error instanceof ServiceError) || ERRORS[error.code].retryable) throw error;
    return { error: `No run could be created (${error.code}): ${error.detail ?? ERRORS[error.code].meaning}` };
  }
}

/** Times of words stay with the recording: a run needs only those of turns. */
function withoutWords(turn: Spoken['turns'][number]) {
  if (!('words' in turn)) return turn;
  const { words: _words, ...rest } = turn;
  return rest;
}
