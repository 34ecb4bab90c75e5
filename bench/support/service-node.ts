/** One node of the service as a process of its own, on a database of the site. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf, cpuSecondsOfFamily } from './cpu-time.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
/** The command of a checkout. */
export const brickworkCommand = (root: string) => join(root, 'packages', 'cli', 'bin', 'brickwork.js');

export interface ServiceNode {
  url: string;
  port: number;
  pid: number;
  child: ChildProcess;
  /** Resident memory as the kernel counts it, with the processes that the node has started; undefined where there is no /proc. */
  rssMegabytes(): number | undefined;
  /** CPU seconds used so far, by these too. */
  cpuSeconds(): number | undefined;
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

export interface NodeOptions {
  /** Left out: the embedded one, in the BRICKWORK_DATA_DIR of the environment. */
  databaseUrl?: string;
  environment?: Readonly<Record<string, string>>;
  /** Further arguments for Node itself, such as `--cpu-prof`. */
  nodeArguments?: readonly string[];
  logFile?: string;
  /** The checkout to run: this one by default. */
  root?: string;
  /** Of the process: that of the checkout by default. */
  workingDirectory?: string;
}

const START_LIMIT_MS = 120_000;

/** Only a test run has them: a cache of compiled code, and that nothing is read. */
const { NODE_COMPILE_CACHE, BRICKWORK_READER } = process.env;
const handedOn = {
  ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
  ...(BRICKWORK_READER === undefined ? {} : { BRICKWORK_READER }),
};

/** Log level and everything else as shipped: what is measured is what people run. */
export async function startServiceNode({
  databaseUrl,
  environment = {},
  nodeArguments = [],
  logFile,
  root = ROOT,
  workingDirectory = root,
}: NodeOptions): Promise<ServiceNode> {
  const child = spawn(process.execPath, [...nodeArguments, brickworkCommand(root), 'serve'], {
    cwd: workingDirectory,
    env: {
      PATH: process.env.PATH,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, BRICKWORK_SECRET: '01'.repeat(32) }),
      PORT: '0',
      LOG_FORMAT: 'json',
      ...handedOn,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const log = logFile === undefined ? undefined : createWriteStream(logFile, { flags: 'a' });
  let head = '';
  const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      log?.write(chunk);
      if (head.length > 100_000) return;
      head += chunk.toString();
      const [, found] = /is ready at (http:\S+)/.exec(head) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then((code) => reject(new Error(`the service ended with ${code} before it was ready:\n${head}`)));
  }).finally(() => clearTimeout(limit));
  const pid = child.pid ?? 0;
  return {
    url,
    port: Number(new URL(url).port),
    pid,
    child,
    rssMegabytes: () => rssOfFamily(pid),
    cpuSeconds: () => cpuSecondsOfFamily(pid),
    ended,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
      log?.end();
    },
  };
}

/** What they share, such as the code of Node, counts in each of them. */
function rssOfFamily(pid: number): number | undefined {
  const own = megabytesOf(pid, 'VmRSS');
  if (own === undefined) return undefined;
  return childrenOf(pid).reduce((sum, child) => sum + (megabytesOf(child, 'VmRSS') ?? 0), own);
}

/** A figure of a process as the kernel counts it, such as `VmRSS` or `VmHWM`; undefined where there is no /proc. */
export function megabytesOf(pid: number, field: string): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8')) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}
