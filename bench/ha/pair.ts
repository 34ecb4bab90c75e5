/** etcd, two PostgreSQL servers under Patroni, HAProxy and PgBouncer, from the files of deploy/ha, on this machine alone. */
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@brickwork/server/core/logger';
import { connectionOfUrl, openDatabase } from '@brickwork/server/database/database';
import { chooseRunAs, type RunAs } from '@brickwork/server/database/embedded/run-as';
import { createDaemon, type Daemon } from './daemon.ts';
import { environmentOf, fillIn, type Values } from './fill-in.ts';
import { freePorts } from './free-ports.ts';
import { startLink } from './link.ts';
import { createMember, type Member } from './member.ts';
import type { Programs } from './programs.ts';
import { until } from './until.ts';
import { startWatchdog } from './watchdog.ts';

const HOST = '127.0.0.1';
/** Not `first`: a keyword of synchronous_standby_names, which then never takes effect. */
const NAMES = { FIRST: 'pg1', SECOND: 'pg2' } as const;

export interface Pair {
  directory: string;
  members: readonly Member[];
  etcd: Daemon;
  /** Of a service node: straight through HAProxy, or through PgBouncer with LISTEN beside it. */
  environment(way: 'haproxy' | 'pgbouncer'): Record<string, string>;
  primary(): Promise<Member | undefined>;
  /** One primary, and a standby that has everything it acknowledged. */
  isWhole(): Promise<boolean>;
  keepLogs(to: string): void;
  stop(): Promise<void>;
}

export async function startPair(programs: Programs, logs?: string): Promise<Pair> {
  const directory = mkdtempSync(join(tmpdir(), 'brickwork-ha-'));
  chmodSync(directory, 0o755); // PostgreSQL drops to a plain user where this runs as root.
  const watchdog = startWatchdog(directory);
  const runAs = chooseRunAs();
  own(directory, runAs);
  const values = await chooseValues(programs, directory);
  const etcd = startEtcd(programs, directory, runAs, values);
  const members = await Promise.all(
    (['FIRST', 'SECOND'] as const).map((which) => startMember(programs, directory, runAs, values, which)),
  );
  const doors = startDoors(programs, directory, runAs, values);
  const daemons = [...doors, ...members.map(({ patroni }) => patroni), etcd];
  const pair: Pair = {
    directory,
    members,
    etcd,
    environment: (way) =>
      environmentOf(fillIn(way === 'haproxy' ? 'brickwork.env' : 'brickwork-pgbouncer.env', values)),
    async primary() {
      const answers = await Promise.all(members.map((member) => member.is('primary')));
      return members.find((_, index) => answers[index]);
    },
    async isWhole() {
      const primaries = await Promise.all(members.map((member) => member.is('primary')));
      const standbys = await Promise.all(members.map((member) => member.is('sync')));
      return primaries.filter(Boolean).length === 1 && standbys.filter(Boolean).length === 1;
    },
    keepLogs(to) {
      mkdirSync(to, { recursive: true });
      for (const name of readdirSync(directory).filter((each) => each.endsWith('.log')))
        copyFileSync(join(directory, name), join(to, name));
    },
    async stop() {
      // Patroni stops its PostgreSQL in order; what hangs is the watchdog's.
      await Promise.all(daemons.map((daemon) => Promise.race([daemon.signal('SIGTERM'), delay(10_000)])));
      await watchdog.dismiss();
      await Promise.all(members.flatMap(({ links }) => links.map((link) => link.stop())));
    },
  };
  try {
    await until('a primary with its standby', 60_000, pair.isWhole);
    await createService(values);
    return pair;
  } catch (error) {
    if (logs !== undefined) pair.keepLogs(logs);
    await pair.stop();
    throw error;
  }
}

async function chooseValues(programs: Programs, directory: string): Promise<Values> {
  const names = [
    'ETCD_PORT',
    'ETCD_PEER_PORT',
    'PRIMARY_PORT',
    'STANDBY_PORT',
    'PGBOUNCER_PORT',
    'FIRST_POSTGRES_PORT',
    'FIRST_PATRONI_PORT',
    'SECOND_POSTGRES_PORT',
    'SECOND_PATRONI_PORT',
  ];
  const ports = await freePorts(names.length);
  const chosen: Values = Object.fromEntries(names.map((name, index) => [name, ports[index] ?? 0]));
  const password = () => randomBytes(16).toString('hex');
  return {
    ...chosen,
    NODE_ADDRESS: HOST,
    PROXY_ADDRESS: HOST,
    FIRST_ADDRESS: HOST,
    SECOND_ADDRESS: HOST,
    FIRST_NAME: NAMES.FIRST,
    SECOND_NAME: NAMES.SECOND,
    NETWORK: `${HOST}/32`,
    SUPERUSER_PASSWORD: password(),
    REPLICATION_PASSWORD: password(),
    REWIND_PASSWORD: password(),
    BRICKWORK_PASSWORD: password(),
    BRICKWORK_SECRET: randomBytes(32).toString('hex'),
    POSTGRES_BIN: programs.postgresBin,
    ETCD_HOSTS: `${HOST}:${chosen.ETCD_PORT}`,
    DATA_DIR: directory,
    ETCD_API: programs.etcdApi,
    ETCD_V2: String(programs.etcdApi === 'etcd'),
    ETCD_CLUSTER: `etcd=http://${HOST}:${chosen.ETCD_PEER_PORT}`,
  };
}

function startEtcd(programs: Programs, directory: string, runAs: RunAs | undefined, values: Values): Daemon {
  const environment = environmentOf(fillIn('etcd.env', { ...values, NODE_NAME: 'etcd' }));
  const etcd = createDaemon({ name: 'etcd', command: [programs.etcd], environment, directory, runAs });
  etcd.start();
  return etcd;
}

/** The other machine finds this one through links that can be cut; the proxies come straight. */
async function startMember(
  programs: Programs,
  directory: string,
  runAs: RunAs | undefined,
  values: Values,
  which: keyof typeof NAMES,
): Promise<Member> {
  const name = NAMES[which];
  const dataDir = join(directory, name);
  mkdirSync(dataDir, { mode: 0o700 });
  own(dataDir, runAs);
  const itsOwn = {
    NODE_NAME: name,
    DATA_DIR: dataDir,
    POSTGRES_PORT: values[`${which}_POSTGRES_PORT`] ?? '',
    PATRONI_PORT: values[`${which}_PATRONI_PORT`] ?? '',
  };
  const file = write(directory, `${name}.yml`, fillIn('patroni.yml', { ...values, ...itsOwn }), runAs);
  const [toPostgres, toPatroni] = await Promise.all([startLink(), startLink()]);
  toPostgres.leadTo(Number(itsOwn.POSTGRES_PORT));
  toPatroni.leadTo(Number(itsOwn.PATRONI_PORT));
  const environment = {
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${HOST}:${toPostgres.port}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${HOST}:${toPatroni.port}`,
  };
  const patroni = createDaemon({ name, command: [programs.patroni, file], environment, directory, runAs });
  patroni.start();
  const restUrl = `http://${HOST}:${itsOwn.PATRONI_PORT}`;
  return createMember({ name, patroni, restUrl, links: [toPostgres, toPatroni], dataDir });
}

/** The proxies between the nodes and the pair. */
function startDoors(programs: Programs, directory: string, runAs: RunAs | undefined, values: Values): Daemon[] {
  write(directory, 'userlist.txt', `"brickwork" "${values.BRICKWORK_PASSWORD}"\n`, runAs);
  const haproxy = write(directory, 'haproxy.cfg', fillIn('haproxy.cfg', values), runAs);
  const pgbouncer = write(directory, 'pgbouncer.ini', fillIn('pgbouncer.ini', values), runAs);
  const doors = [
    createDaemon({ name: 'haproxy', command: [programs.haproxy, '-db', '-f', haproxy], directory, runAs }),
    createDaemon({ name: 'pgbouncer', command: [programs.pgbouncer, pgbouncer], directory, runAs }),
  ];
  for (const door of doors) door.start();
  return doors;
}

/** The service's own role and database, as an operator creates them. */
async function createService(values: Values): Promise<void> {
  const url = `postgresql://postgres:${values.SUPERUSER_PASSWORD}@${HOST}:${values.PRIMARY_PORT}/postgres`;
  const options = { poolSize: 2, statementTimeoutMs: 30_000, logger: silentLogger };
  const admin = openDatabase({ ...options, connection: connectionOfUrl(url) });
  try {
    await until('HAProxy to find the primary', 20_000, () =>
      admin.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    );
    const statements = fillIn('service.sql', values).split(/;\n/);
    for (const statement of statements.filter((text) => text.trim() !== '')) await admin.query(statement);
  } finally {
    await admin.close();
  }
}

/** They hold passwords. */
function write(directory: string, name: string, text: string, runAs: RunAs | undefined): string {
  const file = join(directory, name);
  writeFileSync(file, text, { mode: 0o600 });
  own(file, runAs);
  return file;
}

function own(path: string, runAs: RunAs | undefined): void {
  if (runAs !== undefined) chownSync(path, runAs.uid, runAs.gid);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
