/**
 * Workspaces made of labelled kits: the chances that the engine really gave to calls of one question, with another share of
 * yes. The prior is fitted without the question's own kit. A question has three to seven recorded calls of either
 * answer, which taken alone would differ more than questions do, so each call comes from the question or from those of
 * other kits, as the fit weighs them.
 */
import { judgementsByBin } from '@brickwork/server/questions/estimate/choose-judgements';
import {
  binOf,
  type Judged,
  openScores,
  type ScorePrior,
} from '@brickwork/server/questions/estimate/estimate-from-scores';
import { fitScorePrior, type RecordedBrick } from '@brickwork/server/questions/estimate/fit-score-prior';
import recorded from '../../packages/server/src/questions/estimate/recorded-scores.json' with { type: 'json' };
import type { SeededRandom } from '../support/seeded-random.ts';

const KITS: Readonly<Record<string, Readonly<Record<string, RecordedBrick>>>> = recorded;
const NAMES = Object.keys(KITS);
const LEAST_SHARE = 0.02;
const MOST_SHARE = 0.6;

const bricksOf = (kits: readonly string[]) => kits.flatMap((kit) => Object.values(KITS[kit] ?? {}));
const others = new Map(
  NAMES.map((kit) => {
    const bricks = bricksOf(NAMES.filter((other) => other !== kit));
    const pool = { yes: bricks.flatMap(({ yes }) => yes), no: bricks.flatMap(({ no }) => no) };
    return [kit, { prior: fitScorePrior(bricks), pool }];
  }),
);

export interface SimulatedCall {
  isYes: boolean;
  chance: number;
}

/** What chance the engine gives to a call, where it is not the recorded one. */
export type Engine = (call: SimulatedCall, random: SeededRandom) => number;

export const ENGINES: Readonly<Record<string, Engine>> = {
  'as it is': ({ chance }) => chance,
  'right in 95 of 100': ({ isYes }, random) => {
    const isRight = random.next() < 0.95;
    return isRight === isYes ? 0.7 + 0.29 * random.next() : 0.01 + 0.29 * random.next();
  },
  'says anything': (_call, random) => random.next(),
  'says the contrary': ({ isYes }) => (isYes ? 0.1 : 0.9),
};

export interface SimulatedWorkspace {
  prior: ScorePrior;
  calls: SimulatedCall[];
  truth: number;
  /** Another population of the same question, with this share. */
  more(share: number): SimulatedCall[];
}

export function simulateWorkspace(random: SeededRandom, chanceOf: Engine, share?: number): SimulatedWorkspace {
  const kit = random.pick(NAMES);
  const brick = random.pick(bricksOf([kit]));
  const { prior, pool } = others.get(kit) ?? { prior: fitScorePrior([]), pool: brick };
  const drawn = LEAST_SHARE + (MOST_SHARE - LEAST_SHARE) * random.next();
  const size = Math.round(100 * 20 ** random.next());
  const more = (of: number) =>
    Array.from({ length: size }, (): SimulatedCall => {
      const isYes = random.next() < of;
      const side = isYes ? 'yes' : 'no';
      const worth = sumOf(prior[side]);
      const from = random.next() < worth / (worth + brick[side].length) ? pool[side] : brick[side];
      const call = { isYes, chance: random.pick(from) / 1_000 };
      return { isYes, chance: chanceOf(call, random) };
    });
  const calls = more(share ?? drawn);
  return { prior, calls, more, truth: calls.filter(({ isYes }) => isYes).length / calls.length };
}

/** So many calls are judged, by rounds of twelve, chosen as `judgementsByBin` says and at random within each bin. */
export function judgeSome(prior: ScorePrior, calls: readonly SimulatedCall[], random: SeededRandom, most: number) {
  const bins = prior.yes.map((): SimulatedCall[] => []);
  for (const call of calls) bins[binOf(prior, call.chance)]?.push(call);
  for (const bin of bins) shuffle(bin, random);
  const parts = bins.map(({ length }) => length / calls.length);
  const here = { yes: bins.map(() => 0), no: bins.map(() => 0) };
  const none = { yes: bins.map(() => 0), no: bins.map(() => 0) };
  for (let done = 0; done < most; ) {
    const taken = bins.map((_, bin) => (here.yes[bin] ?? 0) + (here.no[bin] ?? 0));
    const left = bins.map(({ length }, bin) => length - (taken[bin] ?? 0));
    const next = judgementsByBin({ prior, judged: none, here }, parts, left, Math.min(ROUND, most - done));
    if (sumOf(next) === 0) break;
    done += sumOf(next);
    for (const [bin, count] of next.entries())
      for (const { isYes } of bins[bin]?.slice(taken[bin], (taken[bin] ?? 0) + count) ?? []) {
        const side = here[isYes ? 'yes' : 'no'];
        side[bin] = (side[bin] ?? 0) + 1;
      }
  }
  return { here, none, parts };
}

const ROUND = 12;

/** The share of all calls, every one of which was read by the engine. */
export function estimateSimulated(
  { prior, calls }: Pick<SimulatedWorkspace, 'prior' | 'calls'>,
  { parts, here, judged }: { parts: readonly number[]; here: Judged; judged: Judged },
) {
  return openScores({ prior, judged, here })({ parts, asked: calls.length, population: calls.length });
}

export function shuffle<Item>(items: Item[], random: SeededRandom): void {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = random.between(0, at);
    [items[at], items[other]] = [items[other] as Item, items[at] as Item];
  }
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

export function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}
