/** `brickwork intake log`, `payload`, `erase` and `replay`: what was pushed, and reading it again. */
import type { IntakeDelivery } from '@brickwork/client';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { parseCount } from '../parse-count.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface Shown {
  json?: boolean;
}

type Outcome = IntakeDelivery['outcome'];

const READ = ['accepted', 'replayed', 'skipped', 'failed'] as const satisfies Outcome[];

export function registerDeliveries(intake: Command): void {
  registerLog(intake);
  registerPayload(intake);
  registerErase(intake);
  registerReplay(intake);
}

function registerLog(intake: Command): void {
  intake
    .command('log')
    .argument('<name>', 'the intake’s name')
    .description('Show deliveries, newest first, and why some created no run')
    .addOption(
      new Option('--outcome <outcome>', 'only deliveries with this outcome').choices(['received', ...READ, 'refused']),
    )
    .option('--external-id <id>', 'only for this conversation')
    .option('--since <time>', 'only deliveries received since this time, such as 2026-11-15T08:00:00Z')
    .option('--limit <count>', 'maximum number of deliveries, up to 100', parseCount, 20)
    .option('--json', 'print one JSON document')
    .action(
      async (
        name: string,
        options: Shown & { outcome?: Outcome; externalId?: string; since?: string; limit: number },
      ) => {
        const { outcome, externalId, since, limit } = options;
        const query = { outcome, external_id: externalId, since, limit };
        const data = await (await connect()).intakes.deliveries(name, query);
        if (options.json) printJson({ data });
        else if (data.length === 0) print('No deliveries.');
        else print(table(['RECEIVED', 'DELIVERY', 'OUTCOME', 'EXTERNAL ID', 'RUNS', 'REASON'], data.map(line)));
      },
    );
}

function line({ received_at, delivery_id, outcome, external_id, runs, reason }: IntakeDelivery): string[] {
  return [
    received_at,
    delivery_id,
    outcome,
    oneLine(external_id ?? '–'),
    runs.map(({ run_id }) => run_id).join(' ') || '–',
    oneLine(reason ?? '–'),
  ];
}

function registerPayload(intake: Command): void {
  intake
    .command('payload')
    .argument('<name>', 'the intake’s name')
    .argument('<delivery>', 'the id of the delivery, itd_…')
    .description('Print the payload, while it is kept')
    .option('--json', 'print one JSON document')
    .action(async (name: string, deliveryId: string, options: Shown) => {
      const pushed = await (await connect()).intakes.payload(name, deliveryId);
      if (options.json) printJson(pushed);
      else if (pushed.text !== undefined) print(pushed.text);
      else throw new UsageError('It is not text. Use --json, which prints it in base64.');
    });
}

function registerErase(intake: Command): void {
  intake
    .command('erase')
    .argument('<name>', 'the intake’s name')
    .argument('<deliveries...>', 'ids of deliveries, itd_…')
    .description('Erase payloads permanently, with the ids of their conversations; their entries in the log stay')
    .option('--json', 'print one JSON document')
    .action(async (name: string, deliveries: string[], { json }: Shown) => {
      const { intakes } = await connect();
      const data: IntakeDelivery[] = [];
      for (const deliveryId of deliveries) data.push(await intakes.eraseDelivery(name, deliveryId));
      if (json) printJson({ data });
      else print(`${data.length} ${data.length === 1 ? 'delivery' : 'deliveries'} erased.`);
    });
}

function registerReplay(intake: Command): void {
  intake
    .command('replay')
    .argument('<name>', 'the intake’s name')
    .argument('[deliveries...]', 'ids of deliveries, itd_…')
    .description('Read payloads again with the current definition; nothing runs twice')
    .option('--since <time>', 'all deliveries received since, such as 2026-11-15T08:00:00Z')
    .addOption(
      new Option('--outcome <outcome...>', 'with --since: which outcomes; failed and skipped by default').choices(READ),
    )
    .option('--json', 'print one JSON document')
    .action(
      async (
        name: string,
        deliveries: string[],
        { since, outcome, json }: Shown & { since?: string; outcome?: (typeof READ)[number][] },
      ) => {
        if ((deliveries.length === 0) === (since === undefined))
          throw new UsageError('Name deliveries, or pass --since. Nothing was sent.');
        const { intakes } = await connect();
        const request = since === undefined ? { delivery_ids: deliveries } : { since, outcomes: outcome };
        let replayed = 0;
        for (let more = true; more; ) {
          const answer = await intakes.replay(name, request);
          replayed += answer.replayed;
          ({ more } = answer);
        }
        if (json) printJson({ replayed });
        else
          print(
            replayed === 0
              ? 'Nothing to replay: no matching payload is stored.'
              : `${replayed} ${replayed === 1 ? 'delivery is' : 'deliveries are'} being read again. See: brickwork intake log ${name}`,
          );
      },
    );
}
