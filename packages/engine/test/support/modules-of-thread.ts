/** Starts what a thread of the evaluation pool runs, and posts the address of every module that this loaded. */
import { registerHooks } from 'node:module';
import { parentPort } from 'node:worker_threads';

const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
await import('../../src/evaluation/evaluation-worker.ts');
parentPort?.postMessage(loaded);
