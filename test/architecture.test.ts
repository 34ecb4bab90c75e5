/** What documents and file names say about the tree must go on being true when files move. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = 'packages/server/src';
const pathOf = (file: string): string =>
  file.replace(/^(?!engine\/)/, `${SOURCE}/`).replace(/^engine\//, 'packages/engine/src/');
const page = readFileSync('docs/architecture.md', 'utf8');
const filesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/`([a-z-]+(?:\/[a-z-]+)+\.ts)`/g)].map(([, file = '']) => file)),
];

describe('docs/architecture.md', () => {
  it('names files that exist', () => {
    expect(filesIn(page).filter((file) => !existsSync(pathOf(file)))).toEqual([]);
  });

  it('lists every room once, and every package', () => {
    const listed = [...page.matchAll(/^\| `([a-z]+)` /gm)].map(([, room]) => room);
    expect(listed).toEqual(
      readdirSync(SOURCE, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort(),
    );
    const packages = [...page.matchAll(/^\| `packages\/([a-z]+)` /gm)].map(([, name]) => name);
    expect(packages.sort()).toEqual(readdirSync('packages').sort());
  });

  it('tells the life of a run in at most 25 files and 8 rooms, and gives these figures', () => {
    const [, walk = ''] = /## The life of a run\n(.*?)\n## /s.exec(page) ?? [];
    const files = filesIn(walk);
    const rooms = new Set(files.map((file) => file.split('/')[0]));
    expect(walk).toContain(`${files.length} files in ${rooms.size} rooms`);
    expect(files.length).toBeLessThanOrEqual(25);
    expect(rooms.size).toBeLessThanOrEqual(8);
  });

  it.each(['A correction', 'An insights query', 'An intake delivery'])(
    'tells of %s in files that lead to each other, and gives their number',
    (heading) => {
      const walk = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
      const files = filesIn(walk);
      const rooms = new Set(files.map((file) => file.split('/')[0]));
      expect(walk).toContain(`${files.length} files in ${rooms.size} rooms`);
      const [first = '', ...rest] = files.map(pathOf);
      // What a port is implemented by, and what a job does, is chosen in main/features.
      const chosen = [...rooms].flatMap((room) => importsOf(`${SOURCE}/main/features/${room}.ts`));
      const starts = [first, ...rest.filter((file) => chosen.includes(file))];
      const reached = new Set(starts.flatMap((start) => [start, ...reachedFrom(start)]));
      expect(rest.filter((file) => !reached.has(file))).toEqual([]);
    },
  );
});

describe('docs/decisions/README.md', () => {
  it('lists records once each, under the titles that they have', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8');
    const listed = [...index.matchAll(/^- \[\d+\. (.+)\]\((\d{4}-.+\.md)\)$/gm)].map(([, title, file = '']) => ({
      title,
      file,
    }));
    expect(listed.length).toBeGreaterThan(40);
    expect(new Set(listed.map(({ file }) => file)).size).toBe(listed.length);
    const titleOf = (file: string) =>
      readFileSync(`docs/decisions/${file}`, 'utf8')
        .split('\n')[0]
        ?.replace(/^#\s*\d+\s*[.:·]\s*/, '');
    expect(listed.filter(({ title, file }) => titleOf(file) !== title)).toEqual([]);
  });
});

describe('npm test', () => {
  it('starts no browser, no service as a process and no installation: those tests are named *.system.test.ts', () => {
    const quick = globSync('{packages/*/src,packages/*/test,test}/**/*.test.ts').filter(
      (file) => !file.endsWith('.system.test.ts'),
    );
    expect(quick.length).toBeGreaterThan(300);
    const heavy = /support\/(browser|chromium)\.ts'|\b(startBrickwork|preparedDirectory)\(/;
    const own = join('test', 'architecture.test.ts');
    expect(quick.filter((file) => file !== own && heavy.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});

/** Types included. */
function importsOf(file: string): string[] {
  if (!existsSync(file)) return [];
  const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g);
  return [...imports].map(([, target = '']) => join(dirname(file), target));
}

function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const target of importsOf(file)) reachedFrom(target, seen);
  return seen;
}
