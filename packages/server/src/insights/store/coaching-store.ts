/** Coaching notes in PostgreSQL. Every method is one transaction. */

import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { toActorText } from '../../access/store/actor-column.ts';
import type { Actor } from '../../core/acting.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';
import type { CoachingNote } from '../coaching/coaching-note.ts';

interface Row {
  id: string;
  agent: string;
  kit_id: string;
  bricks: string[];
  text: string;
  noted_on: string;
  actor: string;
  created_at: Date;
}

const OF_AGENT = 'workspace_id = $1 AND environment = $2 AND agent = $3';

export function createCoachingStore(database: Database) {
  return {
    /** False if there are already `most` about the agent. Two requests at once may add one too many. */
    add: (scope: Scope, note: CoachingNote, most: number): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `INSERT INTO coaching_notes (workspace_id, environment, agent, id, kit_id, bricks, text, noted_on, actor, created_at)
           SELECT $1::uuid, $2, $3, $4::uuid, $5::uuid, $6::text[], $7, $8::date, $9, $10::timestamptz
           WHERE (SELECT count(*) FROM coaching_notes WHERE ${OF_AGENT}) < $11`,
          [
            ...keyOf(scope),
            note.agent,
            decodeId('cno', note.noteId),
            note.kitId,
            [...note.bricks],
            note.text,
            note.notedOn,
            toActorText(note.by),
            note.createdAt,
            most,
          ],
        );
        if (rowCount !== 1) return false;
        await recordAudit(tx, { ...auditOf(scope, note.noteId), action: 'coaching_note.written' });
        return true;
      }),
    /** Newest first. */
    async list(scope: Scope, agent: string, kitId: string | undefined, limit: number): Promise<CoachingNote[]> {
      const { rows } = await database.query<Row>(
        `SELECT id, agent, kit_id, bricks, text, to_char(noted_on, 'YYYY-MM-DD') AS noted_on, actor, created_at FROM coaching_notes
         WHERE ${OF_AGENT} AND ($4::uuid IS NULL OR kit_id = $4) ORDER BY noted_on DESC, id DESC LIMIT ${limit}`,
        [...keyOf(scope), agent, kitId ?? null],
      );
      return rows.map(toNote);
    },
    remove: (scope: Scope, noteId: string): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          'DELETE FROM coaching_notes WHERE workspace_id = $1 AND environment = $2 AND id = $3',
          [...keyOf(scope), decodeId('cno', noteId) ?? null],
        );
        if (rowCount !== 1) return false;
        await recordAudit(tx, { ...auditOf(scope, noteId), action: 'coaching_note.deleted' });
        return true;
      }),
    /** How many there were. */
    erase: (scope: Scope, agent: string): Promise<number> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(`DELETE FROM coaching_notes WHERE ${OF_AGENT}`, [...keyOf(scope), agent]);
        const deleted = rowCount ?? 0;
        await recordAudit(tx, {
          ...auditOf(scope, 'all of an agent'),
          action: 'coaching_note.deleted',
          details: { deleted },
        });
        return deleted;
      }),
  };
}

export type CoachingStore = ReturnType<typeof createCoachingStore>;

function auditOf({ workspaceId, environment }: Scope, id: string) {
  return { workspaceId, environment, target: { type: 'coaching_note', id } };
}

function toNote(row: Row): CoachingNote {
  return {
    noteId: encodeId('cno', row.id),
    agent: row.agent,
    kitId: row.kit_id,
    bricks: row.bricks,
    text: row.text,
    notedOn: row.noted_on,
    by: JSON.parse(row.actor) as Actor,
    createdAt: row.created_at,
  };
}
