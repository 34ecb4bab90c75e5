import { describe, expect, it } from 'vitest';
import { type Both, type Cell, type Followed, findChanges } from './find-changes.ts';
import { whoCarriesIt } from './who-carries-it.ts';

const measure = { name: '', what: '', better: 'up', format: String } as const;
/** Two questions of 50 points each, and the score that follows from them. */
const greeted: Followed = {
  measure: { ...measure, key: 'greeted', leading: true },
  spread: undefined,
  points: 50,
};
const solved: Followed = { ...greeted, measure: { ...greeted.measure, key: 'solved' } };
const quality: Followed = {
  measure: { ...measure, key: 'quality', leading: undefined },
  spread: { variance: 1000, weight: 5 },
  points: undefined,
};
const FOLLOWED = [quality, greeted, solved];

interface Calls {
  team?: string;
  agent: string;
  calls: number;
  /** The share of calls with a yes. */
  greeted: number;
  solved: number;
}

function cellOf({ team, agent, calls, greeted: first, solved: second }: Calls): Cell {
  const share = (of: number) => ({ n: calls, sum: Math.round(of * calls), squares: Math.round(of * calls) });
  const [a, b] = [share(first), share(second)];
  const both = (a.sum * b.sum) / calls;
  const points = { n: calls, sum: 50 * (a.sum + b.sum), squares: 2500 * (a.sum + b.sum + 2 * both) };
  return {
    ...{ team, agent, calls },
    tallies: new Map([
      ['greeted', a],
      ['solved', b],
      ['quality', points],
    ]),
  };
}

const TEAMS: Calls[] = ['North', 'South', 'West'].flatMap((team) =>
  [1, 2, 3].map((number) => ({ team, agent: `${team} ${number}`, calls: 80, greeted: 0.9, solved: 0.8 })),
);
const before = TEAMS.map(cellOf);
const namedOf = (cells: Both) =>
  findChanges(cells, FOLLOWED, 'quality').named.map(({ followed, where }) => [
    followed.measure.key,
    where.team ?? where.agent ?? 'all',
  ]);
const changed = (change: (calls: Calls) => Partial<Calls>) => TEAMS.map((each) => cellOf({ ...each, ...change(each) }));

describe('changes', () => {
  it('are none in two equal weeks', () => {
    expect(namedOf({ before, after: before })).toEqual([]);
  });

  it('of one question in one team are that alone, not the fall of the score that follows', () => {
    const after = changed(({ team }) => (team === 'South' ? { greeted: 0.4 } : {}));
    const found = findChanges({ before, after }, FOLLOWED, 'quality');
    expect(found.named.map(({ followed, where }) => [followed.measure.key, where.team])).toEqual([
      ['greeted', 'South'],
    ]);
    expect(found.all.map(({ followed, where }) => `${followed.measure.key} ${where.team}`)).toContain('quality South');
  });

  it('of one agent in everything are that agent, once, by the score', () => {
    const after = changed(({ agent }) => (agent === 'West 2' ? { greeted: 0.3, solved: 0.2 } : {}));
    expect(namedOf({ before, after })).toEqual([['quality', 'West 2']]);
  });

  it('of a question everywhere are no team’s', () => {
    const after = changed(() => ({ solved: 0.5 }));
    expect(namedOf({ before, after })).toEqual([['solved', 'all']]);
  });

  it('in two teams for two reasons are two', () => {
    const after = changed(({ team }) =>
      team === 'South' ? { greeted: 0.4 } : team === 'North' ? { solved: 0.3 } : {},
    );
    expect(namedOf({ before, after }).toSorted()).toEqual([
      ['greeted', 'South'],
      ['solved', 'North'],
    ]);
  });

  it('are tested for all and for each agent, and for teams where there are two', () => {
    const places = (cells: Cell[]) => findChanges({ before: cells, after: cells }, [greeted], undefined).tested;
    expect(places(before)).toBe(1 + 3 + 9);
    expect(places(before.filter(({ team }) => team === 'West'))).toBe(1 + 3);
    expect(places(before.filter(({ agent }) => agent === 'West 1'))).toBe(1);
  });
});

describe('who carries a change', () => {
  it('adds up to it, with agents who came and went', () => {
    const after = changed(({ agent, team }) => ({
      ...(team === 'South' && { solved: 0.4 }),
      ...(agent === 'West 3' && { calls: 300 }),
    })).filter(({ agent }) => agent !== 'North 1');
    after.push(cellOf({ team: 'North', agent: 'North 9', calls: 40, greeted: 1, solved: 0.1 }));
    const mean = (cells: readonly Cell[]) => {
      const tallies = cells.map(({ tallies: of }) => of.get('solved') ?? { n: 0, sum: 0 });
      return tallies.reduce((sum, each) => sum + each.sum, 0) / tallies.reduce((sum, each) => sum + each.n, 0);
    };
    for (const by of ['agent', 'team'] as const) {
      const parts = whoCarriesIt({ before, after }, 'solved', {}, by);
      expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(mean(after) - mean(before), 9);
      expect(parts[0]?.name).toMatch(/South/);
    }
  });

  it('is nobody where a period has no calls', () => {
    expect(whoCarriesIt({ before, after: [] }, 'solved', {}, 'agent')).toEqual([]);
    expect(whoCarriesIt({ before: [], after: before }, 'solved', {}, 'team')).toEqual([]);
    expect(whoCarriesIt({ before, after: before }, 'solved', { team: 'Nowhere' }, 'agent')).toEqual([]);
  });
});
