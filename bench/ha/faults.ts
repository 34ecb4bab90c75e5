/** What happens to a pair: each fault with the way to make good for it once the service has found its way without. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Daemon } from './daemon.ts';
import type { Member } from './member.ts';
import { until } from './until.ts';

export interface Scene {
  primary: Member;
  standby: Member;
  /** Who decides which of them is the primary. */
  etcd: Daemon;
}

/** Longer than Patroni waits for etcd, so that the primary has given up its role. */
const WITHOUT_ETCD_MS = 20_000;
/** Longer than a primary waits for its standby. */
const CUT_MS = 20_000;

export interface Fault {
  what: string;
  /** Whether the standby must become the primary. */
  isFailover: boolean;
  strike(scene: Scene): Promise<void>;
  /** What an operator would do afterwards. */
  repair(scene: Scene): Promise<void>;
}

const nothing = async (): Promise<void> => {};

/** kill -9 for everything: the processes of a machine that has lost its power. */
async function lose({ patroni, signalPostgres }: Member): Promise<void> {
  const gone = patroni.signal('SIGKILL');
  signalPostgres('SIGKILL');
  await gone;
}

export const FAULTS = {
  postgres: {
    what: 'kill -9 of the primary’s PostgreSQL',
    isFailover: true,
    strike: async ({ primary }) => primary.signalPostgres('SIGKILL'),
    repair: nothing,
  },
  machine: {
    what: 'kill -9 of the primary’s PostgreSQL and Patroni',
    isFailover: true,
    strike: ({ primary }) => lose(primary),
    repair: async ({ primary }) => primary.patroni.start(),
  },
  patroni: {
    what: 'kill -9 of the primary’s Patroni alone',
    isFailover: true,
    strike: ({ primary }) => primary.patroni.signal('SIGKILL'),
    repair: async ({ primary }) => primary.patroni.start(),
  },
  freeze: {
    what: 'the primary’s machine hangs (SIGSTOP), later goes on',
    isFailover: true,
    async strike({ primary }) {
      await primary.patroni.signal('SIGSTOP');
      primary.signalPostgres('SIGSTOP');
    },
    async repair({ primary }) {
      primary.signalPostgres('SIGCONT');
      await primary.patroni.signal('SIGCONT');
    },
  },
  switchover: {
    what: 'switchover',
    isFailover: true,
    strike: ({ primary, standby }) => switchOver(primary, standby),
    repair: nothing,
  },
  standby: {
    what: 'kill -9 of the standby’s PostgreSQL and Patroni',
    isFailover: false,
    strike: ({ standby }) => lose(standby),
    repair: async ({ standby }) => standby.patroni.start(),
  },
  partition: {
    what: 'the servers cannot see each other for 20 s',
    isFailover: false,
    async strike({ primary, standby }) {
      for (const link of [...primary.links, ...standby.links]) link.cut();
      await sleep(CUT_MS);
    },
    async repair({ primary, standby }) {
      for (const link of [...primary.links, ...standby.links]) link.heal();
    },
  },
  etcd: {
    what: 'kill -9 of etcd, which is back after 20 s',
    isFailover: false,
    async strike({ primary, standby, etcd }) {
      const back = Date.now() + WITHOUT_ETCD_MS;
      await etcd.signal('SIGKILL');
      await until('no primary without etcd', WITHOUT_ETCD_MS, async () => !(await primary.is('primary')));
      if (await standby.is('primary')) throw new Error(`${standby.name} took over, though nobody could decide that`);
      await sleep(Math.max(0, back - Date.now()));
      etcd.start();
    },
    repair: nothing,
  },
} as const satisfies Record<string, Fault>;

/** What `patronictl switchover` sends. It answers when the switchover is done, which may be after the caller's timeout. */
async function switchOver(primary: Member, standby: Member): Promise<void> {
  const response = await fetch(`${primary.restUrl}/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leader: primary.name, candidate: standby.name }),
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(`switchover: ${response.status} ${await response.text()}`);
}
