import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { progressBar } from '../progress-bar.ts';
import { print, printJson, tell } from '../terminal.ts';

const SHOWN = 10;

export function registerImport(program: Command): void {
  program
    .command('import')
    .description('Load answers from brickwork evaluate --out as runs; loading them again changes nothing')
    .argument('<kit>', 'slug, code, id or version id; KIT@N for a version')
    .argument('<answers>', 'a file of answers, or a directory with all shards')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
The answers must come from exactly this version of the kit, and include the conversations (evaluate --with-input) that contain the evidence.
Runs get the time, external id and metadata of their conversation. They cost no credits and send no webhooks. After an interruption,
repeat the command. Exits with 4 when rows were refused. For conversations without answers: brickwork import-files.

Examples:
  brickwork import support_qa answers/
  brickwork import support_qa@3 answers/answers-00000-of-00008.parquet`,
    )
    .action(async (kit: string, answers: string, options: { json?: boolean }) => {
      const { importAnswers } = await import('../bulk/import-answers.ts');
      const client = await connect({ maxRetries: 6 });
      const bar = progressBar('Loading');
      const totals = await untilInterrupted('Interrupted. Repeat the command to continue.', (signal) =>
        importAnswers(client, kit, answers, { signal, onProgress: bar.show }),
      ).finally(bar.clear);
      const { rows, created, replayed, refused, reasons } = totals;
      if (options.json) printJson(totals);
      else {
        print(`${rows} rows: ${created} loaded, ${replayed} loaded before, ${refused} refused.`);
        for (const { source_file, source_row, error } of reasons.slice(0, SHOWN))
          tell(`${source_file}, row ${source_row}: ${error}`);
      }
      if (refused > 0) process.exitCode = EXIT.unsuccessful;
    });
}
