/** Compares kits and prints their types. A kit is a file, or a kit of the server as KIT or KIT@VERSION. */
import type { KitDiff } from '@brickwork/engine/kits/diff-kits';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import type { Command } from 'commander';
import { EXIT } from '../exit-codes.ts';
import { isKitFile, parseKitName } from '../kits/kit-name.ts';
import { print, printJson } from '../terminal.ts';

interface DiffOptions {
  workspace?: string;
  json?: boolean;
  strict?: boolean;
}

export function registerKitDiff(kits: Command): void {
  kits
    .command('diff')
    .argument('<from>', 'a kit file, or KIT or KIT@VERSION on the server')
    .argument(
      '[to]',
      'what to compare with; by default the live version is compared with that file, or with the kit’s newest version',
    )
    .option('--workspace <name>', 'work on the database directly, as the operator')
    .option('--strict', 'exit with 3 if consumers would break')
    .option('--json', 'print one JSON document')
    .description('Show what changes, and which changes break consumers')
    .action(async (from: string, to: string | undefined, options: DiffOptions) => {
      const { diffKits } = await import('@brickwork/engine/kits/diff-kits');
      const [before, after] = await sides(from, to, options);
      const diff = diffKits(before, after);
      if (options.json) printJson(diff);
      else print(describe(diff));
      if (options.strict && diff.breaking) process.exitCode = EXIT.faults;
    });

  kits
    .command('types')
    .argument('<kit>', 'a kit file, or KIT or KIT@VERSION on the server')
    .option('--workspace <name>', 'work on the database directly, as the operator')
    .description('Print TypeScript types for a kit’s output')
    .action(async (name: string, options: { workspace?: string }) => {
      const { kitTypes } = await import('@brickwork/engine/kits/kit-types');
      const { loadKit } = await import('../kits/load-kit.ts');
      print(kitTypes(await loadKit(name, 'live', options)).trimEnd());
    });
}

async function sides(from: string, to: string | undefined, options: DiffOptions): Promise<[Kit, Kit]> {
  const { loadKit, requireKitFile } = await import('../kits/load-kit.ts');
  if (to !== undefined) return [await loadKit(from, 'live', options), await loadKit(to, 'newest', options)];
  if (!isKitFile(from))
    return [await loadKit(from, 'live', options), await loadKit(parseKitName(from).kit, 'newest', options)];
  const kit = await requireKitFile(from);
  return [await loadKit(kit.kit, 'live', options), kit];
}

function describe(diff: KitDiff): string {
  const lines = [
    ...diff.added.map(({ key, type }) => `+ ${key} (${type})`),
    ...diff.removed.map(({ key, type }) => `- ${key} (${type})`),
    ...diff.changed.map(({ key, changes }) => `~ ${key}: ${changes.map(({ field }) => field).join(', ')}`),
    ...diff.kit.map(({ field }) => `~ the kit’s ${field}`),
  ];
  if (lines.length === 0) return 'Nothing changes.';
  if (!diff.breaking) return [...lines, '', 'None of this breaks consumers.'].join('\n');
  return [...lines, '', 'This breaks consumers:', ...diff.breaks.map(({ message }) => `  ${message}`)].join('\n');
}
