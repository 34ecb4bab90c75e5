/**
 * The `brickwork` command. A user's mistake gets a sentence and an exit code, never a stack trace.
 *
 * Files in `commands/` are all loaded at every start, so they import nothing heavy: an action loads the client or the server when it runs.
 * `brickwork --version` took 2.1 s of CPU when they did otherwise.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { StartError } from '@brickwork/server/errors';
import { Command, CommanderError } from 'commander';
import { registerAlerts } from './commands/alerts.ts';
import { registerAsk } from './commands/ask.ts';
import { registerAudit } from './commands/audit.ts';
import { registerBackfills } from './commands/backfills.ts';
import { registerBackup } from './commands/backup.ts';
import { registerBatch } from './commands/batch.ts';
import { registerChannels } from './commands/channels.ts';
import { registerCompletion } from './commands/completion.ts';
import { registerConfig } from './commands/config.ts';
import { registerContrast } from './commands/contrast.ts';
import { registerDestinations } from './commands/destinations.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerEvaluate } from './commands/evaluate.ts';
import { registerEvaluations } from './commands/evaluations.ts';
import { registerExport } from './commands/export.ts';
import { registerImport } from './commands/import.ts';
import { registerImportFiles } from './commands/import-files.ts';
import { registerInsights } from './commands/insights.ts';
import { registerIntake } from './commands/intake.ts';
import { registerKeys } from './commands/keys.ts';
import { registerKits } from './commands/kits.ts';
import { registerListen } from './commands/listen.ts';
import { registerLogin } from './commands/login.ts';
import { registerMcp } from './commands/mcp.ts';
import { registerMembers } from './commands/members.ts';
import { registerMigrate } from './commands/migrate.ts';
import { registerModels } from './commands/models.ts';
import { registerQuality } from './commands/quality.ts';
import { registerReporting } from './commands/reporting.ts';
import { registerReviews } from './commands/reviews.ts';
import { registerRun } from './commands/run.ts';
import { registerRuns } from './commands/runs.ts';
import { registerServe } from './commands/serve.ts';
import { registerSettings } from './commands/settings.ts';
import { registerShadow } from './commands/shadow.ts';
import { registerSpeakers } from './commands/speakers.ts';
import { registerSpend } from './commands/spend.ts';
import { registerSummary } from './commands/summary.ts';
import { registerTranscribe } from './commands/transcribe.ts';
import { registerUsage } from './commands/usage.ts';
import { registerWebhooks } from './commands/webhooks.ts';
import { registerWorkspaces } from './commands/workspaces.ts';
import { EXIT } from './exit-codes.ts';
import { InterruptedError } from './interrupt.ts';
import { registerPlain } from './register-plain.ts';
import { tell } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { VERSION } from './version.ts';

export async function main(argv: readonly string[]): Promise<void> {
  // `brickwork … | head` closes the pipe while there is more to print: that is not a failure.
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
    .addHelpText(
      'after',
      `
Examples:
  brickwork serve
  brickwork login
  brickwork run support_qa call.txt
  brickwork batch support_qa calls/ --out results.csv
  brickwork import-files support_qa export.zip

Exit codes: 0 done, 1 failed, 2 wrong usage or input, 3 a check found errors, 4 a run did not succeed, 130 Ctrl-C.`,
    )
    .exitOverride();
  registerServe(program);
  registerLogin(program);
  registerRun(program);
  registerBatch(program);
  registerImportFiles(program);
  registerTranscribe(program);
  registerRuns(program);
  registerReviews(program);
  registerInsights(program);
  registerQuality(program);
  registerSummary(program);
  registerSettings(program);
  registerAlerts(program);
  registerChannels(program);
  registerExport(program);
  registerDestinations(program);
  registerUsage(program);
  registerSpend(program);
  registerKits(program);
  registerEvaluate(program);
  registerImport(program);
  registerAsk(program);
  registerContrast(program);
  registerBackfills(program);
  registerShadow(program);
  registerSpeakers(program);
  registerEvaluations(program);
  registerListen(program);
  registerWebhooks(program);
  registerIntake(program);
  registerMcp(program);
  registerWorkspaces(program);
  registerKeys(program);
  registerAudit(program);
  registerMembers(program);
  registerReporting(program);
  registerPlain(program);
  registerConfig(program);
  registerDoctor(program);
  registerModels(program);
  registerMigrate(program);
  registerBackup(program);
  registerCompletion(program);
  // After them, so that it holds here alone: `--version 4` of a command is the command's own, not the question which release this is.
  program.enablePositionalOptions();
  for (const command of everyCommand(program)) command.exitOverride().showHelpAfterError('(add --help for usage)');
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = await explain(error);
  }
}

function everyCommand(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)]);
}

async function explain(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof UsageError) {
    tell(error.message);
    return EXIT.usage;
  }
  if (error instanceof ServiceError) {
    const { ERRORS } = await import('@brickwork/contract/kit');
    tell(error.detail ?? ERRORS[error.code].meaning);
    return ERRORS[error.code].status < 500 ? EXIT.usage : EXIT.failure;
  }
  const { ApiError, ConnectionError } = await import('@brickwork/client');
  if (error instanceof ApiError) {
    const hint = error.requestId === undefined || error.status < 500 ? '' : ` (X-Request-Id ${error.requestId})`;
    tell(`${error.message}${hint}`);
    return error.status < 500 && error.status !== 429 ? EXIT.usage : EXIT.failure;
  }
  if (error instanceof ConnectionError) {
    tell(`${error.message}. Is the service running, and is BRICKWORK_URL its address?`);
    return EXIT.failure;
  }
  if (error instanceof InterruptedError) {
    tell(error.message);
    return EXIT.interrupted;
  }
  if (error instanceof StartError) {
    tell(error.message);
    return EXIT.failure;
  }
  const isDebug = process.env.LOG_LEVEL === 'debug';
  tell(error instanceof Error ? ((isDebug ? error.stack : undefined) ?? error.message) : String(error));
  return EXIT.failure;
}
