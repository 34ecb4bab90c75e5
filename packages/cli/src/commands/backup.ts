import type { Command } from 'commander';
import { print } from '../terminal.ts';

export function registerBackup(program: Command): void {
  program
    .command('backup')
    .argument('<file>', 'where to write it')
    .description('Write everything to one file, as one snapshot; the service may be running')
    .action(async (file: string) => {
      const { backUp } = await import('@brickwork/server/operator');
      const { takenAt, tables, rows } = await backUp(process.env, file);
      print(
        `Wrote ${file}: ${rows} rows of ${tables} tables, as of ${takenAt}. Keep the secret too, in another place.`,
      );
    });

  program
    .command('restore')
    .argument('<file>', 'the file that "brickwork backup" wrote')
    .option('--without-secret', 'restore even though the secret differs; webhooks must then be registered again')
    .description('Restore a back-up into a new data directory, or into the empty database of DATABASE_URL')
    .action(async (file: string, options: { withoutSecret?: boolean }) => {
      const { restore } = await import('@brickwork/server/operator');
      const { takenAt, rows, applied } = await restore(process.env, file, {
        withoutSecret: options.withoutSecret === true,
      });
      if (applied.length > 0) print(`Migrated it to this release: ${applied.join(', ')}.`);
      print(`Restored ${rows} rows as of ${takenAt}. Next: brickwork serve`);
    });
}
