import { ENVIRONMENTS, type Environment } from '@brickwork/contract';
import { silentLogger } from '@brickwork/server/core/logger';
import { composeOperator } from '@brickwork/server/main/compose';
import { recomputeStoredRun } from '@brickwork/server/main/compose-recompute';
import { readConfig } from '@brickwork/server/main/config';
import { openStorage } from '@brickwork/server/main/open-storage';
import { type Command, Option } from 'commander';
import { EXIT } from '../exit-codes.ts';
import { print, printJson } from '../terminal.ts';

interface RecomputeOptions {
  workspace: string;
  env: Environment;
  json?: boolean;
}

/** Operator: acts on the database itself. */
export function registerRunsRecompute(runs: Command): void {
  runs
    .command('recompute')
    .argument('<run>', 'the run’s id: run_…')
    .option('--workspace <name>', 'the run’s workspace', 'default')
    .addOption(new Option('--env <environment>', 'the run’s environment').choices([...ENVIRONMENTS]).default('live'))
    .option('--json', 'print one JSON document')
    .description(
      'Reckon a run again from its receipts, with no call to a model (needs BRICKWORK_KEEP_RECEIPTS=1 when it ran)',
    )
    .action(async (runId: string, { workspace, env, json }: RecomputeOptions) => {
      const config = readConfig(process.env, { BRICKWORK_DATABASE_POOL: '2' });
      const storage = await openStorage(config, silentLogger, 'command');
      try {
        const operator = composeOperator(config, storage);
        const { output, warnings, isIdentical } = await recomputeStoredRun(
          { storage, operator },
          { workspace, environment: env, runId },
        );
        if (json) printJson({ run_id: runId, identical: isIdentical, output, warnings });
        else {
          print(JSON.stringify(output, null, 2));
          print(isIdentical ? 'The same, byte for byte, as what was stored.' : 'This differs from what was stored.');
        }
        if (!isIdentical) process.exitCode = EXIT.faults;
      } finally {
        await storage.close();
      }
    });
}
