import type { Command } from 'commander';
import { asOperator } from '../operator.ts';
import { print } from '../terminal.ts';

export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database up to date (the service does so itself at its start)')
    .action(async () => {
      await asOperator(async () => {});
      print('The database is up to date.');
    });
}
