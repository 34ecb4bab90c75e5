import { describe, expect, it } from 'vitest';
import { rowsOf, shardName, shardOf } from './shard.ts';

describe('shardOf', () => {
  it('reads --shard, and with --shards the index that Kubernetes gives', () => {
    expect(shardOf({}, {})).toEqual({ index: 0, count: 1 });
    expect(shardOf({ shard: '7/8' }, {})).toEqual({ index: 7, count: 8 });
    expect(shardOf({ shards: 8 }, { JOB_COMPLETION_INDEX: '3' })).toEqual({ index: 3, count: 8 });
    expect(shardOf({ shards: 8 }, { JOB_COMPLETION_INDEX: '0' })).toEqual({ index: 0, count: 8 });
  });

  it.each([
    [{ shard: '8/8' }, {}, 'Shards are counted from 0: use 0/8 to 7/8.'],
    [{ shard: '0/0' }, {}, 'The number of shards must be from 1 to 99999.'],
    [{ shard: '1 of 8' }, {}, '--shard must be i/n'],
    [{ shard: '-1/8' }, {}, '--shard must be i/n'],
    [{ shard: '1/8', shards: 8 }, {}, 'Use --shard or --shards, not both.'],
    [{ shards: 8 }, {}, 'JOB_COMPLETION_INDEX, which is not a number'],
    [{ shards: 8 }, { JOB_COMPLETION_INDEX: '8' }, 'Shards are counted from 0'],
  ])('refuses %j', (options, environment, message) => {
    expect(() => shardOf(options, environment)).toThrow(message);
  });
});

describe('rowsOf', () => {
  it.each([
    [10, 4],
    [3, 8],
    [0, 2],
    [1_000_003, 7],
    [Number.MAX_SAFE_INTEGER, 3],
  ])('divides %d rows into %d ranges that follow each other', (total, count) => {
    const ranges = Array.from({ length: count }, (_, index) => rowsOf({ index, count }, total));
    expect(ranges[0]?.from).toBe(0);
    expect(ranges.at(-1)?.to).toBe(total);
    for (const [index, { from, to }] of ranges.entries()) {
      expect(to).toBe(ranges[index + 1]?.from ?? total);
      expect(to - from - Math.floor(total / count)).toBeOneOf([0, 1]);
    }
  });
});

it('names shards so that their files sort in the order of the rows', () => {
  expect(shardName({ index: 9, count: 12 }) < shardName({ index: 10, count: 12 })).toBe(true);
});
