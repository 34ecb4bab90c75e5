import type { Command } from 'commander';
import { asOperator } from '../operator.ts';
import { print } from '../terminal.ts';

export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Migrate the database (the service does this when it starts)')
    .action(async () => {
      await asOperator(async () => {});
      print('The database is up to date.');
    });
}
