import type { Dimension, SettingsChange } from '@brickwork/client';
import { MASKABLE_ROLES } from '@brickwork/contract/roles';
import { MASK_CLASSES } from '@brickwork/contract/vocabulary';
import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { parseCount } from '../parse-count.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export function registerDimensions(program: Command): void {
  const dimensions = program
    .command('dimensions')
    .description('What runs are grouped and filtered by: agent, team, channel, customer and your own')
    .addHelpText(
      'after',
      `
Examples:
  brickwork dimensions list
  brickwork dimensions set queue --key queue_name --label Queue
  brickwork dimensions values team --prefix po`,
    );
  dimensions
    .command('list')
    .description('List the dimensions with the metadata keys they come from')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: { json?: boolean }) => {
      const data = await (await connect()).dimensions.list();
      if (json) printJson({ data });
      else print(listTable(data));
    });
  dimensions
    .command('set')
    .argument('<name>', 'lower-case letters, digits and _')
    .description('Declare a dimension, or change one')
    .requiredOption('--key <key>', 'the metadata key that its values come from')
    .option('--label <label>', 'display name; the name by default')
    .option('--json', 'print one JSON document')
    .action(async (name: string, { key, label, json }: { key: string; label?: string; json?: boolean }) => {
      const dimension = await (await connect()).dimensions.put(name, { metadata_key: key, label });
      if (json) printJson(dimension);
      else print(`${dimension.name} comes from the metadata key “${oneLine(dimension.metadata_key)}”.`);
    });
  dimensions
    .command('delete')
    .argument('<name>')
    .description('Delete a dimension; runs keep their metadata')
    .action(async (name: string) => {
      await (await connect()).dimensions.delete(name);
      print(`Deleted ${name}.`);
    });
  dimensions
    .command('values')
    .argument('<name>')
    .description('List the values of a dimension, the most frequent first')
    .option('--prefix <text>', 'only values that begin with this, ignoring case')
    .option('--kit <kit>', 'only of this kit: its slug, code or id')
    .option('--limit <count>', 'how many at most', parseCount, 20)
    .option('--json', 'print one JSON document')
    .action(
      async (name: string, { json, ...query }: { json?: boolean; prefix?: string; kit?: string; limit: number }) => {
        const data = await (await connect()).dimensions.values(name, query);
        if (json) printJson({ data });
        else if (data.length === 0) print('No values.');
        else
          print(
            table(
              ['VALUE', 'RUNS'],
              data.map(({ value, runs }) => [oneLine(value, 60), String(runs)]),
            ),
          );
      },
    );
}

interface SettingsOptions {
  timezone?: string;
  mask?: string;
  hideIdentitiesFrom?: string;
  json?: boolean;
  keepInput?: number | null;
  keepOutput?: number | null;
  keepRuns?: number | null;
  creditPrice?: NonNullable<SettingsChange['credit_price']> | null;
}

/** `none` is the empty list. */
function listOf<Name extends string>(text: string, names: readonly Name[], option: string): Name[] {
  if (text === 'none') return [];
  return text.split(',').map((part) => {
    const name = names.find((each) => each === part.trim());
    if (name === undefined)
      throw new UsageError(`${option}: “${part.trim()}” must be one of ${names.join(', ')}, none.`);
    return name;
  });
}

export function registerSettings(program: Command): void {
  program
    .command('settings')
    .description('Show or change the settings of the workspace')
    .option('--timezone <zone>', 'time zone of the days, such as Europe/Lisbon')
    .option('--mask <classes>', `what is masked for models: a comma list of ${MASK_CLASSES.join(', ')}, or none`)
    .option('--hide-identities-from <roles>', 'roles that see everything masked: a comma list, or none')
    .option('--keep-input <days>', 'days to keep conversations, or forever', parseDays)
    .option('--keep-output <days>', 'days to keep answers, or forever', parseDays)
    .option('--keep-runs <days>', 'days to keep whole runs, or forever', parseDays)
    .option('--credit-price <price>', 'what a credit costs, such as "0.01 EUR", or none', parsePrice)
    .option('--json', 'print one JSON document')
    .action(async ({ json, ...given }: SettingsOptions) => {
      const { settings } = await connect();
      const changes = {
        ...(given.timezone !== undefined && { timezone: given.timezone }),
        ...(given.mask !== undefined && { mask: listOf(given.mask, MASK_CLASSES, '--mask') }),
        ...(given.hideIdentitiesFrom !== undefined && {
          identities_hidden_from: listOf(given.hideIdentitiesFrom, MASKABLE_ROLES, '--hide-identities-from'),
        }),
        ...(given.creditPrice !== undefined && { credit_price: given.creditPrice }),
        ...retentionOf(given),
      };
      const now = Object.keys(changes).length === 0 ? await settings.get() : await settings.set(changes);
      if (json) printJson(now);
      else
        print(
          [
            `timezone                ${now.timezone}`,
            `mask                    ${now.mask.join(', ') || 'none'}`,
            `identities hidden from  ${now.identities_hidden_from.join(', ') || 'none'}`,
            `kept                    input ${daysText(now.retention.input_days)}, output ${daysText(now.retention.output_days)}, runs ${daysText(now.retention.run_days)}, audit log ${daysText(now.retention.audit_days)}`,
            `a credit costs          ${now.credit_price === null ? 'not set' : `${now.credit_price.amount} ${now.credit_price.currency}`}`,
          ].join('\n'),
        );
    });
}

const daysText = (days: number | null) => (days === null ? 'forever' : `${days} days`);

function parseDays(text: string): number | null {
  if (text === 'forever') return null;
  if (!/^\d{1,5}$/.test(text)) throw new UsageError('Days must be a whole number from 0 to 36500, or forever.');
  return Number(text);
}

function parsePrice(text: string): NonNullable<SettingsChange['credit_price']> | null {
  if (text === 'none') return null;
  const [, amount, currency] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? [];
  if (amount === undefined || currency === undefined)
    throw new UsageError('--credit-price must be an amount and a currency, such as "0.01 EUR", or none.');
  return { amount: Number(amount), currency };
}

function retentionOf({ keepInput, keepOutput, keepRuns }: SettingsOptions): Pick<SettingsChange, 'retention'> {
  const retention = {
    ...(keepInput !== undefined && { input_days: keepInput }),
    ...(keepOutput !== undefined && { output_days: keepOutput }),
    ...(keepRuns !== undefined && { run_days: keepRuns }),
  };
  return Object.keys(retention).length === 0 ? {} : { retention };
}

function listTable(data: readonly Dimension[]): string {
  return table(
    ['NAME', 'METADATA KEY', 'LABEL'],
    data.map(({ name, metadata_key, label }) => [name, oneLine(metadata_key, 40), oneLine(label, 40)]),
  );
}
