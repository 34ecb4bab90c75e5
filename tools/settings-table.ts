/** The README's table of settings, from the list that the service reads. */
import type { Setting } from '@brickwork/engine/core/setting';
import { SETTINGS } from '@brickwork/server/main/settings';

export function settingsTable(): string {
  const rows = Object.values<Setting>(SETTINGS).map(
    ({ env, about, fallback }) =>
      `| \`${env}\` | ${about} | ${fallback === undefined || fallback === '' ? '' : `\`${fallback}\``} |`,
  );
  return ['| variable | meaning | default |', '|---|---|---|', ...rows].join('\n');
}

const START = '<!-- settings -->';
const END = '<!-- /settings -->';

export function withSettingsTable(readme: string): string {
  const from = readme.indexOf(START) + START.length;
  const to = readme.indexOf(END);
  if (from < START.length || to < from) throw new Error('the README has lost its settings markers');
  return `${readme.slice(0, from)}\n\n${settingsTable()}\n\n${readme.slice(to)}`;
}
