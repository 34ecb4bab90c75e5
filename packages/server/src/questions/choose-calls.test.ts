import { inferQuestion } from '@brickwork/contract/plain-questions';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../core/scope.ts';
import { type Call, chooseCalls, type FindLikely } from './choose-calls.ts';

const SCOPE: Scope = { workspaceId: 'ws_1', environment: 'live' };
const CALLS: Call[] = Array.from({ length: 20 }, (_, at) => ({
  runId: `run_${at}`,
  group: at < 5 ? 'Porto' : at < 18 ? 'Faro' : null,
}));
const asked = [inferQuestion({ question: 'Did anybody mention a competitor?' }, new Set())];
const likely: FindLikely = async () => ['run_3', 'run_7'];
const choose = (more: Partial<Parameters<typeof chooseCalls>[3]> = {}, findLikely = likely) => {
  const plain = { asked, seek: 'any', seed: 7, runs: 10, isGrouped: false } as const;
  return chooseCalls({ findLikely }, SCOPE, CALLS, { ...plain, ...more });
};

describe('the calls that are asked', () => {
  it('are the same for the same seed, and others for another', async () => {
    const { strata, calls } = await choose();
    expect(strata).toEqual([{ name: 'all', population: 20 }]);
    expect(new Set(calls.map(({ runId }) => runId)).size).toBe(10);
    expect((await choose()).calls).toEqual(calls);
    expect((await choose({ seed: 8 })).calls).not.toEqual(calls);
    expect((await choose({ runs: 100 })).calls).toHaveLength(20);
  });

  it('are counted by group only where the question is by group', async () => {
    expect((await choose()).groups).toEqual([]);
    expect((await choose({ isGrouped: true })).groups).toEqual([
      { stratum: 0, group: 'Porto', population: 5 },
      { stratum: 0, group: 'Faro', population: 13 },
      { stratum: 0, group: null, population: 2 },
    ]);
  });

  it('of a rare answer begin with one of every stratum in turn, and each stratum has its groups', async () => {
    const { strata, groups, calls } = await choose({ seek: 'rare', isGrouped: true });
    expect(strata).toEqual([
      { name: 'likely', population: 2 },
      { name: 'rest', population: 18 },
    ]);
    expect(calls.map(({ stratum }) => stratum)).toEqual([0, 1, 0, 1, 1, 1, 1, 1, 1, 1]);
    expect(groups.filter(({ stratum }) => stratum === 0)).toEqual([
      { stratum: 0, group: 'Porto', population: 1 },
      { stratum: 0, group: 'Faro', population: 1 },
    ]);
  });

  it('are not split where no call, or every call, has words like the question’s', async () => {
    const split = async (found: FindLikely) => (await choose({ seek: 'rare' }, found)).strata;
    const all = [{ name: 'all', population: 20 }];
    expect(await split(async () => [])).toEqual(all);
    expect(await split(async (_scope, runIds) => [...runIds])).toEqual(all);
  });
});
