/** docs/architecture.md names files and rooms: it must go on being true when they move. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
});
