import type { Command } from 'commander';
import { asOperator } from '../operator.ts';
import { print } from '../terminal.ts';

export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Migrate the database (the service does this when it starts)')
    .option('--partition-inputs', 'store inputs of new runs in partitions; permanent, older releases can no longer run')
    .action(async ({ partitionInputs = false }: { partitionInputs?: boolean }) => {
      const isSwitched = await asOperator(
        ({ inputs }) => (partitionInputs ? inputs.partition() : Promise.resolve(false)),
        { migrates: true },
      );
      print('The database is up to date.');
      if (partitionInputs)
        print(
          isSwitched
            ? 'Inputs of new runs are stored in partitions from now on.'
            : 'Inputs are already stored in partitions.',
        );
    });
}
