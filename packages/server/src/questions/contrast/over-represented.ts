/**
 * Phrases that come up more often on one side of a contrast than on the other: the difference of log-odds with an informative Dirichlet
 * prior (Monroe, Colaresi and Quinn 2008), by calls and not by words, so that one long call does not decide. The prior is the overall
 * frequency of a phrase: rare phrases have to differ more. Differences that chance explains are left out (`by-chance.ts`): with thousands
 * of phrases, three standard errors alone reported something in every contrast of calls that do not differ. Phrases that occur in the same
 * calls or have the same meaning are reported together.
 */
import { wordVectors } from '@brickwork/engine/words/vectors/word-vectors';
import { openChances, smallEnough } from './by-chance.ts';
import type { PhraseCount } from './count-phrases.ts';
import { isTelling } from './phrases-of.ts';

export interface OverRepresented {
  phrase: string;
  /** Other phrases with the same meaning. */
  also: string[];
  inside: number;
  against: number;
  logOdds: number;
  /** In standard errors. */
  z: number;
  calls: number[];
}

/** The weight of the prior in calls, at most a tenth of all calls: a few dozen calls must be able to differ. */
const PRIOR_CALLS = 50;
const PRIOR_SHARE = 0.1;
/** A smaller difference is not worth reporting, however many calls there are. */
const LEAST_Z = 3;
/** Phrases that are compared with each other. */
const MOST_COMPARED = 600;
const SAME_CALLS = 0.6;
/** Standard errors of overlap between two phrases that chance explains. */
const CHANCE_ERRORS = 2;
const SAME_MEANING = 0.85;
const MOST_ALSO = 5;

/** `looked`: phrases that could have come up more often. */
export function overRepresented(
  counts: readonly PhraseCount[],
  { calls, looked }: { calls: { inside: number; against: number }; looked: number },
  most: number,
): OverRepresented[] {
  const chanceOf = openChances(calls);
  const likely = counts.map((count) => ({ ...count, chance: chanceOf(count) }));
  const least = smallEnough(
    likely.map(({ chance }) => chance),
    looked,
  );
  const scored = likely
    .filter(({ chance }) => chance <= least)
    .map(({ chance: _chance, ...count }) => ({ ...count, ...scoreOf(count, calls) }))
    .filter(({ z, logOdds }) => z >= LEAST_Z && logOdds > 0)
    .toSorted((a, b) => b.z - a.z || weightOf(b.phrase) - weightOf(a.phrase) || (a.phrase < b.phrase ? -1 : 1))
    .slice(0, MOST_COMPARED);
  const vectors = new Map(scored.map(({ phrase }) => [phrase, vectorOf(phrase)]));
  const told: OverRepresented[] = [];
  for (const each of scored) {
    const same = told.find(
      (other) =>
        isOfSameCalls(each, other, calls.inside) ||
        likenessOf(vectors.get(each.phrase), vectors.get(other.phrase)) >= SAME_MEANING,
    );
    if (same === undefined) told.push({ ...each, also: [] });
    else if (same.also.length < MOST_ALSO) same.also.push(each.phrase);
  }
  return told.slice(0, most);
}

function scoreOf({ inside, against }: PhraseCount, calls: { inside: number; against: number }) {
  const all = Math.max(1, calls.inside + calls.against);
  const worth = Math.min(PRIOR_CALLS, PRIOR_SHARE * all);
  const prior = (worth * (inside + against)) / all;
  const odds = (count: number, of: number) => (count + prior) / (of + worth - count - prior);
  const variance = 1 / (inside + prior) + 1 / (against + prior);
  const logOdds = Math.log(odds(inside, calls.inside)) - Math.log(odds(against, calls.against));
  return { logOdds, z: logOdds / Math.sqrt(variance) };
}

/** Among phrases of the same calls, the most informative one: "broken glass" rather than "glass" or "came with broken". */
function weightOf(phrase: string): number {
  const words = phrase.split(' ');
  const telling = words.filter(isTelling).length;
  return 2 * telling - 3 * (words.length - telling);
}

/**
 * Whether most calls of the rarer phrase are also calls of the other: then it is a detail of it. A phrase that is in almost every call
 * shares calls with any other by chance, so the overlap must be larger than chance explains, unless both have almost the same calls.
 */
function isOfSameCalls(left: PhraseCount, right: PhraseCount, of: number): boolean {
  const last = Math.min(lastKnown(left, of), lastKnown(right, of));
  const upTo = ({ calls }: PhraseCount) => calls.filter((call) => call <= last);
  const [rarer = [], other = []] = [upTo(left), upTo(right)].toSorted((a, b) => a.length - b.length);
  if (rarer.length === 0) return false;
  const others = new Set(other);
  const both = rarer.filter((call) => others.has(call)).length;
  if (both / other.length >= SAME_CALLS) return true;
  const chance = other.length / (last + 1);
  if (chance >= 1) return false;
  const explained = chance + CHANCE_ERRORS * Math.sqrt((chance * (1 - chance)) / rarer.length);
  return both / rarer.length >= Math.max(SAME_CALLS, explained);
}

/** For a frequent phrase, only the first calls are kept, in order: overlaps are counted up to there. */
function lastKnown({ calls, inside }: PhraseCount, of: number): number {
  return calls.length < inside ? (calls.at(-1) ?? 0) : of - 1;
}

/** The sum of its words' vectors, with rare words weighted more; undefined if none is known. */
function vectorOf(phrase: string): Float64Array | undefined {
  const vectors = wordVectors();
  const sum = new Float64Array(vectors.dimensions);
  let known = 0;
  for (const word of phrase.split(' ')) {
    const row = vectors.rowOf(word);
    if (row < 0) continue;
    known += 1;
    vectors.addTo(sum, row, Math.log(row + 2));
  }
  return known === 0 ? undefined : sum;
}

function likenessOf(left: Float64Array | undefined, right: Float64Array | undefined): number {
  if (left === undefined || right === undefined) return 0;
  let [product, ofLeft, ofRight] = [0, 0, 0];
  for (const [cell, value] of left.entries()) {
    const other = right[cell] ?? 0;
    product += value * other;
    ofLeft += value ** 2;
    ofRight += other ** 2;
  }
  return ofLeft === 0 || ofRight === 0 ? 0 : product / Math.sqrt(ofLeft * ofRight);
}
