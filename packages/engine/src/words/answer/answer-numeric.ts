/**
 * Numeric bricks without a metric: a composite of how the conversation went, mapped to the brick's range and step.
 * Signals and weights are documented in docs/reference/local-engine.md; the composite is a rough reading, so its
 * confidence never passes 0.6.
 */

import type { NumericBrick } from '@brickwork/contract/kit';
import { rangeOf, toStep } from '../../bricks/numeric/scale.ts';
import { unsaidNumber } from '../../bricks/numeric/unsaid-number.ts';
import { phrasePattern } from '../../core/read-vocabulary.ts';
import { hintPhrases } from '../match/category-queries.ts';
import { matchHints } from '../match/hint-match.ts';
import { type Matcher, termsOf } from '../match/matcher.ts';
import { matchesPhrase, phraseSimilarity } from '../match/phrase-match.ts';
import type { Segment } from '../text/annotate-conversation.ts';
import { segmentEvidence } from '../text/evidence.ts';
import { NUMERIC, WEAK_CAP } from '../weights/answering.ts';
import { logistic, roundConfidence } from './calibrate.ts';
import { type LexicalAnswer, unscored } from './lexical-answer.ts';
import { readMood } from './read-mood.ts';

const UNPLEASANT_SCALE = phrasePattern('satisfaction', 'unpleasant scale', 'i');

/** Anchor texts ("50: Solved it slowly.") pull towards the values whose words come up. */
function anchorPull(
  matcher: Matcher,
  brick: NumericBrick,
  segments: readonly Segment[],
): { value: number; weight: number } | undefined {
  let sum = 0;
  let total = 0;
  for (const [mark, text] of Object.entries(brick.anchors ?? {})) {
    const terms = termsOf(matcher.table, text).filter((term) => !term.isStop);
    let best = 0;
    for (const segment of segments) best = Math.max(best, phraseSimilarity(matcher, terms, segment.tokens));
    const weight = best ** NUMERIC.anchorSharpness;
    if (!Number.isFinite(Number(mark))) continue;
    sum += weight * Number(mark);
    total += weight;
  }
  return total === 0 ? undefined : { value: sum / total, weight: Math.min(1, total) };
}

export function compositeOf(
  matcher: Matcher,
  brick: NumericBrick,
): { position: number; signs: string; segment: Segment | undefined; hasHints: boolean } {
  const question = `${brick.question ?? ''} ${brick.name ?? ''}`;
  const { table } = matcher;
  const { phrases, examples, exclusions } = hintPhrases(table, brick.hints);
  const scoped = matcher
    .segmentsOf(brick.speaker)
    .filter((segment) => !exclusions.some((phrase) => matchesPhrase(phrase, segment.tokens)));
  const mood = readMood(matcher.annotated.segments);
  let position = mood.score;
  const hasHints = phrases.length + examples.length > 0;
  let segment = mood.segment;
  if (hasHints) {
    const hints = matchHints(matcher, phrases, examples, scoped);
    position += NUMERIC.hintPull * (Math.max(hints.keywords, hints.example) - NUMERIC.hintMiddle);
    segment = hints.segment ?? segment;
  } else if (UNPLEASANT_SCALE.test(question)) {
    position = -position;
  }
  return { position, signs: mood.signs, segment, hasHints };
}

/** The certainty that a number was not mentioned, without a search for numbers. */
const NOT_LOOKED_FOR = 0.2;

/** "How many …": words alone look up no numbers, so without hints the answer is that none is known. */
export function answerNumber(matcher: Matcher, brick: NumericBrick): LexicalAnswer {
  return brick.hints === undefined ? unscored(unsaidNumber(brick, NOT_LOOKED_FOR)) : answerNumeric(matcher, brick);
}

export function answerNumeric(matcher: Matcher, brick: NumericBrick): LexicalAnswer {
  const { min, max } = rangeOf(brick);
  const { position, signs, segment, hasHints } = compositeOf(matcher, brick);
  let value = min + (max - min) * logistic(position);
  const pull = anchorPull(matcher, brick, matcher.segmentsOf(brick.speaker));
  if (pull !== undefined) value += NUMERIC.anchorShare * pull.weight * (pull.value - value);
  return unscored({
    key: brick.key,
    value: toStep(brick, value),
    confidence: roundConfidence(
      Math.min(
        WEAK_CAP,
        NUMERIC.leastConfidence + NUMERIC.confidenceStep * Math.min(NUMERIC.mostSteps, Math.abs(position)),
      ),
    ),
    basis: hasHints ? 'lexical' : 'weak',
    reason: `Estimated from how the conversation went. ${signs}`,
    evidence: segment === undefined ? [] : [segmentEvidence(matcher.annotated.conversation, segment)],
  });
}
