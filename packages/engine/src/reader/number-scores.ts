/** Which of the mentioned numbers answers a question. */
import type { Conversation } from '../conversation/conversation.ts';
import { hasVocabulary } from '../core/language-vocabulary.ts';
import type { NumberRange } from '../words/languages/number-question.ts';
import type { SaidNumber } from '../words/languages/said-number.ts';
import { type FoundSpan, scoreAround, turnsIn } from './best-spans.ts';
import { isCorrection, isDirectCorrection } from './corrections.ts';
import { directionAt, directionWanted } from './directions.ts';
import { findNumbers } from './find-said-numbers.ts';
import { partnerOf } from './number-pairs.ts';
import { countsNothing, numberQuestion } from './number-wanted.ts';
import type { BrickReading } from './read-bricks.ts';
import { bestOf, CORRECTION, type SpanScores, turnedBy } from './scores.ts';

export interface NumberScores extends SpanScores {
  number: number;
  isMoney: boolean;
}

/** The longest number that anybody says, in characters. */
const NUMBER_LENGTH = 80;
/** The bonus of a number with the unit that the question asks for, and the penalty of another unit. */
const FIT_WEIGHT = 2;

interface Said extends FoundSpan {
  /** Its score including the words around it. */
  rank: number;
  number: number;
  isMoney: boolean;
  /** It plainly replaces an earlier one ("sorry, seven"). */
  isDirect: boolean;
}

/** The best of the mentioned numbers that the brick allows. */
export function numberScores(
  { asked, pairs }: BrickReading,
  { turns, language }: Conversation,
  range: NumberRange,
  isAllowed: (turn: number) => boolean,
): NumberScores | undefined {
  const code = language?.code;
  const wanted = numberQuestion(asked.text, code);
  const direction = hasVocabulary(code) ? undefined : directionWanted(asked.text);
  const said = pairs.flatMap((pair) =>
    turnsIn(pair.source).flatMap(({ turn: index, start, end }) => {
      const turn = turns[index];
      if (turn === undefined || !isAllowed(index)) return [];
      // A turn may be far longer than its part in the window; a number may begin before it and continue after it.
      const from = Math.max(0, start - turn.start - NUMBER_LENGTH);
      const numbers = findNumbers(turn.text.slice(from, end - turn.start + NUMBER_LENGTH), code);
      const inThousands = numbers.some(isThousands);
      return numbers.flatMap((number): Said[] => {
        const [at, to] = [from + number.start, from + number.end];
        const place = { turn: index, start: turn.start + at, end: turn.start + to };
        const value = wanted.value(number, range, inThousands);
        const score = scoreAround(pair, place);
        if (score === undefined || value === undefined) return [];
        const fit = wanted.fit(number);
        const fitting = score + FIT_WEIGHT * fit;
        const isOfSame = number.isMoney || fit > 0 || countsNothing(number);
        const isDirect = isOfSame && isDirectCorrection(turn.text, at, code);
        const corrects = isDirect || isCorrection(turn.text, at, code);
        const turned = direction === undefined ? 0 : turnedBy(direction, directionAt(turn.text, at, to));
        const rank = fitting + (corrects && !isDirect ? CORRECTION : 0) + turned;
        return [{ ...place, score: fitting, rank, number: value, isMoney: number.isMoney, isDirect }];
      });
    }),
  );
  const found = bestOf(pairs, said);
  if (found === undefined) return undefined;
  const textOf = (turn: number) => turns[turn] ?? { text: '', start: 0 };
  const isAnswerToOther = (turn: number) => {
    const [asking, answering] = [turns[turn - 1], turns[turn]];
    return asking?.speaker !== answering?.speaker && asksForMore(asking?.text ?? '', code);
  };
  const better =
    correctionOf(found, said, isAnswerToOther) ??
    (direction === undefined && hasVocabulary(code)
      ? undefined
      : partnerOf({ ...found.span, number: found.number }, said, asked.text, textOf));
  if (better === undefined) return found;
  const { turn, start, end, score, number } = better;
  return { ...found, span: { turn, start, end, score }, number };
}

const THOUSAND = 1_000;

function isThousands({ value }: SaidNumber): boolean {
  return value >= THOUSAND && value % THOUSAND === 0;
}

/** How many turns later a number may still be corrected with "sorry, seven". */
const CORRECTED_WITHIN = 3;

/**
 * The last number that clearly replaces the found one: the model often selects the first one, even if it is clearly corrected. Not
 * where another number or another question came between: "Fifteen chairs. And tables? — Three. No, four."
 */
function correctionOf(
  { span, isMoney, number }: { span: FoundSpan; isMoney: boolean; number: number },
  said: readonly Said[],
  isAnswerToOther: (turn: number) => boolean,
): Said | undefined {
  const isBetween = (each: Said, end: FoundSpan) => each.start > span.end && each.end <= end.start;
  return said.findLast(
    (each) =>
      each.isDirect &&
      each.start > span.end &&
      each.turn <= span.turn + CORRECTED_WITHIN &&
      (isMoney || !each.isMoney) &&
      !said.some((other) => isBetween(other, each) && !other.isDirect && other.number !== number) &&
      !Array.from({ length: each.turn - span.turn }, (_, at) => span.turn + 1 + at).some(isAnswerToOther),
  );
}

const LAST_QUESTION = /[^.?!]*\?\s*$/;
const LONGEST_QUESTION = 200;
const FEWEST_ASKED = 2;

/** "And tables?" asks for something else, "Six?" for the same again. */
function asksForMore(text: string, code: string | undefined): boolean {
  const question = LAST_QUESTION.exec(text.slice(-LONGEST_QUESTION))?.[0].trim();
  if (question === undefined || question.split(/\s+/).length < FEWEST_ASKED) return false;
  return findNumbers(question, code).length === 0;
}
