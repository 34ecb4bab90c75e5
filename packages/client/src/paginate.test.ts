import { describe, expect, expectTypeOf, it } from 'vitest';
import type { RunItem, RunPage } from './index.ts';
import { type List, paginate } from './paginate.ts';
import type { BrickworkClient } from './resources.ts';

const PAGES = [
  { data: [1, 2], has_more: true, next_cursor: 'b' },
  { data: [], has_more: true, next_cursor: 'c' },
  { data: [3], has_more: false },
];

function numbers(from?: string) {
  const asked: (string | undefined)[] = [];
  const list: List<number, (typeof PAGES)[number]> = paginate(async (cursor) => {
    asked.push(cursor);
    return PAGES[cursor === undefined ? 0 : cursor === 'b' ? 1 : 2] ?? Promise.reject(new Error('no page'));
  }, from);
  return { list, asked };
}

const all = async <Item>(list: AsyncIterable<Item>): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
};

describe('a list', () => {
  it('sends nothing by itself', () => {
    expect(numbers().asked).toEqual([]);
  });

  it('is awaited for its first page, asked for once', async () => {
    const { list, asked } = numbers();
    expect([await list, await list]).toEqual([PAGES[0], PAGES[0]]);
    expect(asked).toEqual([undefined]);
    expect(await numbers('c').list).toEqual(PAGES[2]);
  });

  it('is iterated for every item, fetched as they are consumed', async () => {
    const { list, asked } = numbers();
    for await (const item of list) if (item === 2) break;
    expect(asked).toEqual([undefined]);
    expect(await all(list)).toEqual([1, 2, 3]);
    expect(await all(numbers('b').list)).toEqual([3]);
  });

  it('fails where it is awaited, or caught', async () => {
    const failing = () => paginate<never, { data: never[] }>(() => Promise.reject(new Error('refused')));
    await expect(failing()).rejects.toThrow('refused');
    expect(await failing().catch(({ message }) => message)).toBe('refused');
    await expect(all(failing())).rejects.toThrow('refused');
  });

  it('has the types of both', () => {
    type Listed = ReturnType<BrickworkClient['runs']['list']>;
    expectTypeOf<Awaited<Listed>>().toEqualTypeOf<RunPage>();
    expectTypeOf<Listed>().toExtend<AsyncIterable<RunItem>>();
  });
});
