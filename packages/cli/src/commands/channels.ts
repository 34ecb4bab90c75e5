import type { BrickworkClient, Channel, ChannelDelivery, ChannelSettings } from '@brickwork/client';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { EXIT } from '../exit-codes.ts';
import { parseCount } from '../parse-count.ts';
import { print, printJson, table } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface Shown {
  json?: boolean;
}

interface SetOptions extends Shown {
  kind: ChannelSettings['kind'];
  topics: ChannelSettings['topics'];
  to?: string[];
  url?: string;
  quiet?: string;
  digest?: number;
  includeText?: boolean;
  disabled?: boolean;
}

export function registerChannels(program: Command): void {
  const channels = program
    .command('channels')
    .description(
      'Notify people of alerts, failing webhooks, spend caps and the weekly summary: e-mail, Slack, Teams, webhook',
    )
    .addHelpText(
      'after',
      `
Examples:
  brickwork channels set desk --kind email --to ops@example.com --topics alerts deliveries
  BRICKWORK_CHANNEL_URL=https://hooks.slack.com/… brickwork channels set ops --kind slack --topics alerts --quiet 22:00-07:00
  brickwork channels set boss --kind email --to boss@example.com --topics summary
  brickwork channels test ops
  brickwork channels log ops`,
    );
  channels
    .command('list')
    .description('List channels with the result of their last message')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: Shown) => {
      const data = await (await connect()).channels.list();
      if (json) printJson({ data });
      else print(listText(data));
    });
  registerSet(channels);
  channels
    .command('test')
    .argument('<name>', 'the channel’s name')
    .description('Send a test message and show the result')
    .option('--json', 'print one JSON document')
    .action(async (name: string, { json }: Shown) => {
      printSent(await (await connect()).channels.test(name), name, json);
    });
  channels
    .command('summary')
    .argument('<name>', 'the channel’s name')
    .description('Send last week’s summary now, as on a Monday, and show the result')
    .option('--json', 'print one JSON document')
    .action(async (name: string, { json }: Shown) => {
      printSent(await (await connect()).channels.sendSummary(name), name, json);
    });
}

function printSent(sent: ChannelDelivery, name: string, json: boolean | undefined): void {
  if (json) printJson(sent);
  else print(sent.status === 'succeeded' ? `It arrived at ${name}.` : `It did not arrive: ${sent.outcome}.`);
  if (sent.status !== 'succeeded') process.exitCode = EXIT.faults;
}

function registerSet(channels: Command): void {
  channels
    .command('set')
    .argument('<name>', 'the channel’s name')
    .description('Store a channel; omitted options get their default, and the stored URL and secret stay')
    .addOption(
      new Option('--kind <kind>', 'the kind of channel')
        .choices(['email', 'slack', 'teams', 'webhook'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--topics <topics...>', 'what to notify about')
        .choices(['alerts', 'deliveries', 'spend', 'summary', 'appeals'])
        .makeOptionMandatory(),
    )
    .option('--to <addresses...>', 'who gets the mail; for e-mail')
    .addOption(
      new Option('--url <url>', 'where messages are posted; a secret, so better set in the environment').env(
        'BRICKWORK_CHANNEL_URL',
      ),
    )
    .option('--quiet <hours>', 'when nothing is sent, such as 22:00-07:00')
    .option('--digest <minutes>', 'at most one message in this many minutes', parseCount)
    .option('--include-text', 'let messages quote people: what an agent wrote in an appeal')
    .option('--disabled', 'send nothing')
    .option('--json', 'print one JSON document')
    .action(async (name: string, options: SetOptions) => {
      const saved = await put(await connect(), name, options);
      if (options.json) printJson(saved);
      else print(listText([saved]));
    });
}

function put(client: BrickworkClient, name: string, options: SetOptions): Promise<Channel> {
  const { kind, topics, to, url, quiet, digest, includeText, disabled } = options;
  return client.channels.put(name, {
    kind,
    topics,
    to,
    url: kind === 'email' ? undefined : url,
    quiet_hours: quiet === undefined ? undefined : readQuiet(quiet),
    digest_minutes: digest,
    include_text: includeText === true,
    enabled: disabled !== true,
    secret: kind === 'webhook' ? process.env.BRICKWORK_CHANNEL_SECRET || undefined : undefined,
  });
}

function readQuiet(text: string): { from: string; to: string } {
  const [from, to, ...more] = text.split('-');
  if (from === undefined || to === undefined || more.length > 0)
    throw new UsageError('--quiet must be two times, such as 22:00-07:00.');
  return { from, to };
}

function listText(channels: readonly Channel[]): string {
  if (channels.length === 0) return 'No channels.';
  return table(
    ['CHANNEL', 'KIND', 'WHERE', 'TOPICS', 'QUIET', 'DIGEST', 'LAST MESSAGE'],
    channels.map(({ name, kind, to, host, topics, quiet_hours, digest_minutes, enabled, last_delivery }) => [
      enabled ? name : `${name} (disabled)`,
      kind,
      to?.join(', ') ?? host ?? '–',
      topics.join(', '),
      quiet_hours === undefined ? '–' : `${quiet_hours.from}-${quiet_hours.to}`,
      `${digest_minutes} min`,
      last_delivery === undefined ? 'none yet' : `${last_delivery.status} ${last_delivery.updated_at}`,
    ]),
  );
}
