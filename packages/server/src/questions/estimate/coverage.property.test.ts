/**
 * Simulated worlds: calls with a true answer each, an engine that errs, a sample, an estimate. The 95 % interval has to contain the truth in at least 93 of 100
 * worlds, for every way in which calls are chosen and every way in which the engine's accuracy is known.
 */
import { describe, expect, it } from 'vitest';
import { type SeededRandom, seededRandom } from '../../../../../bench/support/seeded-random.ts';
import { draws } from '../../../../../test/support/draws.ts';
import type { KnownShare } from './accuracy.ts';
import { estimateNumber } from './estimate-number.ts';
import { estimateShare, type Stratum } from './estimate-share.ts';
import { estimateValue } from './estimate-value.ts';

const WORLDS = draws(1_000);
/** 0.93 of all of them; a tenth says less. */
const LEAST = 0.95 - 0.02 * Math.sqrt(1_000 / WORLDS);

/** Share of worlds whose interval contains the truth. */
function coverage(
  policy: string,
  world: (random: SeededRandom) => { low: number; high: number; truth: number },
): number {
  let held = 0;
  let width = 0;
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const { low, high, truth } = world(seededRandom(seed * 7919));
    held += Number(low - 1e-9 <= truth && truth <= high + 1e-9);
    width += high - low;
  }
  // biome-ignore lint/suspicious/noConsole: the figures are what this test is run for.
  console.log(
    `${policy}: ${((100 * held) / WORLDS).toFixed(1)} of 100 worlds, mean width ${(width / WORLDS).toFixed(3)}`,
  );
  return held / WORLDS;
}

function normal({ next }: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Marsaglia and Tsang. */
function gamma(random: SeededRandom, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * (1 - random.next()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** What a question's own accuracy may be, where only that of other questions is known. */
function drawShare(random: SeededRandom, { share, worth }: KnownShare): number {
  const yes = gamma(random, share * worth);
  return yes / (yes + gamma(random, (1 - share) * worth));
}

interface Engine {
  sensitivity: number;
  specificity: number;
}

/** What is known of it: exactly as much as so many reviewed calls tell. */
function reviewed(random: SeededRandom, { sensitivity, specificity }: Engine, yes: number, no: number) {
  const counted = (chance: number, of: number): KnownShare => {
    let right = 0;
    for (let each = 0; each < of; each += 1) right += Number(random.next() < chance);
    return { share: right / of, worth: of };
  };
  return { sensitivity: counted(sensitivity, yes), specificity: counted(specificity, no) };
}

interface World {
  populations: readonly number[];
  shares: readonly number[];
  asked: readonly number[];
  notSure?: number;
}

/** The calls of each stratum, those asked of them, and what the engine says. */
function ask(random: SeededRandom, { populations, shares, asked, notSure = 0 }: World, engine: Engine) {
  let truth = 0;
  const strata = populations.map((population, at): Stratum => {
    const calls = Array.from({ length: population }, () => random.next() < (shares[at] ?? 0));
    truth += calls.filter(Boolean).length;
    const stratum: Stratum = { population, yes: 0, no: 0, notSure: 0 };
    for (let n = 0; n < (asked[at] ?? 0); n += 1) {
      const other = n + Math.floor(random.next() * (population - n));
      [calls[n], calls[other]] = [calls[other] === true, calls[n] === true];
      const isYes = calls[n] === true;
      // The engine holds back more often where the answer is a yes: what is missing is not missing at random.
      if (random.next() < (isYes ? 2 * notSure : notSure)) stratum.notSure += 1;
      else if (random.next() < (isYes ? engine.sensitivity : 1 - engine.specificity)) stratum.yes += 1;
      else stratum.no += 1;
    }
    return stratum;
  });
  return { strata, truth: truth / populations.reduce((sum, each) => sum + each, 0) };
}

describe('the interval of a share contains the truth in at least 93 of 100 worlds', () => {
  const share = (random: SeededRandom) => 0.05 + 0.9 * random.next();

  it('from a random sample, with an engine that does not err', () => {
    const found = coverage('random sample, no errors', (random) => {
      const world = { populations: [2_000], shares: [share(random)], asked: [random.between(40, 400)] };
      const { strata, truth } = ask(random, world, { sensitivity: 1, specificity: 1 });
      const { low = 0, high = 0 } = estimateShare(strata, {}) ?? {};
      return { low, high, truth };
    });
    expect(found).toBeGreaterThanOrEqual(LEAST);
  });

  it('from a random sample, with an accuracy that was reviewed', () => {
    const found = coverage('random sample, reviewed accuracy', (random) => {
      const engine = { sensitivity: 0.7 + 0.28 * random.next(), specificity: 0.7 + 0.28 * random.next() };
      const known = reviewed(random, engine, random.between(30, 200), random.between(30, 200));
      const world = { populations: [2_000], shares: [share(random)], asked: [random.between(40, 400)] };
      const { strata, truth } = ask(random, world, engine);
      const { low = 0, high = 0 } = estimateShare(strata, known) ?? {};
      return { low, high, truth };
    });
    expect(found).toBeGreaterThanOrEqual(LEAST);
  });

  it('from a random sample, with an accuracy that was published for other questions', () => {
    const known = { sensitivity: { share: 0.75, worth: 8 }, specificity: { share: 0.8, worth: 8 } };
    const found = coverage('random sample, published accuracy', (random) => {
      const engine = {
        sensitivity: drawShare(random, known.sensitivity),
        specificity: drawShare(random, known.specificity),
      };
      const world = { populations: [2_000], shares: [share(random)], asked: [random.between(100, 400)] };
      const { strata, truth } = ask(random, world, engine);
      const { low = 0, high = 0 } = estimateShare(strata, known) ?? {};
      return { low, high, truth };
    });
    expect(found).toBeGreaterThanOrEqual(LEAST);
  });

  it('where every call was asked, be they few, with an accuracy that was reviewed', () => {
    const found = coverage('all calls, reviewed accuracy', (random) => {
      const engine = { sensitivity: 0.7 + 0.28 * random.next(), specificity: 0.7 + 0.28 * random.next() };
      const known = reviewed(random, engine, random.between(30, 200), random.between(30, 200));
      const calls = random.between(10, 120);
      const world = { populations: [calls], shares: [0.3 * random.next()], asked: [calls] };
      const { strata, truth } = ask(random, world, engine);
      const { low = 0, high = 0 } = estimateShare(strata, known) ?? {};
      return { low, high, truth };
    });
    expect(found).toBeGreaterThanOrEqual(LEAST);
  });

  it('from strata, for a rare answer, with an accuracy that was reviewed', () => {
    const found = coverage('strata, rare answer, reviewed accuracy', (random) => {
      const engine = { sensitivity: 0.75 + 0.2 * random.next(), specificity: 0.9 + 0.09 * random.next() };
      const known = reviewed(random, engine, random.between(40, 200), random.between(60, 300));
      const each = random.between(50, 150);
      const world = {
        populations: [150, 1_850],
        shares: [0.1 + 0.5 * random.next(), 0.01 * random.next()],
        asked: [each, each],
      };
      const { strata, truth } = ask(random, world, engine);
      const { low = 0, high = 0 } = estimateShare(strata, known) ?? {};
      return { low, high, truth };
    });
    expect(found).toBeGreaterThanOrEqual(LEAST);
  });

  it('where answers that are not sure are more often a yes', () => {
    const found = coverage('random sample, not sure, reviewed accuracy', (random) => {
      const engine = { sensitivity: 0.85, specificity: 0.9 };
      const known = reviewed(random, engine, 100, 100);
      const world = {
        populations: [2_000],
        shares: [share(random)],
        asked: [random.between(60, 400)],
        notSure: 0.15 * random.next(),
      };
      const { strata, truth } = ask(random, world, engine);
      const { low = 0, high = 0 } = estimateShare(strata, known) ?? {};
      return { low, high, truth };
    });
    expect(found).toBeGreaterThanOrEqual(LEAST);
  });

  it('when asking ends as soon as the interval is narrow enough', () => {
    const found = coverage('random sample until it is enough', (random) => {
      const engine = { sensitivity: 0.85, specificity: 0.9 };
      const known = reviewed(random, engine, 150, 150);
      const calls = Array.from({ length: 2_000 }, () => random.next() < 0.3);
      const truth = calls.filter(Boolean).length / calls.length;
      const stratum: Stratum = { population: calls.length, yes: 0, no: 0, notSure: 0 };
      for (let n = 0; n < 1_500; n += 1) {
        const other = n + Math.floor(random.next() * (calls.length - n));
        [calls[n], calls[other]] = [calls[other] === true, calls[n] === true];
        const isYes = random.next() < (calls[n] === true ? engine.sensitivity : 1 - engine.specificity);
        stratum[isYes ? 'yes' : 'no'] += 1;
        if (n % 50 !== 0 || n < 30) continue;
        const { sampling: { low, high } = { low: 0, high: 1 } } = estimateShare([stratum], known) ?? {};
        if ((high - low) / 2 <= 0.08) break;
      }
      const { low = 0, high = 0 } = estimateShare([stratum], known) ?? {};
      return { low, high, truth };
    });
    expect(found).toBeGreaterThanOrEqual(LEAST);
  });
});

describe('an engine that says no to all calls, or yes', () => {
  const known = { sensitivity: { share: 0.676, worth: 5.4 }, specificity: { share: 0.793, worth: 3.5 } };

  it('leaves open what it may have missed, and no more', () => {
    const none = estimateShare([{ population: 20_000, yes: 0, no: 400, notSure: 0 }], known);
    expect(none?.low).toBe(0);
    expect(none?.high).toBeGreaterThan(0.005);
    expect(none?.high).toBeLessThan(0.2);
    const all = estimateShare([{ population: 20_000, yes: 400, no: 0, notSure: 0 }], known);
    expect(all?.low).toBeGreaterThan(0.8);
    expect(all?.high).toBe(1);
  });

  it('is corrected by what is known of it; in which of the calls it erred stays open', () => {
    const exact = { share: 0.8, worth: Number.POSITIVE_INFINITY };
    const found = estimateShare([{ population: 1_000, yes: 380, no: 620, notSure: 0 }], {
      sensitivity: exact,
      specificity: exact,
    });
    expect(found?.value).toBeCloseTo(0.3, 2);
    const width = (found?.high ?? 0) - (found?.low ?? 0);
    expect(width).toBeGreaterThan(0.05);
    expect(width).toBeLessThan(0.12);
  });
});

describe('the interval of other figures contains the truth in at least 93 of 100 worlds', () => {
  it('for one of several values, whatever the wrong answers are', () => {
    const found = coverage('random sample, one of several values', (random) => {
      const right = 0.6 + 0.35 * random.next();
      const known = { right: reviewed(random, { sensitivity: right, specificity: 1 }, 120, 1).sensitivity };
      const draw = () => {
        const at = random.next();
        return at < 0.5 ? 0 : at < 0.8 ? 1 : 2;
      };
      const calls = Array.from({ length: 2_000 }, draw);
      const truth = calls.filter((value) => value === 1).length / calls.length;
      // Wrong answers all go to the value that is looked at, or all away from it.
      const isTowards = random.next() < 0.5;
      const stratum: Stratum = { population: calls.length, yes: 0, no: 0, notSure: 0 };
      for (const value of calls.slice(0, random.between(80, 400))) {
        const isRight = random.next() < right;
        const answer = isRight ? value : isTowards ? 1 : value === 1 ? 0 : value;
        stratum[answer === 1 ? 'yes' : 'no'] += 1;
      }
      const { low = 0, high = 0 } = estimateValue([stratum], known) ?? {};
      return { low, high, truth };
    });
    expect(found).toBeGreaterThanOrEqual(LEAST);
  });

  const numberWorld = (random: SeededRandom, figure: 'mean' | 'median') => {
    const right = 0.75 + 0.2 * random.next();
    const known = { right: reviewed(random, { sensitivity: right, specificity: 1 }, 120, 1).sensitivity };
    const populations = [300, 1_700];
    const numbers = populations.map((population, at) =>
      Array.from({ length: population }, () =>
        random.next() < 0.7 ? Math.exp(1 + at + 0.6 * normal(random)) : undefined,
      ),
    );
    const all = numbers.flat().filter((number) => number !== undefined);
    const mean = all.reduce((sum, number) => sum + number, 0) / all.length;
    const sd = Math.sqrt(all.reduce((sum, number) => sum + (number - mean) ** 2, 0) / all.length);
    const truth = figure === 'mean' ? mean : (all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0);
    const shift = (2 * random.next() - 1) * sd;
    const strata = numbers.map((calls, at) => {
      const asked = calls.slice(0, at === 0 ? 80 : 120);
      return {
        population: populations[at] ?? 0,
        asked: asked.length,
        numbers: asked.flatMap((number) =>
          number === undefined ? [] : [random.next() < right ? number : number + shift],
        ),
      };
    });
    const { low = 0, high = 0 } = estimateNumber(strata, known)?.[figure] ?? {};
    return { low, high, truth };
  };

  it('for a mean over strata, with numbers that are wrong', () => {
    expect(coverage('strata, mean', (random) => numberWorld(random, 'mean'))).toBeGreaterThanOrEqual(LEAST);
  });

  it('for a median over strata, with numbers that are wrong', () => {
    expect(coverage('strata, median', (random) => numberWorld(random, 'median'))).toBeGreaterThanOrEqual(LEAST);
  });
});
