import type { Command } from 'commander';
import type { BatchOptions } from '../batch/run-batch.ts';
import { agentOption, customerOption } from '../conversations/side-options.ts';
import { parseCount } from '../parse-count.ts';

export function registerBatch(program: Command): void {
  program
    .command('batch')
    .description('Run a kit on a directory, a JSON-lines file or a CSV file of conversations; resumable')
    .argument('<kit>', 'slug, code, id or version id; KIT@N for a version')
    .argument('<source>', 'a directory with one conversation per file, a .jsonl file, or a .csv file')
    .requiredOption('--out <file>', 'where the results go: .jsonl (a line per record) or .csv (a row per brick)')
    .option('--concurrency <count>', 'runs to create at a time', parseCount, 8)
    .option('--column <name>', 'CSV: the column with the conversation')
    .option('--id-column <name>', 'CSV: the column with the record’s id')
    .option(
      '--time-column <name>',
      'CSV: the column that says when the conversation took place; occurred_at by default',
    )
    .option(
      '--metadata <columns>',
      'CSV: the columns that become metadata, such as agent,team,queue; by default agent, team, channel and customer if present',
      parseColumns,
    )
    .addOption(agentOption())
    .addOption(customerOption())
    .option('--sandbox', 'sandbox runs: they cost nothing and may use a draft')
    .option('--force', 'replace existing results')
    .option('--json', 'print the totals as JSON')
    .addHelpText(
      'after',
      `
A JSON line may have external_id, occurred_at (RFC 3339) and metadata (such as {"agent": "Dana", "team": "Porto"}) beside
the conversation. After Ctrl-C, a crash or a lost connection, run the same command again to resume. Every record has a
key made from its id, its contents and the kit's version, so none runs twice. It slows down when the service asks for
it. Exits with 4 when a record failed or was refused.

Examples:
  brickwork batch support_qa calls/ --out results.jsonl
  brickwork batch support_qa calls.jsonl --out results.csv
  brickwork batch support_qa mails/ --agent '*@acme.com' --out results.jsonl
  brickwork batch support_qa export.csv --column body --id-column ticket --metadata queue,team --out results.csv`,
    )
    .action(async (kitName: string, sourcePath: string, options: BatchOptions) => {
      const { runBatch } = await import('../batch/run-batch.ts');
      await runBatch(kitName, sourcePath, options);
    });
}

function parseColumns(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
