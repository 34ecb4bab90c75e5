/**
 * Background work that one node does at a time: housekeeping, alerts, counting answers. Nodes elect a leader by an advisory lock, held on a
 * connection of its own. Whoever has it starts the work and stops it when the connection is lost; the others try once a second.
 *
 * A node that hangs, or is cut off from the database, must not go on beside the next leader. It asks over its connection every two seconds
 * and does nothing after eight seconds without an answer; the server ends a session that has been silent for ten, and the lock with it. Work
 * in progress at that moment may still end: every step is one transaction that locks or compares what it changes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@brickwork/engine/core/backoff';
import type pg from 'pg';
import type { Logger } from '../core/logger.ts';
import { createWatcher, type RegularWork } from '../core/watcher.ts';
import type { Database } from './database.ts';
import { LOCKS } from './locks.ts';

export interface Leader {
  start(): void;
  /** Ends the work after the steps in progress, and lets another node lead. */
  stop(): Promise<void>;
  readonly isLeading: boolean;
}

const TRY_EVERY_MS = 1_000;
const ASK_EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 4_000;
/** Since the last answer. */
const LEADS_FOR_MS = 8_000;
/** After this long without a message from the node. */
const SERVER_ENDS_AFTER_MS = 10_000;
/** How long a stop waits for a connection that hangs. */
const CLOSE_MS = 1_000;

export function createLeader(database: Database, works: readonly RegularWork[], logger: Logger): Leader {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let leadsUntil = 0;
  const isExpired = () => performance.now() > leadsUntil;

  /** Until the connection is lost or the node stops. */
  const serveOneTerm = async (session: pg.Client): Promise<void> => {
    const lost = new AbortController();
    session.once('end', () => lost.abort());
    const signal = AbortSignal.any([lost.signal, stopping.signal]);
    await session.query(`SET idle_session_timeout = ${SERVER_ENDS_AFTER_MS}`);
    while (!(await takeLock(session))) await sleep(TRY_EVERY_MS, undefined, { signal });
    leadsUntil = performance.now() + LEADS_FOR_MS;
    const watchers = works.map((work) => createWatcher(whileLeading(work, isExpired), logger));
    for (const watcher of watchers) watcher.start();
    logger.info({}, 'this node is the leader: it does the background work');
    try {
      for (;;) {
        await sleep(ASK_EVERY_MS, undefined, { signal });
        const asked = performance.now();
        await session.query('SELECT 1');
        leadsUntil = asked + LEADS_FOR_MS;
      }
    } finally {
      leadsUntil = 0;
      await Promise.all(watchers.map((watcher) => watcher.stop()));
    }
  };

  const run = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      // Why a term ended is reported by the requests that need the database too.
      const session = await database.connect({ answerWithinMs: ANSWER_WITHIN_MS }).catch(() => undefined);
      failures = session === undefined ? failures + 1 : 0;
      if (session !== undefined) {
        await serveOneTerm(session).catch(() => {});
        await Promise.race([session.end().catch(() => {}), sleep(CLOSE_MS, undefined, { ref: false })]);
      }
      const waitMs = backoffMs(failures + 1, 100, TRY_EVERY_MS);
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  return {
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
    get isLeading() {
      return !isExpired();
    },
  };
}

async function takeLock(session: pg.Client): Promise<boolean> {
  const { rows } = await session.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [LOCKS.leader]);
  return rows[0]?.mine === true;
}

function whileLeading(work: RegularWork, isExpired: () => boolean): RegularWork {
  return {
    ...work,
    async round(isStopped) {
      if (!isExpired()) await work.round(() => isStopped() || isExpired());
    },
  };
}
