/** Light, dark, or as the system says. The choice is about the screen, so it outlives the session. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED_THEME = 'brickwork.theme';

export function applyStoredTheme(): Theme {
  const stored = localStorage.getItem(STORED_THEME);
  const theme = THEMES.find((known) => known === stored) ?? 'system';
  apply(theme);
  return theme;
}

export function storeTheme(theme: Theme): void {
  localStorage.setItem(STORED_THEME, theme);
  apply(theme);
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
