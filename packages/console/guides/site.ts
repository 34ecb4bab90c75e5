/** Pages of /guides, complete, from a template that the console's build has filled with its styles and its script. */
import MiniSearch from 'minisearch';
import { type GuideSection, INDEX } from '../src/guides/index-options.ts';
import { type Library, type Page, readLibrary, START } from './pages.ts';
import { escapeHtml, type Rendered, render, type Section } from './render.ts';

const EXCERPT = 180;

export interface Site {
  index: string;
  /** File below dist/ → its text. */
  pages(template: string): Map<string, string>;
}

export function readSite(): Site {
  const library = readLibrary();
  const start = library.pages.get(START);
  if (start === undefined) throw new Error(`${START} is the page that /guides starts with`);
  const rendered = [...library.pages.values()].map((page) => [page, render(page, library)] as const);
  return {
    index: JSON.stringify(indexOf(rendered)),
    pages(template) {
      const complete = (page: Page, article: string, contents: string) =>
        fill(template, { title: escapeHtml(page.title), article, contents, navigation: navigation(library, page) });
      const missing = { ...start, title: 'There is no such page', address: '', file: '' };
      return new Map([
        ...rendered.map(([page, each]): [string, string] => [
          fileOf(page),
          complete(page, each.html, contentsOf(each.sections)),
        ]),
        [
          'guides/not-found.html',
          complete(missing, `<h1>${missing.title}</h1><p><a href="/guides">All guides</a></p>`, ''),
        ],
      ]);
    },
  };
}

function fileOf({ address }: Page): string {
  return address === '/guides' ? 'guides/index.html' : `${address.slice(1)}.html`;
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`guides.html asks for ${name}`);
    return value;
  });
}

function indexOf(rendered: readonly (readonly [Page, Rendered])[]): MiniSearch<GuideSection> {
  const index = new MiniSearch<GuideSection>(INDEX);
  for (const [page, { sections }] of rendered)
    for (const { id, title, level, text } of sections)
      index.add({
        address: level === 1 ? page.address : `${page.address}#${id}`,
        title,
        page: level === 1 ? '' : page.title,
        text,
        excerpt: text.length > EXCERPT ? `${text.slice(0, text.lastIndexOf(' ', EXCERPT))} …` : text,
      });
  return index;
}

function contentsOf(sections: readonly Section[]): string {
  const entries = sections.filter(({ level }) => level === 2);
  if (entries.length < 2) return '';
  const items = entries.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`);
  return `<nav aria-labelledby="contents"><h2 id="contents">On this page</h2><ul>${items.join('')}</ul></nav>`;
}

/** Pages of services are many, and are listed where somebody reads about one of them. */
function navigation(library: Library, current: Page): string {
  const link = (page: Page) =>
    `<a href="${page.address}"${page === current ? ' aria-current="page"' : ''}>${escapeHtml(page.title.replace(/:.*/, ''))}</a>`;
  const item = (page: Page): string => {
    const folder = page.file.replace(/README\.md$/, '');
    const isOpen = folder !== page.file && folder !== 'docs/' && current.file.startsWith(folder);
    if (!isOpen) return `<li>${link(page)}</li>`;
    const below = [...library.pages.values()].filter((each) => each !== page && each.file.startsWith(folder));
    return `<li>${link(page)}<ul>${below.map((each) => `<li>${link(each)}</li>`).join('')}</ul></li>`;
  };
  return library.groups
    .map(({ title, pages }) => `<section><h2>${escapeHtml(title)}</h2><ul>${pages.map(item).join('')}</ul></section>`)
    .join('');
}
