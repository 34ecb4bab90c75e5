import { StartError } from '@brickwork/server/errors';
import type { FirstStart, StartedService } from '@brickwork/server/serve';
import type { Command } from 'commander';
import { bold, dim, print } from '../terminal.ts';

interface ServeOptions {
  host?: string;
  port?: string;
  role?: string;
  dataDir?: string;
}

export function registerServe(program: Command): void {
  program
    .command('serve')
    .description('Start the service (what "npm start" runs)')
    .option('--host <address>', 'address to listen on (HOST)')
    .option('--port <port>', 'port to listen on (PORT)')
    .option('--role <role>', 'all, api or worker (BRICKWORK_ROLE)')
    .option('--data-dir <path>', 'where the embedded database lives (BRICKWORK_DATA_DIR)')
    .addHelpText(
      'after',
      `
Examples:
  brickwork serve
  brickwork serve --port 9000 --data-dir /srv/brickwork
  DATABASE_URL=postgresql://… BRICKWORK_SECRET=… brickwork serve --role worker`,
    )
    .action(async (options: ServeOptions) => {
      const stopRequested = waitForSignal();
      const service = await startUnless(stopRequested, options);
      if (service === undefined) return;
      welcome(service);
      const outdated = service.outdated.then((reason) => ({ reason }));
      const cause = await Promise.race([stopRequested.then((signal) => ({ signal })), outdated]);
      service.logger.info(cause, 'stopping');
      await service.stop();
      if ('reason' in cause) throw new StartError(cause.reason);
    });
}

/** Undefined when a stop was asked for while the database was waited for. */
async function startUnless(stopRequested: Promise<string>, options: ServeOptions): Promise<StartedService | undefined> {
  const stopping = new AbortController();
  void stopRequested.then(() => stopping.abort());
  const { serve } = await import('@brickwork/server/serve');
  const overrides = {
    HOST: options.host,
    PORT: options.port,
    BRICKWORK_ROLE: options.role,
    BRICKWORK_DATA_DIR: options.dataDir,
  };
  try {
    return await serve(process.env, overrides, stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted && (error as Error).name === 'AbortError') return undefined;
    throw error;
  }
}

/** A complete first request, ready to paste. */
function firstRequest(url: string, key: string, kits: FirstStart['kits']): string {
  const [kit] = kits;
  if (kit === undefined) return `  curl -s ${url}/v1/kits -H 'Authorization: Bearer ${key}'`;
  const body = JSON.stringify({ kit_code: kit.code, mode: 'sync', input: { transcript: FIRST_CALL } });
  return `  curl -s ${url}/v1/runs -H 'Authorization: Bearer ${key}' \\\n    -H 'Content-Type: application/json' -d '${body}'`;
}

const FIRST_CALL = [
  'Agent: Thanks for calling, this is Dana. How can I help?',
  'Customer: I was charged twice for my order.',
  'Agent: I am sorry about that. I have refunded the second charge. Is there anything else?',
  'Customer: No, that is all. Thank you so much!',
].join('\n');

/** The first SIGINT or SIGTERM asks for a clean stop, the second ends the process at once. */
function waitForSignal(): Promise<string> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = (signal: string) => {
      if (asked) process.exit(1);
      asked = true;
      resolve(signal);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
}

/** Written in one piece: a program that waits for the address also gets the keys that follow it. */
function welcome({ url, storage, first }: StartedService): void {
  const lines = [
    `\n${bold('Brickwork')} is ready at ${bold(url)}\n`,
    `  Console        ${url}/console`,
    `  Guides         ${url}/guides`,
    `  API reference  ${url}/docs`,
    `  Data           ${storage.place}`,
    ...(first === undefined ? [nextSteps(storage.isEmbedded)] : firstSteps(url, first)),
  ];
  print(lines.join('\n'));
  if (process.stdout.isTTY) first?.forget();
}

/** The live key is shown to a person at a terminal only: whatever else takes the output is often a log that many can read. */
function firstSteps(url: string, first: FirstStart): string[] {
  const { liveKey, testKey, keysFile, kits } = first;
  const isTerminal = process.stdout.isTTY;
  return [
    isTerminal
      ? '\nFirst start: here are two API keys for the workspace "default". They are shown only once:\n'
      : `\nFirst start: two API keys for the workspace "default" are in the file below, which only you can read. Delete it once you have stored them.\n\n  Keys           ${keysFile}`,
    ...(isTerminal ? [`  Live (admin)   ${bold(liveKey)}`] : []),
    `  Test           ${bold(testKey)}`,
    ...(kits.length === 0 ? [] : ['\nExample kits, ready to use:\n']),
    ...kits.map(({ code, slug }) => `  ${bold(code)}       ${slug}`),
    `\nTry it:\n\n${firstRequest(url, isTerminal ? liveKey : testKey, kits)}\n`,
  ];
}

function nextSteps(isEmbedded: boolean): string {
  const text = isEmbedded
    ? 'Need another key?  node_modules/.bin/brickwork keys create --workspace default --env live --role admin'
    : 'No workspace yet?  brickwork workspaces create NAME, then brickwork keys create --workspace NAME --env live --role admin';
  return dim(`\n${text}\n`);
}
