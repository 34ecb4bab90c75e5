/**
 * Two PostgreSQL servers with synchronous replication and nothing else: what Patroni would decide, the rehearsal does. The servers find each other, and the
 * nodes find them, through links that can be cut.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLogger } from '@brickwork/server/core/logger';
import { openDatabase } from '@brickwork/server/database/database';
import { chooseRunAs } from '@brickwork/server/database/embedded/run-as';
import { createDaemon, type Daemon } from './daemon.ts';
import { freePorts } from './free-ports.ts';
import { type Link, startLink } from './link.ts';
import { until } from './until.ts';
import { startWatchdog } from './watchdog.ts';

const HOST = '127.0.0.1';
const run = promisify(execFile);

export interface BareMember {
  name: string;
  port: number;
  postgres: Daemon;
  /** The way of the other server to this one. */
  link: Link;
  dataDir: string;
}

export interface BarePair {
  directory: string;
  primary: BareMember;
  standby: BareMember;
  /** Where the nodes find the primary and the standby. */
  doors: { primary: Link; standby: Link };
  environment: Record<string, string>;
  /** Commits wait for the standby, or for nobody. */
  setSynchronous(isOn: boolean): Promise<void>;
  /** The standby becomes the primary; there is no standby then. */
  promote(): Promise<void>;
  /** The other one becomes a standby of the primary, with a fresh copy of its data. */
  rejoin(): Promise<void>;
  /** The primary goes on as a standby of nobody: it can be read only. `promoteAgain` ends that. */
  demote(): Promise<void>;
  promoteAgain(): Promise<void>;
  untilSynchronous(): Promise<void>;
  keepLogs(to: string): void;
  stop(): Promise<void>;
}

/** As in deploy/ha/patroni.yml where a failover depends on it. */
const SETTINGS = `
listen_addresses = '${HOST}'
max_connections = 100
synchronous_commit = on
hot_standby_feedback = on
wal_keep_size = 512MB
wal_sender_timeout = 5s
wal_receiver_timeout = 5s
wal_retrieve_retry_interval = 500ms
tcp_user_timeout = 10s
client_connection_check_interval = 5s
`;

export async function startBarePair(postgresBin: string): Promise<BarePair> {
  const directory = mkdtempSync(join(tmpdir(), 'brickwork-ha-'));
  chmodSync(directory, 0o755); // PostgreSQL drops to a plain user where this runs as root.
  const watchdog = startWatchdog(directory);
  const runAs = chooseRunAs();
  const own = (path: string) => {
    if (runAs !== undefined) chownSync(path, runAs.uid, runAs.gid);
  };
  own(directory);
  const password = randomBytes(16).toString('hex');
  const ports = await freePorts(2);
  const doors = { primary: await startLink(), standby: await startLink() };

  const program = async (name: string, args: readonly string[]) => {
    const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', PGPASSWORD: password };
    await run(join(postgresBin, name), [...args], { env, cwd: directory, timeout: 60_000, ...(runAs ?? {}) });
  };
  const query = async <Row extends Record<string, unknown>>(member: BareMember, text: string): Promise<Row[]> => {
    const connection = { host: HOST, port: member.port, user: 'postgres', password, database: 'postgres' };
    const database = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 30_000, logger: silentLogger });
    try {
      return (await database.query<Row>(text)).rows;
    } finally {
      await database.close();
    }
  };
  const answers = (member: BareMember) =>
    query(member, 'SELECT 1').then(
      () => true,
      () => false,
    );
  const start = async (member: BareMember) => {
    member.postgres.start();
    await until(`${member.name} to answer`, 60_000, () => answers(member));
  };
  const makeMember = async (name: string, port: number): Promise<BareMember> => {
    const dataDir = join(directory, name, 'postgresql');
    mkdirSync(join(directory, name), { mode: 0o700 });
    own(join(directory, name));
    const link = await startLink();
    link.leadTo(port);
    const command = [
      join(postgresBin, 'postgres'),
      '-D',
      dataDir,
      '-p',
      String(port),
      '-k',
      join(directory, name),
    ] as const;
    return { name, port, link, dataDir, postgres: createDaemon({ name, command: [...command], directory, runAs }) };
  };
  const [first, second] = [await makeMember('pg1', ports[0] ?? 0), await makeMember('pg2', ports[1] ?? 0)];

  const pair: BarePair = {
    directory,
    primary: first,
    standby: second,
    doors,
    environment: {
      DATABASE_URL: `postgresql://postgres:${password}@${HOST}:${doors.primary.port}/brickwork`,
      BRICKWORK_DATABASE_READ_URL: `postgresql://postgres:${password}@${HOST}:${doors.standby.port}/brickwork`,
      BRICKWORK_SECRET: randomBytes(32).toString('hex'),
    },
    async setSynchronous(isOn) {
      await query(pair.primary, `ALTER SYSTEM SET synchronous_standby_names = '${isOn ? '*' : ''}'`);
      await query(pair.primary, 'SELECT pg_reload_conf()');
    },
    async promote() {
      await query(pair.standby, 'SELECT pg_promote(true, 30)');
      [pair.primary, pair.standby] = [pair.standby, pair.primary];
      await pair.setSynchronous(false);
    },
    async rejoin() {
      const { primary, standby } = pair;
      await standby.postgres.signal('SIGKILL');
      rmSync(standby.dataDir, { recursive: true, force: true, maxRetries: 5 });
      const from = ['-h', HOST, '-p', String(primary.link.port), '-U', 'postgres'];
      await program('pg_basebackup', [...from, '-D', standby.dataDir, '-X', 'stream', '-R', '-c', 'fast']);
      const conninfo = `host=${HOST} port=${primary.link.port} user=postgres password=${password} application_name=${standby.name} connect_timeout=3`;
      appendFileSync(
        join(standby.dataDir, 'postgresql.auto.conf'),
        `primary_conninfo = '${conninfo}'\nsynchronous_standby_names = ''\n`,
      );
      await start(standby);
    },
    async demote() {
      await pair.primary.postgres.signal('SIGINT');
      writeFileSync(join(pair.primary.dataDir, 'standby.signal'), '');
      own(join(pair.primary.dataDir, 'standby.signal'));
      await start(pair.primary);
    },
    async promoteAgain() {
      await query(pair.primary, 'SELECT pg_promote(true, 30)');
    },
    untilSynchronous: () =>
      until('the standby to have everything', 60_000, async () => {
        const text = `SELECT count(*)::int AS count FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`;
        return (await query<{ count: number }>(pair.primary, text).catch(() => []))[0]?.count === 1;
      }),
    keepLogs(to) {
      mkdirSync(to, { recursive: true });
      for (const name of readdirSync(directory).filter((each) => each.endsWith('.log')))
        copyFileSync(join(directory, name), join(to, name));
    },
    async stop() {
      await Promise.all([first, second].map(({ postgres }) => postgres.signal('SIGQUIT')));
      await Promise.all([first.link, second.link, doors.primary, doors.standby].map((link) => link.stop()));
      await watchdog.dismiss();
    },
  };
  try {
    const passwordFile = join(directory, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    own(passwordFile);
    const auth = ['--auth', 'scram-sha-256', '--pwfile', passwordFile, '-U', 'postgres'];
    await program('initdb', ['-D', first.dataDir, '--encoding', 'UTF8', '--locale', 'C.UTF-8', ...auth]);
    appendFileSync(join(first.dataDir, 'postgresql.conf'), SETTINGS);
    await start(first);
    await query(first, 'CREATE DATABASE brickwork');
    await pair.rejoin();
    await pair.setSynchronous(true);
    await pair.untilSynchronous();
    doors.primary.leadTo(first.port);
    doors.standby.leadTo(second.port);
    return pair;
  } catch (error) {
    await pair.stop();
    throw error;
  }
}
