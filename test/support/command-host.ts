/** Runs commands one after the other, for `run-command.ts`: each with an environment, standard input, output and exit code of its own. */
import { Readable, Writable } from 'node:stream';
import type { main as Main } from '../../packages/cli/src/main.ts';
import type { CommandResult } from './run-brickwork.ts';

export interface HostedCommand {
  args: readonly string[];
  environment: NodeJS.ProcessEnv;
  input: string;
  cwd: string;
}

// As the command itself does: from the bundle, unless the sources have changed.
const { loadCommand } = await import(new URL('../../packages/cli/bin/bundle.js', import.meta.url).href);
const { main } = (await loadCommand()) as { main: typeof Main };

process.on('message', async ({ args, environment, input, cwd }: HostedCommand) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  const stdout = collect('stdout');
  const stderr = collect('stderr');
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  process.exitCode = 0;
  await main([process.execPath, 'brickwork', ...args]);
  const result: CommandResult = { code: Number(process.exitCode), stdout: stdout(), stderr: stderr() };
  process.send?.(result);
});
process.on('disconnect', () => process.exit());

/** Puts a stream in the place of the process's own; the function returned gives what was written to it. */
function collect(name: 'stdout' | 'stderr'): () => string {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  Object.defineProperty(process, name, { value: stream, configurable: true });
  return () => Buffer.concat(chunks).toString();
}
