/** The module that every thread of the evaluation pool runs: the shipped local engine behind the pool's task form. */
import { evaluateLocal } from './local/evaluate-local.ts';
import { serveEvaluations } from './serve-evaluations.ts';

export default serveEvaluations(evaluateLocal);
