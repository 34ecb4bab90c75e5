import { describe, expect, it } from 'vitest';
import { ReadingTurns } from './reading-turns.ts';

const UNIT_MS = 50;

function startThread() {
  let clock = 0;
  const turns = new ReadingTurns({ now: () => clock });
  const read = (owner: string, units: number, signal = new AbortController().signal) => {
    const onUsed = (ms: number) => {
      used.set(owner, (used.get(owner) ?? 0) + ms);
    };
    const asking = { owner, signal, onUsed };
    return turns.run(asking, async (turn) => {
      for (let unit = 0; unit < units; unit += 1) {
        await turn();
        clock += UNIT_MS;
      }
      return clock;
    });
  };
  const used = new Map<string, number>();
  return { read, used, now: () => clock };
}

describe('turns of a reader process', () => {
  it('let a neighbour read ahead of eight long conversations of another owner', async () => {
    const { read, now } = startThread();
    const hostile = Array.from({ length: 8 }, () => read('hostile', 100));
    await read('other', 1);
    const arrivedAt = now();
    const endedAt = await read('neighbour', 30);
    expect(endedAt - arrivedAt).toBeLessThanOrEqual(31 * UNIT_MS);
    await Promise.all(hostile);
  });

  it('share the thread evenly between owners that both have much to read', async () => {
    const { read } = startThread();
    const ends = await Promise.all([read('one', 200), read('two', 200)]);
    expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0))).toBeLessThanOrEqual(2_000 + 2 * UNIT_MS);
  });

  it('do not let an owner with one conversation after another starve the rest', async () => {
    const { read, now } = startThread();
    const long = read('long', 100);
    let isOver = false;
    const serial = (async () => {
      while (!isOver) await read('serial', 20);
    })();
    await long;
    isOver = true;
    await serial;
    // Half of the thread, and the head start of one that comes back.
    expect(now()).toBeLessThanOrEqual(2 * 100 * UNIT_MS + 2_000 + 20 * UNIT_MS);
  });

  it('end the reading of a request that is aborted at its next unit, and count what was read', async () => {
    const { read, used } = startThread();
    const gone = new AbortController();
    const aborted = read('one', 1_000, gone.signal);
    const next = read('one', 3);
    await read('two', 5);
    gone.abort(new Error('gone'));
    await expect(aborted).rejects.toThrow('gone');
    await next;
    expect(used.get('one')).toBeLessThan(20 * UNIT_MS);
    expect(used.get('two')).toBe(5 * UNIT_MS);
  });
});
