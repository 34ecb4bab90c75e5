/**
 * Boolean bricks: the question's frame (who says or asks what) against the turns of that speaker, together with
 * `true_when`, `false_when`, keywords, exclusions and examples. A literal question can be answered from the words; an
 * abstract one without hints cannot, and says so: its confidence never passes 0.6.
 */
import type { BooleanBrick } from '@brickwork/contract';
import type { BrickOutcome } from '../brick-outcome.ts';
import type { Segment } from './annotate-conversation.ts';
import { calibrate, type Features, roundConfidence } from './calibrate.ts';
import { FRAME_CALIBRATION, HINT_CALIBRATION, LEAST_CHANCE, WEAK_CAP } from './calibrations.ts';
import { hintPhrases } from './category-queries.ts';
import { quote, segmentEvidence } from './evidence.ts';
import { type FrameMatch, matchFrame } from './frame-match.ts';
import { type HintMatch, matchHints } from './hint-match.ts';
import type { Matcher } from './matcher.ts';
import { matchesPhrase } from './phrase-match.ts';
import { parseFrame, type QuestionFrame } from './question-frame.ts';

const JUDGEMENT =
  /\b(?:satisf\w+|happy|unhappy|pleased|empath\w+|rapport|professional\w*|polite\w*|friendl\w+|rude\w*|fair\w*|clear(?:ly)?|effective\w*|appropriate\w*|proper\w*|well|good|bad|quality|tone|attitude|feel\w*|seem\w*|trust\w*|confiden\w+|engaged|interested|honest\w*|argue\w*|small talk|appeal\w*)\b/i;
const LITERAL_RARITY = 0.5;
/** Hints make an abstract question answerable, not certain: at 0.8 and above 93 % were right with this, 89 % without. */
const HINTED_SHRINK = 0.8;

export interface BooleanMeasure {
  frame: FrameMatch;
  hints: HintMatch | undefined;
  isLiteral: boolean;
  /** Decided by the question's own words; the calibration has seen no others (`true_when`, hints). */
  isCalibrated: boolean;
  probability: number;
}

function isLiteralQuestion(question: string, frame: QuestionFrame): boolean {
  if (frame.side === undefined || JUDGEMENT.test(question)) return false;
  if (frame.verb !== 'other') return true;
  return frame.alternatives.every(
    ({ terms, acts }) => acts.size > 0 || terms.some((term) => term.rarity >= LITERAL_RARITY),
  );
}

/** The chance that what the frame asks for was said, never as low as if silence were proof. */
function frameChance(frame: QuestionFrame, { score, act, rarity, hasAct }: FrameMatch): number {
  const isGeneral = frame.alternatives.some(({ terms }) => terms.some((term) => term.instances !== undefined));
  const least = isGeneral ? LEAST_CHANCE.general : LEAST_CHANCE.plain;
  return Math.max(least, calibrate(FRAME_CALIBRATION, { score, act, rarity, hasAct }));
}

/** Keywords and examples confirm each other; where only one kind is given, it stands for both. */
function hintFeatures(frame: FrameMatch, hints: HintMatch, hasKeywords: boolean, hasExamples: boolean): Features {
  const keywords = hasKeywords ? hints.keywords : hints.example;
  const example = hasExamples ? hints.example : hints.keywords;
  return { frame: frame.score, both: Math.min(keywords, example), most: Math.max(keywords, example) };
}

function bestOf(matcher: Matcher, frames: readonly QuestionFrame[], segments: readonly Segment[]): FrameMatch {
  const matches = frames.map((frame) => matchFrame(matcher, frame, segments));
  return matches.reduce((best, match) => (match.score > best.score ? match : best));
}

function sentences(text: string | undefined): string[] {
  return (text ?? '').split(/[.;!?]\s*/).filter((part) => part.trim() !== '');
}

export function measureBoolean(matcher: Matcher, brick: BooleanBrick): BooleanMeasure {
  const question = brick.question ?? brick.name ?? brick.key.replaceAll('_', ' ');
  const { table, annotated } = matcher;
  const main = parseFrame(table, question);
  const side =
    main.side !== undefined && annotated.conversation.turns.some((turn) => turn.side === main.side)
      ? main.side
      : undefined;
  const { phrases, examples, exclusions } = hintPhrases(table, brick.hints);
  const all = matcher.segmentsOf(brick.speaker ?? side);
  const segments = all.filter((segment) => !exclusions.some((phrase) => matchesPhrase(phrase, segment.tokens)));
  const positive = [main, ...sentences(brick.true_when).map((text) => parseFrame(table, text))];
  const frame = bestOf(matcher, positive, segments);
  const isLiteral = isLiteralQuestion(question, main) || brick.true_when !== undefined;
  let probability = frameChance(main, frame);
  let isCalibrated = isLiteral && frame.score <= matchFrame(matcher, main, segments).score;
  const hints = phrases.length + examples.length > 0 ? matchHints(matcher, phrases, examples, segments) : undefined;
  if (hints !== undefined) {
    const hinted = calibrate(HINT_CALIBRATION, hintFeatures(frame, hints, phrases.length > 0, examples.length > 0));
    if (!isLiteral || hinted > probability) {
      probability = hinted;
      isCalibrated = false;
    }
  }
  const negative = sentences(brick.false_when).map((text) => parseFrame(table, text));
  if (negative.length > 0) {
    const against = bestOf(matcher, negative, segments);
    if (against.score > frame.score && against.segment === frame.segment) probability *= 0.5;
  }
  return { frame, hints, isLiteral, isCalibrated, probability };
}

function describe(match: FrameMatch, said: string, value: boolean, hints: HintMatch | undefined): string {
  const share = Math.round(100 * Math.min(1, match.score));
  if (hints !== undefined && hints.found !== '') {
    return value ? `${said} matches ${hints.found}.` : `At best ${said} matches ${hints.found}, which is not enough.`;
  }
  return value
    ? `${said} says what is asked (${share} % of it met).`
    : `Nothing says it; the closest is ${said} (${share} % met).`;
}

export function answerBoolean(matcher: Matcher, brick: BooleanBrick): BrickOutcome {
  const { frame, hints, isLiteral, isCalibrated, probability } = measureBoolean(matcher, brick);
  const value = probability >= 0.5;
  const isWeak = !isLiteral && hints === undefined;
  const sure = Math.max(probability, 1 - probability);
  const raw = isCalibrated ? sure : HINTED_SHRINK * (sure - 0.5) + 0.5;
  const segment = hints?.segment ?? frame.segment;
  if (segment === undefined) {
    const confidence = roundConfidence(isWeak ? Math.min(raw, WEAK_CAP) : raw);
    return {
      key: brick.key,
      value: false,
      confidence,
      basis: isWeak ? 'weak' : 'lexical',
      reason: 'The speaker says nothing.',
      evidence: [],
    };
  }
  const span = segmentEvidence(matcher.annotated.conversation, segment);
  return {
    key: brick.key,
    value,
    confidence: roundConfidence(isWeak ? Math.min(raw, WEAK_CAP) : raw),
    basis: isWeak ? 'weak' : hints !== undefined && hints.example > hints.keywords ? 'examples' : 'lexical',
    reason: describe(frame, quote(span.text), value, hints),
    evidence: value ? [span] : [],
  };
}
