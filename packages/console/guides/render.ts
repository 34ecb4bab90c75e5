/** A document as HTML: links go to the pages of /guides, and every heading can be linked to. */
import { Marked, type Token, type Tokens } from 'marked';
import { type Library, linkedFile, type Page } from './pages.ts';

export interface Section {
  id: string;
  title: string;
  level: number;
  /** What stands between this heading and the next one, without markup. */
  text: string;
}

export interface Rendered {
  html: string;
  sections: readonly Section[];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const SERVICE = 'http://127.0.0.1:8787';

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

export function render(page: Page, { pages }: Library): Rendered {
  const idOf = createSlugs();
  const sections: Section[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const title = plain(tokens);
        const id = idOf(title);
        sections.push({ id, title, level: depth, text: '' });
        const link =
          depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(title)}”">#</a>`;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = addressOf(page, href, pages);
        if (address !== undefined) return `<a href="${escapeHtml(address)}"${relOf(address)}>${text}</a>`;
        return `<span class="in-repository" title="${escapeHtml(linkedFile(page.file, withoutHash(href)))} in the repository">${text}</span>`;
      },
      code: ({ text, lang }) =>
        `<div class="code"><pre tabindex="0"${lang === undefined ? '' : ` data-language="${escapeHtml(lang)}"`}><code>${escapeHtml(text)}</code></pre></div>\n`,
      html: ({ text }) => shownHtml(text),
    },
    walkTokens: (token) => {
      if (token.type === 'image') throw new Error(`${page.file} has an image, which /guides does not serve`);
    },
  });
  const html = marked
    .parse(page.text, { async: false })
    .replace(
      /<table>[\s\S]*?<\/table>/g,
      (table) => `<div class="wide" role="group" aria-label="Table" tabindex="0">${table}</div>`,
    );
  return { html, sections: withTexts(marked.lexer(page.text), sections) };
}

/** Undefined for a file of the repository that is not a page. */
function addressOf(page: Page, href: string, pages: Library['pages']): string | undefined {
  if (href.startsWith('#')) return href;
  if (href.startsWith(SERVICE)) return href.slice(SERVICE.length);
  if (/^(?:https?|mailto):/.test(href)) return href;
  const linked = pages.get(linkedFile(page.file, withoutHash(href)));
  return linked && `${linked.address}${/#.*$/.exec(href)?.[0] ?? ''}`;
}

function relOf(address: string): string {
  return address.startsWith('http') ? ' rel="noopener noreferrer"' : '';
}

function withoutHash(href: string): string {
  return href.replace(/#.*$/, '');
}

/** Names of headings as GitHub makes them, so that links work in both places. */
function createSlugs(): (title: string) => string {
  const taken = new Map<string, number>();
  return (title) => {
    const name = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = taken.get(name) ?? 0;
    taken.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  };
}

/** Comments are left out, names for links are kept; whatever else has angle brackets was meant as text. */
function shownHtml(text: string): string {
  const rest = text.replace(/<!--[\s\S]*?-->/g, '');
  return /^\s*(?:<a id="[\w-]+">|<\/a>)?\s*$/.test(rest) ? rest : escapeHtml(rest);
}

function plain(tokens: readonly Token[]): string {
  return tokens.map(plainToken).join('');
}

function plainToken(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((cells) => cells.map((cell) => plain(cell.tokens)).join(' ')).join('\n');
  }
  if (token.type === 'list') return (token as Tokens.List).items.map((item) => plain(item.tokens)).join('\n');
  if ('tokens' in token && token.tokens !== undefined) return plain(token.tokens);
  return token.type === 'html' ? '' : unescapeHtml('text' in token ? token.text : ' ');
}

function unescapeHtml(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name as string] ?? "'",
  );
}

function withTexts(tokens: readonly Token[], sections: readonly Section[]): Section[] {
  let at = -1;
  const texts = sections.map((): string[] => []);
  for (const token of tokens) {
    if (token.type === 'heading') at += 1;
    else texts[at]?.push(plainToken(token));
  }
  return sections.map((section, index) => ({ ...section, text: (texts[index] ?? []).join(' ').replace(/\s+/g, ' ') }));
}
