import { expect, it } from 'vitest';
import { checkKit } from './check-kit.ts';
import { inOrderOf } from './in-order-of.ts';

it('keeps the order of the model, then what it lacks', () => {
  const value = { a: 1, b: { x: 1, y: 2 }, c: [{ p: 1, q: 2 }], d: 4 };
  const text = JSON.stringify(inOrderOf(value, { c: [{ q: 0, p: 0 }], b: { y: 0, z: 0, x: 0 }, a: 0 }));
  expect(text).toBe('{"c":[{"q":2,"p":1}],"b":{"y":2,"x":1},"a":1,"d":4}');
});

it('gives a checked kit the order in which it was written', () => {
  const document = {
    kit: 'ordered',
    bricks: [
      {
        key: 'score',
        type: 'numeric',
        question: 'How well?',
        max: 10,
        min: 0,
        hints: { exclude: ['no'], keywords: ['yes'] },
      },
    ],
  };
  const checked = checkKit(document);
  if (!('kit' in checked)) throw new Error('the kit has faults');
  expect(Object.keys(checked.kit.bricks[0] ?? {})).toEqual([
    'key',
    'type',
    'question',
    'max',
    'min',
    'hints',
    'name',
    'output',
  ]);
});
