import { THEMES, type Theme } from './stored-theme.ts';
import { useTheme } from './theme.ts';

const SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '☼', dark: '☾' };
const NAMES: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

export function ThemeChoice() {
  const [theme, setTheme] = useTheme();
  return (
    <fieldset className="flex rounded-lg bg-sunken p-0.5">
      <legend className="sr-only">Colours</legend>
      {THEMES.map((each) => (
        <label
          key={each}
          title={NAMES[each]}
          className="grid size-7 place-items-center rounded-md text-sm text-muted has-checked:bg-surface has-checked:text-ink has-checked:shadow-panel has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="theme"
            className="sr-only"
            checked={theme === each}
            onChange={() => setTheme(each)}
            aria-label={NAMES[each]}
          />
          <span aria-hidden="true">{SIGNS[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}
