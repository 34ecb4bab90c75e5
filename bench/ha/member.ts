/** One machine of the pair: Patroni, and the PostgreSQL that it runs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Daemon } from './daemon.ts';

export interface Member {
  name: string;
  patroni: Daemon;
  restUrl: string;
  /** Whether Patroni's health check of this name answers 200. */
  is(what: 'primary' | 'replica' | 'sync'): Promise<boolean>;
  /** To the server and every process of it. */
  signalPostgres(signal: NodeJS.Signals): void;
}

export function createMember(name: string, patroni: Daemon, restUrl: string, dataDir: string): Member {
  const pidFile = join(dataDir, 'postgresql', 'postmaster.pid');
  return {
    name,
    patroni,
    restUrl,
    async is(what) {
      try {
        return (await fetch(`${restUrl}/${what}`, { signal: AbortSignal.timeout(2_000) })).status === 200;
      } catch {
        return false;
      }
    },
    signalPostgres(signal) {
      if (!existsSync(pidFile)) return;
      const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
      // The parent first: it would restart a child that ends before it.
      for (const pid of [postmaster, ...childrenOf(postmaster)]) send(pid, signal);
    },
  };
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
