/**
 * Messages between nodes: one LISTEN connection per node, `topic:payload`. It reconnects by itself; since messages sent in the
 * meantime are lost, `onReconnect` lets subscribers drop what they have cached. The name of the channel is in a table that logins
 * of BI tools cannot read: whoever knows it could listen to every workspace.
 *
 * A connection can be dead, or lead to a server that is no longer the primary, without any error. Each node therefore sends
 * itself a message every few seconds, and reconnects when it does not receive it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@brickwork/engine/core/backoff';
import type pg from 'pg';
import { newUuid } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import type { Database, Queryable, Statement } from './database.ts';

/** The channel of nodes that do not know the secret one. */
const OLD_CHANNEL = 'brickwork';
const SECRET_SINCE = 64;
const ECHO = 'echo';
const ECHO_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 5_000;
/** How long a stop waits for a connection that hangs. */
const CLOSE_MS = 1_000;

const NONE_ARRIVE =
  'notifications do not arrive; reconnecting. Behind a transaction pooler, set BRICKWORK_DATABASE_LISTEN_URL to the server itself';

/** Ends the old channel too, with the last node that needs it. */
const SEND_ECHO: Statement = {
  name: 'send_echo',
  text: `WITH ended AS (DELETE FROM notification_channels WHERE name = '${OLD_CHANNEL}'
      AND NOT EXISTS (SELECT FROM nodes WHERE coalesce(knows, 0) < ${SECRET_SINCE} AND seen_at > now() - interval '1 minute'))
    SELECT tell_nodes($1), EXISTS (SELECT FROM notification_channels WHERE name = '${OLD_CHANNEL}') AS has_old`,
};
const FIND_CHANNELS: Statement = { name: 'find_channels', text: 'SELECT name FROM notification_channels' };

/** Sends `topic:payload` to every node, at the commit. */
export async function notify(tx: Queryable, message: string): Promise<void> {
  await tx.query({ name: 'notify', text: `SELECT ${tellNodes('$1')}` }, [message]);
}

/** The same inside a larger statement. */
export function tellNodes(message: string): string {
  return `tell_nodes(${message})`;
}

export interface Subscriber {
  onMessage(payload: string): void;
  onReconnect?(): void;
}

export interface Notifications {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Returns a function that unsubscribes. */
  subscribe(topic: string, subscriber: Subscriber): () => void;
}

export function createNotifications(
  database: Database,
  logger: Logger,
  echoEveryMs: number = ECHO_EVERY_MS,
): Notifications {
  const topics = new Map<string, Set<Subscriber>>();
  const self = newUuid();
  let client: pg.Client | undefined;
  /** The last message to ourselves, and the connection that should receive it. */
  let sent: { number: number; to: pg.Client | undefined } = { number: 0, to: undefined };
  let received = 0;
  let isSending = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const listen = async (): Promise<void> => {
    const fresh = await database.connect({ answerWithinMs: ANSWER_WITHIN_MS });
    fresh.on('notification', ({ payload }) => dispatch(payload ?? ''));
    fresh.once('end', () => {
      if (client === fresh) void reconnect('the notification connection was lost; reconnecting');
    });
    try {
      const { rows } = await database.query<{ name: string }>(FIND_CHANNELS);
      for (const { name } of rows) await fresh.query(`LISTEN ${name}`);
    } catch (error) {
      void fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
    if (stopped) await closeClient();
  };

  const dispatch = (message: string): void => {
    const { topic, payload } = topicOf(message);
    if (topic === ECHO && payload.startsWith(`${self}/`)) received = Number(payload.slice(self.length + 1));
    for (const subscriber of topics.get(topic) ?? []) subscriber.onMessage(payload);
  };

  const reconnect = async (why: string): Promise<void> => {
    client = undefined;
    if (stopped) return;
    logger.warn({}, why);
    for (let attempt = 1; !stopped; attempt += 1) {
      try {
        await listen();
        for (const subscribers of topics.values()) for (const subscriber of subscribers) subscriber.onReconnect?.();
        return;
      } catch {
        await sleep(backoffMs(attempt, 100, 5_000), undefined, { ref: false });
      }
    }
  };

  const sendEcho = async (): Promise<void> => {
    if (client === undefined || isSending) return;
    if (sent.to === client && received < sent.number) {
      const dead = client;
      void reconnect(NONE_ARRIVE);
      void dead.end().catch(() => {});
      return;
    }
    isSending = true;
    const to = client;
    const number = sent.number + 1;
    try {
      const { rows } = await database.query<{ has_old: boolean }>(SEND_ECHO, [`${ECHO}:${self}/${number}`]);
      sent = { number, to };
      if (rows[0]?.has_old === false) await to.query(`UNLISTEN ${OLD_CHANNEL}`);
    } catch {
      sent = { number, to: undefined }; // It may or may not have been sent: the database is unavailable, which other queries report.
    } finally {
      isSending = false;
    }
  };

  const closeClient = async (): Promise<void> => {
    const last = client;
    client = undefined;
    await Promise.race([last?.end().catch(() => {}), sleep(CLOSE_MS, undefined, { ref: false })]);
  };

  return {
    async start() {
      // On a busy machine a connection can take longer than its limit; that is no reason not to start.
      await listen().catch(listen).catch(listen);
      timer = setInterval(() => void sendEcho(), echoEveryMs);
      timer.unref();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await closeClient();
    },
    subscribe(topic, subscriber) {
      const subscribers = topics.get(topic) ?? new Set();
      topics.set(topic, subscribers.add(subscriber));
      return () => subscribers.delete(subscriber);
    },
  };
}

/** A message is `topic:payload`, or a topic alone. */
function topicOf(message: string): { topic: string; payload: string } {
  const colon = message.indexOf(':');
  if (colon < 0) return { topic: message, payload: '' };
  return { topic: message.slice(0, colon), payload: message.slice(colon + 1) };
}
