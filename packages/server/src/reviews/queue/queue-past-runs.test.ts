import { describe, expect, it } from 'vitest';
import type { Principal } from '../../access/principal.ts';
import { newId } from '../../core/ids.ts';
import type { DrawnItem } from './draw-item.ts';
import { drawReviews, type QueuePastRuns, queueRuns } from './queue-past-runs.ts';
import type { ReviewPolicy } from './review-policy.ts';

const NOW = new Date('2026-01-10T00:00:00Z');
const HOUR_MS = 3_600_000;
const KIT_ID = '0190c8f0-0000-7000-8000-000000000001';
const PRINCIPAL = {
  ...{ workspaceId: 'ws_1', environment: 'live', actor: { kind: 'key', id: 'key_1', name: 'CRM' } },
} as unknown as Principal;
const POLICY: ReviewPolicy = { random: 1, belowConfidence: undefined, match: [], secondReview: 0 };
const itemOf = (kinds: DrawnItem['reasons'][number]['kind'][], needsSecond = false): DrawnItem => ({
  ...{ probability: 1, reasons: kinds.map((kind) => ({ kind })), rank: 0.5, needsSecond },
});

/** So many runs, an hour between each, and what the queue was asked. */
function setUp(count: number, { hasPolicy = true, drawn = [] as DrawnItem[] } = {}) {
  const all = Array.from({ length: count }, (_, index) => ({
    runId: newId('run', new Date(+NOW + index)),
    kitId: KIT_ID,
    occurredAt: new Date(+NOW - index * HOUR_MS),
  }));
  const asked: unknown[][] = [];
  let read = 0;
  const deps = {
    runs: {
      list: async (_scope: unknown, filter: { limit: number; status: string; type: string; kitCode: string }) => {
        asked.push(['list', filter.status, filter.type, filter.kitCode]);
        const runs = all.slice(read, read + filter.limit);
        read += filter.limit - 1;
        return { runs };
      },
      knownAnswers: () => ({ bricks: async () => [] }),
      succeeded: async () => all,
    },
    queue: {
      policyOf: async () => (hasPolicy ? POLICY : undefined),
      drawPast: async (...given: unknown[]) => {
        asked.push(['drawPast', given[1], given[2], (given[4] as string[]).length]);
        return drawn.map((item, index) => ({ run: `${index}`, item }));
      },
      add: async (_scope: unknown, kitId: string, added: unknown[], now: Date) => {
        asked.push(['add', kitId, added, now]);
        return added.length - 1;
      },
      state: async () => ({ open: 9 }),
    },
    kits: {
      store: {
        findKit: async () => ({ kitId: KIT_ID, kitCode: 'support' }),
        findVersion: async () => ({ kitVersionId: 'v' }),
        loadContent: async () => ({ kit: { bricks: [] } }),
      },
      cache: new Map(),
    },
    dimensions: { rows: async () => [] },
    clock: { now: () => NOW },
  } as unknown as QueuePastRuns;
  return { deps, asked, all };
}

const request = (isPreview: boolean, policy?: ReviewPolicy) =>
  ({ policy, isPreview, filter: { by: { answers: [], metadata: [] } } }) as never;
const draw = (deps: QueuePastRuns, isPreview: boolean, policy?: ReviewPolicy, signal = new AbortController().signal) =>
  drawReviews(deps, PRINCIPAL, KIT_ID, request(isPreview, policy), signal);

describe('drawReviews', () => {
  const drawn = [itemOf(['random', 'match']), itemOf(['match'], true), itemOf(['low_confidence'])];

  it('adds what the policy draws from the successful calls of the kit', async () => {
    const { deps, asked } = setUp(49, { drawn });
    expect(await draw(deps, false)).toEqual({
      ...{ kitId: KIT_ID, runs: 49, isComplete: true, drawn: 3, second: 1, added: 2, days: 2 },
      reasons: { random: 1, low_confidence: 1, match: 2 },
    });
    expect(asked).toEqual([
      ['list', 'succeeded', 'api', 'support'],
      ['drawPast', KIT_ID, POLICY, 49],
      ['add', KIT_ID, drawn.map((item, index) => ({ run: `${index}`, item })), NOW],
    ]);
  });

  it('adds nothing when it is a preview', async () => {
    const { deps, asked } = setUp(2, { drawn });
    expect(await draw(deps, true)).toMatchObject({ drawn: 3, added: 0, days: 1, isComplete: true });
    expect(asked.map(([name]) => name)).toEqual(['list', 'drawPast']);
  });

  it.each([
    [0, 0, 1, true],
    [500, 500, 1, true],
    [501, 501, 2, true],
    [2_000, 2_000, 4, true],
    [2_001, 2_000, 4, false],
  ])('previews the newest of %i: %i, in %i pages', async (count, runs, pages, isComplete) => {
    const { deps, asked } = setUp(count);
    expect(await draw(deps, true)).toMatchObject({ runs, isComplete });
    expect(asked.filter(([name]) => name === 'list')).toHaveLength(pages);
  });

  it('draws from twenty thousand at most, and queues none of more', async () => {
    expect(await draw(setUp(20_000).deps, false)).toMatchObject({ runs: 20_000 });
    const { deps, asked } = setUp(20_001);
    await expect(draw(deps, false)).rejects.toThrow('20,001 runs match; at most 20,000');
    expect(asked.every(([name]) => name === 'list')).toBe(true);
  });

  it('goes by the policy that is sent, or else by that of the kit', async () => {
    const sent = { ...POLICY, random: 0.5 };
    const { deps, asked } = setUp(1, { hasPolicy: false });
    await draw(deps, true, sent);
    expect(asked.at(-1)).toEqual(['drawPast', KIT_ID, sent, 1]);
    await expect(draw(deps, true)).rejects.toThrow('policy: is missing');
    const unknown = { ...POLICY, match: [{ brick: 'none', value: true }] };
    await expect(draw(deps, true, unknown)).rejects.toThrow('match[0].brick');
  });

  it('stops when nobody reads it any more', async () => {
    const { deps, asked } = setUp(5);
    await expect(draw(deps, true, undefined, AbortSignal.abort())).rejects.toMatchObject({ code: 'unavailable' });
    await expect(draw(deps, false, undefined, AbortSignal.abort())).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toEqual([]);
  });
});

describe('queueRuns', () => {
  it('adds what was chosen, before what is drawn, and counts what was there', async () => {
    const { deps, asked, all } = setUp(3);
    const runIds = all.map(({ runId }) => runId);
    const queued = await queueRuns(deps, PRINCIPAL, KIT_ID, { runIds, second: true });
    expect(queued).toEqual({ kitId: KIT_ID, added: 2, already: 1, open: 9 });
    const [, kitId, chosen, now] = asked[0] as [string, string, { run: string; item: DrawnItem }[], Date];
    expect([kitId, now, chosen.length]).toEqual([KIT_ID, NOW, 3]);
    for (const { item } of chosen) {
      expect(item).toMatchObject({ probability: undefined, reasons: [{ kind: 'chosen' }], needsSecond: true });
      expect(item.rank).toBeGreaterThanOrEqual(-1);
      expect(item.rank).toBeLessThan(0);
    }
  });
});
