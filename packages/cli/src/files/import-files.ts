/** `brickwork import-files`: says what files hold, asks, and makes runs of their conversations. Nothing is kept on disk: the service knows what it has. */
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createFileImport,
  type FieldMap,
  type ImportOutcome,
  type ImportSettings,
  type ImportSummary,
  parseFieldMap,
} from '@brickwork/client';
import { connect } from '../api/connect.ts';
import type { SideOptions } from '../conversations/side-options.ts';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { progressBar } from '../progress-bar.ts';
import { pinKit } from '../runs/pin-kit.ts';
import { print, printJson, printJsonLine, tell } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { type ListedFile, listFiles, openFiles } from './list-files.ts';
import { outcomeText, summaryText } from './summary-text.ts';

export interface ImportFilesOptions extends SideOptions {
  column?: string;
  map: string[];
  dateFrom: 'name' | 'modified' | 'none';
  sandbox?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  watch?: boolean;
  every: number;
  json?: boolean;
}

type Client = Awaited<ReturnType<typeof connect>>;

interface Round {
  client: Client;
  settings: ImportSettings;
  signal: AbortSignal;
}

const AGAIN = 'Run the same command again to continue; no conversation is imported twice.';

export async function importFiles(
  kitName: string,
  sources: readonly string[],
  options: ImportFilesOptions,
): Promise<void> {
  const maps = options.map.map(parseMap);
  const files = await listFiles(sources);
  if (files.length === 0 && options.watch !== true)
    throw new UsageError(`There are no files in ${sources.join(', ')}.`);
  const client = await connect({ maxRetries: 6 });
  const settings = await settingsOf(client, kitName, maps, options);
  await untilInterrupted(`Interrupted. ${AGAIN}`, async (signal) => {
    const round = { client, settings, signal };
    const isGoing = files.length === 0 || (await importOnce(round, files, options));
    if (options.watch === true && isGoing) await watch(round, sources, files, options);
  });
}

function parseMap(text: string): FieldMap {
  const parsed = parseFieldMap(text);
  if (typeof parsed === 'string') throw new UsageError(`--map ${text} ${parsed}`);
  return parsed;
}

async function settingsOf(
  client: Client,
  kitName: string,
  maps: FieldMap[],
  { agent = [], customer = [], sandbox, dateFrom, column }: ImportFilesOptions,
): Promise<ImportSettings> {
  const kit = await pinKit(client, kitName);
  const { kitVersionId: kit_version_id, kitCode: kit_code, conversationField, fields } = kit;
  const sides = [
    ...agent.map((name) => [name, 'agent'] as const),
    ...customer.map((name) => [name, 'customer'] as const),
  ];
  if (sides.length > 0 && fields.includes('speakers'))
    throw new UsageError(
      'This kit has an input field named "speakers", so --agent and --customer cannot be used with it.',
    );
  return {
    kit: { kit_version_id, kit_code, conversationField, fields },
    type: sandbox === true ? 'sandbox' : 'api',
    column,
    maps,
    dateFrom,
    ...(sides.length > 0 && { speakers: Object.fromEntries(sides) }),
  };
}

/** False when nothing is to be imported. */
async function importOnce(round: Round, files: readonly ListedFile[], options: ImportFilesOptions): Promise<boolean> {
  const { json, dryRun } = options;
  const running = createFileImport(round.client, round.settings);
  const summary = await survey(running, files, round.signal);
  if (summary.refused.length > 0) process.exitCode = EXIT.unsuccessful;
  if (json !== true) print(`${summaryText(summary)}\n`);
  if (dryRun === true || summary.conversations === 0) {
    if (json === true) printJson({ summary });
    else print(dryRun === true ? 'Nothing was imported: this was a dry run.' : 'There is nothing to import.');
    return dryRun !== true;
  }
  if (options.yes !== true && !(await confirm(summary, options, round.signal))) return false;
  const outcome = await start(running, files, summary, round.signal);
  if (outcome.failed > 0) process.exitCode = EXIT.unsuccessful;
  if (json === true) printJson({ summary, outcome });
  else print(outcomeText(outcome));
  return true;
}

async function confirm(
  { conversations }: ImportSummary,
  { json }: ImportFilesOptions,
  signal: AbortSignal,
): Promise<boolean> {
  if (json === true || !process.stdin.isTTY)
    throw new UsageError('Nothing was imported. Add --yes to import, or --dry-run to only see what would be imported.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // A terminal that is asked takes Ctrl-C for itself.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const question = `Import ${conversations === 1 ? 'it' : 'these'}? [y/N] `;
    const answer = await terminal.question(question, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    if (/^y(?:es)?$/i.test(answer.trim())) return true;
    tell('Nothing was imported.');
    return false;
  } finally {
    terminal.close();
  }
}

type FileImport = ReturnType<typeof createFileImport>;

async function survey(running: FileImport, files: readonly ListedFile[], signal: AbortSignal): Promise<ImportSummary> {
  const bar = progressBar('Reading');
  try {
    return await running.survey(() => openFiles(files), {
      signal,
      onProgress: ({ files: done, conversations }) =>
        bar.show({ done: Math.max(0, done - 1), total: files.length }, `${conversations} conversations`),
    });
  } finally {
    bar.clear();
  }
}

async function start(
  running: FileImport,
  files: readonly ListedFile[],
  { conversations: total }: Pick<ImportSummary, 'conversations'>,
  signal: AbortSignal,
): Promise<ImportOutcome> {
  const bar = progressBar('Importing');
  let done = 0;
  try {
    return await running.start(() => openFiles(files), {
      signal,
      onImported: ({ created, existing, failed }) => {
        done = created + existing + failed;
        bar.show({ done, total });
      },
    });
  } catch (error) {
    bar.clear();
    tell(`${done} of ${total} imported. ${AGAIN}`);
    throw error;
  } finally {
    bar.clear();
  }
}

/** Looks at the folder again and again; a file counts once its size and time have stayed the same from one look to the next. */
async function watch(
  round: Round,
  sources: readonly string[],
  first: readonly ListedFile[],
  { every, json }: ImportFilesOptions,
): Promise<void> {
  const done = new Set(first.map(stateOf));
  let last = new Set<string>();
  tell(`Watching ${sources.join(', ')}. Press Ctrl-C to stop.`);
  for (;;) {
    await sleep(every * 1_000, undefined, { signal: round.signal }).catch(() => round.signal.throwIfAborted());
    const listed = (await listFiles(sources)).filter((file) => !done.has(stateOf(file)));
    const settled = listed.filter((file) => last.has(stateOf(file)));
    last = new Set(listed.map(stateOf));
    if (settled.length === 0) continue;
    const running = createFileImport(round.client, round.settings);
    const summary = await survey(running, settled, round.signal);
    const outcome = await start(running, settled, summary, round.signal);
    for (const file of settled) done.add(stateOf(file));
    if (summary.refused.length > 0 || outcome.failed > 0) process.exitCode = EXIT.unsuccessful;
    if (json === true) printJsonLine({ summary, outcome });
    else print(`${new Date().toISOString()}\n${summaryText(summary)}\n${outcomeText(outcome)}`);
  }
}

function stateOf({ path, size, modifiedMs }: ListedFile): string {
  return JSON.stringify([path, size, modifiedMs]);
}
