/**
 * What was measured about the engines, once and for all questions: the only place with such figures. `worth` is how many answers a plain share of the same
 * uncertainty would rest on; questions differ more from each other than chance explains, so it is far smaller than the number of answers.
 *
 * The local engine: `node bench/quality/by-question.ts`, four kits of ten calls that nothing was trained, chosen or fitted on (`docs/reference/local-engine.md`).
 */
import type { QuestionType } from '@brickwork/contract';
import type { Accuracy, Answerer } from './estimate/accuracy.ts';

const SOURCE = 'Measured on 600 answers of four kits that the engine never saw.';

const READER: Readonly<Record<QuestionType, Accuracy>> = {
  boolean: {
    basis: 'published',
    source: SOURCE,
    sensitivity: { share: 0.676, worth: 5.4 },
    specificity: { share: 0.793, worth: 3.5 },
    right: { share: 0.744, worth: 21.9 },
  },
  categorical: { basis: 'published', source: SOURCE, right: { share: 0.483, worth: 36 } },
  numeric: { basis: 'published', source: SOURCE, right: { share: 0.65, worth: 80 } },
  text: { basis: 'published', source: SOURCE, right: { share: 0.512, worth: 7.8 } },
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
