/** Messages on their way: closing one to send it, and what came of it. Every method is one transaction, fenced by the job's lease. */
import { keyOf } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { MESSAGE_KIND } from '../../../queue/job-kinds.ts';
import { scopeOfLane } from '../../../queue/lane.ts';
import type { HeldJob } from '../../../queue/store/job-store.ts';
import { delayJob, endJob } from '../../../queue/store/move-jobs.ts';
import type { Channel } from '../channel.ts';
import { type MessageSection, subjectOf, type Told } from '../send/message.ts';
import type { Moment, Waiting } from '../when-to-send.ts';
import { CHANNEL_COLUMNS, type ChannelRow, toChannel } from './channel-rows.ts';

/** A message that is sent now. */
export interface BegunMessage {
  channel: Omit<Channel, 'lastDelivery'>;
  subject: string;
  told: (Told & { subjectKey: string })[];
  /** Of this attempt, from 1. */
  number: number;
  closedAt: Date;
}

export type Ending =
  | { kind: 'succeeded' }
  | { kind: 'dead' }
  | { kind: 'retry'; delayMs: number }
  /** By us, not by the receiver: tried again at once, and not counted. */
  | { kind: 'interrupted' };

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

export function createMessageStore(database: Database) {
  return {
    /** Undefined when there is nothing to send now: it waits, or its channel is gone or disabled. */
    begin: (job: HeldJob, now: Date, decide: DecideWhen): Promise<BegunMessage | undefined> =>
      database.transaction((tx) => begin(tx, job, now, decide)),
    /** False when the lease was lost: its holder decides what happens to the message. */
    finish: (job: HeldJob, outcome: string, ending: Ending, now: Date): Promise<boolean> =>
      database.transaction((tx) => finish(tx, job, outcome, ending, now)),
  };
}

export type MessageStore = ReturnType<typeof createMessageStore>;

const OF_MESSAGE = 'workspace_id = $1 AND environment = $2 AND id = $3';

async function begin(tx: Queryable, job: HeldJob, now: Date, decide: DecideWhen): Promise<BegunMessage | undefined> {
  const key = [...keyOf(scopeOfLane(job.lane)), job.id];
  const { rows } = await tx.query<PendingRow>(
    `SELECT ${CHANNEL_COLUMNS}, c.enabled, c.last_sent_at, w.timezone, d.closed_at, d.attempts
     FROM channel_deliveries d JOIN channels c ON c.workspace_id = d.workspace_id AND c.environment = d.environment AND c.id = d.channel_id
     JOIN workspaces w ON w.id = d.workspace_id
     WHERE d.workspace_id = $1 AND d.environment = $2 AND d.id = $3 AND d.status = 'pending' FOR UPDATE OF c, d`,
    key,
  );
  const [row] = rows;
  if (row === undefined) {
    await endJob(tx, MESSAGE_KIND, job);
    return undefined;
  }
  if (!row.enabled) {
    if ((await endJob(tx, MESSAGE_KIND, job)) !== undefined)
      await tx.query(
        `UPDATE channel_deliveries SET status = 'cancelled', closed_at = coalesce(closed_at, $4), next_attempt_at = NULL, updated_at = $4 WHERE ${OF_MESSAGE}`,
        [...key, now],
      );
    return undefined;
  }
  const channel = toChannel(row);
  const { timezone, closed_at: closedAt } = row;
  const moment = { now, timezone, lastSentAt: row.last_sent_at ?? undefined, isClosed: closedAt !== null };
  const waiting = decide(channel, moment);
  if (waiting !== undefined) {
    await wait(tx, job, key, waiting, now);
    return undefined;
  }
  return close(tx, key, row, now);
}

async function wait(tx: Queryable, job: HeldJob, key: readonly unknown[], waiting: Waiting, now: Date): Promise<void> {
  const delayMs = waiting.until.getTime() - now.getTime();
  const delayed = await delayJob(tx, MESSAGE_KIND, job, { delayMs, reason: waiting.outcome, isUncounted: true });
  if (delayed === undefined) return;
  await tx.query(
    `UPDATE channel_deliveries SET outcome = $4, next_attempt_at = $5, updated_at = $6 WHERE ${OF_MESSAGE}`,
    [...key, waiting.outcome, delayed.runAt, now],
  );
}

/** From here on the message collects no more. */
async function close(tx: Queryable, key: readonly unknown[], row: PendingRow, now: Date): Promise<BegunMessage> {
  const { rows } = await tx.query<NotificationRow>(
    `SELECT subject_key, topic, title, detail, path, sections, times, last_at FROM channel_notifications
     WHERE workspace_id = $1 AND environment = $2 AND delivery_id = $3 ORDER BY last_at, subject_key`,
    key,
  );
  const told = rows.map(({ subject_key, sections, last_at, ...rest }) => ({
    ...rest,
    subjectKey: subject_key,
    sections: sections ?? undefined,
    at: last_at,
  }));
  const subject = subjectOf(told);
  await tx.query(
    `UPDATE channel_deliveries SET closed_at = coalesce(closed_at, $4), subject = $5, attempts = attempts + 1, next_attempt_at = NULL, updated_at = $4 WHERE ${OF_MESSAGE}`,
    [...key, now, subject],
  );
  if (row.closed_at === null)
    await tx.query('UPDATE channels SET last_sent_at = $4 WHERE workspace_id = $1 AND environment = $2 AND id = $3', [
      ...key.slice(0, 2),
      row.id,
      now,
    ]);
  return { channel: toChannel(row), subject, told, number: row.attempts + 1, closedAt: row.closed_at ?? now };
}

async function finish(tx: Queryable, job: HeldJob, outcome: string, ending: Ending, now: Date): Promise<boolean> {
  const key = [...keyOf(scopeOfLane(job.lane)), job.id];
  if (ending.kind === 'succeeded' || ending.kind === 'dead') {
    if ((await endJob(tx, MESSAGE_KIND, job)) === undefined) return false;
    await tx.query(`UPDATE channel_deliveries SET status = $4, outcome = $5, updated_at = $6 WHERE ${OF_MESSAGE}`, [
      ...key,
      ending.kind,
      outcome,
      now,
    ]);
    return true;
  }
  const isUncounted = ending.kind === 'interrupted';
  const delayMs = ending.kind === 'retry' ? ending.delayMs : 0;
  const delayed = await delayJob(tx, MESSAGE_KIND, job, { delayMs, reason: 'retry', isUncounted });
  if (delayed === undefined) return false;
  await tx.query(
    `UPDATE channel_deliveries SET outcome = $4, next_attempt_at = $5, attempts = attempts - $6::integer, updated_at = $7 WHERE ${OF_MESSAGE}`,
    [...key, outcome, delayed.runAt, Number(isUncounted), now],
  );
  return true;
}
