/** A process of the site that may be killed and started again. Its output goes to a log, its id to a file that the watchdog knows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunAs } from '@brickwork/server/database/embedded/run-as';

export interface DaemonOptions {
  name: string;
  command: readonly [string, ...string[]];
  environment?: Readonly<Record<string, string>>;
  /** Log and id lie here. */
  directory: string;
  runAs: RunAs | undefined;
}

export interface Daemon {
  readonly name: string;
  readonly pid: number;
  readonly isRunning: boolean;
  start(): void;
  /** Resolves when it has ended (not for SIGSTOP and SIGCONT). */
  signal(signal: NodeJS.Signals): Promise<void>;
}

export function createDaemon({ name, command, environment = {}, directory, runAs }: DaemonOptions): Daemon {
  let child: ChildProcess | undefined;
  const pidFile = join(directory, `${name}.pid`);
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    name,
    get pid() {
      return child?.pid ?? 0;
    },
    get isRunning() {
      return isRunning();
    },
    start() {
      const log = openSync(join(directory, `${name}.log`), 'a');
      const [file, ...args] = command;
      // In a group of its own: Ctrl-C at the terminal reaches the run, which then ends everything in order.
      child = spawn(file, args, {
        cwd: directory,
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: directory, ...environment },
        stdio: ['ignore', log, log],
        detached: true,
        ...(runAs ?? {}),
      });
      closeSync(log);
      writeFileSync(pidFile, `${child.pid ?? ''}\n`);
    },
    async signal(signal) {
      if (child === undefined || !isRunning()) return;
      const isLasting = signal === 'SIGSTOP' || signal === 'SIGCONT' || signal === 'SIGHUP';
      const gone = isLasting ? undefined : once(child, 'exit');
      child.kill(signal);
      await gone;
      if (!isLasting) rmSync(pidFile, { force: true });
    },
  };
}
