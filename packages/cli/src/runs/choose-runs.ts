/** Options of commands that do something to many runs: the ones that are named, or all that match conditions. */
import type { BrickworkClient } from '@brickwork/client';
import type { Command } from 'commander';
import { kitCode } from '../kits/kit-code.ts';
import { parseCount } from '../parse-count.ts';
import { parseSince } from '../parse-since.ts';
import { collect, DIMENSION_OPTION, readWhere, type Where } from '../read-where.ts';
import { UsageError } from '../usage-error.ts';

export interface ChooseOptions extends Where {
  kit?: string;
  status?: string;
  externalId?: string;
  since?: Date;
  until?: Date;
  expect?: number;
  json?: boolean;
}

export function addChoosing(command: Command): Command {
  return command
    .argument('[run...]', 'ids of the runs; instead of conditions')
    .option('--dimension <name=value>', DIMENSION_OPTION[1], collect, [])
    .option('--metadata <key=value>', 'only runs with this value in their metadata', collect, [])
    .option('--answer <brick=value>', 'only runs with this answer', collect, [])
    .option('--confidence <brick=value>', 'only runs with this confidence, such as resolved=lt:0.7', collect, [])
    .option('--external-id <id>', 'only runs of one conversation, by your own id')
    .option('--kit <kit>', 'only runs of this kit: its slug, code or id')
    .option('--since <when>', 'only conversations since then: a date, or how long ago, such as 7d', parseSince)
    .option('--until <when>', 'only conversations before', parseSince)
    .option('--expect <count>', 'how many runs should match; without it they are only counted', parseCount)
    .option('--json', 'print one JSON document');
}

export async function readChosen(
  client: BrickworkClient,
  runIds: readonly string[],
  { kit, status, externalId, since, until, ...where }: ChooseOptions,
): Promise<{ run_ids: readonly string[] } | { filter: Record<string, string | readonly string[] | undefined> }> {
  const { dimensions, ...conditions } = readWhere(where);
  const filter = {
    ...dimensions,
    ...conditions,
    ...(status !== undefined && { status }),
    ...(kit !== undefined && { kit_code: await kitCode(client, kit) }),
    ...(externalId !== undefined && { external_id: externalId }),
    ...(since !== undefined && { occurred_after: since.toISOString() }),
    ...(until !== undefined && { occurred_before: until.toISOString() }),
  };
  const isFiltered = Object.keys(filter).length > 0;
  if (runIds.length > 0 === isFiltered)
    throw new UsageError('Name runs by their ids, or give conditions such as --dimension customer=c-4711.');
  return isFiltered ? { filter } : { run_ids: runIds };
}
