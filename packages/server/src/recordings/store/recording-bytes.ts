/** The bytes of recordings in PostgreSQL, in sealed parts: the recording as it was sent, and the copy to listen to. */
import type { ByteSource } from '@brickwork/audio/byte-reader';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { bindingOf } from '../recording.ts';

/** The size of a part: read or sealed at once. */
const PART_BYTES = 1_048_576;
const OF_RECORDING = 'workspace_id = $1 AND environment = $2 AND recording_id = $3';

interface PartRow {
  from_byte: string;
  length: number;
  sealed: Buffer;
}

export function bindingOfPart(recordingId: string, isCopy: boolean, fromByte: number | string): string {
  return bindingOf(recordingId, `${isCopy ? 'copy' : 'content'} ${fromByte}`);
}

export function createRecordingBytes(database: Database, box: SecretBox) {
  const keyOfRecording = (scope: Scope, recordingId: string) => [...keyOf(scope), decodeId('rec', recordingId) ?? null];
  return {
    /** Existing parts are kept: the same bytes were written before. */
    async write(
      on: Queryable,
      scope: Scope,
      recordingId: string,
      { bytes, at, isCopy }: { bytes: Uint8Array; at: number; isCopy: boolean },
    ): Promise<void> {
      for (let from = 0; from < bytes.length; from += PART_BYTES) {
        const part = Buffer.from(bytes.subarray(from, from + PART_BYTES));
        const sealed = box.seal(part, bindingOfPart(recordingId, isCopy, at + from));
        await on.query(
          `INSERT INTO recording_parts (workspace_id, environment, recording_id, is_copy, from_byte, length, sealed)
           SELECT workspace_id, environment, id, $4, $5, $6, $7 FROM recordings
           WHERE workspace_id = $1 AND environment = $2 AND id = $3 ON CONFLICT DO NOTHING`,
          [...keyOfRecording(scope, recordingId), isCopy, at + from, part.length, sealed],
        );
      }
    },
    async sizeOf(scope: Scope, recordingId: string, isCopy: boolean): Promise<number> {
      const { rows } = await database.query<{ size: string | null }>(
        `SELECT max(from_byte + length) AS size FROM recording_parts WHERE ${OF_RECORDING} AND is_copy = $4`,
        [...keyOfRecording(scope, recordingId), isCopy],
      );
      return Number(rows[0]?.size ?? 0);
    },
    /** Caches the last part: readers move forward in smaller steps. */
    source(scope: Scope, recordingId: string, isCopy: boolean, size: number): ByteSource {
      let known: { from: number; bytes: Buffer } | undefined;
      const partAt = async (at: number): Promise<{ from: number; bytes: Buffer } | undefined> => {
        if (known !== undefined && at >= known.from && at < known.from + known.bytes.length) return known;
        const { rows } = await database.query<PartRow>(
          `SELECT from_byte, length, sealed FROM recording_parts
           WHERE ${OF_RECORDING} AND is_copy = $4 AND from_byte <= $5 ORDER BY from_byte DESC LIMIT 1`,
          [...keyOfRecording(scope, recordingId), isCopy, at],
        );
        const [row] = rows;
        if (row === undefined || Number(row.from_byte) + row.length <= at) return undefined;
        const bytes = box.open(row.sealed, bindingOfPart(recordingId, isCopy, row.from_byte));
        if (bytes === undefined) throw new Error('a part of a recording cannot be decrypted');
        known = { from: Number(row.from_byte), bytes };
        return known;
      };
      return {
        size,
        async read(at, length) {
          const parts: Buffer[] = [];
          for (let next = at; next < Math.min(size, at + length); ) {
            const part = await partAt(next);
            if (part === undefined) break;
            const piece = part.bytes.subarray(next - part.from, at + length - part.from);
            parts.push(piece);
            next += piece.length;
          }
          return Buffer.concat(parts);
        },
      };
    },
    /** The size of the workspace's recordings, including bytes still to be uploaded. */
    async held(workspaceId: string): Promise<number> {
      const { rows } = await database.query<{ held: string }>(
        `SELECT (SELECT coalesce(sum(length), 0) FROM recording_parts WHERE workspace_id = $1)
           + (SELECT coalesce(sum(size_bytes - received_bytes), 0) FROM recordings WHERE workspace_id = $1 AND status = 'uploading') AS held`,
        [keyOf({ workspaceId, environment: 'live' })[0]],
      );
      return Number(rows[0]?.held ?? 0);
    },
    /** Drops the content, or the copy. */
    async drop(on: Queryable, scope: Scope, recordingId: string, isCopy: boolean): Promise<void> {
      await on.query(`DELETE FROM recording_parts WHERE ${OF_RECORDING} AND is_copy = $4`, [
        ...keyOfRecording(scope, recordingId),
        isCopy,
      ]);
    },
  };
}

export type RecordingBytes = ReturnType<typeof createRecordingBytes>;

export const idOfRow = (row: Record<string, unknown>, column = 'recording_id'): string =>
  encodeId('rec', String(row[column]));
