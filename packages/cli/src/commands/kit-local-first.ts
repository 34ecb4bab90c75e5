import type { LocalFirst } from '@brickwork/client';
import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { print, printJson, table } from '../terminal.ts';

interface Options {
  target?: number;
  apply?: boolean;
  json?: boolean;
}

type Outlook = LocalFirst['now'];

export function registerKitLocalFirst(kits: Command): void {
  kits
    .command('local-first')
    .argument('<kit>', 'id, code or slug')
    .option('--target <share>', 'how many of the kept answers should be right, such as 0.97; 0.95 by default', Number)
    .option('--apply', 'write the proposed thresholds into a draft')
    .option('--json', 'print one JSON document')
    .description('Show what engine: auto would keep without asking a model, and what that saves and risks')
    .action(async (kit: string, { target, apply, json }: Options) => {
      const client = await connect();
      const asked = target === undefined ? {} : { target };
      const preview = await client.kits.localFirst(kit, asked);
      const draft = apply ? await client.kits.applyLocalFirst(kit, asked) : undefined;
      if (json) printJson(draft === undefined ? preview : { ...preview, draft });
      else {
        show(preview);
        if (draft?.status === 'draft')
          print(`Version ${draft.version} is a draft. To use it: brickwork kits publish ${kit}@${draft.version}`);
        else if (draft !== undefined) print(`Nothing changed: version ${draft.version} has these thresholds.`);
      }
    });
}

function show({ runs, reviewed, target, bricks, now, proposed }: LocalFirst): void {
  if (runs === 0) {
    print('No run of this kit was answered by the built-in model alone yet, so there is no estimate.');
    return;
  }
  print(
    `Based on the last ${runs} runs and ${reviewed} reviewed answers, aiming for ${percent(target)} of kept answers to be right:`,
  );
  print(
    table(
      ['BRICK', 'NOW', 'PROPOSED', 'KEPT', 'RIGHT', 'BASED ON'],
      bricks.map(({ brick, now: set, local_from, kept, expected_right, right, basis }) => [
        brick,
        fromText(set),
        fromText(local_from),
        kept === undefined ? '–' : interval(kept.share, kept),
        right === undefined ? percent(expected_right) : `${interval(right.accuracy, right)} of ${right.n}`,
        basis.replace('_', ' '),
      ]),
    ),
  );
  print(`Now:      ${outlookText(now)}`);
  print(`Proposed: ${outlookText(proposed)}`);
}

const fromText = (from: number) => (from >= 1 ? 'none' : String(from));
const percent = (share: number | undefined) => (share === undefined ? '–' : `${Number((100 * share).toFixed(1))} %`);
const figure = (value: number) => Number(value.toFixed(1));
const interval = (share: number, { low, high }: { low: number; high: number }) =>
  `${percent(share)} (${percent(low)} to ${percent(high)})`;

function outlookText(outlook: Outlook): string {
  const {
    kept,
    expected_right,
    right,
    wrong_per_100_runs: wrong,
    cost_saved,
    credits_saved_per_1000_runs: credits,
  } = outlook;
  if (kept === undefined || kept.share === 0) return 'all questions go to the model.';
  const judged =
    right === undefined ? 'none reviewed yet' : `reviewed: ${interval(right.accuracy, right)} of ${right.n}`;
  const limits =
    wrong?.low === undefined || wrong.high === undefined ? '' : ` (${figure(wrong.low)} to ${figure(wrong.high)})`;
  const price = credits === undefined ? '' : `, ${figure(credits)} credits per 1,000 runs`;
  return [
    `keeps ${interval(kept.share, kept)} of the answers, the rest goes to the model;`,
    `saves ${percent(cost_saved)} of its cost${price};`,
    `${percent(expected_right)} of kept answers should be right (${judged}),`,
    `so ${figure(wrong?.value ?? 0)} wrong answers are kept in 100 runs${limits}.`,
  ].join(' ');
}
