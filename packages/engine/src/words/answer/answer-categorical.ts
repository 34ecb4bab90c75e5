/** Categorical bricks: the category whose words and meaning the speaker comes closest to. */

import type { CategoricalBrick } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../../bricks/brick-outcome.ts';
import { type CategoryQuery, categoryQueries } from '../match/category-queries.ts';
import { bestMatch, type Matcher } from '../match/matcher.ts';
import { type CategoryScores, scoreCategories } from '../match/score-categories.ts';
import { weighSegments } from '../match/weigh-segments.ts';
import type { Segment } from '../text/annotate-conversation.ts';
import { asSentence, attribute, segmentEvidence } from '../text/evidence.ts';
import { mentionedSide } from '../text/speaker-scope.ts';
import { CATEGORY_ANSWER, CATEGORY_CALIBRATION, CATEGORY_RESERVE, WEAK_CAP } from '../weights/answering.ts';
import { calibrate, holdBack, roundConfidence } from './calibrate.ts';
import { byScore, type LexicalAnswer } from './lexical-answer.ts';

export interface CategoryMeasure {
  queries: CategoryQuery[];
  result: CategoryScores;
  order: number[];
  features: { margin: number; score: number; coverage: number; lead: number };
}

export function measureCategories(spoken: Matcher, brick: CategoricalBrick): CategoryMeasure {
  const matcher = spoken.byTopic();
  const queries = categoryQueries(matcher, brick);
  const { conversation } = matcher.annotated;
  const side = mentionedSide(conversation, brick.question) ?? 'customer';
  const hasSide = conversation.turns.some((turn) => turn.side === side);
  const isMain = (segment: Segment): boolean => brick.speaker !== undefined || !hasSide || segment.turn.side === side;
  const weighted = weighSegments(matcher.segmentsOf(brick.speaker), isMain);
  const result = scoreCategories(matcher, queries, weighted);
  const order = queries
    .map((_, category) => category)
    .sort((left, right) => (result.scores[right] ?? 0) - (result.scores[left] ?? 0) || left - right);
  const named = order.filter((category) => queries[category]?.isFallback !== true);
  const real = named.length > 0 ? named : order;
  const first = result.scores[real[0] ?? 0] ?? 0;
  const second = result.scores[real[1] ?? 0] ?? 0;
  // With only one category there is no competition.
  const margin = first <= 0 || real.length < 2 ? 0 : (first - Math.max(0, second)) / first;
  const coverage = result.coverage[real[0] ?? 0] ?? 0;
  const rivals = real.slice(1).reduce((most, category) => Math.max(most, result.coverage[category] ?? 0), 0);
  const features = { margin, score: Math.min(CATEGORY_ANSWER.mostScore, first), coverage, lead: coverage - rivals };
  return { queries, result, order: real, features };
}

function namedTerms(matcher: Matcher, query: CategoryQuery, segment: Segment): string[] {
  return query.terms
    .map(({ term, weight }) => ({ term, gain: weight * bestMatch(matcher, term, segment.tokens).similarity }))
    .filter(({ gain }) => gain > CATEGORY_ANSWER.namedGain)
    .sort((left, right) => right.gain - left.gain || left.term.id - right.term.id)
    .slice(0, CATEGORY_ANSWER.namedTerms)
    .map(({ term }) => term.text);
}

function without(brick: CategoricalBrick, value: string, confidence: number, reason: string): BrickOutcome {
  return { key: brick.key, value, confidence: roundConfidence(confidence), basis: 'weak', reason, evidence: [] };
}

export function answerCategorical(matcher: Matcher, brick: CategoricalBrick): LexicalAnswer {
  const measure = measureCategories(matcher, brick);
  const scores = byScore(
    measure.queries.map(({ value }, index) => ({ value, score: measure.result.scores[index] ?? 0 })),
  );
  return { outcome: toOutcome(matcher, brick, measure), scores };
}

function toOutcome(matcher: Matcher, brick: CategoricalBrick, measure: CategoryMeasure): BrickOutcome {
  const { queries, result, order, features } = measure;
  const fallback = queries.find((query) => query.isFallback);
  const confidence = holdBack(calibrate(CATEGORY_CALIBRATION, features), CATEGORY_RESERVE);
  const isFaint =
    features.coverage < CATEGORY_ANSWER.fallbackCoverage && features.score < CATEGORY_ANSWER.fallbackScore;
  if (fallback !== undefined && (isFaint || confidence < CATEGORY_ANSWER.fallbackConfidence)) {
    const sure = Math.min(WEAK_CAP, 1 - confidence);
    return without(brick, fallback.value, sure, 'No other category matches what is said.');
  }
  const query = queries[order[0] ?? 0];
  const segment = result.bestSegments[order[0] ?? 0];
  if (query === undefined || segment === undefined) {
    const value = fallback?.value ?? queries[0]?.value ?? '';
    return without(brick, value, 1 / Math.max(2, queries.length), 'The conversation has no words to go by.');
  }
  const span = segmentEvidence(matcher.annotated.conversation, segment);
  const terms = namedTerms(matcher.byTopic(), query, segment);
  const second = queries[order[1] ?? -1];
  const isExample = query.examples.length > 0;
  const closest = terms.length > 0 ? `, close to ${terms.join(', ')}` : '';
  const rival = second === undefined ? '' : ` Next best: ${second.value}.`;
  const basis = isExample ? 'examples' : features.coverage < CATEGORY_ANSWER.fallbackCoverage ? 'weak' : 'lexical';
  return {
    key: brick.key,
    value: query.value,
    confidence: roundConfidence(basis === 'weak' ? Math.min(WEAK_CAP, confidence) : confidence),
    basis,
    reason: asSentence(attribute(segment, span) + closest) + rival,
    evidence: [span],
  };
}
