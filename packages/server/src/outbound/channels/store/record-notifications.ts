/**
 * Writes notifications in the transaction of the change they report: they join the open message of a channel, or create one, with its job.
 * Closing a message to send it locks its row, so a notification is in this message or in the next one, and never lost.
 */

import { newUuid } from '../../../core/ids.ts';
import { keyOf } from '../../../core/scope.ts';
import type { Queryable } from '../../../database/database.ts';
import type { LaneClock } from '../../../queue/lane-clock.ts';
import { enter } from '../../outbox/store/deliveries.ts';
import { MESSAGES } from '../../outbox/store/outbox.ts';
import type { Notification, RecordNotifications } from '../channel.ts';

export function createRecordNotifications(clock: LaneClock): RecordNotifications {
  return async (tx, notifications) => {
    for (const notification of notifications)
      for (const channelId of await channelsOf(tx, notification)) await join(tx, clock, channelId, notification);
  };
}

/** Ordered, so that two transactions cannot deadlock. */
async function channelsOf(tx: Queryable, notification: Notification): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    {
      name: 'channels_of_topic',
      text: `SELECT id FROM channels WHERE workspace_id = $1 AND environment = $2 AND enabled AND $3 = ANY (topics) ORDER BY id FOR KEY SHARE`,
    },
    [...keyOf(notification), notification.topic],
  );
  return rows.map(({ id }) => id);
}

async function join(tx: Queryable, clock: LaneClock, channelId: string, notification: Notification): Promise<void> {
  const key = keyOf(notification);
  const fresh = newUuid(notification.at);
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO channel_deliveries AS d (workspace_id, environment, channel_id, id, status, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'pending', $5, $5)
     ON CONFLICT (workspace_id, environment, channel_id) WHERE closed_at IS NULL DO UPDATE SET updated_at = excluded.updated_at
     RETURNING id`,
    [...key, channelId, fresh, notification.at],
  );
  const id = rows[0]?.id;
  const { subjectKey, topic, title, detail, path, times, at } = notification;
  await tx.query(
    `INSERT INTO channel_notifications AS n (workspace_id, environment, delivery_id, subject_key, topic, title, detail, path, times, last_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (workspace_id, environment, delivery_id, subject_key) DO UPDATE SET title = excluded.title, detail = excluded.detail,
       times = n.times + excluded.times, last_at = excluded.last_at`,
    [...key, id, subjectKey, topic, title, detail, path, times, at],
  );
  if (id === fresh) await enter(tx, MESSAGES, notification, { clock, capacity: null }, [fresh]);
}
