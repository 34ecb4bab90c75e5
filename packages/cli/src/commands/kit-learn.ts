import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { print, printJson } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface LearnOptions {
  out?: string;
  json?: boolean;
}

export function registerKitLearn(kits: Command): void {
  kits
    .command('learn')
    .argument('<kit>', 'a kit file, YAML or JSON')
    .argument(
      '<golden>',
      'labelled conversations: JSON lines of input and expected values, or @NAME, a golden set of the server',
    )
    .option('--out <file>', 'where the learned kit goes, as JSON; KIT.learned.json beside the kit by default')
    .option('--json', 'print one JSON document')
    .description('Teach the local engine from labelled conversations; needs no server')
    .addHelpText(
      'after',
      `
Judge the result on conversations that were not used for learning: brickwork evaluate with another golden set.

Example:
  brickwork kits learn kit.yaml train.golden.jsonl
  brickwork evaluate kit.learned.json test.golden.jsonl --against kit.yaml`,
    )
    .action(async (kitPath: string, goldenPath: string, options: LearnOptions) => {
      const { learnFromGolden } = await import('@brickwork/engine/golden/learn-from-golden');
      const { requireKitFile } = await import('../kits/load-kit.ts');
      const { withGoldenFile } = await import('../golden/with-golden-file.ts');
      const given = await requireKitFile(kitPath);
      const { kit, keys, conversations } = await withGoldenFile(goldenPath, given.kit, (path) =>
        learnFromGolden(given, path),
      );
      const out = options.out ?? `${kitPath.replace(/(\.kit)?\.(ya?ml|json)$/i, '')}.learned.json`;
      await writeFile(out, `${JSON.stringify(kit, null, 2)}\n`, { flag: 'wx' }).catch((cause: unknown) => {
        throw new UsageError(`${out} exists already, or cannot be written.`, { cause });
      });
      if (options.json) printJson({ out, conversations, learned: keys });
      else if (keys.length === 0) print(`Nothing could be learned from ${conversations} conversations. Wrote ${out}.`);
      else print(`Learned ${keys.join(', ')} from ${conversations} conversations. Wrote ${out}.`);
    });
}
