import { describeConfig, readConfig } from '@brickwork/server/main/config';
import type { Command } from 'commander';
import { dim, print, printJson, table } from '../terminal.ts';

export function registerConfig(program: Command): void {
  program
    .command('config')
    .description('Print the effective configuration, secrets masked')
    .option('--json', 'print one JSON document')
    .action((options: { json?: boolean }) => {
      readConfig(process.env); // Lists every fault and stops, where there is one.
      const values = describeConfig(process.env);
      if (options.json)
        printJson(Object.fromEntries(values.map(({ env, value, source }) => [env, source === 'unset' ? null : value])));
      else
        print(
          table(
            ['VARIABLE', 'VALUE', 'FROM'],
            values.map(({ env, value, source }) => [env, value === '' ? dim('–') : value, source]),
          ),
        );
    });
}
