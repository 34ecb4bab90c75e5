/** Recordings in PostgreSQL. Their bytes are in `recording-bytes.ts`. */
import { deflateSync, inflateSync } from 'node:zlib';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { createJobRecords, IS_IT, type JobTable } from '../../jobs/store/job-records.ts';
import { RECORDING_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { dropJob, type Lease } from '../../queue/store/move-jobs.ts';
import { AMONG_THESE, hasInput } from '../../runs/store/inputs/run-inputs.ts';
import {
  bindingOf,
  type NewRecording,
  type Recording,
  type RecordingAddress,
  type RecordingEnd,
  type RecordingPlan,
  type SavedPiece,
  type Spoken,
} from '../recording.ts';
import type { RecordingBytes } from './recording-bytes.ts';

interface RecordingRow {
  id: string;
  workspace_name: string;
  plan_name: string;
  plan: RecordingPlan;
  status: Recording['status'];
  external_id: string | null;
  is_fetched: boolean;
  size_bytes: string | null;
  received_bytes: string;
  heard_seconds: number;
  seconds: number | null;
  language: string | null;
  engine: string | null;
  warnings: string[] | null;
  run_ids: string[];
  has_audio: boolean;
  error: string | null;
  created_at: Date;
  completed_at: Date | null;
}

/** Per workspace, on all nodes together. */
const AT_ONCE = 16;
/** Deleted by one statement: each may have hundreds of parts. */
const STEP = 20;

const RECORDINGS: JobTable<RecordingRow, Recording> = {
  kind: RECORDING_KIND,
  noun: 'recording',
  prefix: 'rec',
  atOnce: AT_ONCE,
  select: () => `j.id, w.name AS workspace_name, w.plan AS plan_name, j.plan, j.status, j.external_id,
    j.address IS NOT NULL AS is_fetched, j.size_bytes, j.received_bytes, j.heard_seconds, j.seconds, j.language, j.engine,
    j.warnings, j.run_ids, j.has_audio, j.error, j.created_at, j.completed_at
    FROM recordings j JOIN workspaces w ON w.id = j.workspace_id`,
  toRecord: toRecording,
};

/** The upload does not continue at `offset`. */
export type Appended = 'stored' | 'gone' | 'ended' | { expected: number } | { most: number };

export interface RecordingFilter {
  status?: Recording['status'] | undefined;
  runId?: string | undefined;
  externalId?: string | undefined;
  /** Older than this one. */
  before?: string | undefined;
}

export function createRecordingStore(database: Database, clock: LaneClock, box: SecretBox, bytes: RecordingBytes) {
  const records = createJobRecords(database, clock, RECORDINGS);
  const keyOfRecording = records.keyOfRecord;
  const seal = (value: unknown, recordingId: string, what: string) =>
    box.seal(deflateSync(JSON.stringify(value)), bindingOf(recordingId, what));
  const open = <Value>(sealed: Buffer, recordingId: string, what: string): Value => {
    const opened = box.open(sealed, bindingOf(recordingId, what));
    if (opened === undefined) throw new Error('a recording cannot be decrypted');
    return JSON.parse(inflateSync(opened).toString('utf8')) as Value;
  };
  const begin = async (tx: Queryable, scope: Scope, recordingId: string, from: string, condition = '') => {
    const { rowCount } = await tx.query(
      `UPDATE recordings SET status = 'running', error = NULL, completed_at = NULL WHERE ${IS_IT} AND status = $4 ${condition}`,
      [...keyOfRecording(scope, recordingId), from],
    );
    if (rowCount !== 1) return false;
    await records.enter(tx, scope, recordingId);
    return true;
  };
  return {
    find: records.find,
    fail: records.fail,
    isAnyWaiting: records.isAnyWaiting,
    /** The id of the earlier recording with the same key, if there is one. */
    create: ({ recordingId, plan, address, keyHash, now, ...recording }: NewRecording): Promise<string> =>
      database.transaction(async (tx) => {
        const { rows } = await tx.query<{ id: string }>(
          `INSERT INTO recordings (workspace_id, environment, id, status, plan, external_id, address, size_bytes, key_hash, created_at)
           VALUES ($1, $2, $3, 'uploading', $4, $5, $6, $7, $8, $9)
           ON CONFLICT (workspace_id, environment, key_hash) WHERE key_hash IS NOT NULL DO UPDATE SET key_hash = excluded.key_hash RETURNING id`,
          [
            ...keyOfRecording(recording, recordingId),
            JSON.stringify(plan),
            recording.externalId ?? null,
            address === undefined ? null : seal(address, recordingId, 'address'),
            recording.sizeBytes ?? null,
            keyHash ?? null,
            now,
          ],
        );
        const id = encodeId('rec', rows[0]?.id ?? '');
        if (id !== recordingId) return id;
        if (address !== undefined) await begin(tx, recording, recordingId, 'uploading');
        await records.audit(tx, recording, recordingId, 'recording.created', {
          how: address === undefined ? 'upload' : 'address',
        });
        return id;
      }),
    list: (scope: Scope, limit: number, filter: RecordingFilter): Promise<Recording[]> => {
      const { status, runId, externalId, before } = filter;
      return records.list(
        scope,
        limit,
        `AND ($3::text IS NULL OR j.status = $3) AND ($4::uuid IS NULL OR j.run_ids @> ARRAY[$4::uuid])
         AND ($5::text IS NULL OR j.external_id = $5) AND ($6::uuid IS NULL OR j.id < $6)`,
        [status ?? null, runId === undefined ? null : decodeId('run', runId), externalId ?? null, before ?? null],
      );
    },
    append: (scope: Scope, recordingId: string, body: Uint8Array, offset: number): Promise<Appended> =>
      database.transaction(async (tx) => {
        const { rows } = await tx.query<{ status: string; size: string | null; received: string }>(
          `SELECT status, size_bytes AS size, received_bytes AS received FROM recordings WHERE ${IS_IT} FOR UPDATE`,
          keyOfRecording(scope, recordingId),
        );
        const [row] = rows;
        if (row === undefined) return 'gone';
        const [size, received, end] = [Number(row.size), Number(row.received), offset + body.length];
        if (end <= received) return 'stored'; // Sent again, because the response was lost.
        if (row.status !== 'uploading' || row.size === null) return 'ended';
        if (offset !== received) return { expected: received };
        if (end > size) return { most: size };
        await bytes.write(tx, scope, recordingId, { bytes: body, at: offset, isCopy: false });
        await tx.query(`UPDATE recordings SET received_bytes = $4 WHERE ${IS_IT}`, [
          ...keyOfRecording(scope, recordingId),
          end,
        ]);
        if (end === size) await begin(tx, scope, recordingId, 'uploading');
        return 'stored';
      }),
    /** False if it was deleted. `isAll`: there is no more to fetch. */
    keepFetched: (
      scope: Scope,
      recordingId: string,
      { body, at, isAll }: { body: Uint8Array; at: number; isAll: boolean },
    ): Promise<boolean> =>
      database.transaction(async (tx) => {
        const end = at + body.length;
        const { rowCount } = await tx.query(
          `UPDATE recordings SET received_bytes = $4, size_bytes = $5 WHERE ${IS_IT} AND status = 'running'`,
          [...keyOfRecording(scope, recordingId), end, isAll ? end : null],
        );
        if (rowCount === 1) await bytes.write(tx, scope, recordingId, { bytes: body, at, isCopy: false });
        return rowCount === 1;
      }),
    async address(scope: Scope, recordingId: string): Promise<RecordingAddress | undefined> {
      const { rows } = await database.query<{ address: Buffer | null }>(
        `SELECT address FROM recordings WHERE ${IS_IT}`,
        keyOfRecording(scope, recordingId),
      );
      const sealed = rows[0]?.address ?? undefined;
      return sealed && open<RecordingAddress>(sealed, recordingId, 'address');
    },
    /** The transcript so far, in order. */
    async pieces(scope: Scope, recordingId: string): Promise<SavedPiece[]> {
      const { rows } = await database.query<{ number: number; sealed: Buffer }>(
        'SELECT number, sealed FROM recording_pieces WHERE workspace_id = $1 AND environment = $2 AND recording_id = $3 ORDER BY number',
        keyOfRecording(scope, recordingId),
      );
      return rows.map(({ number, sealed }) => open<SavedPiece>(sealed, recordingId, `piece ${number}`));
    },
    /** False if it was deleted. */
    savePiece: (scope: Scope, recordingId: string, piece: SavedPiece): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `UPDATE recordings SET heard_seconds = greatest(heard_seconds, $4) WHERE ${IS_IT} AND status = 'running'`,
          [...keyOfRecording(scope, recordingId), piece.until],
        );
        if (rowCount !== 1) return false;
        await tx.query(
          'INSERT INTO recording_pieces (workspace_id, environment, recording_id, number, sealed) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
          [...keyOfRecording(scope, recordingId), piece.number, seal(piece, recordingId, `piece ${piece.number}`)],
        );
        return true;
      }),
    /** The content is deleted; the copy stays if one is kept and no run has been erased meanwhile. */
    finish: (scope: Scope, recordingId: string, lease: Lease, end: RecordingEnd, now: Date): Promise<boolean> =>
      records.finish(
        scope,
        recordingId,
        lease,
        async (tx) => {
          const areThere = await runsAreThere(tx, scope, end.runIds);
          const { rows } = await tx.query<{ has_audio: boolean }>(
            `SELECT EXISTS (SELECT 1 FROM recording_parts WHERE workspace_id = $1 AND environment = $2 AND recording_id = $3 AND is_copy) AS has_audio`,
            keyOfRecording(scope, recordingId),
          );
          const hasAudio = areThere && rows[0]?.has_audio === true;
          await bytes.drop(tx, scope, recordingId, false);
          if (!hasAudio) await bytes.drop(tx, scope, recordingId, true);
          await dropPieces(tx, keyOfRecording(scope, recordingId));
          const isNeeded = hasAudio || end.runIds.length === 0;
          return {
            status: 'succeeded',
            engine: end.engine,
            seconds: end.seconds,
            heard_seconds: end.seconds,
            language: end.language,
            warnings: end.warnings.length === 0 ? null : end.warnings,
            run_ids: end.runIds.map((runId) => decodeId('run', runId)),
            has_audio: hasAudio,
            address: null,
            spoken: isNeeded ? seal(end.spoken, recordingId, 'spoken') : null,
          };
        },
        now,
      ),
    async spoken(scope: Scope, recordingId: string): Promise<Spoken | undefined> {
      const { rows } = await database.query<{ spoken: Buffer | null }>(
        `SELECT spoken FROM recordings WHERE ${IS_IT}`,
        keyOfRecording(scope, recordingId),
      );
      const sealed = rows[0]?.spoken ?? undefined;
      return sealed && open<Spoken>(sealed, recordingId, 'spoken');
    },
    /** False unless it had failed, and its bytes or its address still exist. */
    retry: (scope: Scope, recordingId: string): Promise<boolean> =>
      database.transaction((tx) =>
        begin(tx, scope, recordingId, 'failed', 'AND (received_bytes > 0 OR address IS NOT NULL)'),
      ),
    /** With its job; false if there is none. */
    remove: (scope: Scope, recordingId: string): Promise<boolean> =>
      database.transaction(async (tx) => {
        const uuid = decodeId('rec', recordingId);
        if (uuid === undefined) return false;
        await dropJob(tx, RECORDING_KIND, laneOf(scope), uuid);
        const { rowCount } = await tx.query(`DELETE FROM recordings WHERE ${IS_IT}`, [...keyOf(scope), uuid]);
        if (rowCount === 1) await records.audit(tx, scope, recordingId, 'recording.deleted', {});
        return rowCount === 1;
      }),
    /** Some of the expired ones, in all workspaces; transcripts are not kept longer than the workspace keeps inputs. */
    async dropOld(before: { upload: Date; failed: Date }, { now, days }: { now: Date; days: number }): Promise<void> {
      const some = (condition: string) =>
        `SELECT workspace_id, environment, id FROM recordings WHERE ${condition} LIMIT ${STEP}`;
      await database.query(
        `DELETE FROM recordings j USING (${some(`status = 'uploading' AND created_at < $1`)}) old
         WHERE j.workspace_id = old.workspace_id AND j.environment = old.environment AND j.id = old.id`,
        [before.upload],
      );
      await database.query(
        `DELETE FROM recordings j USING workspaces w CROSS JOIN LATERAL (
           SELECT environment, id FROM recordings WHERE workspace_id = w.id
             AND completed_at < $1::timestamptz - make_interval(days => least($2, w.keep_input_days, w.keep_run_days)) LIMIT ${STEP}) old
         WHERE j.workspace_id = w.id AND j.environment = old.environment AND j.id = old.id`,
        [now, days],
      );
      await database.transaction(async (tx) => {
        const { rows } = await tx.query<{ workspace_id: string; environment: string; id: string }>(
          `${some(`status = 'failed' AND completed_at < $1 AND (received_bytes > 0 OR address IS NOT NULL)`)} FOR UPDATE`,
          [before.failed],
        );
        for (const { workspace_id, environment, id } of rows) {
          const key = [workspace_id, environment, id];
          await tx.query(
            'DELETE FROM recording_parts WHERE workspace_id = $1 AND environment = $2 AND recording_id = $3',
            key,
          );
          await dropPieces(tx, key);
          await tx.query(`UPDATE recordings SET received_bytes = 0, address = NULL WHERE ${IS_IT}`, key);
        }
      });
    },
  };
}

export type RecordingStore = ReturnType<typeof createRecordingStore>;

async function dropPieces(tx: Queryable, key: readonly unknown[]): Promise<void> {
  await tx.query('DELETE FROM recording_pieces WHERE workspace_id = $1 AND environment = $2 AND recording_id = $3', [
    ...key,
  ]);
}

/** Locked: a later erasure finds the recording. */
async function runsAreThere(tx: Queryable, scope: Scope, runIds: readonly string[]): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM runs r WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[]) AND ${hasInput('r', AMONG_THESE)} ORDER BY id FOR SHARE`,
    [...keyOf(scope), runIds.map((runId) => decodeId('run', runId))],
  );
  return rowCount === runIds.length;
}

function toRecording(row: RecordingRow): Recording {
  return {
    recordingId: encodeId('rec', row.id),
    workspaceName: row.workspace_name,
    planName: row.plan_name,
    plan: row.plan,
    status: row.status,
    externalId: row.external_id ?? undefined,
    isFetched: row.is_fetched,
    sizeBytes: row.size_bytes === null ? undefined : Number(row.size_bytes),
    receivedBytes: Number(row.received_bytes),
    heardSeconds: row.heard_seconds,
    seconds: row.seconds ?? undefined,
    language: row.language ?? undefined,
    engine: row.engine ?? undefined,
    warnings: row.warnings ?? undefined,
    runIds: row.run_ids.map((id) => encodeId('run', id)),
    hasAudio: row.has_audio,
    error: row.error ?? undefined,
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
  };
}
