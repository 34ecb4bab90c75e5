/** When alerts and canaries were raised and resolved, from their events. */

import type { AlertState } from '@brickwork/contract';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';

/** A change of state as in its event, with the result in its public shape. */
export interface WatchChange {
  eventId: string;
  at: Date;
  state: AlertState;
  found: Record<string, unknown> | undefined;
}

interface ChangeRow {
  id: string;
  type: string;
  created_at: Date;
  /** JSON. */
  found: string | null;
}

/** Rules of alerts name a brick, those of canaries a set: both may have the same name. The index `events_of_alerts` has these types only. */
export async function readWatchChanges(
  database: Database,
  { workspaceId, environment }: Scope,
  { name, ruleHas, limit }: { name: string; ruleHas: 'brick' | 'set'; limit: number },
): Promise<WatchChange[]> {
  const { rows } = await database.query<ChangeRow>(
    `SELECT id, type, created_at, body::jsonb #>> '{data,found}' AS found FROM events
     WHERE workspace_id = $1 AND environment = $2 AND type IN ('alert.raised', 'alert.resolved')
       AND body::jsonb #>> '{data,name}' = $3 AND body::jsonb #> '{data,rule}' ? $4
     ORDER BY position DESC LIMIT ${limit}`,
    [decodeId('ws', workspaceId), environment, name, ruleHas],
  );
  return rows.map(({ id, type, created_at, found }) => ({
    eventId: encodeId('evt', id),
    at: created_at,
    state: type === 'alert.raised' ? 'raised' : 'ok',
    found: found === null ? undefined : (JSON.parse(found) as Record<string, unknown>),
  }));
}
