/** The time zone of a workspace, by its name in the IANA database. */
import { decodeId } from '../../core/ids.ts';
import type { Queryable } from '../../database/database.ts';

export async function findTimezone(db: Queryable, workspaceId: string): Promise<string> {
  const { rows } = await db.query<{ timezone: string }>(
    { name: 'timezone_of', text: 'SELECT timezone FROM workspaces WHERE id = $1' },
    [decodeId('ws', workspaceId)],
  );
  return rows[0]?.timezone ?? 'UTC';
}
