import type { Backfill } from '@brickwork/client';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { versionId } from '../kits/version-id.ts';
import { parseCount } from '../parse-count.ts';
import { print, printJson } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { comparisonText, parseCredits, summaryOf } from './backfills.ts';

export function registerShadow(program: Command): void {
  const shadow = program
    .command('shadow')
    .description('Let a draft answer a share of live runs alongside the live version, and compare')
    .addHelpText(
      'after',
      `
Examples:
  brickwork shadow start support_qa 2 --share 0.1 --max-credits 5
  brickwork shadow compare support_qa
  brickwork shadow stop support_qa`,
    );
  registerStart(shadow);
  registerShow(shadow);
}

interface StartOptions {
  share: number;
  engine: 'auto' | 'local';
  maxCredits?: number;
  json?: boolean;
}

function registerStart(shadow: Command): void {
  shadow
    .command('start')
    .argument('<kit>', 'slug, kit_code or kit_id')
    .argument(
      '<version>',
      'the version that answers alongside the live one, usually a draft: its number or kit_version_id',
    )
    .description('Start the shadow of a kit, or change its share or cap')
    .requiredOption('--share <share>', 'the share of runs it also answers: 0.1 for a tenth', parseShare)
    .option('--max-credits <credits>', 'maximum cost in credits', parseCredits)
    .addOption(new Option('--engine <engine>', 'local uses no model').choices(['auto', 'local']).default('auto'))
    .option('--json', 'print one JSON document')
    .action(async (kit: string, version: string, { share, engine, maxCredits, json }: StartOptions) => {
      const client = await connect();
      const kit_version_id = await versionId(client, /^\d+$/.test(version) ? `${kit}@${version}` : version);
      const request = { kit_version_id, share, engine, max_credits: maxCredits };
      show(await client.shadows.put(kit, request), json);
    });
}

function registerShow(shadow: Command): void {
  shadow
    .command('show')
    .argument('<kit>', 'slug, kit_code or kit_id')
    .description('Show the shadow of a kit, or the last one it had')
    .option('--json', 'print one JSON document')
    .action(async (kit: string, { json }: { json?: boolean }) => {
      const client = await connect();
      show(await client.shadows.get(kit), json);
    });
  shadow
    .command('compare')
    .argument('<kit>', 'slug, kit_code or kit_id')
    .description('Show which answers differ, brick by brick')
    .option('--flips <count>', 'how many changed runs to list for each brick', parseCount)
    .option('--json', 'print one JSON document')
    .action(async (kit: string, { flips, json }: { flips?: number; json?: boolean }) => {
      const client = await connect();
      const { backfill_id } = await client.shadows.get(kit);
      const comparison = await client.backfills.compare(backfill_id, { flips: flips ?? (json ? undefined : 0) });
      if (json) printJson(comparison);
      else print(comparisonText(comparison));
    });
  shadow
    .command('stop')
    .argument('<kit>', 'slug, kit_code or kit_id')
    .description('Stop the shadow; its finished runs are kept')
    .action(async (kit: string) => {
      const client = await connect();
      show(await client.shadows.stop(kit), false);
    });
}

function show(shadow: Backfill, json: boolean | undefined): void {
  if (json) printJson(shadow);
  else print(summaryOf(shadow));
}

function parseShare(text: string): number {
  const share = Number(text);
  if (text.trim() === '' || !(share > 0 && share <= 1))
    throw new UsageError(`--share must be a number above 0, up to 1, not “${text}”.`);
  return share;
}
