import { describe, expect, it } from 'vitest';
import { onAbort } from './on-abort.ts';

describe('onAbort', () => {
  it('adds one listener for any number of callbacks, and calls each that is left', () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    const called: number[] = [];
    const stops = Array.from({ length: 50 }, (_, index) => onAbort(signal, () => called.push(index)));
    for (const stop of stops.slice(0, 48)) stop();
    controller.abort();
    expect(listeners).toBe(1);
    expect(called).toEqual([48, 49]);
  });
});
