import type { ProbedAbility } from '@brickwork/engine/golden/probe/probe-ability';
import type { Command } from 'commander';
import { EXIT } from '../exit-codes.ts';
import { print, printJson, tell } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export function registerModels(program: Command): void {
  const models = program.command('models').description('Inspect the models that answer');
  models
    .command('probe')
    .argument('[model]', 'provider/name, such as ollama/llama3.2; BRICKWORK_MODEL by default')
    .option('--json', 'print one JSON document')
    .description('Test within a minute or two whether a model can do the job: three short calls with known answers')
    .addHelpText(
      'after',
      `
Structure is the share of answers in the right form, grounding the share of quotes that really are in the conversation.
Exit code 3 if the model is not fit for the job.

Examples:
  brickwork models probe ollama/llama3.2
  BRICKWORK_MODEL_BASE_URL=http://10.0.0.7:8000/v1 brickwork models probe vllm/qwen3-8b`,
    )
    .action(async (model: string | undefined, options: { json?: boolean }) => {
      const { engineFor } = await import('@brickwork/engine/golden/golden-evaluator');
      const { openProbe } = await import('@brickwork/engine/golden/probe/open-probe');
      const { models: opened } = engineFor(process.env, model ?? 'auto');
      if (opened === undefined)
        throw new UsageError('No model is configured: name one, such as ollama/llama3.2, or set BRICKWORK_MODEL.');
      const [id = ''] = opened.ids;
      tell(`Asking ${id} about three short calls.`);
      const ability = await openProbe(opened);
      if (options.json) printJson({ model: id, ...toWire(ability) });
      else for (const line of linesOf(id, ability)) print(line);
      if (!ability.isFit) process.exitCode = EXIT.faults;
    });
}

function toWire({ calls, structure, grounding, accuracy, secondsPerCall, wrong, faults, isFit }: ProbedAbility) {
  return { fit: isFit, calls, structure, grounding, accuracy, seconds_per_call: secondsPerCall, wrong, faults };
}

function linesOf(id: string, { structure, grounding, accuracy, secondsPerCall, wrong, faults, isFit }: ProbedAbility) {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return [
    `${isFit ? '✓' : '✗'} ${id} ${isFit ? 'can do the job' : 'is not fit for the job'}`,
    `  structure   ${percent(structure)}`,
    `  grounding   ${percent(grounding)}`,
    `  accuracy    ${percent(accuracy)}${wrong.length === 0 ? '' : ` (wrong: ${wrong.join('; ')})`}`,
    `  time        ${secondsPerCall.toFixed(1)} s per call`,
    ...faults.map((fault) => `  ✗ ${fault}`),
  ];
}
