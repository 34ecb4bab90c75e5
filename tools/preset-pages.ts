/** One page per intake preset, and their list: the same fields that `brickwork intake create` prints. */
import { INTAKE_PRESETS } from '@brickwork/server/intake/presets/all-presets';
import type { IntakePreset } from '@brickwork/server/intake/presets/preset';
import { stringify } from 'yaml';
import { wrapLines } from './wrap-lines.ts';

export const PRESET_PAGES = 'docs/intake';

/** File names and their texts. */
export function presetPages(): Map<string, string> {
  const pages = new Map(INTAKE_PRESETS.map((preset) => [`${preset.name}.md`, pageOf(preset)]));
  pages.set('README.md', listOf(INTAKE_PRESETS));
  return pages;
}

const GENERATED = '<!-- Generated from packages/server/src/intake/presets by `npm run generate`. -->';

function listOf(presets: readonly IntakePreset[]): string {
  const rows = presets.map(({ name, title, summary }) => `| [${title}](${name}.md) | \`${name}\` | ${summary} |`);
  return `${GENERATED}

# Services that push conversations

A preset gives an [intake](../guides/intake.md) its handshake, signature, mapping, external id, time, agent and
customer. In the console, choose it under _New intake_.

| service | preset | a run for |
|---|---|---|
${rows.join('\n')}

For anything else, write your own definition: see [the guide](../guides/intake.md).
`;
}

function pageOf(preset: IntakePreset): string {
  const { name, title, summary, secret, secrets = {}, steps, documentation, note, definition } = preset;
  const options = [
    ...(secret.madeBy === 'service' ? [' --secret-env SERVICE_SECRET'] : []),
    ...Object.keys(secrets).map((each) => ` --fetch-secret ${each}=${each.toUpperCase()}`),
  ];
  const shown = (text: string) =>
    text
      .replace(/(?<!\{)\{url\}(?!\})/g, '_the address_')
      .replace(/(?<!\{)\{secret\}(?!\})/g, '_the secret_')
      .replace(/(?<!\{)\{verify_token\}(?!\})/g, '_the verify token_');
  const values = [
    `| secret | ${secret.label} | ${secret.madeBy === 'service' ? `${title} generates it; you give it to the intake` : 'the intake generates it; you enter it there'} |`,
    ...Object.entries(secrets).map(
      ([each, label]) => `| \`${each}\` | ${label} | you give it to the intake, which stores it encrypted |`,
    ),
  ];
  return `${GENERATED}

# ${title}

A run for: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}

\`\`\`console
$ brickwork intake create --preset ${name} --kit support_qa${options.join('')}
\`\`\`

It prints the address${definition.handshake === 'meta' ? ', the verify token' : ''} and these steps:

${steps.map((step, index) => wrapLines(`${index + 1}. ${shown(step)}`, '   ')).join('\n')}

| what | its name there | who generates it |
|---|---|---|
${values.join('\n')}
${note === undefined ? '' : `\n${wrapLines(`**Note.** ${note}`)}\n`}
The definition, which \`--file\` prints for your repository:

\`\`\`yaml
${stringify(definition, { lineWidth: 0 }).trimEnd()}
\`\`\`
${documentation === undefined ? '' : `\nThe service's documentation: <${documentation}>\n`}
[All services](README.md) · [Intake](../guides/intake.md)
`;
}
