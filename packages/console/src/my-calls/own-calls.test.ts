import type { RunItem, RunPage } from '@brickwork/client';
import { describe, expect, it } from 'vitest';
import { CALLS_PER_PAGE, readOwnCalls } from './own-calls.ts';

/** As the service answers: looks at `at` runs in a request, of which those with a name are the agent's. */
function serviceWith(all: readonly (string | undefined)[], at: number) {
  let requests = 0;
  const page = async ({ cursor = '0', limit = 25 }: { cursor?: string | undefined; limit?: number }) => {
    requests += 1;
    const looked = all.slice(Number(cursor), Number(cursor) + at);
    const found = looked.flatMap((id, index) => (id === undefined ? [] : [{ id, end: Number(cursor) + index + 1 }]));
    const shown = found.slice(0, limit);
    const end = found.length > limit ? (shown.at(-1)?.end ?? 0) : Number(cursor) + at;
    const data = shown.map(({ id }) => ({ run_id: id }) as RunItem);
    const isMore = found.length > limit || end < all.length;
    return { data, has_more: isMore, ...(isMore && { next_cursor: String(end) }) } satisfies RunPage;
  };
  return { api: { runs: { page } as never }, requests: () => requests };
}
const mine = (count: number) => Array.from({ length: count }, (_, index) => `run_${index}`);
const others = (count: number) => Array.from({ length: count }, () => undefined);

describe('the own calls of an agent', () => {
  it.each([20, CALLS_PER_PAGE])('%i of them are all: no older page is offered', async (count) => {
    const { api } = serviceWith([...mine(count), ...others(300)], 100);
    const { calls, next } = await readOwnCalls(api, undefined);
    expect([calls.length, next]).toEqual([count, undefined]);
  });

  it('fills a page from several answers, and goes on where there is an older call', async () => {
    const all = [...mine(20), ...others(200), ...mine(5), ...others(150), ...mine(3)];
    const { api } = serviceWith(all, 100);
    const first = await readOwnCalls(api, undefined);
    expect(first.calls).toHaveLength(25);
    const second = await readOwnCalls(api, first.next);
    expect([second.calls.length, second.next]).toEqual([3, undefined]);
  });

  it('does not ask for ever', async () => {
    const { api, requests } = serviceWith([...mine(20), ...others(5_000)], 100);
    const { calls, next } = await readOwnCalls(api, undefined);
    expect([calls.length, requests()]).toEqual([20, 20]);
    expect(next).toBeDefined();
  });
});
