/** Who gets the Monday summary, and sending it: the record that it was sent, the message and its job are one transaction. */
import type { Environment } from '@brickwork/contract';
import { encodeId, newUuid } from '../../../core/ids.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { LaneClock } from '../../../queue/lane-clock.ts';
import { enter } from '../../outbox/store/deliveries.ts';
import { MESSAGES } from '../../outbox/store/outbox.ts';
import type { Due, WrittenSummary } from '../summary/written-summary.ts';

export interface Subscribed {
  scope: Scope;
  timezone: string;
  /** One for each channel: since when it has the topic, and the Monday of its last summary; empty before the first. */
  waiting: { since: Date; week: string }[];
}

interface Row {
  workspace_id: string;
  environment: Environment;
  timezone: string;
  since: Date;
  week: string;
}

const HAS_TOPIC = `c.enabled AND 'summary' = ANY (c.topics) AND c.summary_since IS NOT NULL`;

export function createSummaryStore(database: Database) {
  const clock = new LaneClock();
  return {
    /** Of all workspaces and environments. */
    async subscribed(): Promise<Subscribed[]> {
      const { rows } = await database.query<Row>(
        `SELECT c.workspace_id, c.environment, w.timezone, c.summary_since AS since, coalesce(to_char(c.summary_week, 'YYYY-MM-DD'), '') AS week
         FROM channels c JOIN workspaces w ON w.id = c.workspace_id WHERE ${HAS_TOPIC} ORDER BY c.workspace_id, c.environment`,
      );
      const byScope = Map.groupBy(rows, (row) => `${row.workspace_id} ${row.environment}`);
      return [...byScope.values()].flatMap((own) => {
        const [first] = own;
        if (first === undefined) return [];
        const scope = { workspaceId: encodeId('ws', first.workspace_id), environment: first.environment };
        return [{ scope, timezone: first.timezone, waiting: own.map(({ since, week }) => ({ since, week })) }];
      });
    },
    /** To every channel that did not get one on this Monday. Two nodes that do it at once send each only once. */
    send: (scope: Scope, due: Due, written: WrittenSummary, now: Date): Promise<void> =>
      database.transaction(async (tx) => {
        const key = keyOf(scope);
        const { rows } = await tx.query<{ id: string }>(
          `SELECT c.id FROM channels c WHERE c.workspace_id = $1 AND c.environment = $2 AND ${HAS_TOPIC}
             AND c.summary_since <= $3 AND (c.summary_week IS NULL OR c.summary_week < $4) ORDER BY c.id FOR NO KEY UPDATE`,
          [...key, due.from, due.monday],
        );
        if (rows.length === 0) return;
        const channels = rows.map(({ id }) => id);
        await tx.query(
          'UPDATE channels SET summary_week = $4 WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[])',
          [...key, channels, due.monday],
        );
        const messages: string[] = [];
        for (const channel of channels) messages.push(await addMessage(tx, key, channel, written, now));
        await enter(tx, MESSAGES, scope, { clock, capacity: null }, messages);
      }),
  };
}

export type SummaryStore = ReturnType<typeof createSummaryStore>;

/** Closed from the start: it collects nothing else, and waits for quiet hours but not for the digest. */
async function addMessage(
  tx: Queryable,
  key: readonly unknown[],
  channel: string,
  { title, path, sections }: WrittenSummary,
  now: Date,
): Promise<string> {
  const id = newUuid(now);
  await tx.query(
    `INSERT INTO channel_deliveries (workspace_id, environment, channel_id, id, status, subject, closed_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'pending', $5, $6, $6, $6)`,
    [...key, channel, id, title, now],
  );
  await tx.query(
    `INSERT INTO channel_notifications (workspace_id, environment, delivery_id, subject_key, topic, title, detail, path, sections, times, last_at)
     VALUES ($1, $2, $3, 'summary', 'summary', $4, '', $5, $6, 1, $7)`,
    [...key, id, title, path, JSON.stringify(sections), now],
  );
  return id;
}
