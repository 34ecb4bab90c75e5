/**
 * What was measured about the engines, once and for all questions: the only place with such figures. `worth` is how many answers a plain share of the same
 * uncertainty would rest on; questions differ more from each other than chance explains, so it is far smaller than the number of answers.
 *
 * The local engine: `node bench/quality/by-question.ts`, twelve kits of ten calls that nothing was trained, chosen or fitted on (`docs/reference/local-engine.md`).
 */
import type { QuestionType } from '@brickwork/contract';
import type { Accuracy, Answerer } from './estimate/accuracy.ts';

const SOURCE = 'Measured on 1,880 answers of twelve kits that the engine never saw.';

const READER: Readonly<Record<QuestionType, Accuracy>> = {
  boolean: {
    basis: 'published',
    source: SOURCE,
    sensitivity: { share: 0.792, worth: 4.3 },
    specificity: { share: 0.754, worth: 5.3 },
    right: { share: 0.771, worth: 16 },
  },
  categorical: { basis: 'published', source: SOURCE, right: { share: 0.63, worth: 6.9 } },
  numeric: { basis: 'published', source: SOURCE, right: { share: 0.75, worth: 10.1 } },
  text: { basis: 'published', source: SOURCE, right: { share: 0.667, worth: 15.7 } },
};

/** Nobody has measured it: it may be right in nearly all calls or in little more than half. */
export const UNKNOWN_ACCURACY: Accuracy = {
  basis: 'unknown',
  source: 'Nobody has measured this engine on such questions. Review answers to this question in a kit to find out.',
  sensitivity: { share: 0.85, worth: 10 },
  specificity: { share: 0.85, worth: 10 },
  right: { share: 0.85, worth: 10 },
};

export function publishedAccuracy(answerer: Answerer, type: QuestionType): Accuracy | undefined {
  return answerer === 'reader' ? READER[type] : undefined;
}
