/**
 * Adds the bundle of packages/cli to the packed command, so that a service starts from few files wherever it is installed. It counts while
 * the packages beside it are those that were packed with it; else the compiled files are run. It holds code of others, so their licences
 * come with it; what it leaves out becomes a dependency of the command.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from './published-manifest.ts';

interface BundleRecord {
  folder: string;
  /** Path, size, time and digest of everything that went into it. */
  files: [path: string, ...unknown[]][];
  leftOut: string[];
}

const home = join(import.meta.dirname, '..', 'packages', 'cli');
const { describeFile, RECORD } = await import(new URL('../packages/cli/bin/bundle.js', import.meta.url).href);
const OWN = ['contract', 'engine', 'client', 'audio', 'warehouse', 'server'];
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

export function addBundle(packages: string): void {
  execFileSync(process.execPath, [join(home, 'build.js')], { stdio: 'inherit' });
  const { folder, files, leftOut } = readJson<BundleRecord>(join(home, RECORD));
  const target = join(packages, 'cli');
  const isSourceMap = (path: string) => path.endsWith('.map');
  cpSync(join(home, 'dist', folder), join(target, 'dist', 'a'), {
    recursive: true,
    filter: (path) => !isSourceMap(path),
  });
  const manifests = files.map(([path]) => join(home, path)).filter((path) => path.includes('node_modules'));
  writeFileSync(
    join(target, 'dist', 'THIRD-PARTY-LICENSES.txt'),
    manifests.map(licenceOf).join(`\n${'-'.repeat(80)}\n\n`),
  );
  requireLeftOut(packages, leftOut);
  const beside = OWN.map((name) => describeFile(target, join('..', name, 'package.json')));
  writeFileSync(join(target, RECORD), JSON.stringify({ folder: 'a', files: beside }));
}

function licenceOf(manifestPath: string): string {
  const { name, version, license } = readJson<{ name: string; version: string; license?: string }>(manifestPath);
  const folder = join(manifestPath, '..');
  const texts = readdirSync(folder).filter((file) => LICENCE.test(file));
  if (texts.length === 0 && license === undefined) throw new Error(`${name} says nothing about its licence`);
  return [
    `${name} ${version} (${license ?? 'see below'})\n`,
    ...texts.map((file) => readFileSync(join(folder, file), 'utf8')),
  ].join('\n');
}

/** The command must find what the packages that it depends on would have found. */
function requireLeftOut(packages: string, leftOut: readonly string[]): void {
  const of = (name: string) => readJson<Manifest>(join(packages, name, 'package.json'));
  const command = of('cli');
  for (const name of OWN) {
    const { dependencies = {}, optionalDependencies = {} } = of(name);
    for (const [dependency, version] of Object.entries(dependencies))
      if (leftOut.includes(dependency)) command.dependencies = { ...command.dependencies, [dependency]: version };
    command.optionalDependencies = { ...optionalDependencies, ...command.optionalDependencies };
  }
  writeFileSync(join(packages, 'cli', 'package.json'), `${JSON.stringify(command, null, 2)}\n`);
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, 'utf8'));
}
