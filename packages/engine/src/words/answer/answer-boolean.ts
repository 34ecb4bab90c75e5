/**
 * Boolean bricks: the question's frame (who says or asks what) against the turns of that speaker, together with `true_when`, `false_when`,
 * keywords, exclusions and examples; or, where the question is how things came out, the end of the conversation. A literal question can be
 * answered from the words; an abstract one without hints cannot: its confidence never exceeds 0.6. The evidence is the decisive sentence,
 * never just the nearest one.
 */

import type { BooleanBrick } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../../bricks/brick-outcome.ts';
import type { Side } from '../../conversation/conversation.ts';
import { phrasePattern } from '../../core/read-vocabulary.ts';
import { hintPhrases } from '../match/category-queries.ts';
import { type FrameMatch, matchFrame } from '../match/frame-match.ts';
import { type HintMatch, matchHints } from '../match/hint-match.ts';
import type { Matcher } from '../match/matcher.ts';
import { matchesPhrase } from '../match/phrase-match.ts';
import { parseFrame, type QuestionFrame } from '../match/question-frame.ts';
import type { Segment } from '../text/annotate-conversation.ts';
import { asSentence, attribute, quote, segmentEvidence } from '../text/evidence.ts';
import { BOOLEAN, HINT_CALIBRATION, WEAK_CAP } from '../weights/answering.ts';
import { judgeAwaiting } from './awaits-reply.ts';
import { calibrate, roundConfidence } from './calibrate.ts';
import { judgeOutcome } from './judge-outcome.ts';
import { byScore, type LexicalAnswer } from './lexical-answer.ts';
import { denialChance, literalChance } from './literal-chance.ts';

const JUDGEMENT = phrasePattern('satisfaction', 'judgement', 'i');

/** One way of reading the conversation, and its result. */
interface Reading {
  chance: number;
  segment: Segment | undefined;
  /** The reason, from the sentence that decided: `said` with its speaker, `quoted` without. */
  explain: (said: string, quoted: string, value: boolean) => string;
  isExample: boolean;
  /** Fitted for this kind of reading on conversations with labels; others are moved towards 0.5. */
  isCalibrated: boolean;
}

export interface BooleanMeasure extends Reading {
  isWeak: boolean;
  probability: number;
}

function isLiteralQuestion(question: string, frame: QuestionFrame): boolean {
  if (frame.side === undefined || JUDGEMENT.test(question)) return false;
  if (frame.verb !== 'other') return true;
  return frame.alternatives.every(
    ({ terms, acts }) => acts.size > 0 || terms.some((term) => term.rarity >= BOOLEAN.literalRarity),
  );
}

function sentences(text: string | undefined): string[] {
  return (text ?? '').split(/[.;!?]\s*/).filter((part) => part.trim() !== '');
}

/** `true_when` and `false_when`, without the parts that everyday words would meet. */
function describedFrames(matcher: Matcher, text: string | undefined): QuestionFrame[] {
  return sentences(text).flatMap((sentence) => {
    const frame = parseFrame(matcher.table, sentence);
    const alternatives = frame.alternatives.filter(({ terms, acts }) => {
      const rarity = terms.reduce((sum, term) => sum + (term.isStop ? 0 : term.rarity), 0);
      return acts.size > 0 || rarity >= BOOLEAN.tellingRarity;
    });
    return alternatives.length === 0 ? [] : [{ ...frame, alternatives }];
  });
}

function bestOf(
  matcher: Matcher,
  frames: readonly QuestionFrame[],
  segments: readonly Segment[],
): FrameMatch | undefined {
  const matches = frames.map((frame) => matchFrame(matcher, frame, segments));
  return matches.toSorted((left, right) => right.score - left.score)[0];
}

/** Below this similarity, from 0 to 1, the nearest sentence is unrelated to the question: quoting it would mislead. */
const CLOSE = 0.35;

function notSaid(likeness: number, verdict: string, nearest: string): string {
  return likeness < CLOSE ? 'No mention found.' : `${verdict} Closest match: ${nearest}`;
}

function readFrame(frame: QuestionFrame, match: FrameMatch, isCalibrated: boolean): Reading {
  const chance = literalChance(match);
  return {
    chance: chance >= 0.5 ? chance : denialChance(frame, match),
    segment: match.segment,
    explain: (said, quoted, value) =>
      value ? asSentence(said) : notSaid(match.score, 'No clear mention.', asSentence(quoted)),
    isExample: false,
    isCalibrated,
  };
}

/** Keywords and examples confirm each other; where only one kind is given, it counts for both. */
function readHints(frame: FrameMatch, hints: HintMatch, hasKeywords: boolean, hasExamples: boolean): Reading {
  const keywords = hasKeywords ? hints.keywords : hints.example;
  const example = hasExamples ? hints.example : hints.keywords;
  const features = {
    frame: frame.score,
    both: Math.min(keywords, example),
    most: Math.max(keywords, example),
    keywords,
  };
  return {
    chance: calibrate(HINT_CALIBRATION, features),
    segment: hints.segment,
    explain: (said, quoted, value) =>
      value
        ? `${said}, which matches ${hints.found}.`
        : notSaid(hints.keywords > 0 ? 1 : hints.example, 'Not enough for a yes.', `${quoted}, for ${hints.found}.`),
    isExample: hints.example > hints.keywords,
    isCalibrated: false,
  };
}

function sideIn(matcher: Matcher, side: Side | undefined): Side | undefined {
  return matcher.annotated.conversation.turns.some((turn) => turn.side === side) ? side : undefined;
}

function strongest(readings: readonly Reading[]): Reading | undefined {
  return readings.toSorted((left, right) => right.chance - left.chance)[0];
}

function measured(reading: Reading, isWeak: boolean): BooleanMeasure {
  return { ...reading, isWeak, probability: reading.chance };
}

export function measureBoolean(matcher: Matcher, brick: BooleanBrick): BooleanMeasure {
  const question = brick.question ?? brick.name ?? brick.key.replaceAll('_', ' ');
  const { table } = matcher;
  const main = parseFrame(table, question);
  const { phrases, examples, exclusions } = hintPhrases(table, brick.hints);
  const outcome =
    judgeAwaiting(matcher, question, { exclusions }) ?? judgeOutcome(matcher, question, main, { phrases, exclusions });
  if (outcome !== undefined) return measured({ ...outcome, isExample: false, isCalibrated: true }, false);

  const segments = matcher
    .segmentsOf(brick.speaker ?? sideIn(matcher, main.side))
    .filter((segment) => !exclusions.some((phrase) => matchesPhrase(phrase, segment.tokens)));
  const own = matchFrame(matcher, main, segments);
  const described = bestOf(matcher, describedFrames(matcher, brick.true_when), segments);
  const isLiteral = isLiteralQuestion(question, main) || brick.true_when !== undefined;
  const frames = [
    readFrame(main, own, isLiteral),
    ...(described === undefined ? [] : [readFrame(main, described, false)]),
  ];
  const best = described !== undefined && described.score > own.score ? described : own;
  const hasHints = phrases.length + examples.length > 0;
  const hinted = hasHints
    ? [readHints(best, matchHints(matcher, phrases, examples, segments), phrases.length > 0, examples.length > 0)]
    : [];
  const reading = strongest(isLiteral || !hasHints ? [...frames, ...hinted] : hinted);
  if (reading === undefined) throw new Error('a question always has a frame');
  const against = bestOf(matcher, describedFrames(matcher, brick.false_when), segments);
  const isRefuted = against !== undefined && against.score > best.score && against.segment === best.segment;
  return measured(
    isRefuted ? { ...reading, chance: reading.chance * BOOLEAN.refuted } : reading,
    !isLiteral && !hasHints,
  );
}

export function answerBoolean(matcher: Matcher, brick: BooleanBrick): LexicalAnswer {
  const measure = measureBoolean(matcher, brick);
  const { probability } = measure;
  const scores = byScore([
    { value: true, score: probability },
    { value: false, score: 1 - probability },
  ]);
  return { outcome: toOutcome(matcher, brick, measure), scores };
}

function confidenceOf({ probability, isWeak, isCalibrated }: BooleanMeasure): number {
  const sure = Math.max(probability, 1 - probability);
  const shrink = isWeak ? BOOLEAN.weakShrink : isCalibrated ? 1 : BOOLEAN.hintedShrink;
  const raw = shrink * (sure - 0.5) + 0.5;
  return roundConfidence(isWeak ? Math.min(raw, WEAK_CAP) : raw);
}

function toOutcome(matcher: Matcher, brick: BooleanBrick, measure: BooleanMeasure): BrickOutcome {
  const { segment, isWeak } = measure;
  const value = measure.probability >= 0.5;
  const confidence = confidenceOf(measure);
  const basis = isWeak ? 'weak' : measure.isExample ? 'examples' : 'lexical';
  if (segment === undefined)
    return { key: brick.key, value, confidence, basis, reason: 'No mention found.', evidence: [] };
  const span = segmentEvidence(matcher.annotated.conversation, segment);
  return {
    key: brick.key,
    value,
    confidence,
    basis,
    reason: measure.explain(attribute(segment, span), quote(span.text), value),
    evidence: value ? [span] : [],
  };
}
