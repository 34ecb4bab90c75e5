import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createGuideSearch } from '../src/guides/search-guides.ts';

const DIST = join(import.meta.dirname, '../dist');
const ROOT = join(import.meta.dirname, '../../..');
const files = readdirSync(join(DIST, 'guides'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
);
const addressOf = (file: string) => `/guides/${file.replace(/\.html$/, '')}`.replace(/\/index$/, '');
const pages = new Map(files.map((file) => [addressOf(file), readFileSync(join(DIST, 'guides', file), 'utf8')]));
const start = pages.get('/guides') ?? '';
const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
const articleOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';

/** Whether a link leads to a page, and to a place in it. */
function leadsSomewhere(from: string, href: string): boolean {
  const [path = '', anchor] = href.startsWith('#') ? [from, href.slice(1)] : href.split('#');
  if (/^(?:https?:|mailto:)/.test(href) || /^\/(?:console|docs|openapi\.json)(?:\/|$)/.test(path)) return true;
  const page = pages.get(path);
  return page !== undefined && (anchor === undefined || page.includes(`id="${anchor}"`));
}

describe('the guides', () => {
  it('are every document of these folders', () => {
    const sources = ['guides', 'reference', 'operations', 'intake', 'destinations'].flatMap((folder) =>
      readdirSync(join(ROOT, 'docs', folder)).map((name) => `/guides/${folder}/${name.replace(/\.md$/, '')}`),
    );
    const expected = sources.map((path) => path.replace('/guides/guides/', '/guides/').replace('README', 'presets'));
    expect(expected.length).toBeGreaterThan(75);
    expect(expected.filter((path) => !pages.has(path))).toEqual([]);
  });

  it('link only to pages and headings that are there', () => {
    const broken = [...pages].flatMap(([address, html]) =>
      linksIn(html)
        .filter((href) => !leadsSomewhere(address, href))
        .map((href) => `${address} → ${href}`),
    );
    expect(broken).toEqual([]);
    expect(leadsSomewhere('/guides', '/guides/kits#nothing')).toBe(false);
    expect(leadsSomewhere('/guides', '/guides/nothing')).toBe(false);
  });

  it('are all reached from the first page, in two clicks', () => {
    const first = linksIn(start).map((href) => href.replace(/#.*/, ''));
    const second = first.flatMap((href) => linksIn(pages.get(href) ?? '').map((link) => link.replace(/#.*/, '')));
    const reached = new Set([...first, ...second]);
    expect([...pages.keys()].filter((address) => !reached.has(address))).toEqual(['/guides/not-found']);
  });

  it('answer fifteen questions, each one click away, with a page that has the rest', () => {
    const questions = linksIn(articleOf(start)).filter((href) => href.startsWith('/guides/questions#'));
    expect(new Set(questions).size).toBe(15);
    const answers = pages.get('/guides/questions') ?? '';
    for (const question of questions) {
      const [, id = ''] = question.split('#');
      const answer = answers.split(`<h2 id="${id}">`)[1]?.split('<h2')[0] ?? '';
      expect(answer.length, question).toBeGreaterThan(400);
      expect(
        linksIn(answer).filter((href) => !href.startsWith('#') && leadsSomewhere('', href)).length,
        question,
      ).toBeGreaterThan(0);
    }
  });

  it('have no markup of documents as text, and no text of documents as markup', () => {
    for (const [address, html] of pages) {
      const text = articleOf(html).replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '');
      expect(text, address).not.toMatch(
        /\]\(|\*\*\w|&lt;!--|<!--|<(?!\/?(?:main|h[1-6]|a|p|ul|ol|li|div|span|em|strong|table|thead|tbody|tr|t[hd]|br|hr|blockquote)\b)/,
      );
    }
    expect(pages.get('/guides/reference/conversations')).toContain('&lt;Media omitted&gt;');
  });
});

describe('the search of the guides', () => {
  const [name = ''] = readdirSync(join(DIST, 'assets')).filter((each) => /^guides-.*\.json$/.test(each));
  const index = readFileSync(join(DIST, 'assets', name), 'utf8');
  const search = createGuideSearch(index);

  it.each([
    ['delete a customer', '/guides/questions#how-do-i-delete-a-customer'],
    ['abstain_below', '/guides/scorecards'],
    ['webhook signature', '/guides/webhooks'],
    ['zoom', '/guides/intake/zoom'],
    ['how much does it cost', '/guides/questions#what-does-it-cost'],
    ['spend caps', '/guides/spend'],
    ['kubernetes', '/guides/operations/deploy#kubernetes'],
    ['transkripts', '/guides/'],
    ['BRICKWORK_MODEL_PRICES', '/guides/'],
  ])('%s is found', (query, expected) => {
    const found = search(query).slice(0, 5);
    expect(found.map(({ address }) => address).filter((address) => address.startsWith(expected))).not.toEqual([]);
    for (const { address } of found) expect(leadsSomewhere('', address), address).toBe(true);
  });

  it('finds what has most of the words where nothing has all, and nothing for what is not there', () => {
    expect(search('erase xylophones').length).toBeGreaterThan(0);
    expect(search('xqzvw')).toEqual([]);
    expect(search('the of')).toEqual([]);
  });

  it('is loaded when somebody searches, in less than 150 KB', () => {
    expect(gzipSync(index, { level: 9 }).length).toBeLessThan(150 * 1024);
    expect(start).not.toContain(name);
    const scripts = [...start.matchAll(/(?:src|href)="\/console\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
    expect(scripts.every((path) => existsSync(join(DIST, path)))).toBe(true);
    const size = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length, 0);
    expect(size).toBeLessThan(15 * 1024);
  });
});
