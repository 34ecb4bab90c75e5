/** Outgoing messages: a message collects notifications until it is closed to be sent. */
import { encodeId } from '../../../core/ids.ts';
import { keyOf } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { scopeOfLane } from '../../../queue/lane.ts';
import type { HeldJob } from '../../../queue/store/job-store.ts';
import { endJob } from '../../../queue/store/move-jobs.ts';
import type { Begun } from '../../outbox/deliver.ts';
import { countAttempt, endDelivery, postpone } from '../../outbox/store/deliveries.ts';
import { MESSAGES } from '../../outbox/store/outbox.ts';
import { columnsOf, targetOf } from '../../outbox/store/targets.ts';
import type { Channel } from '../channel.ts';
import { type MessageSection, subjectOf, type Told } from '../send/message.ts';
import type { Moment, Waiting } from '../when-to-send.ts';
import { CHANNELS, type ChannelRow } from './channel-store.ts';

/** A message being sent; its retries are counted from its closing. */
export interface BegunMessage extends Begun {
  deliveryId: string;
  channel: Channel;
  subject: string;
  told: (Told & { subjectKey: string })[];
}

export type DecideWhen = (channel: Pick<Channel, 'settings'>, moment: Moment) => Waiting | undefined;

interface PendingRow extends ChannelRow {
  enabled: boolean;
  last_sent_at: Date | null;
  timezone: string;
  closed_at: Date | null;
  attempts: number;
}

interface NotificationRow extends Pick<Told, 'topic' | 'title' | 'detail' | 'path' | 'times'> {
  subject_key: string;
  sections: MessageSection[] | null;
  last_at: Date;
}

/** Undefined if there is nothing to send now: it is waiting, or its channel was deleted or disabled. One transaction, fenced by the job's lease. */
export function beginMessage(
  database: Database,
  job: HeldJob,
  now: Date,
  decide: DecideWhen,
): Promise<BegunMessage | undefined> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<PendingRow>(
      `SELECT ${columnsOf(CHANNELS)}, c.enabled, c.last_sent_at, w.timezone, d.closed_at, d.attempts
       FROM channel_deliveries d JOIN channels c ON c.workspace_id = d.workspace_id AND c.environment = d.environment AND c.id = d.channel_id
       JOIN workspaces w ON w.id = d.workspace_id
       WHERE d.workspace_id = $1 AND d.environment = $2 AND d.id = $3 AND d.status = 'pending' FOR UPDATE OF c, d`,
      [...keyOf(scopeOfLane(job.lane)), job.id],
    );
    const [row] = rows;
    if (row === undefined) {
      await endJob(tx, MESSAGES.kind, job);
      return undefined;
    }
    const { timezone, closed_at: closedAt } = row;
    if (!row.enabled) {
      await endDelivery(tx, MESSAGES, job, { status: 'cancelled', closed_at: closedAt ?? now }, now);
      return undefined;
    }
    const channel = CHANNELS.toTarget(row, targetOf(row));
    const moment = { now, timezone, lastSentAt: row.last_sent_at ?? undefined, isClosed: closedAt !== null };
    const waiting = decide(channel, moment);
    if (waiting === undefined) return close(tx, job, channel, row, now);
    await postpone(tx, MESSAGES, job, waiting, now);
    return undefined;
  });
}

/** From here on the message collects no more. */
async function close(
  tx: Queryable,
  job: HeldJob,
  channel: Channel,
  { closed_at: closedAt, attempts }: PendingRow,
  now: Date,
): Promise<BegunMessage> {
  const { rows } = await tx.query<NotificationRow>(
    `SELECT subject_key, topic, title, detail, path, sections, times, last_at FROM channel_notifications
     WHERE workspace_id = $1 AND environment = $2 AND delivery_id = $3 ORDER BY last_at, subject_key`,
    [...keyOf(channel), job.id],
  );
  const told = rows.map(({ subject_key, sections, last_at, ...rest }) => ({
    ...rest,
    subjectKey: subject_key,
    sections: sections ?? undefined,
    at: last_at,
  }));
  const subject = subjectOf(told);
  const seriesStartedAt = closedAt ?? now;
  await countAttempt(tx, MESSAGES, job, { closed_at: seriesStartedAt, subject }, now);
  if (closedAt === null)
    await tx.query('UPDATE channels SET last_sent_at = $4 WHERE workspace_id = $1 AND environment = $2 AND id = $3', [
      ...keyOf(channel),
      channel.targetId,
      now,
    ]);
  return { deliveryId: encodeId('cdl', job.id), channel, subject, told, number: attempts + 1, seriesStartedAt };
}
