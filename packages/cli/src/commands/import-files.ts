import { type Command, Option } from 'commander';
import { agentOption, customerOption } from '../conversations/side-options.ts';
import type { ImportFilesOptions } from '../files/import-files.ts';
import { parseCount } from '../parse-count.ts';
import { collect } from '../read-where.ts';

export function registerImportFiles(program: Command): void {
  program
    .command('import-files')
    .description('Import a backlog: folders, ZIP archives and files of any kind of conversation, each only once')
    .argument('<kit>', 'slug, code, id or version id; KIT@N for a version')
    .argument(
      '<source...>',
      'folders and files: text, WebVTT, SRT, Word, e-mail, mailboxes, JSON, JSON lines, CSV, exports of services, and ZIP archives of them',
    )
    .option('--column <name>', 'CSV: the column with the conversation; JSON: the field')
    .option(
      '--map <key=template>',
      'metadata from a file’s path: {folder}, {folder.1} (the outermost), {name}, {name.1} (split at _), {file}, {path}; external_id and occurred_at may be mapped, too; may be repeated',
      collect,
      [],
    )
    .addOption(
      new Option(
        '--date-from <where>',
        'date of conversations without one: from the file name and folders (name), or else from the file’s time (modified)',
      )
        .choices(['name', 'modified', 'none'])
        .default('name'),
    )
    .addOption(agentOption())
    .addOption(customerOption())
    .option('--dry-run', 'only show what would be imported')
    .option('--yes', 'import without asking')
    .option('--watch', 'keep running, and import new files')
    .option('--every <seconds>', 'with --watch: how often to look', parseCount, 5)
    .option('--sandbox', 'sandbox runs: they cost nothing and may use a draft')
    .option('--json', 'print one JSON document; with --watch one per import')
    .addHelpText(
      'after',
      `
Before it starts, it shows what it recognised (formats, dates, people, sides) and what is doubtful or refused, with examples.
Conversations are recognised by their content, so none is imported twice: run it again after a crash, or rename and move files.
Exits with 4 when something was refused or failed.

Examples:
  brickwork import-files support_qa export.zip --dry-run
  brickwork import-files support_qa calls/ --map 'agent={folder}' --agent 'Acme *'
  brickwork import-files support_qa calls/ --map 'team={folder.1}' --map 'external_id={name.2}' --date-from modified --yes
  brickwork import-files support_qa inbox/ --yes --watch`,
    )
    .action(async (kit: string, sources: string[], options: ImportFilesOptions) => {
      const { importFiles } = await import('../files/import-files.ts');
      await importFiles(kit, sources, options);
    });
}
