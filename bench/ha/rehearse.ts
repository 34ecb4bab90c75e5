/**
 * What the service does while its database servers cannot see each other, while nobody may decide who is the primary, and until a standby has taken over:
 * real replication, and the rehearsal in the place of Patroni, etcd and HAProxy. Reads must go on, and nothing accepted may be lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BarePair, startBarePair } from './bare-pair.ts';
import { judge, unexpectedLines } from './ha.ts';
import { type ServiceNodes, startServiceNodes } from './service-nodes.ts';
import { describeOutage, type Side, startWitness, unreadFor, type Witness } from './witness.ts';

/** How long nobody decides anything: most of Patroni's `ttl`. */
const UNDECIDED_MS = 15_000;
/** A primary notices after this long that its standby does not answer (`wal_sender_timeout`), and goes on alone. */
const GIVEN_UP_MS = 6_000;

interface RehearsedFault {
  what: string;
  strike(pair: BarePair): Promise<void>;
  repair(pair: BarePair): Promise<void>;
}

export const REHEARSED = {
  primary: {
    what: 'kill -9 of the primary; the standby takes over after 15 s',
    async strike({ primary, doors, promote, ...pair }) {
      await primary.postgres.signal('SIGKILL');
      doors.primary.leadTo(undefined);
      await sleep(UNDECIDED_MS);
      doors.standby.leadTo(undefined);
      await promote();
      doors.primary.leadTo(pair.standby.port);
    },
    async repair(pair) {
      await pair.rejoin();
      pair.doors.standby.leadTo(pair.standby.port);
    },
  },
  partition: {
    what: 'the servers cannot see each other for 20 s; the primary goes on alone',
    async strike(pair) {
      for (const { link } of [pair.primary, pair.standby]) link.cut();
      await sleep(GIVEN_UP_MS);
      await pair.setSynchronous(false);
      await sleep(20_000 - GIVEN_UP_MS);
    },
    async repair(pair) {
      for (const { link } of [pair.primary, pair.standby]) link.heal();
    },
  },
  coordinator: {
    what: 'etcd is away for 15 s: both servers can be read only',
    async strike(pair) {
      pair.doors.primary.leadTo(undefined);
      await pair.demote();
      await sleep(UNDECIDED_MS);
      await pair.promoteAgain();
      pair.doors.primary.leadTo(pair.primary.port);
    },
    repair: async () => {},
  },
} as const satisfies Record<string, RehearsedFault>;

export type RehearsedName = keyof typeof REHEARSED;

export interface Rehearsal {
  outages: ({ what: string } & Record<Side, number>)[];
  accepted: number;
  retries: number;
  /** What must not be: empty when all is well. */
  violations: string[];
}

export interface RehearsalOptions {
  postgresBin: string;
  faults: readonly RehearsedName[];
  say(line: string): void;
  logs?: string | undefined;
}

export async function rehearse({ postgresBin, faults, say, logs }: RehearsalOptions): Promise<Rehearsal> {
  say('starting two PostgreSQL servers');
  const pair = await startBarePair(postgresBin);
  const stopAtSignal = () => void pair.stop().finally(() => process.exit(130));
  process.once('SIGINT', stopAtSignal).once('SIGTERM', stopAtSignal);
  const report: Rehearsal = { outages: [], accepted: 0, retries: 0, violations: [] };
  let nodes: ServiceNodes | undefined;
  let witness: Witness | undefined;
  try {
    say('four nodes');
    nodes = await startServiceNodes(pair.environment, 'rehearsal', pair.directory);
    witness = startWitness(nodes);
    await witness.client.untilEnded(await witness.client.accept(), 60_000);
    for (const name of faults) {
      const outage = await playFault(pair, witness, REHEARSED[name]);
      report.outages.push(outage);
      report.violations.push(...unreadFor(outage).map((text) => `${outage.what}: ${text}`));
      say(`${outage.what}: ${describeOutage(outage)}`);
    }
    await witness.stop();
    report.violations.push(...(await judge(pair.environment.DATABASE_URL ?? '', witness, 'rehearsal')));
    report.violations.push(...unexpectedLines(nodes));
    report.accepted = witness.client.record.accepted.size;
    report.retries = witness.client.record.retries;
    return report;
  } finally {
    process.off('SIGINT', stopAtSignal).off('SIGTERM', stopAtSignal);
    await witness?.stop();
    await nodes?.stop();
    if (logs !== undefined) pair.keepLogs(logs);
    await pair.stop();
  }
}

async function playFault(
  pair: BarePair,
  witness: Witness,
  { what, strike, repair }: RehearsedFault,
): Promise<Rehearsal['outages'][number]> {
  const since = Date.now();
  await strike(pair);
  await witness.client.untilEnded(await witness.client.accept(), 60_000);
  const outage = { what, ...witness.outage(since) };
  await repair(pair);
  await pair.setSynchronous(true);
  await pair.untilSynchronous();
  return outage;
}
