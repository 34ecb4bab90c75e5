/** The inputs of a brick's own head: the scores of the reader and of the words for each class, and the reader's vector. */
import type { LexicalAnswer } from '../../words/answer/lexical-answer.ts';
import { logOdds } from '../../words/learn/learned-model.ts';
import type { AskedBrick } from '../ask-brick.ts';
import { chanceOfYes } from '../chance-of-yes.ts';
import { booleanFeatures } from '../features.ts';
import type { BrickReading } from '../read-bricks.ts';
import { HIDDEN } from '../reading.ts';
import { optionChances } from '../scores.ts';

export type HeadClass = string | boolean;

export interface HeadFeatures {
  /** Per class, comparable within the brick. */
  read: ArrayLike<number>;
  words: ArrayLike<number>;
  /** Of unit length; that of the window that decides. */
  vector: Iterable<number> & ArrayLike<number>;
}

/** The bricks that can have a head: those with classes. */
export function headClasses(asked: AskedBrick): HeadClass[] | undefined {
  if (asked.as === 'boolean') return [false, true];
  return asked.as === 'category' ? asked.options.map(({ value }) => value) : undefined;
}

/** Scores of words lie closer together than log odds. */
const WORD_SCALE = 3;
const LEAST_CHANCE = 1e-3;

export function headFeatures(reading: BrickReading, lexical: LexicalAnswer): HeadFeatures {
  const isYesNo = reading.asked.as === 'boolean';
  return {
    read: isYesNo
      ? Float64Array.of(0, logOdds(chanceOfYes(reading.reader.calibration(), booleanFeatures(reading))))
      : Float64Array.from(optionsOf(reading), (chance) => Math.log(Math.max(LEAST_CHANCE, chance))),
    words: isYesNo ? Float64Array.of(0, wordOdds(lexical)) : wordScores(reading, lexical),
    vector: decidingVector(reading),
  };
}

/** Options that did not fit into the question have no chance. */
function optionsOf(reading: BrickReading): number[] {
  const chances = optionChances(reading.pairs);
  return (headClasses(reading.asked) ?? []).map((_, at) => chances[at] ?? 0);
}

function wordOdds({ outcome, scores }: LexicalAnswer): number {
  if (outcome.value === null && scores.length === 0) return 0;
  const yes = scores.find(({ value }) => value === true)?.score;
  return logOdds(yes ?? (outcome.value === true ? outcome.confidence : 1 - outcome.confidence));
}

function wordScores({ asked }: BrickReading, { scores }: LexicalAnswer): Float64Array {
  const byValue = new Map(scores.map(({ value, score }) => [value, score]));
  return Float64Array.from(headClasses(asked) ?? [], (value) => WORD_SCALE * (byValue.get(value) ?? 0));
}

function decidingVector({ asked, pairs }: BrickReading): Float64Array {
  const weight = ({ verdict: [yes, silent, no], options, undecided }: BrickReading['pairs'][number]) =>
    asked.as === 'boolean' ? Math.max(yes, no) - silent : Math.max(...options.map(([chosen]) => chosen)) - undecided;
  const deciding = pairs.toSorted((left, right) => weight(right) - weight(left) || left.window - right.window)[0];
  const vector = Float64Array.from(deciding?.vector ?? new Float32Array(HIDDEN));
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}
