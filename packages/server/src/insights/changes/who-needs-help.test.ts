import { describe, expect, it } from 'vitest';
import type { Cell, Followed } from './find-changes.ts';
import { type Tally, wilson, Z } from './test-difference.ts';
import { rankAgents } from './who-needs-help.ts';

const solved: Followed = {
  measure: { key: 'solved', name: 'Solved', what: 'yes', leading: true, better: 'up', format: String },
  spread: undefined,
  points: undefined,
};
const score: Followed = {
  measure: { ...solved.measure, key: 'score', what: 'mean', leading: undefined },
  spread: { variance: 100, weight: 10 },
  points: undefined,
};

const cellOf = (agent: string, tally: Tally): Cell => ({
  agent,
  team: undefined,
  calls: tally.n,
  tallies: new Map([
    ['solved', tally],
    ['score', tally],
  ]),
});
const share = (agent: string, sum: number, n: number) => cellOf(agent, { n, sum, squares: sum });
const rank = (cells: Cell[], followed = solved) => rankAgents(cells, followed, {}, () => []).ranked;

describe('an agent’s interval', () => {
  it('is that of the calls themselves where one agent took them all', () => {
    const [one] = rank([share('Ana', 3, 4)]);
    const { low, high } = wilson({ n: 4, sum: 3, squares: 3 }, Z);
    expect(one).toMatchObject({ value: 0.75, low: expect.closeTo(low, 6), high: expect.closeTo(high, 6) });
  });

  it('is as wide as that of one agent’s own numbers', () => {
    const tally = { n: 5, sum: 350, squares: 350 ** 2 / 5 + 400 };
    const [alone] = rank([cellOf('Ana', tally)], score);
    const others = ['Ben', 'Caz', 'Dov', 'Eli', 'Flo'].map((name) => cellOf(name, tally));
    const among = rank([cellOf('Ana', tally), ...others], score).find(({ name }) => name === 'Ana');
    if (alone === undefined || among === undefined) throw new Error('Ana is not ranked.');
    expect(alone.value).toBeCloseTo(70);
    expect(alone.high - alone.low).toBeGreaterThan(1.8 * (among.high - among.low));
  });

  it.each([1, 2, 3, 6, 20])('contains the truth of %i agents nearly always', (count) => {
    const chance = seeded(count);
    let [inside, all] = [0, 0];
    for (let time = 0; time < 1200 / count; time += 1) {
      const middle = 0.3 + 0.5 * chance();
      const truths = Array.from({ length: count }, () =>
        Math.min(0.98, Math.max(0.02, middle + 0.3 * (chance() - 0.5))),
      );
      const cells = truths.map((truth, number) => {
        const n = 4 + Math.floor(chance() * 30);
        return share(`agent ${number}`, Array.from({ length: n }, () => chance() < truth).filter(Boolean).length, n);
      });
      for (const { name, low, high } of rank(cells)) {
        const truth = truths[Number(name.split(' ')[1])] ?? Number.NaN;
        inside += Number(low <= truth && truth <= high);
        all += 1;
      }
    }
    expect(inside / all).toBeGreaterThan(0.92);
  });
});

describe('the median', () => {
  const medianOf = (...figures: number[]) =>
    rankAgents(
      figures.map((figure, index) => share(`agent ${index}`, figure * 1000, 1000)),
      solved,
      {},
      () => [],
    );

  it('is the middle agent, or between the two in the middle', () => {
    expect(medianOf(0.2, 0.8, 0.5).median).toBeCloseTo(0.5, 2);
    expect(medianOf(0.2, 0.8, 0.4, 0.6).median).toBeCloseTo(0.5, 2);
    expect(medianOf(0.1, 0.9, 0.2, 0.7).median).toBeCloseTo(0.45, 2);
    expect(medianOf().median).toBeUndefined();
  });

  it('puts first who is behind it, and says nothing of who cannot be told from it', () => {
    const { ranked } = medianOf(0.5, 0.51, 0.9, 0.1);
    expect(ranked.map(({ name, standing }) => [name, standing])).toEqual([
      ['agent 3', 'bad'],
      ['agent 0', 'neutral'],
      ['agent 1', 'neutral'],
      ['agent 2', 'good'],
    ]);
  });

  it('counts apart who has too few calls, most first, and calls of nobody', () => {
    const nobody: Cell = { ...share('', 5, 9), agent: undefined };
    const found = rankAgents(
      [share('Ana', 1, 2), share('Ben', 0, 1), share('Caz', 2, 3), nobody],
      solved,
      {},
      () => [],
    );
    expect(found.ranked.map(({ name }) => name)).toEqual(['Caz']);
    expect(found.few).toEqual([
      { name: 'Ana', calls: 2 },
      { name: 'Ben', calls: 1 },
    ]);
    expect(found.unnamed).toBe(9);
  });
});

/** Numbers between 0 and 1, the same at every run. */
function seeded(seed: number): () => number {
  let state = seed * 7919 + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
