/**
 * How often the 95 % intervals of questions across calls hold the truth, and how wide they are: by how many calls people judged
 * and by how right the engine is. Beside it, the people's sample alone and PPI++ (Angelopoulos, Duchi and Zrnic
 * 2023), both with as many calls drawn at random.
 *
 *   node bench/quality/ask-coverage.ts [WORKSPACES]
 *
 * Prints the tables of `docs/decisions/0255-questions-and-contrasts.md`. 1,000 workspaces take about ten minutes.
 */
import { shareLimits, studentQuantile, within } from '@brickwork/server/questions/estimate/limits';
import { seededRandom } from '../support/seeded-random.ts';
import {
  ENGINES,
  type Engine,
  estimateSimulated,
  judgeSome,
  medianOf,
  type SimulatedCall,
  shuffle,
  simulateWorkspace,
  sumOf,
} from './simulated-workspaces.ts';

const WORKSPACES = Number(process.argv[2] ?? 1_000);
const JUDGED = [0, 12, 20, 40, 100];
const SHARES = [0.03, 0.1, 0.3, 0.5];

interface Limits {
  low: number;
  high: number;
}

class Tally {
  readonly widths: number[] = [];
  held = 0;
  add({ low, high }: Limits, truth: number): void {
    this.held += Number(low - 1e-9 <= truth && truth <= high + 1e-9);
    this.widths.push(high - low);
  }
  toString(): string {
    if (this.widths.length === 0) return '|  |  ';
    return `| ${(this.held / this.widths.length).toFixed(3)} | ${medianOf(this.widths).toFixed(2)} `;
  }
}

/** With tuned weight, and Student's quantile: a normal one holds the truth in fewer workspaces still. */
function predictionPowered(sample: readonly SimulatedCall[], calls: readonly SimulatedCall[]): Limits {
  const [n, N] = [sample.length, calls.length];
  const meanOf = (some: readonly SimulatedCall[], of: (call: SimulatedCall) => number) =>
    sumOf(some.map(of)) / some.length;
  const yes = ({ isYes }: SimulatedCall) => Number(isYes);
  const chance = (call: SimulatedCall) => call.chance;
  const [meanYes, meanChance] = [meanOf(sample, yes), meanOf(sample, chance)];
  const covariance = meanOf(sample, (call) => (yes(call) - meanYes) * (chance(call) - meanChance));
  const spread = meanOf(sample, (call) => (chance(call) - meanChance) ** 2);
  const weight = spread === 0 ? 0 : within(0, 1, covariance / (spread * (1 + n / N)));
  const rest = (call: SimulatedCall) => yes(call) - weight * chance(call);
  const value = weight * meanOf(calls, chance) + meanOf(sample, rest);
  const middle = meanOf(sample, rest);
  const variance = sumOf(sample.map((call) => (rest(call) - middle) ** 2)) / (n - 1);
  const half = studentQuantile(n - 1) * Math.sqrt((variance / n) * (1 - n / N));
  return { low: within(0, 1, value - half), high: within(0, 1, value + half) };
}

function row(name: string, engine: Engine, most: number, share?: number): string {
  const [own, alone, powered] = [new Tally(), new Tally(), new Tally()];
  let [nearer, differing] = [0, 0];
  for (let seed = 1; seed <= WORKSPACES; seed += 1) {
    const random = seededRandom(seed * 7919);
    const workspace = simulateWorkspace(random, engine, share);
    const { prior, calls, truth } = workspace;
    const { here, none, parts } = judgeSome(prior, calls, random, most);
    const found = estimateSimulated(workspace, { parts, here, judged: none });
    own.add(found, truth);
    const raw = calls.filter(({ chance }) => chance >= 0.5).length / calls.length;
    if (Math.abs(raw - found.value) >= 0.005) {
      differing += 1;
      nearer += Number(Math.abs(found.value - truth) < Math.abs(raw - truth));
    }
    if (most === 0) continue;
    shuffle(calls, random);
    const sample = calls.slice(0, most);
    alone.add(shareLimits(sample.filter(({ isYes }) => isYes).length / sample.length, sample.length), truth);
    powered.add(predictionPowered(sample, calls), truth);
  }
  return `| ${name} | ${most} ${own}${alone}${powered}| ${(nearer / Math.max(1, differing)).toFixed(2)} |`;
}

/** Judged in another month, whose share is another one; nobody judged a call of this one. */
function elsewhereRow(most: number): string {
  const own = new Tally();
  for (let seed = 1; seed <= WORKSPACES; seed += 1) {
    const random = seededRandom(seed * 7919);
    const workspace = simulateWorkspace(random, ENGINES['as it is'] as Engine);
    const { prior, calls, truth, more } = workspace;
    const odds = (truth + 0.01) / (1.01 - truth);
    const shifted = odds * Math.exp(SHIFT * (random.next() + random.next() + random.next() - 1.5) * 2);
    const { here: there, none } = judgeSome(prior, more(shifted / (1 + shifted)), random, most);
    const total = sumOf([...there.yes, ...there.no]);
    const weight = Math.min(0.5, 20 / Math.max(1, total));
    const judged = { yes: there.yes.map((count) => weight * count), no: there.no.map((count) => weight * count) };
    const { parts } = judgeSome(prior, calls, random, 0);
    own.add(estimateSimulated(workspace, { parts, here: none, judged }), truth);
  }
  return `| ${most} ${own}|`;
}

/** Of the logarithm of the odds: a share of .20 becomes .13 to .29 in two of three months. */
const SHIFT = 0.5;

console.log('| engine | judged | held | width | people: held | width | PPI++: held | width | nearer |');
console.log('|---|---|---|---|---|---|---|---|---|');
for (const [name, engine] of Object.entries(ENGINES)) for (const most of JUDGED) console.log(row(name, engine, most));
console.log('\nBy the true share, 40 judged:');
for (const share of SHARES) console.log(row(`share ${share}`, ENGINES['as it is'] as Engine, 40, share));
console.log('\nJudged in another month:');
for (const most of [12, 40, 100]) console.log(elsewhereRow(most));
