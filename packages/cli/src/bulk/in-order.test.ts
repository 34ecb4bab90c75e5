import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

async function* upTo(count: number) {
  for (let item = 0; item < count; item += 1) yield item;
}

it('gives results in the order of the items, whichever is ready first, and works on no more than it may', async () => {
  let working = 0;
  let most = 0;
  const results: number[] = [];
  const work = async (item: number) => {
    working += 1;
    most = Math.max(most, working);
    for (let turns = 0; turns < (item * 7) % 5; turns += 1) await new Promise(setImmediate);
    working -= 1;
    return item;
  };
  for await (const result of inOrder(upTo(50), 4, work)) results.push(result);
  expect(results).toEqual(Array.from({ length: 50 }, (_, item) => item));
  expect(most).toBe(4);
});

it('ends with the first failure, after what was begun has ended', async () => {
  let working = 0;
  const work = async (item: number) => {
    working += 1;
    await new Promise(setImmediate);
    working -= 1;
    if (item === 3) throw new Error('three');
    return item;
  };
  const results: number[] = [];
  const all = async () => {
    for await (const result of inOrder(upTo(50), 4, work)) results.push(result);
  };
  await expect(all()).rejects.toThrow('three');
  expect(results).toEqual([0, 1, 2]);
  expect(working).toBe(0);
});
