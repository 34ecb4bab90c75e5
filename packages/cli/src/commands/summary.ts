import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { print, printJson } from '../terminal.ts';

export function registerSummary(program: Command): void {
  program
    .command('summary')
    .description('Show how last week went, kit by kit: the summary that channels get on Mondays')
    .option('--week <monday>', 'the Monday of another week, such as 2026-11-09')
    .option('--json', 'print one JSON document')
    .action(async ({ week, json }: { week?: string; json?: boolean }) => {
      const summary = await (await connect()).insights.summary({ week });
      if (json) printJson(summary);
      else print(summary.text);
    });
}
