/**
 * Agents in the order in which they need help. Figures of few calls are adjusted towards the average, as far as chance explains the
 * differences between agents, so that three bad calls do not rank anybody last and ten calls are enough to be ranked.
 */
import { type Loss, lossesIn, type Measure, type News, type ScoredItem } from '@brickwork/contract/figures';
import type { CountedBrick } from '../store/insights-store.ts';
import { type Cell, type Followed, tallyOf } from './find-changes.ts';
import { groupOf, type LinedCell } from './read-cells.ts';
import { errorOf, meanOf, normalTail, type Tally, wilson, Z } from './test-difference.ts';

export interface RankedAgent {
  name: string;
  team: string | undefined;
  calls: number;
  /** As counted. */
  counted: number;
  /** Adjusted towards the average, with its 95 % interval. */
  value: number;
  low: number;
  high: number;
  /** The probability that they are worse than the median agent. */
  behind: number;
  /** `neutral` if it may be chance. */
  standing: News;
  losses: Loss[];
}

export interface AgentRanking {
  /** Agents who need help most come first; sorted by name if the kit does not say what is good. */
  ranked: RankedAgent[];
  /** Too few calls to rank. */
  few: { name: string; calls: number }[];
  median: number | undefined;
  /** Calls that name no agent. */
  unnamed: number;
}

const FEWEST_CALLS = 3;
const MOST_LOSSES = 3;
/** The certainty needed to place somebody behind or ahead of the median. */
const SURE = 0.975;
/** However similar agents look, their own calls count: the average is worth at most this many calls. */
const MOST_PRIOR_CALLS = 50;

interface Own {
  name: string;
  tally: Tally;
  squared: number;
}

export function rankAgents(
  cells: readonly Cell[],
  { measure, spread }: Followed,
  range: { min?: number | undefined; max?: number | undefined },
  lossesOf: (agent: string) => Loss[],
): AgentRanking {
  const names = [...new Set(cells.flatMap(({ agent }) => agent ?? []))];
  const all = names.map((name) => {
    const tally = tallyOf(cells, { agent: name }, measure.key);
    return { name, tally, squared: errorOf(tally, spread).squared };
  });
  const known = all.filter(({ tally }) => tally.n >= FEWEST_CALLS);
  const between = spreadBetween(known);
  const drawn = known.map((own) => ({ own, ...drawIn(own, between, measure) }));
  const median = medianOf(drawn.map(({ value }) => value));
  const ranked = drawn.map(({ own, value, error, low, high }): RankedAgent => {
    const below = median === undefined || error === 0 ? 0.5 : 1 - normalTail((median - value) / error);
    const behind = measure.better === 'down' ? 1 - below : below;
    return {
      name: own.name,
      team: cells.find(({ agent }) => agent === own.name)?.team,
      calls: own.tally.n,
      counted: meanOf(own.tally),
      value,
      low: Math.max(range.min ?? low, low),
      high: Math.min(range.max ?? high, high),
      behind,
      standing:
        measure.better === undefined ? 'neutral' : behind >= SURE ? 'bad' : behind <= 1 - SURE ? 'good' : 'neutral',
      losses: lossesOf(own.name),
    };
  });
  return {
    // If the kit does not say what is good, nobody is behind.
    ranked: ranked.toSorted(
      (a, b) => (measure.better === undefined ? 0 : b.behind - a.behind) || a.name.localeCompare(b.name),
    ),
    few: all
      .filter(({ tally }) => tally.n < FEWEST_CALLS)
      .map(({ name, tally }) => ({ name, calls: tally.n }))
      .toSorted((a, b) => b.calls - a.calls),
    median,
    unnamed: cells.reduce((sum, { agent, calls }) => sum + (agent === undefined ? calls : 0), 0),
  };
}

interface Between {
  mean: number;
  variance: number;
  /** How many calls each of the agents has from whom the average is known. */
  calls: number[];
  /** The variance of each one's figure. */
  squares: number[];
}

/** How much agents really differ, by DerSimonian and Laird: the variance of their figures beyond chance. */
function spreadBetween(known: readonly Own[]): Between {
  const calls = known.reduce((sum, { tally }) => sum + tally.n, 0);
  const mean = known.reduce((sum, { tally }) => sum + tally.sum, 0) / Math.max(1, calls);
  const ofCall = known.reduce((sum, { tally, squared }) => sum + tally.n ** 2 * squared, 0) / Math.max(1, calls);
  const weights = known.map(({ squared }) => 1 / Math.max(squared, 1e-9));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const seen = known.reduce((sum, { tally }, index) => sum + (weights[index] ?? 0) * (meanOf(tally) - mean) ** 2, 0);
  const scale = total - weights.reduce((sum, weight) => sum + weight ** 2, 0) / Math.max(total, 1e-9);
  const found = scale > 0 ? (seen - (known.length - 1)) / scale : 0;
  return {
    mean,
    variance: Math.max(found, ofCall / MOST_PRIOR_CALLS, 1e-9),
    calls: known.map(({ tally }) => tally.n),
    squares: known.map(({ squared }) => squared),
  };
}

/**
 * The average is known only from these agents' calls, so the interval includes its uncertainty: an agent who took every call has the
 * interval of these calls. Agents are compared with one another by `error`, without it, because it is the same for all.
 */
function drawIn({ tally, squared }: Own, { mean, variance, calls, squares }: Between, { leading }: Measure) {
  if (leading === undefined) {
    const weight = variance / (variance + squared);
    const error = Math.sqrt(weight * squared);
    const value = weight * meanOf(tally) + (1 - weight) * mean;
    const ofMean = 1 / squares.reduce((sum, square) => sum + 1 / (variance + square), 0);
    const half = Z * Math.sqrt(weight * squared + (1 - weight) ** 2 * ofMean);
    return { value, error, low: value - half, high: value + half };
  }
  const prior = Math.max(1, (mean * (1 - mean)) / variance - 1);
  const n = tally.n + prior;
  const value = (tally.sum + mean * prior) / n;
  // In units of the variance of one call.
  const ofMean = 1 / calls.reduce((sum, own) => sum + (prior * own) / (prior + own), 0);
  const worth = 1 / (1 / n + (prior / n) ** 2 * ofMean);
  const interval = wilson({ n: worth, sum: value * worth, squares: 0 }, Z);
  return { value, error: Math.sqrt((value * (1 - value)) / (n + 1)), ...interval };
}

function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 || low === undefined || high === undefined ? high : (low + high) / 2;
}

/** What costs an agent most points, over all their teams. */
export function lossesOfAgent(
  cells: readonly LinedCell[],
  agent: string,
  bricks: readonly CountedBrick[],
  items: readonly ScoredItem[],
): Loss[] {
  const lines = cells.filter((cell) => cell.agent === agent).flatMap((cell) => cell.lines);
  return lossesIn(groupOf(agent, lines, bricks), items)
    .filter(({ points }) => points > 0)
    .slice(0, MOST_LOSSES);
}
