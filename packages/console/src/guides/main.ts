/** Scripts of the /guides pages: the search, the menu of small screens, the colours, and copying code. */
import '../styles.css';
import { applyStoredTheme, storeTheme, THEMES } from '../shell/stored-theme.ts';
import { addCopyButtons } from './copy-code.ts';
import { element } from './element.ts';
import { startFinder } from './finder.ts';

const theme = applyStoredTheme();

function startTheme(): void {
  const choice = element('theme', HTMLSelectElement);
  choice.value = theme;
  choice.hidden = false;
  choice.addEventListener('change', () => storeTheme(THEMES.find((each) => each === choice.value) ?? 'system'));
}

function startMenu(): void {
  const button = element('menu', HTMLButtonElement);
  button.hidden = false;
  button.addEventListener('click', () => {
    const isOpen = button.getAttribute('aria-expanded') !== 'true';
    button.setAttribute('aria-expanded', String(isOpen));
    for (const id of ['pages', 'elsewhere']) element(id, HTMLElement).classList.toggle('max-lg:hidden', !isOpen);
  });
}

function start(): void {
  startTheme();
  startMenu();
  startFinder();
  addCopyButtons();
  document.querySelector('#pages [aria-current]')?.scrollIntoView({ block: 'nearest' });
}

// Painting waits for this script, which may be there before the rest of the page.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
