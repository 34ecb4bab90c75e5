/**
 * Commands in a process that stays: loading the command line takes 0.8 s of CPU, most commands a tenth of that. What a process is needed
 * for (signals, its end, the Node that runs it) is tested with `runBrickwork`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { HostedCommand } from './command-host.ts';
import { type CommandResult, commandEnvironment } from './run-brickwork.ts';

const LIMIT_MS = 150_000;

let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

export function runCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  input = '',
  cwd = process.cwd(),
): Promise<CommandResult> {
  const command = { args, environment: commandEnvironment(environment), input, cwd };
  const result = last.then(() => runInHost(command));
  last = result.catch(() => undefined);
  return result;
}

async function runInHost(command: HostedCommand): Promise<CommandResult> {
  host ??= startHost();
  const used = host;
  let printed = '';
  used.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const limit = setTimeout(() => used.kill('SIGKILL'), LIMIT_MS);
  const stopped = new AbortController();
  const { signal } = stopped;
  try {
    used.send(command);
    return await Promise.race([
      once(used, 'message', { signal }).then(([result]) => result as CommandResult),
      once(used, 'exit', { signal }).then(([code]) => ({ code: Number(code ?? -1), stdout: '', stderr: printed })),
    ]);
  } finally {
    clearTimeout(limit);
    stopped.abort();
    used.stderr?.removeAllListeners('data');
  }
}

function startHost(): ChildProcess {
  const started = fork(join(import.meta.dirname, 'command-host.ts'), {
    env: commandEnvironment({}),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  started.once('exit', () => {
    if (host === started) host = undefined;
  });
  return started;
}
