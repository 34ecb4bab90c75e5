/** The module that every thread of the evaluation pool runs: the shipped local engine behind the pool's task form. */
import { evaluateLocal } from './local/evaluate-local.ts';
import { wordVectors } from './local/word-vectors.ts';
import { serveEvaluations } from './serve-evaluations.ts';

// The pool loads this module when it starts a thread, not when the first task comes: that task finds the table read.
wordVectors();

export default serveEvaluations(evaluateLocal);
