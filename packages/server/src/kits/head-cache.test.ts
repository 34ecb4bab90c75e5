import { describe, expect, it } from 'vitest';
import { rememberHeads } from './head-cache.ts';
import type { VersionHead } from './store/kit-rows.ts';
import type { KitStore } from './store/kit-store.ts';

const head = (version: number): VersionHead => ({
  kitId: 'k',
  kitCode: 'AAAAAAAA',
  slug: 'a',
  kitVersionId: `v${version}`,
  version,
  status: 'published',
  isLive: true,
  createdAt: new Date(0),
  publishedAt: new Date(0),
  publishedBy: undefined,
});

function setUp() {
  let now = 0;
  let live: VersionHead | undefined = head(1);
  let asked = 0;
  let hold: Promise<void> | undefined;
  const store = {
    async findHead() {
      asked += 1;
      const found = live;
      await hold;
      return found;
    },
    async publish() {
      live = head((live?.version ?? 0) + 1);
      return live;
    },
    async archive() {
      live = undefined;
      throw new Error('the answer was lost');
    },
  } as unknown as KitStore;
  const remembering = rememberHeads(store, { now: () => new Date(now) });
  return {
    remembering,
    find: () => remembering.findHead('ws', { kitCode: 'AAAAAAAA' }),
    asked: () => asked,
    pass: (ms: number) => {
      now += ms;
    },
    holdAnswers: (until: Promise<void>) => {
      hold = until;
    },
  };
}

describe('rememberHeads', () => {
  it('asks once, and again after ten seconds', async () => {
    const { find, asked, pass } = setUp();
    await find();
    await find();
    expect(asked()).toBe(1);
    pass(10_001);
    await find();
    expect(asked()).toBe(2);
  });

  it('sees a change on this node at once, and one on another node when notified', async () => {
    const { remembering, find } = setUp();
    await find();
    await remembering.publish('ws', 'k', 'newest', new Date(0));
    expect(await find()).toMatchObject({ version: 2 });
    await expect(remembering.archive('ws', 'k', new Date(0))).rejects.toThrow();
    expect(await find()).toBeUndefined();
    remembering.forget();
    expect(await find()).toBeUndefined();
  });

  it('remembers neither what was not found nor what was looked up before a change', async () => {
    const { remembering, find, asked, holdAnswers } = setUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    holdAnswers(promise);
    const early = find();
    await remembering.publish('ws', 'k', 'newest', new Date(0));
    resolve();
    expect(await early).toMatchObject({ version: 1 });
    expect(await find()).toMatchObject({ version: 2 });
    await remembering.archive('ws', 'k', new Date(0)).catch(() => {});
    const before = asked();
    await find();
    await find();
    expect(asked()).toBe(before + 2);
  });

  it('keeps workspaces apart', async () => {
    const { remembering, find, asked } = setUp();
    await find();
    await remembering.findHead('other', { kitCode: 'AAAAAAAA' });
    expect(asked()).toBe(2);
    remembering.forget('other');
    await find();
    expect(asked()).toBe(2);
  });
});
