/** Starts the product the way a person does, as a process of its own, and reads what it prints. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
export const BRICKWORK = join(ROOT, 'packages', 'cli', 'bin', 'brickwork.js');

/** A directory that PostgreSQL's user can reach even when the tests run as root. */
export function temporaryDirectory(name = 'brickwork-', parent = tmpdir()): string {
  const directory = mkdtempSync(join(parent, name));
  chmodSync(directory, 0o755);
  return directory;
}

/** What a service gets to start in: far more than it needs on any machine. */
const START_LIMIT_MS = 120_000;
const COMMAND_LIMIT_MS = 150_000;

const running = new Set<ChildProcess>();

/** A test that runs out of time never stops its services. They end with its process, which the run ends with SIGTERM. */
function endWithThisProcess(child: ChildProcess): void {
  if (running.size === 0) {
    process.on('SIGTERM', exit);
    process.on('exit', endAll);
  }
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    if (running.size > 0) return;
    process.off('SIGTERM', exit);
    process.off('exit', endAll);
  });
}

const exit = () => process.exit(143);
const endAll = () => {
  for (const child of running) child.kill('SIGKILL');
};

/** Of the test run: its cache of compiled code (see compile-cache.ts), and that nothing is read unless a test says so (vitest.config.ts). */
const { NODE_COMPILE_CACHE, BRICKWORK_READER } = process.env;
const HANDED_ON = {
  BRICKWORK_THREADS: '1', // A thread takes a second of CPU to start, and one is enough for what tests evaluate.
  ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
  ...(BRICKWORK_READER === undefined ? {} : { BRICKWORK_READER }),
};

export interface ServiceProcess {
  child: ChildProcess;
  url: string;
  output(): string;
  liveKey: string | undefined;
  testKey: string | undefined;
  signal(signal: NodeJS.Signals): void;
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
}

export interface StartOptions {
  dataDir: string;
  environment?: NodeJS.ProcessEnv;
  command?: readonly [string, ...string[]];
  cwd?: string;
  uid?: number;
  gid?: number;
}

export async function startBrickwork({
  dataDir,
  environment = {},
  command,
  cwd,
  uid,
  gid,
}: StartOptions): Promise<ServiceProcess> {
  const [file, ...args] = command ?? [process.execPath, BRICKWORK, 'serve'];
  const child = spawn(file, args, {
    cwd: cwd ?? ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: dataDir,
      PORT: '0',
      BRICKWORK_DATA_DIR: dataDir,
      LOG_FORMAT: 'json',
      ...HANDED_ON,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: gid ?? uid }),
  });
  endWithThisProcess(child);
  let output = '';
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      output += chunk;
      const [, url] = /is ready at (http:\S+)/.exec(output) ?? [];
      // The last thing it prints, on the first start and on later ones.
      if (url !== undefined && /curl -s|brickwork keys create/.test(output)) resolve(url);
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    ended.then((code) => reject(new Error(`ended with ${code} before it was ready:\n${output}`)));
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  const url = await ready.finally(() => clearTimeout(limit));
  const key = (environment: string) => new RegExp(`svc_${environment}_[0-9A-Za-z]{36}`).exec(output)?.[0];
  return {
    child,
    url,
    output: () => output,
    // Where there is no terminal, the live key is in a file.
    liveKey: liveKeyIn(output, dataDir),
    testKey: key('test'),
    signal: (signal) => void child.kill(signal),
    ended,
  };
}

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** What a command finds in its environment. */
export function commandEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, ...HANDED_ON, ...environment };
}

export function runBrickwork(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  input = '',
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const env = commandEnvironment(environment);
    const child = execFile(
      process.execPath,
      [BRICKWORK, ...args],
      { env, timeout: COMMAND_LIMIT_MS },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, stdout, stderr });
      },
    );
    child.stdin?.end(input);
  });
}

/** The postmaster's process id, from the cluster's own pid file. */
export function postmasterPid(dataDir: string): number | undefined {
  const location = join(dataDir, 'postgres.location');
  const home = existsSync(location) ? readFileSync(location, 'utf8').trim() : dataDir;
  const file = join(home, 'postgres', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '');
  } catch {
    return false;
  }
}

export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}

function liveKeyIn(output: string, dataDir: string): string | undefined {
  const [, file] = /^ {2}Keys {11}(.+)$/m.exec(output) ?? [];
  if (file === undefined) return undefined;
  // In a container the data directory has another name.
  return JSON.parse(readFileSync(existsSync(file) ? file : join(dataDir, basename(file)), 'utf8')).live;
}
