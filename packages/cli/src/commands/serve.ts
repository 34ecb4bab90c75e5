import { readConfig } from '@brickwork/server/main/config';
import type { FirstStart } from '@brickwork/server/main/first-start';
import { createLogger } from '@brickwork/server/main/logger';
import { type RunningService, serve } from '@brickwork/server/main/serve';
import { StartError } from '@brickwork/server/storage/embedded/start-error';
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
      const config = readConfig(process.env, {
        HOST: options.host,
        PORT: options.port,
        BRICKWORK_ROLE: options.role,
        BRICKWORK_DATA_DIR: options.dataDir,
      });
      const logger = createLogger(config);
      const stopRequested = waitForSignal();
      const service = await serve(config, logger);
      welcome(service);
      const outdated = service.outdated.then((reason) => ({ reason }));
      const cause = await Promise.race([stopRequested.then((signal) => ({ signal })), outdated]);
      logger.info(cause, 'stopping');
      await service.stop();
      if ('reason' in cause) throw new StartError(cause.reason);
    });
}

/** A whole evaluation in one paste. */
function firstRequest(url: string, { liveKey, kits }: FirstStart): string {
  const [kit] = kits;
  if (kit === undefined) return `  curl -s ${url}/v1/kits -H 'Authorization: Bearer ${liveKey}'`;
  const body = JSON.stringify({ kit_code: kit.code, mode: 'sync', input: { transcript: FIRST_CALL } });
  return `  curl -s ${url}/v1/runs -H 'Authorization: Bearer ${liveKey}' \\\n    -H 'Content-Type: application/json' -d '${body}'`;
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

/** Written at once: whoever waits for the address also has what follows it. */
function welcome({ url, storage, first }: RunningService): void {
  const lines = [
    `\n${bold('Brickwork')} is ready at ${bold(url)}\n`,
    `  Console        ${url}/console`,
    `  API reference  ${url}/docs`,
    `  Data           ${storage.place}`,
    ...(first === undefined ? [nextSteps(storage.isEmbedded)] : firstSteps(url, first)),
  ];
  print(lines.join('\n'));
}

function firstSteps(url: string, first: FirstStart): string[] {
  const { liveKey, testKey, kits } = first;
  return [
    '\nThis is the first start, so here are two keys of the workspace "default". They are shown only now:\n',
    `  Live (admin)   ${bold(liveKey)}`,
    `  Test           ${bold(testKey)}`,
    ...(kits.length === 0 ? [] : ['\nThese kits are there to try:\n']),
    ...kits.map(({ code, slug }) => `  ${bold(code)}       ${slug}`),
    `\nTry it:\n\n${firstRequest(url, first)}\n`,
  ];
}

function nextSteps(isEmbedded: boolean): string {
  const text = isEmbedded
    ? 'Need another key?  npx brickwork keys create --workspace default --env live --role admin'
    : 'No workspace yet?  brickwork workspaces create NAME, then brickwork keys create --workspace NAME --env live --role admin';
  return dim(`\n${text}\n`);
}
