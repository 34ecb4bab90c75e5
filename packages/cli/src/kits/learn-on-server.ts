/** `brickwork kits learn KIT --from-reviews`: the server reads and fits, the command waits and shows what became of each brick. */
import type { BrickLearning, Learning, LearningRequest } from '@brickwork/client';
import { connect } from '../api/connect.ts';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { progressBar } from '../progress-bar.ts';
import { print, printJson } from '../terminal.ts';
import { sayingWhatNext } from './gate-failed.ts';
import { figuresOf, learnedLine } from './learned-line.ts';

interface ServerOptions extends LearningRequest {
  publish?: boolean | undefined;
  json?: boolean | undefined;
}

export async function learnOnServer(kit: string, { publish, json, ...request }: ServerOptions): Promise<void> {
  const client = await connect();
  const started = await client.learnings.start(kit, request);
  const bar = progressBar('Reading');
  const ended = await untilInterrupted(`Interrupted. ${started.learning_id} continues.`, (signal) =>
    client.learnings.wait(started.learning_id, { signal, onProgress: bar.show }),
  ).finally(bar.clear);
  const { learned } = ended;
  if (publish && learned !== undefined)
    await sayingWhatNext(kit, learned.version, client.kits.publish(kit, { version: learned.version }));
  if (json) printJson(ended);
  else showLearning(kit, ended, { isLive: publish === true });
  if (ended.status !== 'succeeded') process.exitCode = EXIT.unsuccessful;
}

function showLearning(kit: string, learning: Learning, { isLive }: { isLive: boolean }): void {
  const { status, error, bricks, learned, set } = learning;
  if (status !== 'succeeded') {
    print(`${learning.learning_id} ${status}. ${error ?? ''}`.trim());
    return;
  }
  for (const brick of bricks) print(brickLine(brick, set === undefined ? 'reviews' : 'labels'));
  if (learned === undefined) print(`Nothing changed: version ${learning.kit_version} stays as it is.`);
  else if (isLive) print(`Version ${learned.version} is live. To undo it: brickwork kits unlearn ${kit}`);
  else print(`Version ${learned.version} is a draft. To use it: brickwork kits publish ${kit}@${learned.version}`);
}

/** A sentence about one brick. */
function brickLine(brick: BrickLearning, source: 'labels' | 'reviews'): string {
  const { key, status, labels, before, after, kept } = brick;
  const keeps = kept ? '; it keeps what it learned before' : '';
  switch (status) {
    case 'learned':
      return learnedLine(brick, source);
    case 'not_better':
      return `${key}  stays as written: not clearly better with ${labels} ${source}${figuresOf(before, after)}`;
    case 'too_few_labels':
      return `${key}  ${labels} ${source}, at least ten are needed${keeps}`;
    case 'one_answer_only':
      return `${key}  all ${labels} ${source} give the same answer${keeps}`;
    case 'no_classes':
      return `${key}  cannot learn: only yes/no and categories can`;
    case 'ready':
      return `${key}  ${labels} ${source}, not tried yet`;
  }
}
