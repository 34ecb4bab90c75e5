/**
 * Keeps connections to receivers open for a short time: with many deliveries to one receiver, most of the cost is the handshake. Each
 * connection was checked when it was opened and serves one request at a time. Idle ones are closed before receivers close them, and
 * old ones too, so that a changed DNS name is resolved again.
 */
import { Client } from 'undici';
import { type Caller, type GuardedConnect, guardedConnect } from './guarded-connect.ts';

const IDLE_MS = 1_500;
const OLDEST_MS = 60_000;

export interface Connection {
  client: Client;
  /** It has served a request before: the receiver may have closed it since. */
  isReused: boolean;
  /** The request is over and the connection may serve another. */
  keep(): void;
  drop(): void;
}

export interface KeptConnections {
  take(origin: string, caller: Caller): Connection;
  /** A new connection. */
  dial(origin: string, caller: Caller): Connection;
}

interface Kept {
  client: Client;
  dialledAt: number;
  /** Of the request that uses it now. */
  caller: Caller;
  idle: NodeJS.Timeout | undefined;
}

export function createKeptConnections(guard: GuardedConnect, maxHeaderSize: number): KeptConnections {
  const idle = new Map<string, Kept[]>();

  const open = (origin: string, caller: Caller): Kept => {
    const client = new Client(origin, {
      connect: (options, callback) => guardedConnect(guard, kept.caller)(options, callback),
      pipelining: 1,
      // Only the signal ends it: every byte of a slow response would restart an idle timer.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      maxHeaderSize,
    });
    const kept: Kept = { client, dialledAt: performance.now(), caller, idle: undefined };
    client.on('disconnect', () => forget(origin, kept));
    return kept;
  };

  const forget = (origin: string, kept: Kept): void => {
    clearTimeout(kept.idle);
    const left = (idle.get(origin) ?? []).filter((other) => other !== kept);
    if (left.length > 0) idle.set(origin, left);
    else idle.delete(origin);
    void kept.client.destroy().catch(() => {});
  };

  const lend = (origin: string, kept: Kept, isReused: boolean): Connection => ({
    client: kept.client,
    isReused,
    keep() {
      if (kept.client.destroyed || performance.now() - kept.dialledAt > OLDEST_MS) return forget(origin, kept);
      kept.idle = setTimeout(() => forget(origin, kept), IDLE_MS).unref();
      idle.set(origin, [...(idle.get(origin) ?? []), kept]);
    },
    drop: () => forget(origin, kept),
  });

  return {
    take(origin, caller) {
      const kept = idle.get(origin)?.pop();
      if (kept === undefined) return lend(origin, open(origin, caller), false);
      clearTimeout(kept.idle);
      kept.caller = caller;
      return lend(origin, kept, true);
    },
    dial: (origin, caller) => lend(origin, open(origin, caller), false),
  };
}
