/**
 * One answer per brick from the reader's output and the words. The value and its probability come from both, the evidence from the reader.
 * Near one half, the answer is reported as unclear.
 */
import type { BrickDocument, BrickValue, EvidenceSpan, TextBrick } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { type ListBrick, maxItemsOf } from '../bricks/is-many.ts';
import { rangeOf, toStep } from '../bricks/numeric/scale.ts';
import { unsaidNumber } from '../bricks/numeric/unsaid-number.ts';
import { hasForm } from '../bricks/text/has-form.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { hasVocabulary } from '../core/language-vocabulary.ts';
import type { Wording } from '../core/wording.ts';
import { roundConfidence } from '../words/answer/calibrate.ts';
import type { LexicalAnswer } from '../words/answer/lexical-answer.ts';
import type { Candidate } from '../words/extract/candidate.ts';
import { typedValueIn } from '../words/languages/typed-value.ts';
import { evidenceSpan } from '../words/text/evidence.ts';
import { mentionedSide, speakerScope } from '../words/text/speaker-scope.ts';
import { bestSpans, type FoundSpan } from './best-spans.ts';
import { chanceOf, claimOf, type ReaderCalibration } from './calibration.ts';
import { chanceOfYes } from './chance-of-yes.ts';
import { isCourtesy } from './courtesies.ts';
import {
  choiceFeatures,
  type Features,
  leaningFeatures,
  numberFeatures,
  presenceFeatures,
  spanFeatures,
} from './features.ts';
import type { HeadVerdict } from './learn/answer-head.ts';
import { numberScores } from './number-scores.ts';
import type { BrickReading } from './read-bricks.ts';
import { explain, weighBothSides } from './reasons.ts';
import { optionChances, presenceScores, spanScores } from './scores.ts';
import { deniesAny, isDenial, negates, toClause, toEvidence, wholeWords, withReply } from './span-evidence.ts';

export interface ReadInput {
  conversation: Conversation;
  reading: BrickReading;
  lexical: LexicalAnswer;
  /** The result of the brick's own head, if it has one; reading then only finds the evidence. */
  judged?: HeadVerdict | undefined;
  /** The results of a typed text brick's extractor in a turn. */
  candidatesIn(brick: TextBrick, turn: number): Candidate[];
  /** The language of the reason. */
  wording: Wording;
}

export function answerRead(input: ReadInput): BrickOutcome {
  const { asked } = input.reading;
  switch (asked.as) {
    case 'boolean':
      return answerBoolean(input);
    case 'category':
      return answerCategory(input, asked.options);
    case 'categories':
      return answerCategories(input, asked.brick, asked.options);
    case 'rating':
      return answerRating(input, asked.brick, asked.options);
    case 'number':
      return answerNumber(input, asked.brick);
    case 'text':
      return asked.brick.extract === undefined || !(input.reading.reader.hasWords || hasForm(asked.brick))
        ? answerText(input, asked.brick)
        : answerTyped(input, asked.brick);
  }
}

function outcome(
  { key }: BrickDocument,
  value: BrickValue,
  chance: number,
  reason: string,
  evidence: EvidenceSpan[] = [],
): BrickOutcome {
  return { key, value, confidence: roundConfidence(chance), basis: 'read', reason, evidence };
}

function allowedTurns(conversation: Conversation, { speaker }: BrickDocument): (turn: number) => boolean {
  if (speaker === undefined) return () => true;
  const isInScope = speakerScope(conversation, speaker);
  return (index) => {
    const turn = conversation.turns[index];
    return turn !== undefined && isInScope(turn);
  };
}

type Pair = BrickReading['pairs'][number];

/** How much lower, in scores, the span of the side mentioned in the question may be. */
const SIDE_BONUS = 3;

/** The model's span in the decisive window, if possible from the side mentioned in the question. */
function evidenceOf(
  { conversation, reading: { asked, pairs } }: ReadInput,
  weight: (pair: Pair) => number,
  isMeant?: (turn: number) => boolean,
): EvidenceSpan[] {
  const deciding = pairs.toSorted((left, right) => weight(right) - weight(left) || left.window - right.window)[0];
  if (deciding === undefined) return [];
  const isAllowed = allowedTurns(conversation, asked.brick);
  const side = mentionedSide(conversation, asked.brick.question);
  const isNamed = (turn: number) => isAllowed(turn) && conversation.turns[turn]?.side === side;
  const [best] = bestSpans(deciding, 'evidence', isAllowed);
  const isClose = (other: FoundSpan | undefined) =>
    best !== undefined && other !== undefined && other.score >= best.score - SIDE_BONUS;
  const [named] =
    side === undefined ? [] : bestSpans(deciding, 'evidence', (turn) => isNamed(turn) && isMeant?.(turn) !== false);
  const [meant] =
    isMeant === undefined ? [best] : bestSpans(deciding, 'evidence', (turn) => isAllowed(turn) && isMeant(turn));
  const span = [named, meant].find(isClose);
  const evidence = span === undefined ? undefined : toEvidence(conversation, span);
  if (evidence === undefined) return [];
  const isAgents = conversation.turns[evidence.turn]?.side === 'agent';
  const isAboutAsker = !isAgents || side === 'agent' || asked.brick.speaker !== undefined;
  return withReply(conversation, evidence, isAboutAsker);
}

/** The maximum certainty of a yes that is based only on a question answered with no, or on a "nobody". */
const DENIED = 0.4;
/**
 * A no is shown with a quote only if the model clearly detected a denial rather than silence, and if the words contain a denial or the
 * detection is very clear. On the development kits, 45 % of the quotes matched those of a person if any denial was shown; with this rule,
 * 68 %.
 */
const DENIAL_SEEN = 2;
const DENIAL_PLAIN = 4;

function denialIn(input: ReadInput): EvidenceSpan[] {
  const { conversation, reading } = input;
  const denial = ({ verdict: [, silent, no] }: Pair) => no - silent;
  const clearest = Math.max(...reading.pairs.map(denial));
  if (clearest <= DENIAL_SEEN) return [];
  const spans = evidenceOf(input, denial, (turn) => !isCourtesy(conversation, turn));
  return clearest > DENIAL_PLAIN || spans.some((span) => negates(conversation, span)) ? spans : [];
}

/**
 * In the languages of the second reader, a no from silence is a coin: on six kits of the report, asked in English, 36 of 69 were right,
 * whatever they claimed. A no that somebody said was right in 69 of 102.
 */
const SILENCE = 0.5;

function answerBoolean(input: ReadInput): BrickOutcome {
  const { conversation, reading, judged } = input;
  const { brick } = reading.asked;
  const forYes = evidenceOf(input, ({ verdict: [yes, silent] }) => yes - silent);
  const forNo = denialIn(input);
  const chance = judged === undefined ? chanceUnlessDenied(input, forYes) : chanceOfTrue(judged);
  const value = chance >= 0.5;
  const isSilence = !value && forNo.length === 0 && judged === undefined && !reading.reader.hasWords;
  const sure = isSilence ? SILENCE : Math.max(chance, 1 - chance);
  const isYesSeen = reading.pairs.some(({ verdict: [yes, silent] }) => yes - silent > YES_SEEN);
  const sides = { value, chance: sure, pro: value || isYesSeen ? forYes : [], con: forNo };
  const reason = weighBothSides(conversation, sides, input.wording);
  return outcome(brick, value, sure, reason, value ? forYes : forNo);
}

/** Support for a yes is considered in the reason of a no only if the model detected a yes rather than silence. */
const YES_SEEN = 0;

function chanceOfTrue({ value, confidence }: HeadVerdict): number {
  return value === true ? confidence : 1 - confidence;
}

function chanceUnlessDenied({ conversation, reading, lexical }: ReadInput, forYes: readonly EvidenceSpan[]): number {
  const chance = chanceOfYes(reading.reader.calibration(), leaningFeatures(reading, lexical));
  const reply = forYes.at(-1);
  const isDenied = reply !== undefined && forYes.length > 1 && isDenial(conversation, reply);
  const isNone = reply !== undefined && deniesAny(conversation, reading.asked.text, reply);
  return isDenied || isNone ? Math.min(chance, DENIED) : chance;
}

interface Option<Value> {
  value: Value;
}

function decidedEvidence(input: ReadInput, option: number): EvidenceSpan[] {
  return evidenceOf(input, ({ options, undecided }) => (options[option]?.[0] ?? Number.NEGATIVE_INFINITY) - undecided);
}

function answerCategory(input: ReadInput, options: readonly Option<string>[]): BrickOutcome {
  const { conversation, reading } = input;
  const chances = optionChances(reading.pairs);
  const order = [...chances.keys()].sort((left, right) => (chances[right] ?? 0) - (chances[left] ?? 0) || left - right);
  const best = input.judged?.position ?? order[0] ?? 0;
  const value = options[best]?.value ?? '';
  const { value: byWords, confidence } = input.lexical.outcome;
  const features = choiceFeatures(chances, byWords === value ? confidence : -confidence);
  const { category } = reading.reader.calibration();
  const chance = input.judged?.confidence ?? claimOf(category, chanceOf(category, features));
  const evidence = decidedEvidence(input, best);
  const rival = options[order.find((option) => option !== best) ?? -1];
  const next = rival === undefined ? '' : ` ${input.wording.say('next best', { value: rival.value })}`;
  return outcome(
    reading.asked.brick,
    value,
    chance,
    explain(conversation, evidence, chance, input.wording) + next,
    evidence,
  );
}

/** Every option with a probability above one half. The list is right only if every option is judged right. */
function answerCategories(input: ReadInput, brick: ListBrick, options: readonly Option<string>[]): BrickOutcome {
  const { conversation, reading } = input;
  const { item: calibration } = reading.reader.calibration();
  const judged = presenceScores(reading.pairs).map((presence, option) => ({
    option,
    chance: chanceOf(calibration, presenceFeatures(presence)),
  }));
  const kept = judged
    .filter(({ chance }) => chance >= 0.5)
    .toSorted((left, right) => right.chance - left.chance || left.option - right.option)
    .slice(0, maxItemsOf(brick));
  const chance = judged.reduce((all, { chance: each }) => all * Math.max(each, 1 - each), 1);
  const evidence = kept.flatMap(({ option }, item) =>
    evidenceOf(input, ({ options: scores }) => scores[option]?.[1] ?? Number.NEGATIVE_INFINITY).map((span) => ({
      ...span,
      item,
    })),
  );
  const values = kept.map(({ option }) => options[option]?.value ?? '');
  const reason =
    values.length === 0 ? input.wording.say('no category') : explain(conversation, evidence, chance, input.wording);
  return outcome(brick, values, chance, reason, evidence);
}

/** The maximum certainty of a rating: on the labelled conversations it relies on the usual ratings. */
const RATED_MOST = 0.6;

function answerRating(
  input: ReadInput,
  brick: Extract<BrickDocument, { type: 'numeric' }>,
  options: readonly Option<number>[],
): BrickOutcome {
  const chances = optionChances(input.reading.pairs);
  const expected = chances.reduce((sum, chance, at) => sum + chance * (options[at]?.value ?? 0), 0);
  const best = chances.indexOf(Math.max(...chances));
  const chance = RATED_MOST * chanceOf(input.reading.reader.calibration().rating, choiceFeatures(chances));
  const evidence = decidedEvidence(input, best);
  // More than two digits would suggest a precision that does not exist.
  const rated = toStep(brick, Number(expected.toPrecision(2)));
  return outcome(brick, rated, chance, explain(input.conversation, evidence, chance, input.wording), evidence);
}

function answerNumber(input: ReadInput, brick: Extract<BrickDocument, { type: 'numeric' }>): BrickOutcome {
  const { conversation, reading } = input;
  const range = rangeOf(brick);
  const found = numberScores(reading, conversation, range, allowedTurns(conversation, brick));
  const unsaidAs = (confidence: number) => ({
    ...unsaidNumber(brick, confidence),
    reason: input.wording.say('no number'),
  });
  if (found === undefined) return unsaidAs(UNSAID_NUMBER);
  const features = numberFeatures(found);
  const calibration = reading.reader.calibration();
  const said = chanceOf(calibration.number, features);
  const unsaid = chanceOf(calibration.unsaid, features);
  const canSay = range.min === 0 || brick.absent !== undefined || brick.abstain_below !== undefined;
  if (canSay && unsaid > said)
    return unsaidAs(roundConfidence(Math.min(claimOf(calibration.unsaid, unsaid), UNSAID_MOST)));
  const chance = claimOf(calibration.number, said);
  const shown = toClause(conversation, found.span);
  const evidence = shown === undefined ? [] : [shown];
  return outcome(
    brick,
    toStep(brick, found.number),
    chance,
    explain(conversation, evidence, chance, input.wording),
    evidence,
  );
}

/** It is never certain that nothing was said. */
const UNSAID_NUMBER = 0.2;
const UNSAID_MOST = 0.75;

function answerText(input: ReadInput, brick: TextBrick): BrickOutcome {
  const { conversation, reading } = input;
  const found = spanScores(reading, conversation, allowedTurns(conversation, brick));
  const features = spanFeatures(found);
  const { isSaid, said, unsaid } = textChances(reading.reader.calibration(), features);
  const turn = conversation.turns[found?.span.turn ?? -1];
  if (found === undefined || turn === undefined || !isSaid) return noText(input, brick, unsaid);
  const { start, end } = wholeWords(turn, found.span);
  const shown = toClause(conversation, found.span);
  const evidence = shown === undefined ? [evidenceSpan(conversation, turn, start, end)] : [shown];
  const text = conversation.text.slice(start, end);
  const code = conversation.language?.code;
  const value = brick.extract !== undefined && hasVocabulary(code) ? typedValueIn(code, brick.extract, text) : text;
  return outcome(brick, value, said, explain(conversation, evidence, said, input.wording), evidence);
}

/** Whether a text was said or not, and the maximum confidence of either answer. */
function textChances(
  { text, absent }: ReaderCalibration,
  features: Features,
): { isSaid: boolean; said: number; unsaid: number } {
  const said = chanceOf(text, features);
  const unsaid = chanceOf(absent, features);
  return { isSaid: said >= unsaid, said: claimOf(text, said), unsaid: claimOf(absent, unsaid) };
}

function noText({ wording }: ReadInput, brick: TextBrick, chance: number): BrickOutcome {
  return outcome(brick, brick.absent === undefined ? '' : brick.absent, chance, wording.say('no mention'));
}

/** The maximum certainty of a value with a clear form that may not answer the question. */
const FORM_ONLY = 0.6;
/** A form with at most this confidence is a guess, such as the name in an introduction. */
const GUESSED = 0.5;

/**
 * The reader finds the position, the extractor the value. A form found elsewhere, or without an answer of the reader, is not sure; if it
 * was already a guess, it is not an answer.
 */
function answerTyped(input: ReadInput, brick: TextBrick): BrickOutcome {
  const { conversation, reading, lexical, candidatesIn } = input;
  const byForm = lexical.outcome;
  const found = spanScores(reading, conversation, allowedTurns(conversation, brick));
  if (found === undefined) return byForm;
  const { span } = found;
  const { isSaid, said: chance, unsaid } = textChances(reading.reader.calibration(), spanFeatures(found));
  const candidate = candidatesIn(brick, span.turn).find(({ start, end }) => start < span.end && end > span.start);
  const isConfirmed = isSaid ? candidate?.value === byForm.value : byForm.evidence.length === 0;
  if (isConfirmed) return { ...byForm, confidence: isSaid ? Math.max(byForm.confidence, chance) : byForm.confidence };
  const confidence = Math.min(byForm.confidence, FORM_ONLY);
  const isGuess = byForm.confidence <= GUESSED && brick.extract !== 'quote'; // A sentence with the kit's own words is better evidence than a form.
  if (!isSaid && isGuess) return noText(input, brick, unsaid);
  if (!isSaid || candidate === undefined || chance <= confidence) return { ...byForm, confidence };
  const evidence = [evidenceSpan(conversation, candidate.turn, candidate.start, candidate.end)];
  return outcome(brick, candidate.value, chance, explain(conversation, evidence, chance, input.wording), evidence);
}
