import { describe, expect, it } from 'vitest';
import { createPrefixWarmth } from './prefix-warmth.ts';

const never = new AbortController().signal;

function setUp() {
  let time = 0;
  const warmth = createPrefixWarmth(() => time);
  const entered: string[] = [];
  const enter = (name: string, prefix = 'p', signal = never) =>
    warmth.enter(prefix, signal).then((leave) => {
      entered.push(name);
      return leave;
    });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return { enter, entered, turn, pass: (ms: number) => (time += ms) };
}

describe('createPrefixWarmth', () => {
  it('sends the first call alone, then all that wait, then every call', async () => {
    const { enter, entered, turn } = setUp();
    const leave = await enter('first');
    void enter('second');
    void enter('third');
    void enter('other', 'another prefix');
    await turn();
    expect(entered).toEqual(['first', 'other']);
    leave(true);
    await turn();
    expect(entered).toEqual(['first', 'other', 'second', 'third']);
    await enter('fourth');
    await enter('fifth');
    expect(entered).toHaveLength(6);
  });

  it('never waits twice: after a first call that failed, the waiting calls are sent together', async () => {
    const { enter, entered, turn } = setUp();
    const leave = await enter('first');
    void enter('second');
    void enter('third');
    await turn();
    leave(false);
    await turn();
    expect(entered).toEqual(['first', 'second', 'third']);
  });

  it('starts again when the provider will have dropped the prefix', async () => {
    const { enter, entered, turn, pass } = setUp();
    (await enter('first'))(true);
    pass(10 * 60_000);
    await enter('second');
    void enter('third');
    await turn();
    expect(entered).toEqual(['first', 'second']);
  });

  it('lets a call that is cancelled leave', async () => {
    const { enter } = setUp();
    await enter('first');
    const stop = new AbortController();
    const waiting = enter('second', 'p', stop.signal);
    stop.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
  });
});
