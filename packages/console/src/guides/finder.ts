/** The search of /guides, by hand and by keyboard: `/` goes to it, arrows go through what was found, Escape closes it. */
import { element } from './element.ts';
import { INDEX_ADDRESS } from './index-address.ts';
import { createGuideSearch, type Hit } from './search-guides.ts';

type Search = (query: string) => Hit[];

export function startFinder(): void {
  const finder = element('finder', HTMLElement);
  const query = element('query', HTMLInputElement);
  const hits = element('hits', HTMLUListElement);
  let loading: Promise<Search> | undefined;
  const load = () => {
    loading ??= loadSearch().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const find = async () => {
    const asked = query.value.trim();
    const answer =
      asked === ''
        ? []
        : await load().then(
            (search) => search(asked),
            () => undefined,
          );
    if (asked === query.value.trim()) show(hits, asked, answer);
  };
  finder.hidden = false;
  query.addEventListener('focus', () => void load().catch(() => undefined));
  query.addEventListener('input', () => void find());
  finder.addEventListener('keydown', (event) => onKey(event, query, hits));
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !finder.contains(target)) hits.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null;
    if (!(event.key === '/' && !isTyping) && !(event.key === 'k' && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    query.focus();
  });
}

async function loadSearch(): Promise<Search> {
  const answer = await fetch(INDEX_ADDRESS);
  if (!answer.ok) throw new Error(`The index was answered with ${answer.status}`);
  return createGuideSearch(await answer.text());
}

/** Undefined when the index could not be loaded. */
function show(list: HTMLUListElement, asked: string, hits: readonly Hit[] | undefined): void {
  const message =
    hits === undefined
      ? 'The search could not be loaded. Is the service still running?'
      : `Nothing found for “${asked}”. Try fewer words.`;
  list.replaceChildren(...(hits?.length ? hits.map(itemOf) : [textOf('li', message, 'p-2 text-sm text-muted')]));
  list.hidden = asked === '';
  element('found', HTMLElement).textContent = asked === '' ? '' : hits?.length ? `${hits.length} found` : message;
}

function itemOf({ address, title, page, excerpt }: Hit): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  link.append(
    textOf('span', page === '' ? title : `${page.replace(/:.*/, '')} › ${title}`, 'block text-sm font-medium text-ink'),
    textOf('span', excerpt, 'block text-[13px] text-muted'),
  );
  item.append(link);
  return item;
}

function textOf(name: 'li' | 'span', text: string, classes: string): HTMLElement {
  const made = document.createElement(name);
  made.className = classes;
  made.textContent = text;
  return made;
}

function onKey(event: KeyboardEvent, query: HTMLInputElement, hits: HTMLUListElement): void {
  const links = [...hits.querySelectorAll('a')];
  const at = links.findIndex((link) => link.matches(':focus'));
  if (event.key === 'Escape') {
    hits.hidden = true;
    query.focus();
  } else if (event.key === 'ArrowDown') (links[at + 1] ?? links[0])?.focus();
  else if (event.key === 'ArrowUp') (links[at - 1] ?? query).focus();
  else if (event.key === 'Enter' && event.target === query) links[0]?.click();
  else return;
  event.preventDefault();
}
