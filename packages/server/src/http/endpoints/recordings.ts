/** Recordings over HTTP. */
import { recordingsApi } from '@brickwork/contract';
import { requirePermission } from '../../access/principal.ts';
import {
  createRecording,
  deleteRecording,
  listRecordings,
  type ManageRecordings,
  readRecording,
  retryRecording,
  uploadPart,
} from '../../recordings/manage-recordings.ts';
import { type PlayRecording, playRecording } from '../../recordings/play-recording.ts';
import type { Recording, Spoken } from '../../recordings/recording.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { MASKED, seesMasked } from '../mask-answer.ts';
import { ok, type Route, route } from '../route.ts';

export interface RecordingRoutes extends ManageRecordings, PlayRecording {
  /** How long a copy is kept. */
  audioDays: number;
}

export function recordingRoutes(deps: RecordingRoutes): Route[] {
  const wire = (recording: Recording) => toWire(recording, deps.audioDays);
  return [
    route(recordingsApi.createRecording, async ({ principal, body, headerValues }) => {
      const { kit_code: kitCode, kit_version_id: kitVersionId, url, ...asked } = body;
      const kit = kitVersionId !== undefined ? { kitVersionId } : kitCode === undefined ? undefined : { kitCode };
      const key = idempotencyKeyOf(headerValues('idempotency-key'));
      const { recording, isReplay } = await createRecording(deps, principal, {
        kits: kit === undefined ? [] : [kit],
        ...{ name: asked.name, metadata: asked.metadata, occurredAt: asked.occurred_at, type: asked.type },
        ...{ input: asked.input, language: asked.language, channels: asked.channels },
        ...{ externalId: asked.external_id, sizeBytes: asked.size_bytes, keepAudio: asked.keep_audio },
        address: url === undefined ? undefined : { url, headers: {} },
        key: key === undefined ? undefined : `request\n${key}`,
      });
      const headers = isReplay ? { 'idempotent-replayed': 'true' } : {};
      return { status: 201, body: wire(recording), headers };
    }),
    route(recordingsApi.uploadRecording, async ({ principal, params, query, bytes }) =>
      ok(wire(await uploadPart(deps, principal, params.recordingId, bytes, query.offset))),
    ),
    route(recordingsApi.listRecordings, async ({ principal, query }) => {
      const { status, run_id: runId, external_id: externalId, limit, cursor } = query;
      const { items, nextCursor } = await listRecordings(deps, principal, {
        ...{ status, runId, externalId, limit, cursor },
      });
      return ok({ data: items.map(wire), next_cursor: nextCursor });
    }),
    route(recordingsApi.getRecording, async ({ principal, params, query }) => {
      if (query.include !== undefined) requirePermission(principal, 'runs:read_input');
      const recording = await readRecording(deps, principal, params.recordingId);
      const spoken =
        query.include === undefined ? undefined : await deps.recordings.spoken(principal, params.recordingId);
      const isMasked = seesMasked(principal);
      const conversation = spoken && { turns: spoken.turns.map((turn) => toTurnWire(turn, isMasked)) };
      return ok({ ...wire(recording), conversation });
    }),
    route(recordingsApi.playRecording, async ({ principal, params, query, headers }) => {
      const isMasked = seesMasked(principal, query.mask);
      const { range } = headers;
      const { start, end, size, body } = await playRecording(deps, principal, params.recordingId, { range, isMasked });
      const isWhole = start === 0 && end === size;
      return {
        status: isWhole ? 200 : 206,
        body,
        isMasked: true,
        headers: {
          'content-type': 'audio/wav',
          'content-length': String(end - start),
          'accept-ranges': 'bytes',
          ...(!isWhole && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
          ...(isMasked && MASKED),
        },
      };
    }),
    route(recordingsApi.retryRecording, async ({ principal, params }) => ({
      status: 202,
      body: wire(await retryRecording(deps, principal, params.recordingId)),
    })),
    route(recordingsApi.deleteRecording, async ({ principal, params }) => {
      await deleteRecording(deps, principal, params.recordingId);
      return ok({ recording_id: params.recordingId, deleted: true });
    }),
  ];
}

const DAY_MS = 86_400_000;

function toWire(recording: Recording, audioDays: number) {
  const { plan, completedAt, hasAudio } = recording;
  const kit = plan.kits[0];
  return {
    recording_id: recording.recordingId,
    status: recording.status,
    name: plan.name,
    external_id: recording.externalId,
    metadata: plan.metadata,
    occurred_at: plan.occurredAt && new Date(plan.occurredAt).toISOString(),
    ...(kit && ('kitCode' in kit ? { kit_code: kit.kitCode } : { kit_version_id: kit.kitVersionId })),
    language: recording.language ?? plan.language,
    channels: plan.channels,
    size_bytes: recording.sizeBytes,
    received_bytes: recording.receivedBytes,
    heard_seconds: recording.heardSeconds,
    seconds: recording.seconds,
    engine: recording.engine,
    run_ids: recording.runIds,
    has_audio: hasAudio,
    audio_until:
      hasAudio && completedAt ? new Date(completedAt.getTime() + audioDays * DAY_MS).toISOString() : undefined,
    error: recording.error,
    warnings: recording.warnings,
    created_at: recording.createdAt.toISOString(),
    completed_at: completedAt?.toISOString(),
  };
}

/** For masked callers, whole turns are masked: a single word does not have enough context. */
function toTurnWire(turn: Spoken['turns'][number], isMasked: boolean) {
  if (!('words' in turn) || isMasked) {
    const { words: _words, ...rest } = { words: undefined, ...turn };
    return rest;
  }
  return {
    ...turn,
    words: turn.words.map(({ isJoined, ...word }) => ({ ...word, ...(isJoined && { joined: true as const }) })),
  };
}
