import type { Metric } from '@brickwork/contract/kit';

/** Metrics that look for English words; the others count turns, words and seconds, or the kit's own keywords. */
const WORDS: ReadonlySet<Metric> = new Set([
  'sentiment',
  'sentiment_change',
  'apology_count',
  'filler_rate',
  'open_question_count',
]);
/** Recognised by question marks; in a conversation without any, by how sentences begin. */
const QUESTIONS: ReadonlySet<Metric> = new Set(['question_count', 'question_rate']);

/** Whether the metric needs the language of the conversation, or of a conversation without question marks. */
export function looksForWords(metric: Metric, hasQuestionMarks = false): boolean {
  return WORDS.has(metric) || (QUESTIONS.has(metric) && !hasQuestionMarks);
}
