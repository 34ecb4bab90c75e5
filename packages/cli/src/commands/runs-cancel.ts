import type { BrickworkClient, RunCancellation } from '@brickwork/client';
import { RUN_STATUSES } from '@brickwork/contract/vocabulary';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { untilInterrupted } from '../interrupt.ts';
import { progressBar } from '../progress-bar.ts';
import { addChoosing, type ChooseOptions, readChosen } from '../runs/choose-runs.ts';
import { showRun } from '../runs/show-run.ts';
import { print, printJson } from '../terminal.ts';

/** Others have ended. */
const OPEN = RUN_STATUSES.filter((status) => ['processing', 'queued', 'running'].includes(status));

export function registerRunsCancel(runs: Command): void {
  addChoosing(
    runs
      .command('cancel')
      .description('Cancel runs that have not ended: the ones you name, or all that match conditions')
      .addOption(new Option('--status <status>', 'only runs with this status').choices(OPEN)),
  )
    .addHelpText(
      'after',
      `
Examples:
  brickwork runs cancel run_01m7er7dfgeqcrm640y1251418
  brickwork runs cancel --kit support_qa --status queued                 # counts them
  brickwork runs cancel --kit support_qa --status queued --expect 26100  # cancels them`,
    )
    .action(async (runIds: string[], { json, ...options }: ChooseOptions) => {
      const client = await connect();
      const [only, ...others] = runIds;
      const chosen = await readChosen(client, runIds, options);
      if (only !== undefined && others.length === 0) {
        const run = await client.runs.cancel(only);
        if (json) printJson(run);
        else showRun(run);
        return;
      }
      const { expect: expected } = options;
      if ('filter' in chosen && expected === undefined) return countOpen(client, chosen.filter, json === true);
      const done = await cancelAll(client, { ...chosen, expected });
      if (json) printJson(done);
      else print(`${done.cancelled} of ${done.matched} runs cancelled${endedMeanwhile(done)}.`);
    });
}

/** Nothing is cancelled without the number of runs that it will be. */
async function countOpen(client: BrickworkClient, filter: Record<string, unknown>, json: boolean): Promise<void> {
  const counted = await client.runs.cancelMany({ filter, dry_run: true });
  if (json) return printJson(counted);
  print(
    counted.matched === 0
      ? 'No matching run is still in progress.'
      : `${counted.matched} runs match and have not ended. Add --expect ${counted.matched} to cancel them.`,
  );
}

function cancelAll(
  client: BrickworkClient,
  request: Parameters<BrickworkClient['runs']['cancelMany']>[0],
): Promise<RunCancellation> {
  const bar = progressBar('Cancelling');
  const onProgress = ({ matched, remaining }: RunCancellation) =>
    bar.show({ done: matched - remaining, total: matched });
  return untilInterrupted('Interrupted. Cancelled runs stay cancelled.', (signal) =>
    client.runs.cancelMany(request, { signal, onProgress }),
  ).finally(bar.clear);
}

function endedMeanwhile({ matched, cancelled }: RunCancellation): string {
  const others = matched - cancelled;
  return others === 0 ? '' : `; ${others} ended meanwhile`;
}
