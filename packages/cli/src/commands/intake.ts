import type { IntakePreview } from '@brickwork/client';
import type { Command } from 'commander';
import { connect, connectWith } from '../api/connect.ts';
import { readCredentials } from '../api/credentials.ts';
import { EXIT } from '../exit-codes.ts';
import { parseHours, readSecrets, type SecretOptions } from '../intakes/read-secrets.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';
import { registerCreate } from './intake-create.ts';
import { registerDeliveries } from './intake-deliveries.ts';

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
  brickwork intake create --preset zoom --kit support_qa --secret-env ZOOM_SECRET
  brickwork intake test support-calls.yaml payload.json
  brickwork intake push support-calls.yaml
  brickwork intake push zoom.yaml --secret-env ZOOM_SECRET
  brickwork intake log support-calls --outcome failed
  brickwork intake payload support-calls itd_… > payload.json
  brickwork intake replay support-calls --since 2026-11-15T08:00:00Z`,
    );
  registerCreate(intake);
  registerFiles(intake);
  registerStored(intake);
  registerDeliveries(intake);
}

function registerFiles(intake: Command): void {
  intake
    .command('push')
    .argument('<file>', 'the intake, YAML or JSON')
    .description('Create or replace an intake; an unchanged file changes nothing')
    .option('--secret-env <name>', 'the environment variable with the secret that the service generated')
    .option('--fetch-secret <name=variable...>', 'a secret for fetch steps, and the environment variable that holds it')
    .option('--grace-hours <hours>', 'how long a replaced secret keeps working; 24 by default', parseHours)
    .option('--json', 'print one JSON document')
    .action(async (file: string, { json, ...given }: Shown & SecretOptions) => {
      const { readIntakeFile } = await import('../intakes/read-intake-file.ts');
      const { name, intake: document } = await readIntakeFile(file);
      const secrets = readSecrets(given);
      const { client, credentials } = await connectWith(await readCredentials());
      const stored = await client.intakes.put(name, document, secrets);
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
    .argument('<payload>', 'what the service sends, as JSON; - reads standard input; or the id of a delivery (itd_…)')
    .description('Show what an intake would do with a payload; creates no run')
    .option('--json', 'print one JSON document')
    .action(async (file: string, payload: string, options: Shown) => {
      const { readIntakeFile, readPayload } = await import('../intakes/read-intake-file.ts');
      const { name, intake: document } = await readIntakeFile(file);
      const { intakes } = await connect();
      const preview = payload.startsWith('itd_')
        ? await intakes.testDelivery(name, payload, { intake: document })
        : await intakes.test(name, await readPayload(payload), { intake: document });
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
    .description('Delete an intake with its log and stored payloads; its path then answers 404')
    .option('--json', 'print one JSON document')
    .action(async (name: string, options: Shown) => {
      const deleted = await (await connect()).intakes.delete(name);
      if (options.json) printJson(deleted);
      else print(`${name} is deleted. Its runs stay.`);
    });
  intake
    .command('rotate')
    .argument('<name>', 'the intake’s name')
    .description('Create a new secret; the old one works for another day')
    .option('--grace-hours <hours>', 'how long the old one keeps working; 0 ends it immediately', parseHours, 24)
    .option('--json', 'print one JSON document')
    .action(async (name: string, options: Shown & { graceHours: number }) => {
      const rotated = await (await connect()).intakes.rotate(name, { graceHours: options.graceHours });
      if (options.json) printJson(rotated);
      else
        print(
          `${rotated.secret}\n\nSave it now: it is not shown again. The old secret works until ${rotated.old_secret_until}.`,
        );
    });
}

function described({ items, ...preview }: IntakePreview): string {
  return (items ?? [preview]).map(describedConversation).join('\n\n');
}

function describedConversation({
  outcome,
  reason,
  input,
  external_id,
  metadata,
  idempotency_key,
  url,
  kits,
}: Omit<IntakePreview, 'items'>): string {
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
  const next = url === undefined ? [] : [`request          ${oneLine(url)}`];
  return [`${outcome}${reason === undefined ? '' : `: ${oneLine(reason)}`}`, ...next, ...mapped, ...rules].join('\n');
}

const MOST_SHOWN = 300;

function cut(text: string): string {
  return oneLine(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
}
