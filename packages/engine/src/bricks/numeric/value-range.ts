/** The possible values of a numeric brick: its own range, the natural range of its metric, or that of its score. */
import type { Metric, NumericBrick } from '@brickwork/contract/kit';

export interface ValueRange {
  min?: number;
  max?: number;
  step?: number;
}

const COUNT: ValueRange = { min: 0, step: 1 };

const METRIC_RANGES: Readonly<Record<Metric, ValueRange>> = {
  talk_ratio: { min: 0, max: 1 },
  word_count: COUNT,
  turn_count: COUNT,
  longest_monologue_words: COUNT,
  question_count: COUNT,
  open_question_count: COUNT,
  question_rate: { min: 0 },
  interruption_count: COUNT,
  silence_seconds: { min: 0 },
  longest_silence: { min: 0 },
  sentiment: { min: -1, max: 1 },
  sentiment_change: { min: -2, max: 2 },
  apology_count: COUNT,
  filler_rate: { min: 0 },
  keyword_count: COUNT,
};

export const DEFAULT_RANGE = { min: 0, max: 100 } as const;

export type RangeFields = Pick<NumericBrick, 'min' | 'max' | 'step' | 'metric' | 'score'>;

const OUT_OF = 100;

export function valueRange(brick: RangeFields): ValueRange {
  if (brick.score !== undefined) return { min: 0, max: brick.score.out_of ?? OUT_OF, step: brick.step ?? 1 };
  const range: ValueRange =
    brick.metric === undefined
      ? { min: brick.min ?? DEFAULT_RANGE.min, max: brick.max ?? DEFAULT_RANGE.max }
      : METRIC_RANGES[brick.metric];
  return brick.step === undefined ? range : { ...range, step: brick.step };
}
