import { ServiceError } from '@brickwork/engine/core/service-error';
import { describe, expect, it } from 'vitest';
import { newId } from '../core/ids.ts';
import { silentLogger } from '../core/logger.ts';
import { cancelRun } from './cancel-run.ts';
import { cancelErasure, type EraseMany, findErasure, startErasure, workOffErasures } from './erase-many.ts';
import { eraseRun } from './erase-run.ts';
import { doHousekeeping } from './housekeeping.ts';
import type { ChosenRuns } from './store/chosen-runs.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const SCOPE = { workspaceId: 'ws_1', environment: 'live' } as const;
const clock = { now: () => NOW };

/** What an erasure of so many runs is answered, where so many are found. */
async function started(chosen: ChosenRuns, total: number, expected?: number) {
  const created: { chosen: ChosenRuns; most: number; now: Date }[] = [];
  const deps = {
    clock,
    store: { knownAnswers: () => ({ bricks: async () => [], categoriesEver: async () => [] }) },
    erasures: {
      create: async (_scope: unknown, given: (typeof created)[number] & { accept(total: number): void }) => {
        given.accept(total);
        created.push(given);
        return { total };
      },
    },
  } as unknown as EraseMany;
  const erasure = await startErasure(deps, SCOPE, chosen, expected);
  return { erasure, created: created[0] };
}

describe('an erasure that is started', () => {
  const ids = [newId('run'), newId('run')];
  const filter = { by: { answers: [], metadata: [] } } as never;

  it('has every run once', async () => {
    const { erasure, created } = await started({ runIds: [...ids, ...ids] }, 2);
    expect(erasure).toEqual({ total: 2 });
    expect(created).toMatchObject({ chosen: { runIds: ids }, most: 100_000, now: NOW });
    await expect(started({ runIds: ids }, 1)).rejects.toMatchObject({ code: 'run_not_found' });
  });

  it('has as many as are expected, and a hundred thousand at most', async () => {
    expect((await started({ filter }, 100_000)).created?.chosen).toMatchObject({ filter: { by: { answers: [] } } });
    expect((await started({ filter }, 5, 5)).erasure).toEqual({ total: 5 });
    await expect(started({ filter }, 100_001)).rejects.toMatchObject({ code: 'invalid_parameter' });
    await expect(started({ filter }, 5, 4)).rejects.toMatchObject({ code: 'conflict' });
    await expect(started({ filter }, 0, 5)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('an erasure', () => {
  const erasures = (isKnown: boolean) => {
    const cancelled: unknown[] = [];
    return {
      cancelled,
      find: async () => (isKnown ? { cancelled: cancelled.length } : undefined),
      cancel: async (...given: unknown[]) => void cancelled.push(given),
    };
  };

  it('is found and cancelled, where there is one', async () => {
    const known = erasures(true);
    expect(await cancelErasure({ erasures: known, clock } as never, SCOPE, 'ers_1')).toEqual({ cancelled: 1 });
    expect(known.cancelled).toEqual([[SCOPE, 'ers_1', NOW]]);
    const none = erasures(false);
    await expect(findErasure({ erasures: none } as never, SCOPE, 'x')).rejects.toMatchObject({ code: 'not_found' });
    await expect(cancelErasure({ erasures: none, clock } as never, SCOPE, 'x')).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(none.cancelled).toEqual([]);
  });
});

interface Given {
  steps: string[][];
  fail?: Record<string, Error>;
  stopAfter?: number;
}

/** What the leader does with erasures whose next steps are these. */
async function workedOff({ steps, fail = {}, stopAfter = Number.POSITIVE_INFINITY }: Given) {
  const done: unknown[] = [];
  const left = [...steps];
  const deps = {
    clock,
    erasures: {
      next: async (most: number) => {
        expect(most).toBe(50);
        const runIds = left.shift();
        return runIds === undefined ? [] : [{ scope: SCOPE, erasureId: 'ers_1', runIds }];
      },
      finish: async (...given: unknown[]) => void done.push(['finish', ...given.slice(1)]),
      count: async (...given: unknown[]) => void done.push(['count', given[3]]),
      countGone: async (...given: unknown[]) => void done.push(['gone', given[2]]),
    },
    store: {
      find: async (_scope: unknown, runId: string) => {
        if (fail[runId] !== undefined) throw fail[runId];
        return { status: 'succeeded' };
      },
      rescoredFrom: async () => [],
      erase: async (_scope: unknown, runId: string, now: Date, alongside?: (tx: unknown) => Promise<void>) => {
        done.push(['erase', runId, now]);
        await alongside?.('tx');
      },
    },
  } as unknown as EraseMany;
  await workOffErasures(deps, () => done.length >= stopAfter);
  return done;
}
const fifty = Array.from({ length: 50 }, (_, index) => `r${index}`);

describe('the leader', () => {
  it('erases run after run, and finishes after a step that was not full', async () => {
    const done = await workedOff({ steps: [fifty, ['last']] });
    expect(done).toHaveLength(2 * 51 + 1);
    expect(done.slice(-3)).toEqual([
      ['erase', 'last', NOW],
      ['count', 'last'],
      ['finish', 'ers_1', NOW],
    ]);
    expect(await workedOff({ steps: [fifty] })).not.toContainEqual(['finish', 'ers_1', NOW]);
  });

  it('counts what was gone before, and fails with what fails', async () => {
    const gone = await workedOff({ steps: [['a', 'b']], fail: { a: new ServiceError('run_not_found') } });
    expect(gone[0]).toEqual(['gone', 'a']);
    expect(gone).toContainEqual(['count', 'b']);
    for (const error of [new ServiceError('unavailable'), new Error('broken')])
      await expect(workedOff({ steps: [['a']], fail: { a: error } })).rejects.toBe(error);
  });

  it('stops between two runs', async () => {
    expect(await workedOff({ steps: [['a', 'b'], ['c']], stopAfter: 2 })).toHaveLength(2);
    expect(await workedOff({ steps: [['a']], stopAfter: 0 })).toEqual([]);
  });
});

/** A run in the states that it is found in, one after the other. */
function storeOf(states: (string | undefined)[], { isMine = true, rescored = {} as Record<string, string[]> } = {}) {
  const done: unknown[] = [];
  let reads = 0;
  const store = {
    find: async () => {
      const status = states[Math.min(reads, states.length - 1)];
      reads += 1;
      return status === undefined ? undefined : { status, type: 'api', kitId: 'k', kitCode: 'c' };
    },
    finish: async (end: object) => {
      done.push(end);
      return isMine;
    },
    rescoredFrom: async (_scope: unknown, runId: string) => rescored[runId]?.splice(0) ?? [],
    erase: async (_scope: unknown, runId: string) => void done.push(runId),
  };
  return { deps: { store, clock } as never, done };
}

describe('cancelRun', () => {
  it('ends a run that goes on', async () => {
    const { deps, done } = storeOf(['running', 'cancelled']);
    expect(await cancelRun(deps, SCOPE, 'run_1')).toMatchObject({ status: 'cancelled' });
    expect(done).toMatchObject([
      { ...SCOPE, runId: 'run_1', type: 'api', kitId: 'k', kitCode: 'c', status: 'cancelled', completedAt: NOW },
    ]);
    expect(done[0]).toMatchObject({ warnings: [], lease: undefined, output: undefined, usage: { calls: 0 } });
  });

  it('refuses what has ended, just now or before, and what is not there', async () => {
    const ended = storeOf(['succeeded']);
    await expect(cancelRun(ended.deps, SCOPE, 'run_1')).rejects.toThrow('The run has ended as succeeded.');
    expect(ended.done).toEqual([]);
    const raced = storeOf(['running', 'failed'], { isMine: false });
    await expect(cancelRun(raced.deps, SCOPE, 'run_1')).rejects.toMatchObject({ code: 'run_already_terminal' });
    for (const states of [[undefined], ['running', undefined]])
      await expect(cancelRun(storeOf(states).deps, SCOPE, 'run_1')).rejects.toMatchObject({ code: 'run_not_found' });
  });
});

describe('eraseRun', () => {
  it('cancels what goes on, and erases what was scored again from it, before and after', async () => {
    const { deps, done } = storeOf(['running'], { rescored: { a: ['b'], b: ['c'] } });
    await eraseRun(deps, SCOPE, 'a');
    expect(done.filter((each) => typeof each === 'string')).toEqual(['c', 'b', 'a']);
    expect(done).toHaveLength(6);
    const ended = storeOf(['succeeded']);
    await eraseRun(ended.deps, SCOPE, 'a');
    expect(ended.done).toEqual(['a']);
  });

  it('does not mind a run that ends meanwhile, and does not hide other faults', async () => {
    const raced = storeOf(['running', 'running', 'succeeded'], { isMine: false });
    await eraseRun(raced.deps, SCOPE, 'a');
    expect(raced.done.at(-1)).toBe('a');
    const lost = storeOf(['running', undefined]);
    await expect(eraseRun(lost.deps, SCOPE, 'a')).rejects.toMatchObject({ code: 'run_not_found' });
    await expect(eraseRun(storeOf([undefined]).deps, SCOPE, 'a')).rejects.toMatchObject({ code: 'run_not_found' });
  });
});

describe('doHousekeeping', () => {
  async function kept(keys: number[], { purged = [0], dropped = [] as string[], stopAfter = 1_000 } = {}) {
    const asked: string[] = [];
    const logged: unknown[] = [];
    const step = (name: string, counts: number[]) => async (limit: number) => {
      asked.push(name);
      expect(limit).toBe(500);
      return counts.length > 1 ? (counts.shift() ?? 0) : (counts[0] ?? 0);
    };
    const store = {
      dropExpiredKeys: step('keys', keys),
      keepPartitions: async () => ({ dropped }),
      purge: step('purge', purged),
      addEnded: step('ended', [0]),
    } as never;
    const logger = { ...silentLogger, info: (facts: unknown) => logged.push(facts) };
    await doHousekeeping({ store, logger }, () => asked.length >= stopAfter);
    return { asked, logged };
  }

  it('goes on while a step is full, two hundred times at most', async () => {
    const { asked, logged } = await kept([500, 500, 499]);
    expect(asked).toEqual(['keys', 'keys', 'keys', 'purge', 'ended']);
    expect(logged).toEqual([{ keys: 1_499, purged: 0, dropped: [] }]);
    expect((await kept([500])).asked.filter((name) => name === 'keys')).toHaveLength(200);
  });

  it('says what it did, where it did anything', async () => {
    expect((await kept([0])).logged).toEqual([]);
    expect((await kept([0], { purged: [3] })).logged).toEqual([{ keys: 0, purged: 3, dropped: [] }]);
    expect((await kept([0], { dropped: ['p'] })).logged).toEqual([{ keys: 0, purged: 0, dropped: ['p'] }]);
  });

  it('stops between two steps', async () => {
    expect((await kept([500], { stopAfter: 2 })).asked).toEqual(['keys', 'keys']);
  });
});
