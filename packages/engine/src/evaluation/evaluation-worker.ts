/** The module that every thread of the evaluation pool runs: the shipped local engine with the pool's task formats. */
import { workerData } from 'node:worker_threads';
import { createReadingEngine } from '../reader/reading-engine.ts';
import { adoptWordTable } from '../words/vectors/word-vectors.ts';
import { serveEvaluations, type ThreadTask } from './serve-evaluations.ts';
import { type LearningTask, serveLearning } from './serve-learning.ts';
import { warmUp } from './warm-up.ts';

// The pool loads this module when it starts a thread, so the engine is warm before the first task arrives.
adoptWordTable(workerData);
const serve = serveEvaluations(createReadingEngine());
const learn = serveLearning();
await warmUp(serve);

export default (task: ThreadTask | LearningTask) => ('study' in task || 'fit' in task ? learn(task) : serve(task));
