import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { describe, expect, it } from 'vitest';
import { mostOfRun } from './most-of-run.ts';

const FREE = { input: 0, cachedInput: 0, output: 0 };
const brick = (key: string, more: object = {}) => ({ key, type: 'boolean', question: 'Was it solved?', ...more });
const kitOf = (...bricks: object[]) => ({ bricks }) as unknown as Kit;
const ONE = kitOf(brick('solved'));
/** Rules, and the kit twice. */
const framing = (kit: Kit) => 12_000 + 2 * JSON.stringify(kit).length;

const most = (modelPrices: object, { models = ['a'], context = 1_000, output = 100_000 } = {}) =>
  mostOfRun({
    models: models.map((id) => ({ id })),
    modelPrices: { a: FREE, ...modelPrices },
    modelContextTokens: context,
    modelOutputTokens: output,
  });

describe('mostOfRun', () => {
  const input = most({ a: { ...FREE, input: 1 } });
  const output = most({ a: { ...FREE, output: 1 } });

  it('reads the conversation as half as long again, and the kit with every part of it', () => {
    expect(input(ONE)(0)).toBe(framing(ONE));
    expect(input(ONE)(600)).toBe(900 + framing(ONE));
    expect(input(ONE)(1_000)).toBe(1_500 + 2 * framing(ONE));
  });

  it('has every part answered at a quarter of the context', () => {
    expect(output(ONE)(0)).toBe(250);
    expect(output(ONE)(666)).toBe(250);
    expect(output(ONE)(667)).toBe(500);
  });

  it('never has more answered than the model may', () => {
    expect(most({ a: { ...FREE, output: 1 } }, { output: 70 })(ONE)(0)).toBe(70);
    expect(most({ a: { ...FREE, output: 1 } }, { context: 1_001 })(ONE)(0)).toBe(251);
  });

  it('counts every call that the kit takes', () => {
    const twice = kitOf(brick('solved'), brick('polite', { isolate: true }));
    expect(output(twice)(0)).toBe(500);
    expect(input(twice)(600)).toBe(2 * (900 + framing(twice)));
  });

  it('is the price of the dearest model, and nothing without one', () => {
    const prices = { a: { ...FREE, output: 1 }, b: { ...FREE, output: 3 }, c: { ...FREE, output: 2 } };
    expect(most(prices, { models: ['a', 'b', 'c'] })(ONE)(0)).toBe(750);
    expect(most(prices, { models: [] })(ONE)(0)).toBe(0);
  });

  it('has nothing cached', () => {
    expect(most({ a: { ...FREE, cachedInput: 5 } })(ONE)(600)).toBe(0);
  });
});
