import { describe, expect, it } from 'vitest';
import { createInterruptions, EndpointMoved } from './interruptions.ts';

/** Work in a lane that ends when it is told to: with what interrupted it, or “done”. */
function working(interruptions: ReturnType<typeof createInterruptions>, lane: string, outer = new AbortController()) {
  const end = Promise.withResolvers<string>();
  const result = interruptions.during(lane, outer.signal, (signal) => {
    signal.addEventListener('abort', () => end.resolve(signal.reason.name));
    return end.promise;
  });
  return { result, outer, finish: () => end.resolve('done') };
}

describe('interruptions', () => {
  it('stop the work of a lane, and no other', async () => {
    const interruptions = createInterruptions();
    const [one, other] = [working(interruptions, 'a'), working(interruptions, 'b')];
    interruptions.interrupt('a');
    expect(await one.result).toBe('EndpointMoved');
    other.finish();
    expect(await other.result).toBe('done');
  });

  it('stop all work where no lane is named', async () => {
    const interruptions = createInterruptions();
    const results = ['a', 'b'].map((lane) => working(interruptions, lane).result);
    interruptions.interrupt();
    expect(await Promise.all(results)).toEqual(['EndpointMoved', 'EndpointMoved']);
  });

  it('let the caller stop the work for reasons of its own', async () => {
    const { result, outer } = working(createInterruptions(), 'a');
    outer.abort(new EndpointMoved());
    expect(await result).toBe('EndpointMoved');
  });

  it('forget work that ended, also badly', async () => {
    const interruptions = createInterruptions();
    let seen: AbortSignal | undefined;
    const failing = interruptions.during('a', new AbortController().signal, async (signal) => {
      seen = signal;
      throw new Error('no answer');
    });
    await expect(failing).rejects.toThrow('no answer');
    interruptions.interrupt('a');
    expect(seen?.aborted).toBe(false);
  });
});
