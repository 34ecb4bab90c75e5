/**
 * What nodes tell each other: one LISTEN connection per node on one channel, `topic:payload`. It reconnects by itself;
 * since messages sent meanwhile are lost, `onReconnect` lets subscribers drop what they believed.
 *
 * A connection can be dead, or lead to a server that nobody writes to any more, without ever saying so. Each node therefore says
 * something to itself every few seconds; who does not hear it is deaf and listens anew.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { backoffMs } from '../core/backoff.ts';
import { newUuid } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import type { Database, Queryable, Statement } from './database.ts';

export const CHANNEL = 'brickwork';
const ECHO = 'echo';
const ECHO_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 5_000;
/** A stop does not wait longer for a connection that hangs. */
const GOODBYE_MS = 1_000;

const SAY: Statement = { name: 'say_echo', text: 'SELECT pg_notify($1, $2)' };

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
  /** Returns the way to unsubscribe. */
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
  /** What we said last, and which connection should have heard it. */
  let said: { number: number; to: pg.Client | undefined } = { number: 0, to: undefined };
  let heard = 0;
  let isSpeaking = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const listen = async (): Promise<void> => {
    const fresh = await database.connect({ answerWithinMs: ANSWER_WITHIN_MS });
    fresh.on('notification', ({ payload }) => dispatch(payload ?? ''));
    fresh.once('end', () => {
      if (client === fresh) void reconnect('the notification connection was lost; connecting again');
    });
    try {
      await fresh.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      void fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
    if (stopped) await goodbye();
  };

  const dispatch = (message: string): void => {
    const colon = message.indexOf(':');
    const topic = colon < 0 ? message : message.slice(0, colon);
    const payload = colon < 0 ? '' : message.slice(colon + 1);
    if (topic === ECHO && payload.startsWith(`${self}/`)) heard = Number(payload.slice(self.length + 1));
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

  const speak = async (): Promise<void> => {
    if (client === undefined || isSpeaking) return;
    if (said.to === client && heard < said.number) {
      const deaf = client;
      void reconnect(
        'notifications do not arrive; listening anew. Behind a transaction pooler, BRICKWORK_DATABASE_LISTEN_URL must lead straight to the server',
      );
      void deaf.end().catch(() => {});
      return;
    }
    isSpeaking = true;
    const to = client;
    const number = said.number + 1;
    try {
      await database.query(SAY, [CHANNEL, `${ECHO}:${self}/${number}`]);
      said = { number, to };
    } catch {
      said = { number, to: undefined }; // Whether it was said is not known: the database is away, and whoever needs it finds out.
    } finally {
      isSpeaking = false;
    }
  };

  const goodbye = async (): Promise<void> => {
    const last = client;
    client = undefined;
    await Promise.race([last?.end().catch(() => {}), sleep(GOODBYE_MS, undefined, { ref: false })]);
  };

  return {
    async start() {
      await listen();
      timer = setInterval(() => void speak(), echoEveryMs);
      timer.unref();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await goodbye();
    },
    subscribe(topic, subscriber) {
      const subscribers = topics.get(topic) ?? new Set();
      topics.set(topic, subscribers.add(subscriber));
      return () => subscribers.delete(subscriber);
    },
  };
}
