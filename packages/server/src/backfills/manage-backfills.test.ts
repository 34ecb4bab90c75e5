import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { countTurns } from '../../../../test/support/count-turns.ts';
import { createCountedSlots } from '../core/counted-slots.ts';
import { NO_ANSWER_FILTER } from '../runs/answer-filter.ts';
import { type BackfillRequest, estimateBackfill, type ManageBackfills } from './manage-backfills.ts';

const principal = {
  workspaceId: 'ws',
  workspaceName: 'w',
  plan: 'free',
  environment: 'live',
  actor: { kind: 'key', id: '', name: '' },
  role: 'admin',
  hidesIdentities: false,
} as const;
const request: BackfillRequest = {
  kitVersionId: randomUUID(),
  engine: 'auto',
  filter: {},
  occurredAfter: undefined,
  occurredBefore: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
  externalId: undefined,
  by: NO_ANSWER_FILTER,
  sample: undefined,
};
const goesOn = new AbortController().signal;

/** The bytes of a run are its place, which shows the order in which they are looked at. */
function setUp(count: number) {
  const counted: { kits: number; order: number[] } = { kits: 0, order: [] };
  const sources = Array.from({ length: count }, (_, place) => ({ runId: `run_${place}`, bytes: place, durationMs: 1 }));
  const deps = {
    kits: { store: { findHead: async () => ({ kitCode: 'code' }) }, cache: { get: () => ({ kit: { bricks: [] } }) } },
    runs: {
      list: async () => ({ runs: [] }),
      knownAnswers: () => ({ bricks: async () => [] }),
      hasVersion: async () => true,
    },
    backfills: { sources: async () => sources },
    estimateRun() {
      counted.kits += 1;
      return (bytes: number) => {
        counted.order.push(bytes);
        return { tokens: 2, microCredits: 3 };
      };
    },
    mostOf: () => (bytes: number) => bytes,
    choosing: createCountedSlots(),
  } as unknown as ManageBackfills;
  return { deps, counted };
}

describe('estimateBackfill', () => {
  it('looks at a kit once, and at its runs in the order of the hashes of their ids', async () => {
    const { deps, counted } = setUp(1_000);
    const estimate = await estimateBackfill(deps, principal, request, goesOn);
    expect(estimate).toMatchObject({ runs: 1_000, inputTokens: 2_000, microCredits: 3_000, mostMicroCredits: 999 });
    expect(counted.kits).toBe(1);
    const hashes = counted.order.map((place) => createHash('sha256').update(`run_${place}`).digest('hex'));
    expect(hashes).toEqual([...hashes].sort());
    expect(new Set(counted.order).size).toBe(1_000);
  });

  it('of many runs lets others have their turn', async () => {
    const { deps } = setUp(50_000);
    expect(await countTurns(() => estimateBackfill(deps, principal, request, goesOn))).toBeGreaterThan(3);
  });

  it('is made one at a time for a workspace', async () => {
    const { deps } = setUp(10);
    const first = estimateBackfill(deps, principal, request, goesOn);
    const second = estimateBackfill(deps, principal, request, goesOn);
    const other = estimateBackfill(deps, { ...principal, workspaceId: 'other' }, request, goesOn);
    await expect(second).rejects.toMatchObject({ code: 'rate_limited' });
    expect([await first, await other]).toMatchObject([{ runs: 10 }, { runs: 10 }]);
    expect(await estimateBackfill(deps, principal, request, goesOn)).toMatchObject({ runs: 10 });
  });

  it('ends when its caller has gone', async () => {
    const { deps, counted } = setUp(10);
    await expect(estimateBackfill(deps, principal, request, AbortSignal.abort())).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(counted.order).toEqual([]);
  });
});
