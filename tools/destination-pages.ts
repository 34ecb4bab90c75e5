/** One page per destination preset, and their list: the same fields that `brickwork destinations presets` prints. */
import { DESTINATION_PRESETS } from '@brickwork/server/outbound/destinations/presets/all-presets';
import type { DestinationPreset } from '@brickwork/server/outbound/destinations/presets/preset';
import { wrapLines } from './wrap-lines.ts';

export const DESTINATION_PAGES = 'docs/destinations';

/** File names and their texts. */
export function destinationPages(): Map<string, string> {
  const pages = new Map(DESTINATION_PRESETS.map((preset) => [`${preset.name}.md`, pageOf(preset)]));
  pages.set('README.md', listOf(DESTINATION_PRESETS));
  return pages;
}

const GENERATED = '<!-- Generated from packages/server/src/outbound/destinations/presets by `npm run generate`. -->';

function listOf(presets: readonly DestinationPreset[]): string {
  const rows = presets.map(({ name, title, summary }) => `| [${title}](${name}.md) | \`${name}\` | ${summary} |`);
  return `${GENERATED}

# Services you can write answers to

A preset gives a [destination](../guides/destinations.md) the request that the service documents. In the console, choose
it under _New destination_.

| service | preset | writes |
|---|---|---|
${rows.join('\n')}

For anything else that takes JSON over HTTPS, define a [custom request](../guides/destinations.md#custom-requests).
`;
}

function pageOf(preset: DestinationPreset): string {
  const { name, title, summary, baseUrl, record, field, settings, secrets, steps, documentation } = preset;
  const required = Object.entries(settings).filter(([, { isRequired }]) => isRequired);
  const options = [
    ...(baseUrl.default === undefined ? [`--base-url ${baseUrl.example}`] : []),
    ...required.map(([each]) => `--setting ${each}=…`),
    '--record metadata.record_id',
    '--kit support_qa',
    '--field resolved=…',
    ...Object.keys(secrets)
      .filter((each) => each !== 'refresh_token')
      .map((each) => `--secret ${each}=${each.toUpperCase()}`),
  ];
  const rows = [
    `| \`base_url\` | the API's address, such as ${baseUrl.example} | ${baseUrl.default ?? '**required**'} |`,
    `| \`record\` | ${record} | \`external_id\` |`,
    `| \`fields\` | ${field.label} | **required** |`,
    ...Object.entries(settings).map(
      ([each, setting]) =>
        `| \`settings.${each}\` | ${setting.label}. | ${setting.isRequired ? '**required**' : (setting.default ?? '')} |`,
    ),
    ...Object.entries(secrets).map(([each, label]) => `| secret \`${each}\` | ${label}. | stored encrypted |`),
  ];
  const { method, path, query, headers, body } = preset.request(
    Object.fromEntries(Object.entries(settings).map(([each, setting]) => [each, setting.default ?? ''])),
  );
  const more = [
    ...(query === undefined ? [] : [`query: ${query}`]),
    ...Object.entries(headers ?? {}).map(([each, value]) => `${each}: ${value}`),
  ];
  return `${GENERATED}

# ${title}

Writes: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}

\`\`\`console
$ brickwork destinations set crm --preset ${name} ${options.join(' ')}
$ brickwork destinations preview crm
$ brickwork destinations test crm
\`\`\`

At ${title}:

${steps.map((step, index) => wrapLines(`${index + 1}. ${step}`, '   ')).join('\n')}

| what | is | default |
|---|---|---|
${rows.join('\n')}

The request, with its expressions:

\`\`\`text
${[`${method} ${path}`, ...more].join('\n')}

${body.replace(/\n {4}/g, '\n')}
\`\`\`
${preset.isAdding ? '\nIt adds one note per run; reviews and replays add none. If the service does not answer in time, the retry may add a second\none.\n' : ''}
The service's documentation: <${documentation}>

[All services](README.md) · [Destinations](../guides/destinations.md)
`;
}
