/**
 * Zero-shot scores of a categorical brick. Three views of the same words, added:
 *   votes     each spoken word shares its rarity among the categories it resembles, sharply (cube), so a word that
 *             is near one category counts fully and one that is near many hardly counts;
 *   coverage  which share of a category's weighted terms was said at all;
 *   meaning   the cosine of the early turns with the category, what all categories have in common taken out.
 * Early turns count more: people say first what they came for.
 */

import type { Segment } from '../text/annotate-conversation.ts';
import type { Term } from '../text/term-table.ts';
import type { VectorRows } from '../vectors/vector-rows.ts';
import { CATEGORY } from '../weights/matching.ts';
import type { CategoryQuery } from './category-queries.ts';
import type { Matcher } from './matcher.ts';
import { matchesPhrase, phraseSimilarity } from './phrase-match.ts';
import type { WeightedSegment } from './weigh-segments.ts';

export interface CategoryScores {
  scores: Float64Array;
  coverage: Float64Array;
  /** For each category the segment that supports it most. */
  bestSegments: Array<Segment | undefined>;
}

/** How one spoken word divides its vote among the categories. */
function shareVote(matcher: Matcher, queries: readonly CategoryQuery[], spoken: Term): Float64Array {
  const vote = new Float64Array(queries.length);
  let most = 0;
  let sum = 0;
  for (const [index, query] of queries.entries()) {
    let best = 0;
    for (const { term } of query.terms) {
      const similarity = matcher.similarity(term, spoken);
      if (similarity > 0) best = Math.max(best, similarity * Math.sqrt(term.rarity));
    }
    vote[index] = best ** CATEGORY.voteSharpness;
    most = Math.max(most, best);
    sum += best ** CATEGORY.voteSharpness;
  }
  if (sum === 0) return vote;
  return vote.map((share) => (share / sum) * most * spoken.rarity);
}

/** Plain loops here and below: callbacks for each of a hundred cells took an eighth of a 1,000-word evaluation. */
function unit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector));
  if (length === 0) return vector;
  const scaled = new Float64Array(vector.length);
  for (let cell = 0; cell < vector.length; cell += 1) scaled[cell] = (vector[cell] ?? 0) / length;
  return scaled;
}

function spokenWeights(weighted: readonly WeightedSegment[]): Map<Term, number> {
  const weights = new Map<Term, number>();
  for (const { content, weight } of weighted)
    for (const { term } of content) weights.set(term, (weights.get(term) ?? 0) + weight * term.rarity);
  return weights;
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let cell = 0; cell < left.length; cell += 1) sum += (left[cell] ?? 0) * (right[cell] ?? 0);
  return sum;
}

function difference(left: Float64Array, right: Float64Array): Float64Array {
  const result = new Float64Array(left.length);
  for (let cell = 0; cell < left.length; cell += 1) result[cell] = (left[cell] ?? 0) - (right[cell] ?? 0);
  return result;
}

/** The cosine of what was said with each category, what the categories have in common taken out. */
function meaningScores(
  vectors: VectorRows,
  queries: readonly CategoryQuery[],
  weighted: readonly WeightedSegment[],
): number[] {
  const { size, dimensions } = vectors;
  const meanings = queries.map((query) => {
    const vector = new Float64Array(dimensions);
    for (const { term, weight } of query.terms)
      if (term.row >= 0 && term.row < size) vectors.addTo(vector, term.row, weight);
    return unit(vector);
  });
  const shared = new Float64Array(dimensions);
  for (const meaning of meanings) {
    for (let cell = 0; cell < dimensions; cell += 1)
      shared[cell] = (shared[cell] ?? 0) + (meaning[cell] ?? 0) / meanings.length;
  }
  const spoken = new Float64Array(dimensions);
  for (const [term, weight] of spokenWeights(weighted))
    if (term.row >= 0 && term.row < size) vectors.addTo(spoken, term.row, weight);
  const direction = unit(spoken);
  return meanings.map((meaning) => dot(unit(difference(meaning, shared)), direction));
}

function hintScore(matcher: Matcher, query: CategoryQuery, { segment }: WeightedSegment): number {
  if (query.exclusions.some((phrase) => matchesPhrase(phrase, segment.tokens))) return -CATEGORY.exclusion;
  let score = query.phrases.some((phrase) => matchesPhrase(phrase, segment.tokens)) ? CATEGORY.phrase : 0;
  let nearest = 0;
  for (const example of query.examples) nearest = Math.max(nearest, phraseSimilarity(matcher, example, segment.tokens));
  score += CATEGORY.example * nearest * nearest;
  return score;
}

export function scoreCategories(
  matcher: Matcher,
  queries: readonly CategoryQuery[],
  weighted: readonly WeightedSegment[],
): CategoryScores {
  const count = queries.length;
  const sums = new Float64Array(count);
  const peaks = new Float64Array(count);
  const hints = new Float64Array(count);
  const bestSegments: Array<Segment | undefined> = new Array(count).fill(undefined);
  const hasHints = queries.map(
    ({ phrases, examples, exclusions }) => phrases.length + examples.length + exclusions.length > 0,
  );
  const votes = new Map<number, Float64Array>();
  for (const item of weighted) {
    const sum = new Float64Array(count);
    for (const { term } of item.content) {
      let vote = votes.get(term.id);
      if (vote === undefined) {
        vote = shareVote(matcher, queries, term);
        votes.set(term.id, vote);
      }
      for (let index = 0; index < count; index += 1) sum[index] = (sum[index] ?? 0) + (vote[index] ?? 0);
    }
    const scale = item.weight / Math.sqrt(Math.max(CATEGORY.shortestLength, item.content.length));
    for (const [index, query] of queries.entries()) {
      const hint = hasHints[index] === true ? hintScore(matcher, query, item) * item.weight : 0;
      const score = (sum[index] ?? 0) * scale;
      sums[index] = (sums[index] ?? 0) + score;
      if (Math.abs(hint) > Math.abs(hints[index] ?? 0)) hints[index] = hint;
      if (bestSegments[index] === undefined || score + hint > (peaks[index] ?? 0)) bestSegments[index] = item.segment;
      peaks[index] = Math.max(peaks[index] ?? 0, score);
    }
  }
  const spoken = heaviest(weighted);
  const coverage = Float64Array.from(queries, (query) => coverageOf(query, coverTerms(matcher, query, spoken)));
  const meanings = meaningScores(matcher.table.vectors, queries, weighted);
  const scores = Float64Array.from(
    queries,
    (_, index) =>
      CATEGORY.peak * (peaks[index] ?? 0) +
      CATEGORY.sum * (sums[index] ?? 0) +
      CATEGORY.coverage * (coverage[index] ?? 0) +
      CATEGORY.meaning * (meanings[index] ?? 0) +
      (hints[index] ?? 0),
  );
  return { scores, coverage, bestSegments };
}

/** The greatest weight that each spoken term has in any segment: what it can cover at most. */
function heaviest(weighted: readonly WeightedSegment[]): Map<Term, number> {
  const weights = new Map<Term, number>();
  for (const { content, weight } of weighted) {
    for (const { term } of content) if (weight > (weights.get(term) ?? 0)) weights.set(term, weight);
  }
  return weights;
}

function coverTerms(matcher: Matcher, query: CategoryQuery, spoken: ReadonlyMap<Term, number>): Float64Array {
  return Float64Array.from(query.terms, ({ term }) => {
    let covered = 0;
    for (const [said, weight] of spoken) {
      if (weight > covered) covered = Math.max(covered, matcher.similarity(term, said) * weight);
    }
    return covered;
  });
}

function coverageOf(query: CategoryQuery, covered: Float64Array): number {
  let sum = 0;
  let total = 0;
  for (const [index, { weight }] of query.terms.entries()) {
    sum += weight * (covered[index] ?? 0);
    total += weight;
  }
  return total === 0 ? 0 : sum / total;
}
