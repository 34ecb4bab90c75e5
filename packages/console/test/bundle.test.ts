import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const DIST = join(import.meta.dirname, '../dist');
const EXAMPLES = join(import.meta.dirname, '../../../examples/kits');
const assets = readdirSync(join(DIST, 'assets'));
const read = (path: string) => readFileSync(join(DIST, path), 'utf8');

describe('the built console', () => {
  /** What the browser fetches before it shows anything: what the page names. */
  const scriptsOf = (page: string) =>
    [...read(page).matchAll(/(?:src|href)="\/console\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '');
  const first = scriptsOf('index.html');
  const zipped = (paths: readonly string[]) =>
    paths.reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0);

  it('starts with less than 150 KB gzipped, the pages in files of their own, and one style sheet', () => {
    expect(first.length).toBeGreaterThan(0);
    expect(zipped(first)).toBeLessThan(150 * 1024);
    const pages = assets.filter((name) => name.endsWith('.js') && !first.includes(`assets/${name}`));
    expect(pages.filter((name) => name.includes('-page-')).length).toBeGreaterThan(25);
    for (const page of pages) expect(zipped([`assets/${page}`]), page).toBeLessThan(40 * 1024);
    expect(assets.filter((name) => name.endsWith('.css'))).toHaveLength(1);
  });

  it('is under 460 KB gzipped with every page', () => {
    const scripts = assets.filter((name) => name.endsWith('.js') && !name.startsWith('reference-'));
    expect(zipped(scripts.map((name) => `assets/${name}`))).toBeLessThan(460 * 1024);
  });

  it('shows the API reference with less than 150 KB gzipped of script', () => {
    expect(zipped(scriptsOf('reference.html'))).toBeLessThan(150 * 1024);
  });

  it('loads nothing from elsewhere and evaluates no text', () => {
    const page = read('index.html');
    expect(page).not.toMatch(/https?:/);
    for (const name of assets.filter((each) => /\.(css|js)$/.test(each))) {
      const text = read(`assets/${name}`);
      expect(text).not.toMatch(/\beval\(|new Function\(|@import|@font-face|url\(["']?https?:/);
    }
  });

  it('carries every example', () => {
    const kits = readdirSync(EXAMPLES, { withFileTypes: true }).filter((each) => each.isDirectory());
    expect(assets.filter((name) => name.endsWith('.yaml'))).toHaveLength(kits.length);
  });
});
