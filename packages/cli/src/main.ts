/** The `brickwork` command. A person's mistake gets a sentence and an exit code, never a stack trace. */
import { ERRORS } from '@brickwork/contract';
import { ServiceError } from '@brickwork/server/core/service-error';
import { VERSION } from '@brickwork/server/main/version';
import { StartError } from '@brickwork/server/storage/embedded/start-error';
import { Command, CommanderError } from 'commander';
import { registerConfig } from './commands/config.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerEvaluate } from './commands/evaluate.ts';
import { registerKeys } from './commands/keys.ts';
import { registerKits } from './commands/kits.ts';
import { registerListen } from './commands/listen.ts';
import { registerMigrate } from './commands/migrate.ts';
import { registerServe } from './commands/serve.ts';
import { registerWorkspaces } from './commands/workspaces.ts';
import { EXIT } from './exit-codes.ts';

export async function main(argv: readonly string[]): Promise<void> {
  // `brickwork … | head` closes the pipe while there is more to print: that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok);
    throw error;
  });
  const program = new Command('brickwork')
    .description(
      'Conversation analysis on your own machine: typed answers with confidence, reason and verbatim evidence.',
    )
    .version(VERSION)
    .showHelpAfterError('(add --help for usage)')
    .exitOverride();
  registerServe(program);
  registerWorkspaces(program);
  registerKeys(program);
  registerKits(program);
  registerEvaluate(program);
  registerListen(program);
  registerConfig(program);
  registerDoctor(program);
  registerMigrate(program);
  for (const command of everyCommand(program)) command.exitOverride().showHelpAfterError('(add --help for usage)');
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = explain(error);
  }
}

function everyCommand(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)]);
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof ServiceError) {
    process.stderr.write(`${error.detail ?? ERRORS[error.code].meaning}\n`);
    return ERRORS[error.code].status < 500 ? EXIT.usage : EXIT.failure;
  }
  if (error instanceof StartError) {
    process.stderr.write(`${error.message}\n`);
    return EXIT.failure;
  }
  const isDebug = process.env.LOG_LEVEL === 'debug';
  process.stderr.write(`${error instanceof Error ? (isDebug ? error.stack : error.message) : String(error)}\n`);
  return EXIT.failure;
}
