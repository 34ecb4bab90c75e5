import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const DIST = join(import.meta.dirname, '../dist');
const assets = readdirSync(join(DIST, 'assets'));
const read = (path: string) => readFileSync(join(DIST, path), 'utf8');

describe('the built console', () => {
  it('is one script under 300 KB gzipped, and one style sheet', () => {
    const [script, ...more] = assets.filter((name) => name.endsWith('.js'));
    expect(more).toEqual([]);
    expect(gzipSync(read(`assets/${script}`), { level: 9 }).length).toBeLessThan(300 * 1024);
    expect(assets.filter((name) => name.endsWith('.css'))).toHaveLength(1);
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
    expect(assets.filter((name) => name.endsWith('.yaml'))).toHaveLength(6);
  });
});
