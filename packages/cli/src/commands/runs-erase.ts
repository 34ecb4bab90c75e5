import { setTimeout as sleep } from 'node:timers/promises';
import type { BrickworkClient, Erasure, StartedErasure } from '@brickwork/client';
import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { untilInterrupted } from '../interrupt.ts';
import { addChoosing, type ChooseOptions, readChosen } from '../runs/choose-runs.ts';
import { print, printJson } from '../terminal.ts';

const POLL_MS = 500;

export function registerRunsErase(runs: Command): void {
  addChoosing(
    runs
      .command('erase')
      .description('Erase the contents of runs permanently: the ones you name, or all that match conditions'),
  )
    .addHelpText(
      'after',
      `
Examples:
  brickwork runs erase --dimension customer=c-4711              # counts them
  brickwork runs erase --dimension customer=c-4711 --expect 12  # erases them
  brickwork runs erase run_01m7er7dfgeqcrm640y1251418`,
    )
    .action(async (runIds: string[], { json, ...options }: ChooseOptions) => {
      const client = await connect();
      const started = await start(client, runIds, options);
      if (started === undefined) return;
      const ended = await untilInterrupted('Interrupted. The service continues erasing.', (signal) =>
        follow(client, started, signal),
      );
      const { mentions } = started;
      if (json) printJson({ ...ended, mentions });
      else print([`${ended.erased} of ${ended.total} runs erased.`, ...tellMentions(started)].join('\n'));
    });
}

function tellMentions({ mentions }: StartedErasure): string[] {
  if (mentions.length === 0) return [];
  const listed = mentions.map(({ kind, name, link }) => `  ${kind.replace('_', ' ')} ${name}  ${link}`);
  return ['These still name the customer or the conversation. Change or delete them yourself:', ...listed];
}

/** Nothing is started without the number of runs that it will be. */
async function start(
  client: BrickworkClient,
  runIds: readonly string[],
  options: ChooseOptions,
): Promise<StartedErasure | undefined> {
  const chosen = await readChosen(client, runIds, options);
  const { expect: expected } = options;
  if ('run_ids' in chosen) return client.erasures.create({ ...chosen, expected });
  if (expected !== undefined) return client.erasures.create({ ...chosen, expected });
  const { total } = await client.erasures.count(chosen);
  print(tellCount(total));
  return undefined;
}

/** Of one erasure. */
const MOST_ERASED = 100_000;

function tellCount(total: number): string {
  if (total === 0) return 'No runs match.';
  if (total > MOST_ERASED)
    return `More than ${MOST_ERASED.toLocaleString('en')} runs match, and one erasure takes no more. Choose a shorter period.`;
  return `${total} runs match. Add --expect ${total} to erase them permanently.`;
}

async function follow(client: BrickworkClient, started: Erasure, signal: AbortSignal): Promise<Erasure> {
  let current = started;
  while (current.status === 'running') {
    await sleep(POLL_MS, undefined, { signal });
    current = await client.erasures.get(current.erasure_id, { signal });
  }
  return current;
}
