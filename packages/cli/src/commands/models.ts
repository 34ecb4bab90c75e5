import type { ProbedAbility } from '@brickwork/engine/golden/probe/probe-ability';
import type { Command } from 'commander';
import { EXIT } from '../exit-codes.ts';
import { registerModelFiles } from '../models/model-files.ts';
import { print, printJson, tell } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export function registerModels(program: Command): void {
  const models = program
    .command('models')
    .description('Test the models that answer, install the models that transcribe');
  registerModelFiles(models);
  models
    .command('probe')
    .argument('[model]', 'provider/name, such as ollama/llama3.2; BRICKWORK_MODEL by default')
    .option('--json', 'print one JSON document')
    .description('Test within a minute or two whether a model can do the job: three short calls with known answers')
    .addHelpText(
      'after',
      `
Structure is the share of answers in the right form, grounding is the share of quotes that really are in the conversation.
Exit code 3 if the model is not fit for the job; 5 if it cannot be reached, 6 if the provider does not allow it (key, quota, name
of the model), 7 if it is too slow or busy: two minutes for a call are the limit.

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
      process.exitCode = VERDICTS[ability.verdict].exit;
    });
}

const VERDICTS = {
  fit: { exit: EXIT.ok, text: 'can do the job' },
  not_fit: { exit: EXIT.faults, text: 'is not fit for the job' },
  unreachable: { exit: EXIT.unreachable, text: 'cannot be reached: start its server, or fix BRICKWORK_MODEL_BASE_URL' },
  not_allowed: { exit: EXIT.notAllowed, text: 'is not allowed: check its key, the quota and the name of the model' },
  too_slow: { exit: EXIT.tooSlow, text: 'is too slow or too busy to be tested' },
} as const;

function toWire({ verdict, calls, structure, grounding, accuracy, secondsPerCall, wrong, faults }: ProbedAbility) {
  const fit = verdict === 'fit';
  return { fit, verdict, calls, structure, grounding, accuracy, seconds_per_call: secondsPerCall, wrong, faults };
}

function linesOf(id: string, ability: ProbedAbility) {
  const { verdict, structure, grounding, accuracy, secondsPerCall, wrong, faults } = ability;
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const figures = [
    `  structure   ${percent(structure)}`,
    `  grounding   ${percent(grounding)}`,
    `  accuracy    ${percent(accuracy)}${wrong.length === 0 ? '' : ` (wrong: ${wrong.join('; ')})`}`,
    `  time        ${secondsPerCall.toFixed(1)} s per call`,
  ];
  return [
    `${verdict === 'fit' ? '✓' : '✗'} ${id} ${VERDICTS[verdict].text}`,
    ...(verdict === 'fit' || verdict === 'not_fit' ? figures : []),
    ...faults.map((fault) => `  ✗ ${fault}`),
  ];
}
