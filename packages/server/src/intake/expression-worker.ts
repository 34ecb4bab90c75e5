/** The thread that runs one expression after the other. */
import { parentPort } from 'node:worker_threads';
import type { ExpressionAnswer, ExpressionMessage, ExpressionTask } from './expression-processes.ts';
import { checkExpressions, mapPayload } from './map-payload.ts';

const say = (message: ExpressionMessage) => parentPort?.postMessage(message);

parentPort?.on('message', async (task: ExpressionTask) => {
  say({ started: true });
  say({ answer: await answer(task) });
});

async function answer(task: ExpressionTask): Promise<ExpressionAnswer> {
  if (task.kind === 'payload') return mapPayload(task.name, task.document, task.payload);
  const fault = await checkExpressions(task.document);
  return fault === undefined ? {} : { fault };
}
