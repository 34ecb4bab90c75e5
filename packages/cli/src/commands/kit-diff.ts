/** Comparing kits and printing their types: each side is a file, or a kit of the server as KIT or KIT@VERSION. */
import { existsSync } from 'node:fs';
import { diffKits, type KitDiff } from '@brickwork/server/kits/diff-kits';
import { kitTypes } from '@brickwork/server/kits/kit-types';
import type { Kit } from '@brickwork/server/kits/normalise-kit';
import { requireKit } from '@brickwork/server/kits/push-kit';
import type { Command } from 'commander';
import { EXIT } from '../exit-codes.ts';
import { withKits } from '../kits/kits-gateway.ts';
import { print, printJson } from '../terminal.ts';
import { requireKitFile } from './kit-files.ts';

interface DiffOptions {
  workspace?: string;
  json?: boolean;
  strict?: boolean;
}

export function registerKitDiff(kits: Command): void {
  kits
    .command('diff')
    .argument('<from>', 'a kit file, or KIT or KIT@VERSION of the server')
    .argument('[to]', 'the same; left out: from the live version to that file, or to the kit’s newest version')
    .option('--workspace <name>', 'act on the database itself, as the operator')
    .option('--strict', 'exit with 3 when consumers would break')
    .option('--json', 'print one JSON document')
    .description('Say what changes, and what of it breaks consumers')
    .action(async (from: string, to: string | undefined, options: DiffOptions) => {
      const [before, after] = await sides(from, to, options);
      const diff = diffKits(before, after);
      if (options.json) printJson(diff);
      else print(describe(diff));
      if (options.strict && diff.breaking) process.exitCode = EXIT.faults;
    });

  kits
    .command('types')
    .argument('<kit>', 'a kit file, or KIT or KIT@VERSION of the server')
    .option('--workspace <name>', 'act on the database itself, as the operator')
    .description('Print TypeScript types of a kit’s output')
    .action(async (name: string, options: { workspace?: string }) => {
      process.stdout.write(kitTypes(await load(name, 'live', options)));
    });
}

/** `support_qa@2` → kit and version. */
export function parseKitName(name: string): { kit: string; version: number | undefined } {
  const [, kit, version] = /^(.+)@([1-9]\d{0,8})$/.exec(name) ?? [];
  return kit === undefined ? { kit: name, version: undefined } : { kit, version: Number(version) };
}

async function sides(from: string, to: string | undefined, options: DiffOptions): Promise<[Kit, Kit]> {
  if (to !== undefined) return [await load(from, 'live', options), await load(to, 'newest', options)];
  if (!isFile(from)) return [await load(from, 'live', options), await load(parseKitName(from).kit, 'newest', options)];
  const kit = await requireKitFile(from);
  return [await load(kit.kit, 'live', options), kit];
}

async function load(name: string, otherwise: 'live' | 'newest', options: { workspace?: string }): Promise<Kit> {
  if (isFile(name)) return requireKitFile(name);
  const { kit, version } = parseKitName(name);
  const { document } = await withKits(options, (gateway) => gateway.document(kit, version ?? otherwise));
  return requireKit(document);
}

function isFile(name: string): boolean {
  return /\.(ya?ml|json)$/i.test(name) || existsSync(name);
}

function describe(diff: KitDiff): string {
  const lines = [
    ...diff.added.map(({ key, type }) => `+ ${key} (${type})`),
    ...diff.removed.map(({ key, type }) => `- ${key} (${type})`),
    ...diff.changed.map(({ key, changes }) => `~ ${key}: ${changes.map(({ field }) => field).join(', ')}`),
    ...diff.kit.map(({ field }) => `~ the kit’s ${field}`),
  ];
  if (lines.length === 0) return 'Nothing changes.';
  if (!diff.breaking) return [...lines, '', 'Nothing of it breaks consumers.'].join('\n');
  return [...lines, '', 'This breaks consumers:', ...diff.breaks.map(({ message }) => `  ${message}`)].join('\n');
}
