/**
 * Messages between nodes: one LISTEN connection per node on one channel, `topic:payload`. It reconnects by itself; since
 * messages sent in the meantime are lost, `onReconnect` lets subscribers drop what they have cached.
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

export const CHANNEL = 'brickwork';
const ECHO = 'echo';
const ECHO_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 5_000;
/** How long a stop waits for a connection that hangs. */
const CLOSE_MS = 1_000;

const SEND_ECHO: Statement = { name: 'send_echo', text: 'SELECT pg_notify($1, $2)' };

/** Sends `topic:payload` to every node, at the commit. */
export async function notify(tx: Queryable, message: string): Promise<void> {
  await tx.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)' }, [CHANNEL, message]);
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
      await fresh.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      void fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
    if (stopped) await closeClient();
  };

  const dispatch = (message: string): void => {
    const colon = message.indexOf(':');
    const topic = colon < 0 ? message : message.slice(0, colon);
    const payload = colon < 0 ? '' : message.slice(colon + 1);
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
      void reconnect(
        'notifications do not arrive; reconnecting. Behind a transaction pooler, set BRICKWORK_DATABASE_LISTEN_URL to the server itself',
      );
      void dead.end().catch(() => {});
      return;
    }
    isSending = true;
    const to = client;
    const number = sent.number + 1;
    try {
      await database.query(SEND_ECHO, [CHANNEL, `${ECHO}:${self}/${number}`]);
      sent = { number, to };
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
      await listen();
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
