/** One question frame against the segments of a conversation: the best segment and its measurements. */

import { wordSet } from '../../core/read-vocabulary.ts';
import type { Segment, Token } from '../text/annotate-conversation.ts';
import { type SpeechAct, WHOLE_ACTS } from '../text/speech-acts.ts';
import type { SpokenValues } from '../text/spoken-values.ts';
import type { Term } from '../text/term-table.ts';
import { FRAME } from '../weights/matching.ts';
import { bestMatch, type Matcher } from './matcher.ts';
import { type FrameAlternative, hasKind, type QuestionFrame } from './question-frame.ts';

export interface FrameMatch {
  segment: Segment | undefined;
  /** The share of the content said in the best segment, with the right speech act. 0 to 1. */
  score: number;
  /** The same without regard to the way of speaking. */
  coverage: number;
  /** The share of the content that was said with the very word. */
  exact: number;
  /** 1 when the segment does what the question names (apologises, confirms, offers help …). */
  act: number;
  rarity: number;
  hasAct: number;
}

/** Nouns that only describe the kind of the other words: a "PIN" is a "PIN code". */
const GENERIC = wordSet('question-words', 'generic');
/** A question word asks for what its noun would: "when" for the day or time, "where" for the place. */
const ASKED_BY = ['when', 'where', 'who'].map((asker) => ({
  asker,
  nouns: wordSet('value-nouns', `asked by ${asker}`),
}));
const MONEY = wordSet('value-nouns', 'stems money');
const NUMBERS = wordSet('value-nouns', 'stems number');
const DAYS = wordSet('value-nouns', 'stems day');

/** "When" asks for a day or for an hour: the answer tells which. */
function questionWordSimilarity(matcher: Matcher, term: Term, segment: Segment): number {
  for (const { asker, nouns } of ASKED_BY) {
    if (!nouns.has(term.stem) || !segment.tokens.some((token) => token.text === asker)) continue;
    if (asker !== 'when') return FRAME.questionWord;
    const { kinds } = matcher.valuesOfTurn(segment.turn.index + 1);
    const isDay = DAYS.has(term.stem);
    if (kinds.has(isDay ? 'day' : 'time')) return FRAME.questionWord;
    return kinds.has(isDay ? 'time' : 'day') ? FRAME.otherAnswer : FRAME.openAnswer;
  }
  return 0;
}

/** A noun that stands for a value is matched by the value: "it is 140 a night" gives the rate. */
function valueSimilarity(term: Term, { kinds, mayBeMoney }: SpokenValues): number {
  if (MONEY.has(term.stem)) return kinds.has('money') ? FRAME.value : mayBeMoney ? FRAME.likelyValue : 0;
  if (DAYS.has(term.stem)) return kinds.has('day') || (term.stem === 'deadlin' && kinds.has('time')) ? FRAME.value : 0;
  if (term.stem === 'time') return kinds.has('time') ? FRAME.value : 0;
  return NUMBERS.has(term.stem) && kinds.has('figure') ? FRAME.likelyValue : 0;
}

function mannerFactor(frame: QuestionFrame, segment: Segment): number {
  const isAsking = segment.acts.has('question') || segment.acts.has('request');
  if (frame.verb === 'ask') return isAsking ? 1 : FRAME.wrongManner;
  if (frame.verb === 'tell') return isAsking ? FRAME.askedInsteadOfTold : 1;
  return 1;
}

/** "date of birth" is not "date": "of" narrows the noun to something that the question does not name. */
function isNarrowed(alternative: FrameAlternative, tokens: readonly Token[], matched: Token): boolean {
  const index = tokens.indexOf(matched);
  const after = tokens[index + 2];
  if (tokens[index + 1]?.text !== 'of' || after === undefined || after.term.isStop) return false;
  return !alternative.terms.some((term) => term.stem === after.term.stem);
}

/**
 * A synonym or a close neighbour is as good as said; categories need finer shades than a yes or no. A yes needs
 * more than one word that is merely used alike ("morning" for "breakfast").
 */
function lift(similarity: number): number {
  return similarity < FRAME.close ? similarity * FRAME.alike : Math.min(FRAME.liftedMost, similarity * FRAME.lift);
}

interface TermMatch {
  similarity: number;
  isExact: boolean;
  /** Said, but denied where the question affirms, or the other way round. */
  isTurned: boolean;
}

function matchTerm(
  matcher: Matcher,
  frame: QuestionFrame,
  alternative: FrameAlternative,
  term: Term,
  segment: Segment,
): TermMatch {
  const best = bestMatch(matcher, term, segment.tokens);
  if (best.similarity === 1 && best.token !== undefined) {
    // A question about something is neither yes nor no to it; "asks not to renew" is.
    const isOpen = frame.isNaming || (frame.verb === 'ask' && (frame.isFailure || !alternative.isNegated));
    const isSamePolarity = isOpen || best.token.isNegated === alternative.isNegated;
    const narrowing = isNarrowed(alternative, segment.tokens, best.token) ? FRAME.narrowed : 1;
    return { similarity: narrowing, isExact: true, isTurned: !isSamePolarity };
  }
  const narrowing =
    best.token !== undefined && isNarrowed(alternative, segment.tokens, best.token) ? FRAME.narrowed : 1;
  const asked =
    frame.verb === 'ask'
      ? questionWordSimilarity(matcher, term, segment)
      : valueSimilarity(term, matcher.valuesOfSegment(segment));
  return { similarity: Math.max(asked, lift(best.similarity * narrowing)), isExact: false, isTurned: false };
}

function weightOf(alternative: FrameAlternative, term: Term): number {
  const isOneOfMany = alternative.terms.length > 1;
  const generic = isOneOfMany && GENERIC.has(term.text) ? FRAME.genericNoun : 1;
  return (term.rarity + FRAME.leastTermWeight) * generic * (alternative.complements.has(term) ? FRAME.complement : 1);
}

function holds(matcher: Matcher, { wanted }: FrameAlternative, segment: Segment): boolean {
  const { kinds, mayBeMoney } = matcher.valuesOfSegment(segment);
  return (mayBeMoney && wanted.has('money')) || [...wanted].some((kind) => kinds.has(kind));
}

/**
 * "Your driver is arriving" gives no details of the driver, "our prices are fair" no price; and where a number is given, it
 * may be the one that is asked about, whatever it is called.
 */
function valued(
  matcher: Matcher,
  frame: QuestionFrame,
  alternative: FrameAlternative,
  segment: Segment,
  coverage: number,
): number {
  if (frame.verb !== 'tell' || alternative.wanted.size === 0 || frame.isNaming || alternative.isNegated)
    return coverage;
  return holds(matcher, alternative, segment) ? Math.max(coverage, FRAME.valueFloor) : coverage * FRAME.noValue;
}

function matchAlternative(
  matcher: Matcher,
  frame: QuestionFrame,
  alternative: FrameAlternative,
  segment: Segment,
): FrameMatch {
  let covered = 0;
  let exact = 0;
  let total = 0;
  let unsaid = 0;
  let turned = 0;
  for (const term of alternative.terms) {
    const weight = weightOf(alternative, term);
    const match = matchTerm(matcher, frame, alternative, term, segment);
    total += weight;
    covered += weight * match.similarity;
    if (match.isExact) exact += weight;
    if (match.isTurned) turned += weight;
    if (match.similarity < FRAME.given && matcher.isSaid(term)) unsaid += weight * (FRAME.given - match.similarity);
  }
  // The topic need not be repeated in the sentence ("your current balance" in a conversation about an account).
  if (exact > 0) covered += unsaid;
  if (turned > FRAME.turnedShare * total) covered *= FRAME.wrongPolarity;
  if (alternative.kind !== undefined && frame.verb === 'ask') {
    total += FRAME.kindOfQuestion;
    if (hasKind(segment.joined, alternative.kind)) covered += FRAME.kindOfQuestion;
  }
  const whole = total === 0 ? 0 : covered / total;
  const coverage = valued(matcher, frame, alternative, segment, whole);
  const act = actShare(alternative.acts, segment.acts);
  return {
    segment,
    score: scoreOf(frame, alternative, segment, coverage, act),
    coverage,
    exact: total === 0 ? 0 : exact / total,
    act,
    rarity: alternative.terms.length === 0 ? 0 : total / alternative.terms.length,
    hasAct: alternative.acts.size > 0 ? 1 : 0,
  };
}

function actShare(wanted: ReadonlySet<SpeechAct>, found: ReadonlySet<SpeechAct>): number {
  let shared = 0;
  for (const act of wanted) if (found.has(act)) shared += 1;
  return wanted.size === 0 ? 0 : shared / wanted.size;
}

/** An act that says it all is done by asking as well as by telling ("anything else?"). */
function scoreOf(
  frame: QuestionFrame,
  alternative: FrameAlternative,
  segment: Segment,
  coverage: number,
  act: number,
): number {
  const manner = mannerFactor(frame, segment);
  if (alternative.acts.size === 0) return coverage * manner;
  const isWhole = alternative.isActAlone && [...alternative.acts].some((name) => WHOLE_ACTS.has(name));
  return Math.max((FRAME.act * act + (1 - FRAME.act) * coverage) * manner, isWhole ? FRAME.wholeAct * act : 0);
}

export function matchFrame(matcher: Matcher, frame: QuestionFrame, segments: readonly Segment[]): FrameMatch {
  let best: FrameMatch = { segment: undefined, score: 0, coverage: 0, exact: 0, act: 0, rarity: 0, hasAct: 0 };
  for (const segment of segments) {
    for (const alternative of frame.alternatives) {
      const match = matchAlternative(matcher, frame, alternative, segment);
      if (best.segment === undefined || match.score > best.score) best = match;
    }
  }
  return best;
}
