import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { print, printJson, tell } from '../terminal.ts';
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
A brick learns only what is right more often in cross-validation, from ten labels on a head on the reading model too.
Judge the result on conversations that were not used for learning: brickwork evaluate with another golden set.
To go back, publish the version before, or push the kit without its learned members.

Example:
  brickwork kits learn kit.yaml train.golden.jsonl
  brickwork evaluate kit.learned.json test.golden.jsonl --against kit.yaml

From reviews:
  brickwork evaluations collect support_qa reviews
  brickwork kits learn kit.yaml @reviews && brickwork kits push kit.learned.json`,
    )
    .action(async (kitPath: string, goldenPath: string, options: LearnOptions) => {
      const { learnFromGolden } = await import('@brickwork/engine/golden/learn-from-golden');
      const { readEngineSettings } = await import('@brickwork/engine/model/providers/engine-settings');
      const { requireKitFile } = await import('../kits/load-kit.ts');
      const { withGoldenFile } = await import('../golden/with-golden-file.ts');
      const given = await requireKitFile(kitPath);
      const { reader } = readEngineSettings(process.env);
      const { kit, bricks, conversations } = await withGoldenFile(goldenPath, given.kit, (path) =>
        learnFromGolden(given, path, { reader, onRead: tellProgress }),
      );
      const out = options.out ?? `${kitPath.replace(/(\.kit)?\.(ya?ml|json)$/i, '')}.learned.json`;
      await writeFile(out, `${JSON.stringify(kit, null, 2)}\n`, { flag: 'wx' }).catch((cause: unknown) => {
        throw new UsageError(`${out} exists already, or cannot be written.`, { cause });
      });
      if (options.json) {
        printJson({ out, conversations, learned: bricks.map(({ key }) => key), bricks });
        return;
      }
      for (const brick of bricks) print(learnedLine(brick));
      const nothing = 'No brick became better in cross-validation, so nothing was learned.';
      print(`${bricks.length === 0 ? `${nothing} ` : ''}Read ${conversations} conversations. Wrote ${out}.`);
    });
}

interface LearnedLine {
  key: string;
  labels: number;
  before?: number;
  after?: number;
}

/** "resolved  learned from 34 labels: .74 → .86" */
function learnedLine({ key, labels, before, after }: LearnedLine): string {
  const share = (value: number) => value.toFixed(2).replace(/^0/, '');
  const figures = before === undefined || after === undefined ? '' : `: ${share(before)} → ${share(after)}`;
  return `${key}  learned from ${labels} labels${figures}`;
}

const EVERY = 10;

function tellProgress(done: number, all: number): void {
  if (done % EVERY === 0 && done < all) tell(`Read ${done} of ${all} conversations.`);
}
