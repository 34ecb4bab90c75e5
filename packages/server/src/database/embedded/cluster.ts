/** The database cluster on disk: where it is stored, how it is created and configured. */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { release, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { canReach, chooseRunAs, type RunAs } from './run-as.ts';
import { StartError } from './start-error.ts';

/** The major version is pinned: a cluster of another one must be exported and imported. */
const MAJOR = '18';

/** How a process with access to the data directory connects to the database. Kept in `database.json`, mode 0600. */
export interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** Where the server takes reporting logins over TCP. */
export interface ListenAddress {
  host: string;
  port: number;
}

const SOCKET_PORT = 5432;

export interface Place {
  /** Contains the cluster and the sockets; the data directory itself unless the run-as user cannot reach it. */
  home: string;
  clusterDir: string;
  socketDir: string;
  runAs: RunAs | undefined;
}

/** Where the cluster is stored when an unprivileged user cannot reach the data directory. */
const FALLBACK_HOME = '/var/lib/brickwork';

export function findPlace(dataDir: string): Place {
  const pointer = join(dataDir, 'postgres.location');
  let home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : dataDir;
  const existing = existsSync(join(home, 'postgres')) ? join(home, 'postgres') : undefined;
  const runAs = chooseRunAs(existing);
  if (runAs === undefined) requireAccount();
  if (runAs !== undefined) {
    chmodSync(dataDir, 0o711); // The run-as user can enter it; secret files in it are 0600.
    if (existing === undefined && !canReach(runAs, realpathSync(dataDir))) {
      home = join(FALLBACK_HOME, shortHash(realpathSync(dataDir)));
      mkdirSync(home, { recursive: true, mode: 0o711 });
      writeFileSync(pointer, `${home}\n`);
    }
  }
  return { home, clusterDir: join(home, 'postgres'), socketDir: socketDirectory(home), runAs };
}

/** PostgreSQL looks up the name of the user that runs it; containers often run with a numeric id without a name. */
function requireAccount(): void {
  try {
    userInfo();
  } catch (cause) {
    throw new StartError(
      `The embedded PostgreSQL cannot run as user id ${process.getuid?.()}, which has no entry in /etc/passwd. Add an entry, run as a user that has one, or set DATABASE_URL to a PostgreSQL server (14 or newer).`,
      { cause },
    );
  }
}

/** A directory for a private copy of the binaries that the run-as user can reach. */
export function copyHome(place: Place): string {
  return place.runAs === undefined ? place.home : FALLBACK_HOME;
}

/** A socket's path may have 103 bytes at most, and PostgreSQL's setting is a comma list: odd or long paths go to /tmp. */
function socketDirectory(home: string): string {
  const near = join(home, 'run');
  if (near.length <= 80 && /^[\w./-]+$/.test(near)) return near;
  return join(tmpdir(), `brickwork-${shortHash(realpathSync(home))}`);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

export function prepareCluster(dataDir: string, place: Place, binaries: Binaries, listen?: ListenAddress): Connection {
  const connectionFile = join(dataDir, 'database.json');
  ownDirectory(place.socketDir, place.runAs);
  const versionFile = join(place.clusterDir, 'PG_VERSION');
  if (existsSync(versionFile) && existsSync(connectionFile)) {
    const found = readFileSync(versionFile, 'utf8').trim();
    if (found !== MAJOR) {
      throw new StartError(
        `The data directory holds a PostgreSQL ${found} cluster, and this release runs PostgreSQL ${MAJOR}. Export with the release that wrote it, then import into a new data directory.`,
      );
    }
    writeSettings(place, listen);
    const kept = JSON.parse(readFileSync(connectionFile, 'utf8')) as Connection;
    // The port is part of the socket's name, too.
    const connection = { ...kept, host: place.socketDir, port: listen?.port ?? SOCKET_PORT };
    // Also if the directory was moved or copied since: readers of the file must not reach the server of another directory.
    if (connection.port !== kept.port || connection.host !== kept.host) writeConnection(connectionFile, connection);
    return connection;
  }
  // database.json is written last, so a cluster without it is the remains of a first start that did not finish.
  rmSync(place.clusterDir, { recursive: true, force: true });
  const connection: Connection = {
    host: place.socketDir,
    port: listen?.port ?? SOCKET_PORT,
    user: 'brickwork',
    password: randomBytes(24).toString('base64url'),
    database: 'postgres',
  };
  makeCluster(place, binaries, connection);
  writeSettings(place, listen);
  writeConnection(connectionFile, connection);
  return connection;
}

/** All or nothing: without it, a cluster counts as one whose first start did not finish. */
function writeConnection(file: string, connection: Connection): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.part`, file);
}

function makeCluster(place: Place, binaries: Binaries, connection: Connection): void {
  ownDirectory(place.clusterDir, place.runAs);
  const passwordFile = join(place.socketDir, 'password');
  // `wx` never follows a link: a file that is already there is removed first.
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${connection.password}\n`, { mode: 0o600, flag: 'wx' });
  if (place.runAs) lchownSync(passwordFile, place.runAs.uid, place.runAs.gid);
  const result = spawnSync(
    binaries.initdb,
    [
      '--pgdata',
      place.clusterDir,
      '--username',
      connection.user,
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
      '--locale',
      'C',
      '--no-instructions',
    ],
    { cwd: place.clusterDir, encoding: 'utf8', env: cleanEnvironment(), timeout: 120_000, ...place.runAs },
  );
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    rmSync(place.clusterDir, { recursive: true, force: true });
    throw new StartError(
      explainFailure(`${result.error?.message ?? ''}\n${result.stdout ?? ''}${result.stderr ?? ''}`, place.clusterDir),
    );
  }
}

/**
 * After a crash PostgreSQL first makes sure that its files are on disk: file by file, about 970 of them in an empty cluster (0.5 s
 * on an idle disk, 5 s measured beside six writers), or the whole file system in one call (9 ms beside the same writers). The one
 * call reports write errors since Linux 5.8.
 */
function canSyncFileSystem(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8));
}

/** Written again at every start, so that a release can change them. */
function writeSettings(place: Place, listen: ListenAddress | undefined): void {
  const settings: Record<string, string> = {
    listen_addresses: listen?.host ?? '', // Without an address, sockets only: nothing on the network can reach it.
    unix_socket_directories: place.socketDir,
    unix_socket_permissions: '0700',
    port: String(listen?.port ?? SOCKET_PORT),
    max_connections: '200',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    wal_compression: 'off',
    synchronous_commit: 'on',
    fsync: 'on',
    ...(canSyncFileSystem() && { recovery_init_sync_method: 'syncfs' }),
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    jit: 'off',
    // Statements and row contents are conversation text: never in the log.
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  writeConfiguration(place, 'postgresql.conf', lines);
  // Over TCP only reporting logins are accepted, so that the password of the service's own role, a superuser, cannot be guessed over the network.
  writeConfiguration(place, 'pg_hba.conf', [
    'local all all scram-sha-256',
    ...(listen === undefined ? [] : ['host all "/^reporting_[0-9a-f]+$" all scram-sha-256']),
  ]);
}

function writeConfiguration(place: Place, name: string, lines: readonly string[]): void {
  const file = join(place.clusterDir, name);
  writeFileSync(file, `# Written by brickwork at every start; changes here are lost.\n${lines.join('\n')}\n`);
  if (place.runAs) chownSync(file, place.runAs.uid, place.runAs.gid);
}

/**
 * The directory may be in /tmp, where any local user can create it first, or put a symlink there for root to follow. So it is created
 * exclusively, and an existing one is used only if it is a directory (not a link) owned by root or by its intended user.
 */
function ownDirectory(directory: string, runAs: RunAs | undefined): void {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o711 });
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const ours = process.getuid?.();
  const found = lstatSync(directory);
  if (!found.isDirectory() || (ours !== undefined && found.uid !== ours && found.uid !== runAs?.uid)) {
    throw new StartError(
      `${directory} belongs to another user or is not a directory. Start the service as that user, remove it, or choose another BRICKWORK_DATA_DIR.`,
    );
  }
  // From here on nobody else can replace it: its parent is ours, or sticky like /tmp.
  if (runAs) lchownSync(directory, runAs.uid, runAs.gid);
  chmodSync(directory, 0o700);
}

/** The caller's shell does not affect the embedded server, especially not its PG* variables. Programs are started by their full paths. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' };
}

/** One sentence from PostgreSQL's own output. */
export function explainFailure(output: string, clusterDir: string): string {
  if (/No space left on device/.test(output)) {
    return `The disk that holds ${clusterDir} is full. Free some space and start again; nothing accepted is lost.`;
  }
  const fatal =
    output.match(/(?:FATAL|PANIC|error|initdb: error):\s*(.+)/i)?.[1] ??
    output.trim().split('\n').at(-1) ??
    'no output';
  return `The embedded PostgreSQL did not start: ${fatal.trim()}`;
}
