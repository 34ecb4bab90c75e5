/**
 * A synchronous PostgreSQL pair loses its primary, in every way there is, under load. Afterwards the records of those who used the
 * service must agree with it: nothing accepted is lost, no run has ended twice, every invariant of the database holds.
 */
import { readFileSync } from 'node:fs';
import { silentLogger } from '@brickwork/server/core/logger';
import { connectionOfUrl, openDatabase } from '@brickwork/server/database/database';
import { checkInvariants } from '@brickwork/server/queue/store/check-invariants';
import { FAULTS, type Fault, type Scene } from './faults.ts';
import { type Pair, startPair } from './pair.ts';
import type { Programs } from './programs.ts';
import { type ServiceNodes, startServiceNodes } from './service-nodes.ts';
import { until } from './until.ts';
import { describeOutage, type Side, startWitness, unreadFor, type Witness } from './witness.ts';

/** Who look every accepted run up at the end. */
const READERS = 16;

export type FaultName = keyof typeof FAULTS;
export type Way = 'haproxy' | 'pgbouncer';

export interface HaOptions {
  programs: Programs;
  schedule: Readonly<Record<Way, readonly FaultName[]>>;
  say(line: string): void;
  /** Where to leave everybody's logs. */
  logs?: string | undefined;
}

/** Seconds without a successful request, by kind of request. */
export interface Outage extends Record<Side, number> {
  way: Way;
  what: string;
}

export interface HaReport {
  outages: Outage[];
  accepted: number;
  retries: number;
  readsByStandby: number;
  /** That the standby should have answered. */
  readsByPrimary: number;
  /** What must not be: empty when all is well. */
  violations: string[];
}

export async function ha({ programs, schedule, say, logs }: HaOptions): Promise<HaReport> {
  say('starting etcd, two PostgreSQL servers under Patroni, HAProxy and PgBouncer');
  const pair = await startPair(programs, logs);
  const stopAtSignal = () => void pair.stop().finally(() => process.exit(130));
  process.once('SIGINT', stopAtSignal).once('SIGTERM', stopAtSignal);
  const report: HaReport = {
    outages: [],
    accepted: 0,
    retries: 0,
    readsByStandby: 0,
    readsByPrimary: 0,
    violations: [],
  };
  try {
    for (const way of ['haproxy', 'pgbouncer'] as const)
      if (schedule[way].length > 0) await playWay(pair, way, schedule[way], report, say);
    return report;
  } finally {
    process.off('SIGINT', stopAtSignal).off('SIGTERM', stopAtSignal);
    if (logs !== undefined) pair.keepLogs(logs);
    await pair.stop();
  }
}

async function playWay(
  pair: Pair,
  way: Way,
  faults: readonly FaultName[],
  report: HaReport,
  say: (line: string) => void,
): Promise<void> {
  say(`four nodes through ${way === 'haproxy' ? 'HAProxy' : 'PgBouncer in transaction mode, LISTEN beside it'}`);
  const nodes = await startServiceNodes(pair.environment(way), way, pair.directory);
  const witness = startWitness(nodes);
  try {
    for (const fault of faults) {
      const outage = await playFault(pair, witness, FAULTS[fault]).catch((error: Error) => error);
      if (outage instanceof Error) {
        report.violations.push(`${FAULTS[fault].what}: ${outage.message}`);
        break; // Without a pair there is nothing more to lose.
      }
      report.outages.push({ way, what: FAULTS[fault].what, ...outage });
      const wrong = [...unreadFor(outage), ...(await witness.syncFaults())];
      report.violations.push(...wrong.map((text) => `${FAULTS[fault].what}: ${text}`));
      say(`${FAULTS[fault].what}: ${describeOutage(outage)}`);
    }
    await witness.stop();
    await countReads(nodes, report);
    report.violations.push(
      ...(await judge(pair.environment('haproxy').DATABASE_URL ?? '', witness, way)),
      ...unexpectedLines(nodes),
    );
  } finally {
    await witness.stop();
    await nodes.stop();
  }
  report.accepted += witness.client.record.accepted.size;
  report.retries += witness.client.record.retries;
}

async function playFault(pair: Pair, witness: Witness, fault: Fault): Promise<Record<Side, number>> {
  const primary = await pair.primary();
  const standby = pair.members.find((member) => member !== primary);
  if (primary === undefined || standby === undefined) throw new Error('there is no primary to begin with');
  const scene: Scene = { primary, standby, etcd: pair.etcd };
  const since = Date.now();
  await fault.strike(scene);
  if (fault.isFailover) await until(`${standby.name} to take over`, 90_000, () => standby.is('primary'));
  await witness.client.untilEnded(await witness.client.accept(), 60_000);
  await fault.repair(scene);
  await until('the pair to be whole again', 120_000, pair.isWhole);
  return witness.outage(since);
}

async function countReads({ urls }: ServiceNodes, report: HaReport): Promise<void> {
  for (const url of urls) {
    const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(20_000) })).text();
    const value = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
    const byStandby = value('brickwork_reads_by_standby');
    if (byStandby === 0) report.violations.push(`the node at ${url} never read from the standby`);
    report.readsByStandby += byStandby;
    report.readsByPrimary += value('brickwork_reads_by_primary');
  }
}

export async function judge(url: string, witness: Witness, workspace: string): Promise<string[]> {
  const { record, untilEnded } = witness.client;
  const violations: string[] = [];
  const accepted = record.accepted.entries();
  const readers = Array.from({ length: READERS }, async () => {
    for (const [name, runId] of accepted) {
      const status = await untilEnded(runId, 60_000);
      if (status !== 'succeeded') violations.push(`${name} (${runId}) is ${status ?? 'not ended'}`);
    }
  });
  await Promise.all(readers);
  violations.push(...record.faults, ...(await witness.judgeEvents()));
  const options = { poolSize: 2, statementTimeoutMs: 60_000, logger: silentLogger };
  const database = openDatabase({ ...options, connection: connectionOfUrl(url) });
  try {
    const { rows } = await database.query<{ stored: number; names: number; ended: number }>(
      `SELECT count(*)::int AS stored, count(DISTINCT r.external_id)::int AS names, count(e.run_id)::int AS ended FROM runs r
         JOIN workspaces w ON w.id = r.workspace_id
         LEFT JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
       WHERE w.name = $1 AND r.type = 'api'`,
      [workspace],
    );
    const wanted = record.accepted.size;
    const { stored = 0, names = 0, ended = 0 } = rows[0] ?? {};
    if (stored !== wanted || names !== wanted || ended !== wanted)
      violations.push(`${stored} runs of ${names} keys are stored and ${ended} have ended; the client has ${wanted}`);
    violations.push(...(await checkInvariants(database)));
  } finally {
    await database.close();
  }
  return violations;
}

/** Unexpected errors are logged with this message. */
export function unexpectedLines({ logFile }: ServiceNodes): string[] {
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => /unexpected error|UnhandledPromise|uncaught/i.test(line))
    .map((line) => `log: ${line.slice(0, 600)}`);
}
