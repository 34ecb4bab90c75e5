import type { SpendCap } from '@brickwork/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';

interface SetOptions {
  per: 'day' | 'month';
  credits?: number;
  money?: number;
  kit?: string;
  atCap: 'hold' | 'fail' | 'local';
  json?: boolean;
}

export function registerSpend(program: Command): void {
  const spend = program
    .command('spend')
    .description('Caps on what models may cost, per day or month, for the workspace or a kit')
    .addHelpText(
      'after',
      `
Examples:
  brickwork spend set monthly --per month --credits 500 --at-cap hold
  brickwork spend set qa --per day --kit support_qa --credits 20 --at-cap local
  brickwork spend list`,
    );
  spend
    .command('list')
    .description('List the caps with what has been spent')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: { json?: boolean }) => {
      const data = await (await connect()).spendCaps.list();
      if (json) printJson({ data });
      else if (data.length === 0)
        print('No spend caps. Set one with: brickwork spend set monthly --per month --credits 500');
      else print(listTable(data));
    });
  spend
    .command('set')
    .argument('<name>', 'lower-case letters, digits, - and _')
    .description('Set a cap, or change one; held runs try again')
    .addOption(
      new Option('--per <period>', 'in the workspace’s time zone').choices(['day', 'month']).makeOptionMandatory(),
    )
    .option('--credits <amount>', 'the cap in credits', parseAmount)
    .option('--money <amount>', 'the cap in money, if a credit has a price', parseAmount)
    .option('--kit <kit>', 'only what this kit spends: its slug, code or id')
    .addOption(
      new Option('--at-cap <what>', 'hold runs, fail them, or answer them with the local engine')
        .choices(['hold', 'fail', 'local'])
        .default('hold'),
    )
    .option('--json', 'print one JSON document')
    .action(async (name: string, { per, atCap, json, ...cap }: SetOptions) => {
      const saved = await (await connect()).spendCaps.put(name, { ...cap, period: per, at_cap: atCap });
      if (json) printJson(saved);
      else print(listTable([saved]));
    });
}

function parseAmount(text: string): number {
  if (!/^\d{1,9}(?:\.\d{1,6})?$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('Use an amount such as 500 or 12.50.');
  return Number(text);
}

function listTable(caps: readonly SpendCap[]): string {
  return table(
    ['NAME', 'OF', 'PER', 'CAP', 'SPENT', 'RESERVED', 'AT CAP', 'RESETS'],
    caps.map((cap) => [
      cap.name,
      oneLine(cap.kit_code ?? cap.kit_id ?? 'workspace', 20),
      cap.period,
      cap.money === undefined ? `${cap.max_credits} credits` : `${cap.money} ${cap.currency ?? ''}`.trim(),
      `${cap.spent_credits}${cap.reached ? ' (reached)' : ''}`,
      String(cap.reserved_credits),
      cap.at_cap,
      cap.resets_at.slice(0, 16).replace('T', ' '),
    ]),
  );
}
