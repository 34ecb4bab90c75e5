/** `brickwork destinations`: answers written back to HubSpot, Salesforce, Zendesk, Intercom, or anything that takes JSON. */
import type { Destination, DestinationDelivery, DestinationPreset, DestinationPreview } from '@brickwork/client';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { readDestination, type SetOptions } from '../destinations/read-destination.ts';
import { EXIT } from '../exit-codes.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';

interface Shown {
  json?: boolean;
}

export function registerDestinations(program: Command): void {
  const destinations = program
    .command('destinations')
    .description('Write answers back to HubSpot, Salesforce, Zendesk, Intercom or any HTTPS address')
    .addHelpText(
      'after',
      `
Examples:
  brickwork destinations presets
  brickwork destinations set tickets --preset zendesk --base-url https://acme.zendesk.com --setting email=qa@acme.com \\
    --record metadata.ticket_id --kit support_qa --field resolved=360012345678 --min-confidence 0.7 --secret password=ZENDESK_TOKEN
  brickwork destinations preview tickets
  brickwork destinations test tickets
  brickwork destinations log tickets --status dead
  brickwork destinations replay tickets --since 2026-11-15T08:00:00Z`,
    );
  registerSet(destinations);
  registerReading(destinations);
  registerTrying(destinations);
  registerReplay(destinations);
}

function registerSet(destinations: Command): void {
  destinations
    .command('set')
    .argument('<name>', 'the destination’s name')
    .description('Store a destination, from options or a file; omitted secrets stay')
    .option('--file <file>', 'the definition, YAML or JSON, instead of other options')
    .option('--preset <name>', 'the service, such as hubspot')
    .option('--base-url <url>', 'address of the service’s API, such as https://acme.zendesk.com')
    .option('--setting <name=value...>', 'a setting of the preset')
    .option('--record <expression>', 'which record: external_id, metadata.KEY, dimensions.NAME or JSONata')
    .option('--kit <kit...>', 'the kits whose runs are written; all by default')
    .option('--field <answer=field...>', 'which answer goes to which field, such as resolved=custom_field_123')
    .option('--min-confidence <number>', 'answers below this confidence count as not sure')
    .option('--clear', 'empty the fields of answers that are not sure, instead of leaving them')
    .option('--mask', 'mask names, numbers and addresses in what is written')
    .option('--disabled', 'write nothing')
    .option('--secret <name=variable...>', 'a secret, and the environment variable that holds it')
    .option('--json', 'print one JSON document')
    .action(async (name: string, options: SetOptions & Shown) => {
      const stored = await (await connect()).destinations.put(name, await readDestination(options));
      if (options.json) printJson(stored);
      else print(listText([stored]));
    });
}

function registerReading(destinations: Command): void {
  destinations
    .command('presets')
    .description('List the services you can write answers to, with their settings')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: Shown) => {
      const data = await (await connect()).destinations.presets();
      if (json) printJson({ data });
      else print(data.map(presetText).join('\n\n'));
    });
  destinations
    .command('list')
    .description('List destinations with the result of the last run')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: Shown) => {
      const data = await (await connect()).destinations.list();
      if (json) printJson({ data });
      else print(listText(data));
    });
  destinations
    .command('log')
    .argument('<name>', 'the destination’s name')
    .description('Show what was written in the last 30 days, newest first, up to 100')
    .addOption(
      new Option('--status <status>', 'only deliveries with this status').choices([
        'pending',
        'succeeded',
        'skipped',
        'dead',
        'cancelled',
      ]),
    )
    .option('--json', 'print one JSON document')
    .action(async (name: string, { json, status }: Shown & { status?: DestinationDelivery['status'] }) => {
      const page = await (await connect()).destinations.deliveries(name, { limit: 100, status });
      if (json) printJson(page);
      else print(logText(page.data));
    });
}

function registerTrying(destinations: Command): void {
  destinations
    .command('preview')
    .argument('<name>', 'the destination’s name')
    .argument('[run]', 'a run; by default the newest one with a record')
    .description('Show the request that would be sent for a run; sends nothing')
    .option('--json', 'print one JSON document')
    .action(async (name: string, run: string | undefined, { json }: Shown) => {
      const client = await connect();
      const preview = await client.destinations.preview(name, run === undefined ? {} : { run_id: run });
      if (json) printJson(preview);
      else print(previewText(preview));
      if (preview.outcome === 'failed') process.exitCode = EXIT.faults;
    });
  destinations
    .command('test')
    .argument('<name>', 'the destination’s name')
    .argument('[run]', 'a run; by default the newest one with a record')
    .description('Write one run to its record now, and show the result')
    .option('--json', 'print one JSON document')
    .action(async (name: string, run: string | undefined, { json }: Shown) => {
      const written = await (await connect()).destinations.test(name, run === undefined ? {} : { run_id: run });
      if (json) printJson(written);
      else print(`${written.run_id}: ${outcomeText(written)}`);
      if (written.status === 'dead') process.exitCode = EXIT.faults;
    });
}

function registerReplay(destinations: Command): void {
  destinations
    .command('replay')
    .argument('<name>', 'the destination’s name')
    .argument(
      '[id...]',
      'deliveries (dsd_…) or runs (run_…), even older than the destination; by default all failed deliveries',
    )
    .description('Retry deliveries, or write past runs')
    .option('--since <time>', 'only deliveries that failed since this time')
    .option('--json', 'print one JSON document')
    .action(async (name: string, ids: string[], { since, json }: Shown & { since?: string }) => {
      const runs = ids.filter((id) => id.startsWith('run_'));
      const deliveries = ids.filter((id) => !id.startsWith('run_'));
      const { destinations: api } = await connect();
      const answers = [
        ...(runs.length > 0 ? [await api.replay(name, { run_ids: runs })] : []),
        ...(deliveries.length > 0 ? [await api.replay(name, { delivery_ids: deliveries })] : []),
        ...(ids.length === 0 ? [await api.replay(name, since === undefined ? {} : { since })] : []),
      ];
      const replayed = answers.reduce((sum, answer) => sum + answer.replayed, 0);
      const hasMore = answers.some(({ has_more }) => has_more);
      if (json) printJson({ replayed, has_more: hasMore });
      else print(`${replayed} will be written.${hasMore ? ' There are more: run it again.' : ''}`);
    });
}

function presetText(preset: DestinationPreset): string {
  const { name, title, summary, base_url, record, field, settings, secrets, steps, documentation } = preset;
  return [
    `${name}: ${title}. ${summary}`,
    `  --base-url ${base_url.default ?? base_url.example}${base_url.default === undefined ? '' : ' (default)'}`,
    `  --record   ${record}`,
    `  --field    ANSWER=FIELD. ${field}`,
    ...settings.map(
      (setting) =>
        `  --setting  ${setting.name}${setting.default === undefined ? '' : `=${setting.default}`}  ${setting.label}${setting.required ? ' (required)' : ''}.`,
    ),
    ...Object.entries(secrets).map(([secret, label]) => `  --secret   ${secret}=VARIABLE  ${label}.`),
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    `  ${documentation}`,
  ].join('\n');
}

function listText(destinations: readonly Destination[]): string {
  if (destinations.length === 0) return 'No destinations. See: brickwork destinations presets';
  return table(
    ['NAME', 'SERVICE', 'WHERE', 'RECORD', 'FIELDS', 'LAST RUN'],
    destinations.map(({ name, host, destination, last_delivery }) => [
      destination.enabled ? name : `${name} (disabled)`,
      destination.preset ?? 'custom request',
      host,
      oneLine(destination.record),
      String(Object.keys(destination.fields).length),
      last_delivery === undefined ? 'none yet' : `${last_delivery.status} ${last_delivery.updated_at}`,
    ]),
  );
}

function logText(deliveries: readonly DestinationDelivery[]): string {
  if (deliveries.length === 0) return 'Nothing has been written yet.';
  return table(
    ['WHEN', 'DELIVERY', 'RUN', 'CAUSE', 'STATUS', 'ATTEMPTS', 'OUTCOME'],
    deliveries.map((delivery) => [
      delivery.created_at,
      delivery.delivery_id,
      delivery.run_id,
      delivery.cause,
      delivery.status,
      String(delivery.attempts),
      outcomeText(delivery),
    ]),
  );
}

function outcomeText({ outcome, detail }: DestinationDelivery): string {
  return [outcome, detail].flatMap((part) => (part === undefined ? [] : [oneLine(part)])).join(': ') || '–';
}

function previewText({ outcome, reason, method, url, headers, body, fields, run_id }: DestinationPreview): string {
  const lines = fields.map(({ answer, field, value, left_out }) =>
    left_out === undefined
      ? `write  ${answer} → ${field}: ${oneLine(JSON.stringify(value))}`
      : `${value === null ? 'clear' : 'skip '}  ${answer} → ${field}: ${oneLine(left_out)}`,
  );
  if (outcome !== 'request') return [`${run_id}: ${outcome}: ${oneLine(reason ?? '')}`, ...lines].join('\n');
  const sent = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return [...lines, '', `${method} ${url}`, ...sent, '', JSON.stringify(body, undefined, 2)].join('\n');
}
