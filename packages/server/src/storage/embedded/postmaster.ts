/**
 * The running server. It is a child of a tiny shell watchdog that holds a pipe from us: when this process goes, however
 * it goes (kill -9 included), the pipe closes and the watchdog stops PostgreSQL cleanly (17 ms measured). Both live in a
 * session of their own, so that Ctrl-C reaches us first.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../core/backoff.ts';
import type { Logger } from '../../core/logger.ts';
import type { Binaries } from './binaries.ts';
import { cleanEnvironment, explainFailure, type Place } from './cluster.ts';
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
  let child = await launch(options);

  const supervise = async (): Promise<void> => {
    for (let attempt = 0; ; ) {
      const startedAt = Date.now();
      await exited(child);
      if (stopping) return;
      attempt = Date.now() - startedAt > 60_000 ? 1 : attempt + 1;
      options.logger.error({ attempt }, 'PostgreSQL ended unexpectedly; starting it again');
      await sleep(backoffMs(attempt, 100, 5_000));
      if (stopping) return;
      try {
        child = await launch(options);
      } catch (error) {
        options.logger.error({ reason: (error as Error).message }, 'PostgreSQL could not be started again');
      }
    }
  };
  const supervision = supervise();

  return {
    async stop() {
      stopping = true;
      child.stdin?.end();
      await Promise.race([exited(child), sleep(30_000, undefined, { ref: false })]);
      await Promise.race([supervision, sleep(1_000, undefined, { ref: false })]);
    },
  };
}

async function launch({ place, binaries, logFile, probe }: PostmasterOptions): Promise<ChildProcess> {
  await clearStalePostmaster(place);
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  const child = spawn('/bin/sh', ['-c', WATCHDOG, 'brickwork-postgres', binaries.postgres, '-D', place.clusterDir], {
    cwd: place.clusterDir,
    detached: true,
    stdio: ['pipe', log, log],
    env: cleanEnvironment(),
    ...place.runAs,
  });
  closeSync(log);
  child.stdin?.on('error', () => {}); // The pipe breaks when the server ends first; its exit tells the story.
  const end = exited(child); // Once: a listener for every probe would be a leak.
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new StartError(explainFailure(readFileSync(logFile, 'utf8').slice(logStart), place.clusterDir));
    }
    try {
      await probe();
      return child;
    } catch (error) {
      if (Date.now() > deadline) {
        child.stdin?.end();
        throw new StartError(
          'The embedded PostgreSQL did not answer within a minute. Its log is postgres.log in the data directory.',
          {
            cause: error,
          },
        );
      }
    }
    await Promise.race([sleep(10), end]);
  }
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await once(child, 'exit');
}

/**
 * A pid file that was left behind: if its process is our server, orphaned, stop it; if the pid now belongs to somebody
 * else, or to nobody, remove the file, for PostgreSQL itself would refuse to start on a reused pid.
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
        `Another PostgreSQL (process ${pid}) uses ${place.clusterDir} and does not stop. End it, then start again.`,
      );
    }
    try {
      process.kill(pid, signal);
    } catch {
      break;
    }
    await sleep(50);
  }
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
