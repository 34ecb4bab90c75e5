/** The guide's page of each preset of destinations, and their list: the same fields that `brickwork destinations presets` prints. */
import { DESTINATION_PRESETS } from '@brickwork/server/destinations/presets/all-presets';
import type { DestinationPreset } from '@brickwork/server/destinations/presets/preset';

export const DESTINATION_PAGES = 'docs/destinations';

/** File names and their texts. */
export function destinationPages(): Map<string, string> {
  const pages = new Map(DESTINATION_PRESETS.map((preset) => [`${preset.name}.md`, pageOf(preset)]));
  pages.set('README.md', listOf(DESTINATION_PRESETS));
  return pages;
}

const GENERATED = '<!-- Generated from packages/server/src/destinations/presets by `npm run generate`. -->';

function listOf(presets: readonly DestinationPreset[]): string {
  const rows = presets.map(({ name, title, summary }) => `| [${title}](${name}.md) | \`${name}\` | ${summary} |`);
  return `${GENERATED}

# Services that answers are written to

A preset gives a [destination](../guides/destinations.md) the request that the service documents. In the console, choose it under _New destination_.

| service | preset | writes |
|---|---|---|
${rows.join('\n')}

Everything else that takes JSON over HTTPS is written to with a request of your own: see [the guide](../guides/destinations.md#a-request-of-your-own).
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
    `| \`base_url\` | where it answers, such as ${baseUrl.example} | ${baseUrl.default ?? '**required**'} |`,
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

${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}

| what | is | default |
|---|---|---|
${rows.join('\n')}

The request, with the expressions that make it:

\`\`\`text
${[`${method} ${path}`, ...more].join('\n')}

${body.replace(/\n {4}/g, '\n')}
\`\`\`
${preset.isAdding ? '\nIt adds a note, once for each run: a review or a replay adds none. Where the service did not answer in time, the retry may add a second one.\n' : ''}
The service's own page: <${documentation}>. [All services](README.md) · [Destinations](../guides/destinations.md)
`;
}
