/** One machine of the pair: Patroni, and the PostgreSQL that it runs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Daemon } from './daemon.ts';
import type { Link } from './link.ts';

export interface Member {
  name: string;
  patroni: Daemon;
  restUrl: string;
  /** The ways of the other machine to this one: to PostgreSQL, and to Patroni. */
  links: readonly Link[];
  /** Whether Patroni's health check of this name answers 200. */
  is(what: 'primary' | 'replica' | 'sync'): Promise<boolean>;
  /** To the server and every process of it. */
  signalPostgres(signal: NodeJS.Signals): void;
}

export type MemberOptions = Pick<Member, 'name' | 'patroni' | 'restUrl' | 'links'> & { dataDir: string };

export function createMember({ dataDir, ...member }: MemberOptions): Member {
  const pidFile = join(dataDir, 'postgresql', 'postmaster.pid');
  return {
    ...member,
    async is(what) {
      try {
        return (await fetch(`${member.restUrl}/${what}`, { signal: AbortSignal.timeout(2_000) })).status === 200;
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
