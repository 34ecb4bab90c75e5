import { setTimeout as sleep } from 'node:timers/promises';
import type { BrickworkClient, Erasure } from '@brickwork/client';
import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { untilInterrupted } from '../interrupt.ts';
import { kitCode } from '../kits/kit-code.ts';
import { parseCount } from '../parse-count.ts';
import { parseSince } from '../parse-since.ts';
import { collect, DIMENSION_OPTION, readWhere, type Where } from '../read-where.ts';
import { print, printJson } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface EraseOptions extends Where {
  kit?: string;
  externalId?: string;
  since?: Date;
  until?: Date;
  expect?: number;
  json?: boolean;
}

const POLL_MS = 500;

export function registerRunsErase(runs: Command): void {
  runs
    .command('erase')
    .argument('[run...]', 'ids of the runs; instead of conditions')
    .description('Erase the contents of runs for good: the ones you name, or all that match conditions')
    .option('--dimension <name=value>', DIMENSION_OPTION[1], collect, [])
    .option('--metadata <key=value>', 'only runs with this value in their metadata', collect, [])
    .option('--answer <brick=value>', 'only runs with this answer', collect, [])
    .option('--confidence <brick=value>', 'only runs with such a confidence', collect, [])
    .option('--external-id <id>', 'only runs of one conversation, by your own id')
    .option('--kit <kit>', 'only runs of this kit: its slug, code or id')
    .option('--since <when>', 'only conversations since: a date or a time ago such as 7d', parseSince)
    .option('--until <when>', 'only conversations before', parseSince)
    .option('--expect <count>', 'how many runs should match; without it they are only counted', parseCount)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  brickwork runs erase --dimension customer=c-4711              # counts them
  brickwork runs erase --dimension customer=c-4711 --expect 12  # erases them
  brickwork runs erase run_01m7er7dfgeqcrm640y1251418`,
    )
    .action(async (runIds: string[], { json, ...options }: EraseOptions) => {
      const client = await connect();
      const started = await start(client, runIds, options);
      if (started === undefined) return;
      const ended = await untilInterrupted('Interrupted. The service continues erasing.', (signal) =>
        follow(client, started, signal),
      );
      if (json) printJson(ended);
      else print(`${ended.erased} of ${ended.total} runs erased.`);
    });
}

/** Nothing is started without the number of runs that it will be. */
async function start(
  client: BrickworkClient,
  runIds: readonly string[],
  { kit, externalId, since, until, expect: expected, ...where }: EraseOptions,
): Promise<Erasure | undefined> {
  const { dimensions, ...conditions } = readWhere(where);
  const filter = {
    ...dimensions,
    ...conditions,
    ...(kit !== undefined && { kit_code: await kitCode(client, kit) }),
    ...(externalId !== undefined && { external_id: externalId }),
    ...(since !== undefined && { occurred_after: since.toISOString() }),
    ...(until !== undefined && { occurred_before: until.toISOString() }),
  };
  const isFiltered = Object.keys(filter).length > 0;
  if (runIds.length > 0 === isFiltered)
    throw new UsageError('Name runs by their ids, or give conditions such as --dimension customer=c-4711.');
  if (!isFiltered) return client.erasures.create({ run_ids: runIds, expected });
  if (expected !== undefined) return client.erasures.create({ filter, expected });
  const { count: found, erased, complete } = await client.runs.count(filter);
  const count = found - erased;
  if (count === 0) {
    print('No runs match.');
    return undefined;
  }
  print(
    complete
      ? `${count} runs match. Add --expect ${count} to erase them for good.`
      : `More than ${count} runs match. Choose a shorter period.`,
  );
  return undefined;
}

async function follow(client: BrickworkClient, started: Erasure, signal: AbortSignal): Promise<Erasure> {
  let current = started;
  while (current.status === 'running') {
    await sleep(POLL_MS, undefined, { signal });
    current = await client.erasures.get(current.erasure_id, { signal });
  }
  return current;
}
