import type { Command } from 'commander';
import { dim, print, printJson, table } from '../terminal.ts';

export function registerConfig(program: Command): void {
  program
    .command('config')
    .description('Print the effective configuration, secrets masked')
    .option('--json', 'print one JSON document')
    .action(async (options: { json?: boolean }) => {
      const { effectiveConfig } = await import('@brickwork/server/operator');
      const values = effectiveConfig(process.env);
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
