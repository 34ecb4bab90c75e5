/** `brickwork intake create`: an intake for a service that people run, from a preset of the deployment. */
import type { IntakePreset, IntakeWithSecret } from '@brickwork/client';
import type { Command } from 'commander';
import { connectWith } from '../api/connect.ts';
import { readCredentials } from '../api/credentials.ts';
import { parseHours, readSecrets, type SecretOptions } from '../intakes/read-secrets.ts';
import { print, printJson, table } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface CreateOptions extends SecretOptions {
  preset?: string;
  kit?: string[];
  name?: string;
  file?: boolean;
  json?: boolean;
}

export function registerCreate(intake: Command): void {
  intake
    .command('create')
    .description('Create an intake from a preset; without --preset, list the presets')
    .option('--preset <name>', 'the service, such as zoom')
    .option('--kit <kit...>', 'the kits that read its conversations')
    .option('--name <name>', 'the intake’s name; the preset’s by default')
    .option('--secret-env <name>', 'the environment variable with the secret that the service generated')
    .option('--fetch-secret <name=variable...>', 'a secret for fetch steps, and the environment variable that holds it')
    .option('--grace-hours <hours>', 'how long a replaced secret keeps working; 24 by default', parseHours)
    .option('--file', 'print the definition as a file instead of storing it')
    .option('--json', 'print one JSON document')
    .action(async (options: CreateOptions) => {
      const { client, credentials } = await connectWith(await readCredentials());
      const presets = await client.intakes.presets();
      const preset = presets.find(({ name }) => name === options.preset);
      if (options.preset === undefined) return printPresets(presets, options.json === true);
      if (preset === undefined)
        throw new UsageError(
          `There is no preset ${options.preset}. There are: ${presets.map(({ name }) => name).join(', ')}.`,
        );
      const document = { ...preset.definition, kits: (options.kit ?? []).map((kit) => ({ kit })) };
      if (document.kits.length === 0) throw new UsageError('Pass --kit with the kits that read the conversations.');
      const name = options.name ?? preset.name;
      if (options.file) {
        const { stringify } = await import('yaml');
        return print(stringify({ name, ...document }).trimEnd());
      }
      if (preset.secret.made_by === 'service' && options.secretEnv === undefined)
        throw new UsageError(
          `Pass --secret-env with the variable that holds the ${preset.secret.label}, which ${preset.title} generates.`,
        );
      const stored = await client.intakes.put(name, document, readSecrets(options));
      if (options.json) printJson(stored);
      else print(described(preset, stored, `${credentials.url.replace(/\/+$/, '')}${stored.path}`));
    });
}

function printPresets(presets: readonly IntakePreset[], isJson: boolean): void {
  if (isJson) printJson({ data: presets });
  else
    print(
      table(
        ['PRESET', 'SERVICE', 'A RUN FOR'],
        presets.map(({ name, title, summary }) => [name, title, summary]),
      ),
    );
}

function described(preset: IntakePreset, stored: IntakeWithSecret, url: string): string {
  const values: Readonly<Record<string, string | undefined>> = {
    url,
    secret: stored.secret ?? `(the secret ${stored.secret_hint})`,
    verify_token: stored.verify_token,
  };
  const steps = preset.steps.map((step, index) => {
    const filled = step.replace(
      /(?<!\{)\{(url|secret|verify_token)\}(?!\})/g,
      (whole, name: string) => values[name] ?? whole,
    );
    return `${index + 1}. ${filled}`;
  });
  const shown = stored.secret === undefined ? [] : [stored.secret, '', 'Save the secret: it is not shown again.', ''];
  return [...shown, `${stored.name}, revision ${stored.revision}: ${url}`, '', `At ${preset.title}:`, ...steps].join(
    '\n',
  );
}
