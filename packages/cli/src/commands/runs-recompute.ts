import { ENVIRONMENTS, type Environment } from '@brickwork/contract/vocabulary';
import { type Command, Option } from 'commander';
import { EXIT } from '../exit-codes.ts';
import { asOperator } from '../operator.ts';
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
      'Recompute a run from its stored model replies, without calling a model (needs BRICKWORK_KEEP_RECEIPTS=1 when it ran)',
    )
    .action(async (runId: string, { workspace, env, json }: RecomputeOptions) => {
      const { output, warnings, isIdentical } = await asOperator(({ runs: operatorRuns }) =>
        operatorRuns.recompute({ workspace, environment: env, runId }),
      );
      if (json) printJson({ run_id: runId, identical: isIdentical, output, warnings });
      else {
        print(JSON.stringify(output, null, 2));
        print(
          isIdentical ? 'Identical to the stored output, byte for byte.' : 'The result differs from the stored output.',
        );
      }
      if (!isIdentical) process.exitCode = EXIT.faults;
    });
}
