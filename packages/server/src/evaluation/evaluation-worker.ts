/** A thread of the pool with the shipped engine. */
import { evaluateLocal } from './local/evaluate-local.ts';
import { serveEvaluations } from './serve-evaluations.ts';

export default serveEvaluations(evaluateLocal);
