/**
 * The share of calls with a yes, from the chances that the engine gives and from what people judged: one model for both.
 *
 * Calls are put into bins by the engine's chance of a yes. How calls with a yes, and calls with a no, spread over the bins
 * differs from question to question; how much was measured on labelled kits, as two Dirichlet distributions
 * (`ScorePrior`). Given how all calls spread, the rates of yes in the bins have the density of independent beta
 * distributions, with the pseudo-counts of the yes and of the no as parameters, times a power of the share and of its
 * rest. A judgement adds to the parameters of its bin: the engine counts as one to two judgements in each bin, so
 * people overrule it however wrong it is. Which bins are judged more often does not matter, as long as the calls within
 * each are drawn at random. What nobody judged is left to chance call by call.
 */
import { chanceOf } from './chance.ts';
import { type Interval, within } from './limits.ts';

/** How calls with a yes and with a no are distributed over the bins: pseudo-counts of a Dirichlet distribution each. */
export interface ScorePrior {
  /** Where a bin ends; the last one ends at 1. */
  ends: readonly number[];
  yes: readonly number[];
  no: readonly number[];
}

/** By bin: calls that people judged as yes, and as no. */
export interface Judged {
  yes: readonly number[];
  no: readonly number[];
}

export interface KnownScores {
  prior: ScorePrior;
  /** They do not have to be among the asked calls, and do not have to be whole numbers. */
  judged: Judged;
  /** Judged calls among the asked ones: they are certain. They are not part of `judged`. */
  here?: Judged;
}

export interface ScoredCalls {
  /** The share of the calls in each bin. */
  parts: readonly number[];
  /** Asked calls: the size of a plain sample with the same uncertainty. */
  asked: number;
  population: number;
}

interface ScoredShare extends Interval {
  value: number;
  /** By bin: the expected share of yes. */
  rates: number[];
}

const DRAWS = 2_000;
/** A beta prior of the share: most things that people ask about are in less than half of the calls. */
const SHARE = { yes: 1, no: 2 };
/** Kits that others write differ more than those of the fit: what the fit counts for. */
export const TRUST = 0.5;
/** Cut off at either end. Slightly less than half of 5 %: a fit on some kits is slightly worse on others. */
const TAIL = 0.02;

export function binOf({ ends }: Pick<ScorePrior, 'ends'>, chance: number): number {
  const found = ends.findIndex((end) => chance < end);
  return found < 0 ? ends.length : found;
}

export type EstimateShare = (calls: ScoredCalls) => ScoredShare;

/** The draws are made once, for all groups of a question. */
export function openScores(known: KnownScores): EstimateShare {
  const { prior, here } = known;
  const chance = chanceOf(1);
  const { yes, no } = countsOf(known);
  const rates = Array.from({ length: DRAWS }, () => yes.map((count, bin) => chance.beta(count, no[bin] ?? 0)));
  const noise = rates.map(() => chance.normal());
  const powers = { yes: SHARE.yes - TRUST * sumOf(prior.yes), no: SHARE.no - TRUST * sumOf(prior.no) };
  return (calls) => {
    const drawn = rates.map((own, draw) => drawShare(own, noise[draw] ?? 0, calls, { powers, here }));
    const highest = drawn.reduce((most, { log }) => Math.max(most, log), Number.NEGATIVE_INFINITY);
    const weighed = drawn
      .map(({ share, log }, draw) => ({ share, weight: Math.exp(log - highest), own: rates[draw] ?? [] }))
      .sort((a, b) => a.share - b.share);
    const total = sumOf(weighed.map(({ weight }) => weight));
    const at = (rank: number) => quantile(weighed, total, rank);
    const expected = yes.map((_, bin) => sumOf(weighed.map(({ weight, own }) => weight * (own[bin] ?? 0))) / total);
    return { value: at(0.5), low: at(TAIL), high: at(1 - TAIL), rates: expected };
  };
}

/** For each bin, how many calls with a yes and with a no are known: from the kits, and from people's judgements. */
export function countsOf({ prior, judged, here }: KnownScores): { yes: number[]; no: number[] } {
  const of = (side: 'yes' | 'no') =>
    prior[side].map((count, bin) => TRUST * count + (judged[side][bin] ?? 0) + (here?.[side][bin] ?? 0));
  return { yes: of('yes'), no: of('no') };
}

/** With these rates: the share in the actual calls, some of which were asked, and the probability of such a share. */
function drawShare(
  rates: readonly number[],
  noise: number,
  { parts, asked, population }: ScoredCalls,
  { powers, here }: { powers: { yes: number; no: number }; here: Judged | undefined },
): { share: number; log: number } {
  let [share, squares, found, inside] = [0, 0, 0, 0];
  const [least, most] = [sumOf(here?.yes ?? []) / population, 1 - sumOf(here?.no ?? []) / population];
  for (const [bin, rate] of rates.entries()) {
    const part = parts[bin] ?? 0;
    share += part * rate;
    squares += part * rate ** 2;
    const yes = here?.yes[bin] ?? 0;
    const left = Math.max(0, part * population - yes - (here?.no[bin] ?? 0));
    found += yes + left * rate;
    inside += left * rate * (1 - rate);
  }
  const between = asked >= population ? 0 : ((squares - share ** 2) * (1 - asked / population)) / asked;
  found /= population;
  inside /= population ** 2;
  const drawn = found + noise * Math.sqrt(Math.max(0, between) + Math.max(0, inside));
  // This many calls cannot distinguish a smaller share from none.
  const nearNone = 1 / (asked + 2);
  const expected = within(nearNone, 1 - nearNone, share);
  return {
    share: within(least, most, drawn),
    log: powers.yes * Math.log(expected) + powers.no * Math.log(1 - expected),
  };
}

function quantile(sorted: readonly { share: number; weight: number }[], total: number, rank: number): number {
  let passed = 0;
  for (const { share, weight } of sorted) {
    passed += weight;
    if (passed >= rank * total) return share;
  }
  return sorted.at(-1)?.share ?? 0;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
