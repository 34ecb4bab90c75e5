/**
 * The running server. It is a child of a small shell watchdog that holds a pipe from us: when this process ends, however it
 * ends (kill -9 included), the pipe closes and the watchdog stops PostgreSQL cleanly (17 ms measured). Both run in their own
 * session, so that Ctrl-C reaches us first.
 */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@brickwork/engine/core/backoff';
import type { Logger } from '../../core/logger.ts';
import type { Binaries } from './binaries.ts';
import { cleanEnvironment, explainFailure, type Place } from './cluster.ts';
import { endOrphans } from './end-orphans.ts';
import { StartError } from './start-error.ts';

const WATCHDOG = `
exec 3<&0
"$@" 3<&- &
server=$!
( read -r _ <&3; kill -INT "$server" ) 2>/dev/null &
reader=$!
wait "$server"
code=$?
kill "$reader" 2>/dev/null
exit "$code"
`;

/** Wait between two failed starts: short, because no request is served meanwhile. */
const LONGEST_PAUSE_MS = 1_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

export interface Postmaster {
  stop(): Promise<void>;
}

export interface PostmasterOptions {
  place: Place;
  binaries: Binaries;
  logFile: string;
  logger: Logger;
  /** Resolves once a connection works; rejects while it does not. */
  probe: () => Promise<void>;
}

export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  let stopping = false;
  let child = spawnServer(options, await readyToStart(options));
  await untilAnswering(options, child);

  const supervise = async (): Promise<void> => {
    for (let attempt = 0; ; ) {
      const startedAt = Date.now();
      await child.ended;
      if (stopping) return;
      attempt = Date.now() - startedAt > 60_000 ? 1 : attempt + 1;
      options.logger.error({ attempt }, 'PostgreSQL ended unexpectedly; starting it again');
      await sleep(backoffMs(attempt, 100, LONGEST_PAUSE_MS));
      try {
        const logStart = await readyToStart(options);
        if (stopping) return;
        child = spawnServer(options, logStart); // Known from here on, so that a stop can end it while it is still starting.
        await untilAnswering(options, child);
      } catch (error) {
        options.logger.error({ reason: (error as Error).message }, 'PostgreSQL could not be started again');
      }
    }
  };
  const supervision = supervise();

  return {
    async stop() {
      stopping = true;
      child.end();
      await Promise.race([child.ended, sleep(30_000, undefined, { ref: false })]);
      await Promise.race([supervision, sleep(1_000, undefined, { ref: false })]);
    },
  };
}

interface Server {
  hasEnded(): boolean;
  ended: Promise<void>;
  /** Closes the pipe: the watchdog stops the server. */
  end(): void;
  /** The offset of the next server's first line in the log. */
  logStart: number;
}

/** Clears what the last server left behind, and returns the offset at which the next server's log starts. */
async function readyToStart({ place, logFile }: PostmasterOptions): Promise<number> {
  await clearStalePostmaster(place);
  if (!existsSync(logFile)) return 0;
  const { size } = statSync(logFile);
  if (size <= LOG_LIMIT_BYTES) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}

function spawnServer({ place, binaries, logFile }: PostmasterOptions, logStart: number): Server {
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn('/bin/sh', ['-c', WATCHDOG, 'brickwork-postgres', binaries.postgres, '-D', place.clusterDir], {
    cwd: place.clusterDir,
    detached: true,
    stdio: ['pipe', log, log],
    env: cleanEnvironment(),
    ...place.runAs,
  });
  closeSync(log);
  child.stdin?.on('error', () => {}); // The pipe breaks when the server ends first; its exit is handled below.
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const over = () => {
      hasEnded = true;
      resolve();
    };
    child.once('exit', over);
    child.once('error', over); // It could not be started (no processes or memory left): treated as ended.
  });
  return { hasEnded: () => hasEnded, ended, end: () => void child.stdin?.end(), logStart };
}

async function untilAnswering({ place, logFile, probe }: PostmasterOptions, server: Server): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (let attempt = 1; ; attempt += 1) {
    if (server.hasEnded()) {
      throw new StartError(explainFailure(readFileSync(logFile, 'utf8').slice(server.logStart), place.clusterDir));
    }
    try {
      await probe();
      return;
    } catch (error) {
      if (Date.now() > deadline) {
        server.end();
        throw new StartError(
          'The embedded PostgreSQL did not answer within a minute. See postgres.log in the data directory.',
          { cause: error },
        );
      }
    }
    // The server forks a process for every probe: on a busy machine, a hundred a second delayed the recovery that they waited for.
    await Promise.race([sleep(backoffMs(attempt, 10, 200)), server.ended]);
  }
}

/**
 * A pid file that was left behind: if its process is our orphaned server, stop it; if the pid belongs to another process or to
 * none, remove the file, because PostgreSQL refuses to start when the pid is in use.
 */
export async function clearStalePostmaster(place: Place): Promise<void> {
  const pidFile = join(place.clusterDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const deadline = Date.now() + 20_000;
  for (let signal: NodeJS.Signals = 'SIGINT'; isOurServer(pid, place.clusterDir); ) {
    if (Date.now() > deadline) signal = 'SIGQUIT'; // Immediate shutdown; recovery replays the log at the next start.
    if (Date.now() > deadline + 10_000) {
      throw new StartError(
        `Another PostgreSQL (process ${pid}) uses ${place.clusterDir} and does not stop. Stop it, then start again.`,
      );
    }
    try {
      process.kill(pid, signal);
    } catch {
      break;
    }
    await sleep(50);
  }
  await endOrphans(place.clusterDir);
  rmSync(pidFile, { force: true });
  rmSync(join(place.socketDir, '.s.PGSQL.5432'), { force: true });
  rmSync(join(place.socketDir, '.s.PGSQL.5432.lock'), { force: true });
}

function isOurServer(pid: number, clusterDir: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    if (process.platform === 'linux') {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return command[0]?.endsWith('postgres') === true && command.includes(clusterDir);
    }
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
