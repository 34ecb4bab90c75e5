import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { learnedLine } from '../kits/learned-line.ts';
import { parseCount } from '../parse-count.ts';
import { parseSince } from '../parse-since.ts';
import { print, printJson, tell } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface LearnOptions {
  out?: string;
  fromReviews?: boolean;
  fromSet?: string;
  since?: Date;
  minReviewers?: number;
  version?: number;
  publish?: boolean;
  json?: boolean;
}

export function registerKitLearn(kits: Command): void {
  kits
    .command('learn')
    .argument('<kit>', 'a kit file, YAML or JSON; with --from-reviews or --from-set the id, code or slug of a kit')
    .argument(
      '[golden]',
      'labelled conversations: JSON lines of input and expected values, or @NAME, a golden set on the server',
    )
    .option('--out <file>', 'where to write the learned kit, as JSON; KIT.learned.json next to the kit by default')
    .option('--from-reviews', 'learn on the server, from reviews')
    .option('--from-set <name>', 'learn on the server, from one of its golden sets')
    .option(
      '--since <moment>',
      'with --from-reviews: only reviews of runs created since, such as 30d or 2026-11-01',
      parseSince,
    )
    .option('--min-reviewers <count>', 'with --from-reviews: how many reviewers must agree', parseCount)
    .option('--version <number>', 'on the server: the version to teach; the live one by default', parseCount)
    .option('--publish', 'on the server: publish the version that has learned')
    .option('--json', 'print one JSON document')
    .description('Teach the local engine from labelled conversations, here or on the server')
    .addHelpText(
      'after',
      `
What a brick learned is kept only if it is right more often in cross-validation.
A yes/no or categorical brick with ten labels or more may get its own classifier on top of the built-in model.
Judge the result on conversations that were not used for learning: brickwork evaluate with another golden set.
To undo it: brickwork kits unlearn, publish the previous version, or push the kit without its learned members.

Example:
  brickwork kits learn kit.yaml train.golden.jsonl
  brickwork evaluate kit.learned.json test.golden.jsonl --against kit.yaml

From reviews, on the server:
  brickwork kits learn support_qa --from-reviews --publish
  brickwork kits unlearn support_qa`,
    )
    .action(async (kitPath: string, goldenPath: string | undefined, options: LearnOptions) => {
      if (options.fromReviews || options.fromSet !== undefined) {
        if (goldenPath !== undefined || options.out !== undefined)
          throw new UsageError(
            '--from-reviews and --from-set learn on the server: leave out the golden file and --out.',
          );
        const { fromSet: set, since, minReviewers: min_reviewers, version, publish, json } = options;
        const { learnOnServer } = await import('../kits/learn-on-server.ts');
        await learnOnServer(kitPath, { set, since: since?.toISOString(), min_reviewers, version, publish, json });
        return;
      }
      if (goldenPath === undefined)
        throw new UsageError('Name a file of labelled conversations, or use --from-reviews.');
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
        throw new UsageError(`${out} already exists or cannot be written.`, { cause });
      });
      if (options.json) {
        printJson({ out, conversations, learned: bricks.map(({ key }) => key), bricks });
        return;
      }
      for (const brick of bricks) print(learnedLine(brick, 'labels'));
      const nothing = 'No brick improved in cross-validation, so nothing was learned.';
      print(`${bricks.length === 0 ? `${nothing} ` : ''}Read ${conversations} conversations. Wrote ${out}.`);
    });
}

const EVERY = 10;

function tellProgress(done: number, all: number): void {
  if (done % EVERY === 0 && done < all) tell(`Read ${done} of ${all} conversations.`);
}
