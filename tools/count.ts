/**
 * Two figures that say how large this house is.
 *
 *   npm run count                      lines of source by package, without tests and generated files
 *   npm run count -- feature main..x   the files that a range of commits touches: written by hand, and generated
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\n')
    .filter((line) => line !== '');

const GENERATED = new Set(['packages/server/src/database/schema.sql', 'docs/reference/errors.md', 'package-lock.json']);

/** A generated file says so in its first line. */
const isGenerated = (path: string, text: string) => GENERATED.has(path) || /^\/\*\* Generated /.test(text);

const isTest = (path: string) => /(^|\/)test\/|\.test\.tsx?$/.test(path);

function lines(): void {
  const counted = new Map<string, { files: number; lines: number }>();
  for (const path of git('ls-files', '*.ts', '*.tsx', '*.js', '*.sql', '*.css')) {
    const text = readFileSync(path, 'utf8');
    if (isTest(path) || isGenerated(path, text)) continue;
    const [top = '', name = ''] = path.split('/');
    const part = top === 'packages' ? `${top}/${name}` : top;
    const so = counted.get(part) ?? { files: 0, lines: 0 };
    counted.set(part, { files: so.files + 1, lines: so.lines + text.split('\n').length - 1 });
  }
  for (const [part, { files, lines: count }] of [...counted].sort(([, a], [, b]) => b.lines - a.lines))
    console.log(`${String(count).padStart(7)} lines ${String(files).padStart(5)} files  ${part}`);
  console.log(`${String([...counted.values()].reduce((sum, part) => sum + part.lines, 0)).padStart(7)} lines in all`);
}

function feature(range: string): void {
  const [, to = 'HEAD'] = range.split(/\.{2,3}/);
  const touched = git('diff', '--name-only', '--diff-filter=AMR', range).map((path) => ({
    path,
    generated: isGenerated(path, git('show', `${to || 'HEAD'}:${path}`).join('\n')),
  }));
  for (const kind of [false, true]) {
    const files = touched.filter(({ generated }) => generated === kind);
    console.log(`${files.length} ${kind ? 'generated' : 'written by hand'}`);
    for (const { path } of files) console.log(`  ${path}`);
  }
}

const [what = 'lines', range] = process.argv.slice(2);
if (what === 'feature' && range !== undefined) feature(range);
else if (what === 'lines') lines();
else throw new Error('Use: npm run count [-- feature FROM..TO]');
