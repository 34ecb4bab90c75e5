import type { IntakeDelivery, IntakePreview } from '@brickwork/client';
import { type Command, Option } from 'commander';
import { connect, connectWith } from '../api/connect.ts';
import { readCredentials } from '../api/credentials.ts';
import { EXIT } from '../exit-codes.ts';
import { parseCount } from '../parse-count.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface Shown {
  json?: boolean;
}

export function registerIntake(program: Command): void {
  const intake = program
    .command('intake')
    .description('Addresses for services that push conversations: mapping, kits, sample and log')
    .addHelpText(
      'after',
      `
An intake is a file: its name, how the service proves who it is, how its payload becomes a run, and which kits read it.

Examples:
  brickwork intake test support-calls.yaml payload.json
  brickwork intake push support-calls.yaml
  brickwork intake push zoom.yaml --secret-env ZOOM_SECRET
  brickwork intake log support-calls --outcome skipped`,
    );
  registerFiles(intake);
  registerStored(intake);
  registerLog(intake);
}

function registerFiles(intake: Command): void {
  intake
    .command('push')
    .argument('<file>', 'the intake, YAML or JSON')
    .description('Create or replace an intake; an unchanged file changes nothing')
    .option('--secret-env <name>', 'the environment variable with the secret that the service chose')
    .option('--json', 'print one JSON document')
    .action(async (file: string, { secretEnv, json }: Shown & { secretEnv?: string }) => {
      const { readIntakeFile } = await import('../intakes/read-intake-file.ts');
      const { name, intake: document } = await readIntakeFile(file);
      const secret = secretEnv === undefined ? undefined : secretOf(secretEnv);
      const { client, credentials } = await connectWith(await readCredentials());
      const stored = await client.intakes.put(name, document, { secret });
      if (json) printJson(stored);
      else {
        const shown =
          stored.secret === undefined ? '' : `${stored.secret}\n\nSave the secret: it is not shown again.\n`;
        print(
          `${shown}${name}, revision ${stored.revision}: push to ${credentials.url.replace(/\/+$/, '')}${stored.path}`,
        );
      }
    });
  intake
    .command('test')
    .argument('<file>', 'the intake, YAML or JSON')
    .argument('<payload>', 'what the service sends, as JSON; - reads standard input')
    .description('Show what an intake would do with a payload; makes no run')
    .option('--json', 'print one JSON document')
    .action(async (file: string, payload: string, options: Shown) => {
      const { readIntakeFile, readPayload } = await import('../intakes/read-intake-file.ts');
      const { name, intake: document } = await readIntakeFile(file);
      const preview = await (await connect()).intakes.test(name, await readPayload(payload), { intake: document });
      if (options.json) printJson(preview);
      else print(described(preview));
      if (preview.outcome === 'failed') process.exitCode = EXIT.faults;
    });
}

function registerStored(intake: Command): void {
  intake
    .command('list')
    .description('List the intakes of the key’s environment')
    .option('--json', 'print one JSON document')
    .action(async (options: Shown) => {
      const data = await (await connect()).intakes.list();
      if (options.json) printJson({ data });
      else if (data.length === 0) print('No intakes. Create one: brickwork intake push FILE');
      else
        print(
          table(
            ['NAME', 'REVISION', 'STATE', 'CHECK', 'KITS', 'PATH'],
            data.map(({ name, revision, intake: { enabled, auth, kits }, path }) => [
              name,
              String(revision),
              enabled ? 'enabled' : 'disabled',
              auth.type,
              kits.map(({ kit }) => kit).join(', '),
              path,
            ]),
          ),
        );
    });
  intake
    .command('delete')
    .argument('<name>', 'the intake’s name')
    .description('Delete an intake and its log; its path answers 404 from now on')
    .option('--json', 'print one JSON document')
    .action(async (name: string, options: Shown) => {
      const deleted = await (await connect()).intakes.delete(name);
      if (options.json) printJson(deleted);
      else print(`${name} is deleted. Its runs stay.`);
    });
  intake
    .command('rotate')
    .argument('<name>', 'the intake’s name')
    .description('Make a new secret; the old one stops working at once')
    .option('--json', 'print one JSON document')
    .action(async (name: string, options: Shown) => {
      const rotated = await (await connect()).intakes.rotate(name);
      if (options.json) printJson(rotated);
      else print(`${rotated.secret}\n\nSave it now: it is not shown again. The old secret no longer works.`);
    });
}

function registerLog(intake: Command): void {
  intake
    .command('log')
    .argument('<name>', 'the intake’s name')
    .description('Show the last deliveries, and why some made no run')
    .addOption(
      new Option('--outcome <outcome>', 'only these').choices([
        'accepted',
        'replayed',
        'skipped',
        'failed',
        'refused',
      ] satisfies IntakeDelivery['outcome'][]),
    )
    .option('--limit <count>', 'how many at most, up to 100', parseCount, 20)
    .option('--json', 'print one JSON document')
    .action(async (name: string, options: Shown & { outcome?: IntakeDelivery['outcome']; limit: number }) => {
      const { outcome, limit } = options;
      const data = await (await connect()).intakes.deliveries(name, { outcome, limit });
      if (options.json) printJson({ data });
      else if (data.length === 0) print('No deliveries.');
      else
        print(
          table(
            ['RECEIVED', 'OUTCOME', 'EXTERNAL ID', 'RUNS', 'REASON'],
            data.map(({ received_at, outcome: what, external_id, runs, reason }) => [
              received_at,
              what,
              oneLine(external_id ?? '–'),
              runs.map(({ run_id }) => run_id).join(' ') || '–',
              oneLine(reason ?? '–'),
            ]),
          ),
        );
    });
}

function secretOf(name: string): string {
  const secret = process.env[name];
  if (secret !== undefined && secret !== '') return secret;
  throw new UsageError(`The environment variable ${name} is empty. Nothing was sent.`);
}

function described({ outcome, reason, input, external_id, metadata, idempotency_key, kits }: IntakePreview): string {
  const mapped =
    input === undefined
      ? []
      : [
          `input            ${cut(JSON.stringify(input))}`,
          `external_id      ${oneLine(external_id ?? '–')}`,
          `metadata         ${oneLine(JSON.stringify(metadata ?? {}))}`,
          `idempotency_key  ${oneLine(idempotency_key ?? '–')}`,
        ];
  const rules = kits.map(
    ({ kit, chosen, reason: why, fault }) => `${chosen ? 'run ' : 'skip'}  ${kit}: ${oneLine(fault ?? why)}`,
  );
  return [`${outcome}${reason === undefined ? '' : `: ${oneLine(reason)}`}`, ...mapped, ...rules].join('\n');
}

const MOST_SHOWN = 300;

function cut(text: string): string {
  return oneLine(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
}
