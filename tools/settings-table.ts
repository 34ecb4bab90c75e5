/** The table of settings, from the list that the service reads. */
import type { Setting } from '@brickwork/engine/core/setting';
import { SETTINGS } from '@brickwork/server/main/settings';

export function settingsTable(): string {
  const rows = Object.values<Setting>(SETTINGS).map(
    ({ env, about, fallback }) =>
      `| \`${env}\` | ${about} | ${fallback === undefined || fallback === '' ? '' : `\`${fallback}\``} |`,
  );
  return ['| variable | meaning | default |', '|---|---|---|', ...rows].join('\n');
}

export const SETTINGS_PAGE = 'docs/reference/settings.md';

const START = '<!-- settings -->';
const END = '<!-- /settings -->';

export function withSettingsTable(page: string): string {
  const from = page.indexOf(START) + START.length;
  const to = page.indexOf(END);
  if (from < START.length || to < from) throw new Error('docs/reference/settings.md has lost its settings markers');
  return `${page.slice(0, from)}\n\n${settingsTable()}\n\n${page.slice(to)}`;
}
