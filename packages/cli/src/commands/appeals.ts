/** `brickwork appeals`: what agents disagree with, and appealing an answer. */
import type { Appeal, AppealStatus } from '@brickwork/client';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';

interface ListOptions {
  status?: AppealStatus;
  run?: string;
  json?: boolean;
}

export function registerAppeals(program: Command): void {
  const appeals = program
    .command('appeals')
    .description('Answers that agents disagree with; a review settles an appeal')
    .addHelpText(
      'after',
      `
Examples:
  brickwork appeals list --status open
  brickwork appeals add run_… disclosure "I said it right after the greeting."`,
    );
  appeals
    .command('list')
    .description('List appeals, newest first, 100 at most')
    .addOption(new Option('--status <status>', 'only these').choices(['open', 'changed', 'confirmed']))
    .option('--run <run>', 'only those of this run')
    .option('--json', 'print one JSON document')
    .action(async ({ status, run, json }: ListOptions) => {
      const page = await (await connect()).appeals.page({
        limit: 100,
        ...(status !== undefined && { status }),
        ...(run !== undefined && { run_id: run }),
      });
      if (json) printJson(page);
      else print(listText(page.data));
    });
  appeals
    .command('add')
    .argument('<run>', 'the run')
    .argument('<brick>', 'the key of the answer')
    .argument('<text>', 'why it is not right')
    .description('Appeal an answer; it waits for a reviewer')
    .option('--json', 'print one JSON document')
    .action(async (run: string, brick: string, text: string, { json }: { json?: boolean }) => {
      const made = await (await connect()).appeals.create(run, { brick, text });
      if (json) printJson(made);
      else print(`${made.appeal_id} waits for a reviewer.`);
    });
}

function listText(appeals: readonly Appeal[]): string {
  if (appeals.length === 0) return 'No appeals.';
  return table(
    ['WHEN', 'RUN', 'ANSWER', 'STATUS', 'BY', 'WHY'],
    appeals.map(({ created_at, run_id, brick, status, by, text }) => [
      created_at,
      run_id,
      brick,
      status,
      oneLine(by.name),
      oneLine(text ?? '–'),
    ]),
  );
}
