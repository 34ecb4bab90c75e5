import type { BrickworkClient, Delivery, WebhookEndpoint } from '@brickwork/client';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { parseCount } from '../parse-count.ts';
import { parseSince } from '../parse-since.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface Shown {
  json?: boolean;
}

export function registerWebhooks(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('Register the webhook endpoint, see its deliveries, retry them')
    .addHelpText(
      'after',
      `
A workspace has one endpoint for each environment, so commands need no id: the key determines it.

Examples:
  brickwork webhooks set https://crm.example.com/hooks/brickwork
  brickwork webhooks test
  brickwork webhooks deliveries --status dead
  brickwork webhooks recover --since 1d`,
    );
  registerEndpoint(webhooks);
  registerSecret(webhooks);
  registerDeliveries(webhooks);
}

function registerEndpoint(webhooks: Command): void {
  webhooks
    .command('set')
    .argument('<url>', 'a public https address')
    .description(
      'Register the endpoint or replace its URL, and print its secret; repeating the same URL changes nothing',
    )
    .option('--include-sandbox', 'also send events of sandbox runs')
    .option('--no-include-sandbox', 'send no events of sandbox runs')
    .option('--mask', 'replace people’s names, numbers and addresses with placeholders')
    .option('--no-mask', 'send them unmasked')
    .option('--json', 'print one JSON document')
    .action(async (url: string, options: Shown & { includeSandbox?: boolean; mask?: boolean }) => {
      const { includeSandbox: include_sandbox, mask } = options;
      const saved = await (await connect()).webhooks.save({ url, include_sandbox, mask });
      if (options.json) printJson(saved);
      else
        print(`${saved.secret}\n\n${saved.id} receives events at ${saved.url}. Save the secret: lists do not show it.`);
    });
  webhooks
    .command('list')
    .description('Show the endpoint')
    .option('--json', 'print one JSON document')
    .action(async (options: Shown) => {
      const data = await (await connect()).webhooks.list();
      if (options.json) printJson({ data });
      else if (data.length === 0) print('No endpoint. Register one: brickwork webhooks set https://…');
      else print(data.map(described).join('\n'));
    });
  webhooks
    .command('delete')
    .description('Remove the endpoint; nothing more is sent to it')
    .option('--json', 'print one JSON document')
    .action(async (options: Shown) => {
      const client = await connect();
      const { id, url } = await theEndpoint(client);
      const deleted = await client.webhooks.delete(id);
      if (options.json) printJson(deleted);
      else print(`${id} is deleted. Nothing more is sent to ${url}.`);
    });
  for (const [name, description] of [
    ['enable', 'Enable the endpoint and send its held events'],
    ['disable', 'Disable the endpoint: its events are held, not lost'],
  ] as const) {
    webhooks
      .command(name)
      .description(description)
      .option('--json', 'print one JSON document')
      .action(async (options: Shown) => {
        const client = await connect();
        const endpoint = await client.webhooks[name]((await theEndpoint(client)).id);
        if (options.json) printJson(endpoint);
        else print(described(endpoint));
      });
  }
}

function registerSecret(webhooks: Command): void {
  webhooks
    .command('rotate')
    .description('Create a new secret; the old one also signs for 24 hours')
    .option('--json', 'print one JSON document')
    .action(async (options: Shown) => {
      const client = await connect();
      const rotated = await client.webhooks.rotate((await theEndpoint(client)).id);
      if (options.json) printJson(rotated);
      else
        print(
          `${rotated.secret}\n\nSave it now: it is not shown again. The old secret signs a second header for 24 hours.`,
        );
    });
  webhooks
    .command('test')
    .description('Send a test event')
    .option('--json', 'print one JSON document')
    .action(async (options: Shown) => {
      const client = await connect();
      const sent = await client.webhooks.test((await theEndpoint(client)).id);
      if (options.json) printJson(sent);
      else print(`${sent.event_id} is being sent. See brickwork webhooks deliveries.`);
    });
}

interface DeliveriesOptions extends Shown {
  status?: Delivery['status'];
  limit: number;
}

function registerDeliveries(webhooks: Command): void {
  webhooks
    .command('deliveries')
    .description('Show the delivery log, newest first')
    .addOption(
      new Option('--status <status>', 'only deliveries with this status').choices([
        'pending',
        'succeeded',
        'dead',
        'cancelled',
      ]),
    )
    .option('--limit <count>', 'maximum number of deliveries', parseCount, 20)
    .option('--json', 'print one JSON document')
    .action(async ({ status, limit, json }: DeliveriesOptions) => {
      const client = await connect();
      const data: Delivery[] = [];
      for await (const delivery of client.webhooks.deliveries((await theEndpoint(client)).id, { status })) {
        data.push(delivery);
        if (data.length >= limit) break;
      }
      if (json) printJson({ data });
      else print(deliveryTable(data));
    });
  webhooks
    .command('replay')
    .argument('<delivery>', 'the id of the delivery or of one of its attempts')
    .description('Send one delivery again')
    .option('--json', 'print one JSON document')
    .action(async (deliveryId: string, options: Shown) => {
      const delivery = await (await connect()).webhooks.replay(deliveryId);
      if (options.json) printJson(delivery);
      else print(`${delivery.id} is being sent.`);
    });
  webhooks
    .command('recover')
    .description('Retry all failed deliveries')
    .option('--since <when>', 'only deliveries that failed since then: a date, or how long ago, such as 7d', parseSince)
    .option('--json', 'print one JSON document')
    .action(async (options: Shown & { since?: Date }) => {
      const client = await connect();
      const { id } = await theEndpoint(client);
      let recovered = 0;
      for (let more = true; more; ) {
        const part = await client.webhooks.recover(id, { since: options.since?.toISOString() });
        recovered += part.recovered;
        more = part.has_more;
      }
      if (options.json) printJson({ recovered });
      else print(`${recovered} deliveries are being retried.`);
    });
}

async function theEndpoint(client: BrickworkClient): Promise<WebhookEndpoint> {
  const [endpoint] = await client.webhooks.list();
  if (endpoint !== undefined) return endpoint;
  throw new UsageError('There is no endpoint. Register one: brickwork webhooks set https://…');
}

function described({ id, url, enabled, disabled_reason, secret_hint }: WebhookEndpoint): string {
  const state = enabled ? 'enabled' : `disabled (${disabled_reason ?? 'no reason given'})`;
  return `${id}  ${oneLine(url)}  ${state}  secret ${secret_hint}`;
}

function deliveryTable(data: readonly Delivery[]): string {
  if (data.length === 0) return 'No deliveries.';
  return table(
    ['DELIVERY', 'EVENT', 'RUN', 'STATUS', 'ATTEMPTS', 'LAST OUTCOME', 'NEXT ATTEMPT'],
    data.map((delivery) => [
      delivery.id,
      delivery.event_type,
      delivery.run_id ?? '–',
      delivery.status,
      String(delivery.attempts.length),
      delivery.attempts.at(-1)?.outcome ?? '–',
      delivery.next_attempt_at ?? '–',
    ]),
  );
}
