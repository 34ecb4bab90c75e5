import type { SettingsChange } from '@brickwork/client';
import { MASKABLE_ROLES } from '@brickwork/contract/roles';
import { MASK_CLASSES } from '@brickwork/contract/vocabulary';
import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { print, printJson } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface SettingsOptions {
  timezone?: string;
  mask?: string;
  hideIdentitiesFrom?: string;
  language?: string;
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
    .option('--timezone <zone>', 'time zone in which days begin and end, such as Europe/Lisbon')
    .option(
      '--mask <classes>',
      `what is masked for models: a comma-separated list of ${MASK_CLASSES.join(', ')}, or none`,
    )
    .option('--hide-identities-from <roles>', 'roles that see everything masked: a comma-separated list, or none')
    .option('--language <tag>', 'language of conversations too short to detect it, such as de, or none')
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
        ...(given.language !== undefined && { language: given.language === 'none' ? null : given.language }),
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
            `language                ${now.language ?? 'not set'}`,
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
