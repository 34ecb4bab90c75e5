/**
 * What nodes tell each other: one LISTEN connection per node on one channel, `topic:payload`. It reconnects by itself;
 * since messages sent meanwhile are lost, `onReconnect` lets subscribers drop what they believed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { backoffMs } from '../core/backoff.ts';
import type { Logger } from '../core/logger.ts';
import type { Database } from './database.ts';

export const CHANNEL = 'brickwork';

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

export function createNotifications(database: Database, logger: Logger): Notifications {
  const topics = new Map<string, Set<Subscriber>>();
  let client: pg.Client | undefined;
  let stopped = false;

  const listen = async (): Promise<void> => {
    const fresh = await database.connect();
    fresh.on('notification', ({ payload }) => dispatch(payload ?? ''));
    fresh.once('end', () => {
      if (!stopped && client === fresh) void reconnect();
    });
    await fresh.query(`LISTEN ${CHANNEL}`);
    client = fresh;
  };

  const dispatch = (message: string): void => {
    const colon = message.indexOf(':');
    const topic = colon < 0 ? message : message.slice(0, colon);
    for (const subscriber of topics.get(topic) ?? []) subscriber.onMessage(colon < 0 ? '' : message.slice(colon + 1));
  };

  const reconnect = async (): Promise<void> => {
    logger.warn({}, 'the notification connection was lost; connecting again');
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

  return {
    start: listen,
    async stop() {
      stopped = true;
      await client?.end().catch(() => {});
    },
    subscribe(topic, subscriber) {
      const subscribers = topics.get(topic) ?? new Set();
      topics.set(topic, subscribers.add(subscriber));
      return () => subscribers.delete(subscriber);
    },
  };
}
