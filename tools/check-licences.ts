/**
 * The bill of materials is complete and every licence in it is permissive: `npm run licences`, part of `npm run check`. Works offline, from the lock file.
 * What is shipped is checked strictly; tools of development may also have licences that ask something of who changes them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PERMISSIVE = [
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'CC0-1.0',
  'Unlicense',
  'BlueOak-1.0.0',
];
const FOR_TOOLS = [...PERMISSIVE, 'MPL-2.0', 'Python-2.0', 'CC-BY-4.0'];

interface Component {
  name: string;
  group?: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

interface Locked {
  license?: string;
  link?: boolean;
}

/** `(A OR B)` is as good as the better of both; `A AND B` needs both. */
export function isAllowed(licence: string, allowed: readonly string[]): boolean {
  const text = licence.replace(/[()]/g, '');
  return text.split(/ OR /i).some((choice) => choice.split(/ AND /i).every((part) => allowed.includes(part.trim())));
}

function faultsOfShipped(): { faults: string[]; count: number } {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 100_000_000 });
  const { components } = JSON.parse(text) as { components: Component[] };
  const faults = components.flatMap(({ name, version, licenses = [] }) => {
    const licence = licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression).join(' AND ');
    return licence !== '' && isAllowed(licence, PERMISSIVE) ? [] : [`${name} ${version}: ${licence || 'no licence'}`];
  });
  return { faults, count: components.length };
}

function faultsOfTools(): { faults: string[]; count: number } {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  const tools = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true);
  const faults = tools.flatMap(([path, { license }]) =>
    license !== undefined && isAllowed(license, FOR_TOOLS) ? [] : [`${path}: ${license ?? 'no licence'}`],
  );
  return { faults, count: tools.length };
}

if (import.meta.main) {
  const [shipped, all] = [faultsOfShipped(), faultsOfTools()];
  for (const fault of [...shipped.faults, ...all.faults]) process.stdout.write(`${fault}\n`);
  process.stdout.write(`${shipped.count} packages shipped, ${all.count} in the lock file\n`);
  process.exitCode = shipped.faults.length + all.faults.length > 0 || shipped.count < 50 ? 1 : 0;
}
