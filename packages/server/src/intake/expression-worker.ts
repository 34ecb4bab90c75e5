/** The thread that runs one expression after the other. */
import { parentPort } from 'node:worker_threads';
import { checkExpressions } from './check-expressions.ts';
import { evaluateExpressions } from './evaluate-expressions.ts';
import type { ExpressionAnswer, ExpressionTask } from './expression-processes.ts';
import { mapDelivery } from './map-delivery.ts';

/** Messages of the thread: that it has begun, and its results. */
export type ExpressionMessage = { started: true } | { answer: ExpressionAnswer };

const say = (message: ExpressionMessage) => parentPort?.postMessage(message);

parentPort?.on('message', async (task: ExpressionTask) => {
  say({ started: true });
  say({ answer: await answer(task) });
});

async function answer(task: ExpressionTask): Promise<ExpressionAnswer> {
  if (task.kind === 'delivery') return mapDelivery(task.name, task.document, task.body, task.fetched);
  if (task.kind === 'evaluate') return evaluateExpressions(task.expressions, task.json);
  const fault = await checkExpressions(task.expressions);
  return fault === undefined ? {} : { fault };
}
