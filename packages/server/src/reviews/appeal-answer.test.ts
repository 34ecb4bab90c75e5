import { describe, expect, it } from 'vitest';
import type { Principal } from '../access/principal.ts';
import { writeCursor } from '../core/cursor.ts';
import { newId } from '../core/ids.ts';
import { type AppealAnswer, appealAnswer, listAppeals } from './appeal-answer.ts';
import { asReviewed } from './as-reviewed.ts';
import { previewReview } from './preview-review.ts';
import { toReviewDocumentFor, toReviewedData } from './review-document.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const principalOf = (role: string, more: object = {}) =>
  ({
    ...{ workspaceId: 'ws_1', environment: 'live', role, hidesIdentities: false },
    ...{ actor: { kind: 'key', id: 'key_1', name: 'CRM' }, agent: undefined, ...more },
  }) as unknown as Principal;

function setUp({ status = 'succeeded', isNew = true, hasOutput = true } = {}) {
  const added: unknown[][] = [];
  const listed: unknown[][] = [];
  const deps = {
    runs: {
      find: async () => ({
        status,
        kitId: 'k',
        output: hasOutput ? { bricks: { mood: { value: 'bad' } } } : undefined,
      }),
    },
    appeals: {
      add: async (...given: unknown[]) => {
        added.push(given.slice(1));
        return isNew;
      },
      list: async (...given: unknown[]) => {
        listed.push(given.slice(1));
        return Array.from({ length: 3 }, (_, index) => ({ appealId: newId('apl', new Date(+NOW + index)) }));
      },
    },
    clock: { now: () => NOW },
    requireOwn: async () => {},
  } as unknown as AppealAnswer;
  return { deps, added, listed };
}
const APPEAL = { brick: 'mood', text: 'They were kind.' };

describe('an appeal', () => {
  it('is stored as it was made, with whose call it is', async () => {
    const { deps, added } = setUp();
    const agent = principalOf('agent', { agent: 'Ann' });
    const appeal = await appealAnswer(deps, agent, 'run_1', APPEAL);
    expect(appeal).toMatchObject({ ...APPEAL, runId: 'run_1', kitId: 'k', by: agent.actor, createdAt: NOW });
    expect(appeal).toMatchObject({ status: 'open', settledAt: undefined });
    expect(added).toEqual([[appeal, 'Ann']]);
  });

  it('is refused where nothing can be appealed, or it has been', async () => {
    const refused = (of: Parameters<typeof setUp>[0], brick = 'mood') =>
      appealAnswer(setUp(of).deps, principalOf('admin'), 'run_1', { ...APPEAL, brick });
    await expect(refused({ status: 'running' })).rejects.toMatchObject({
      ...{ code: 'run_not_completed', retryAfterSeconds: 1 },
    });
    await expect(refused({ hasOutput: false })).rejects.toMatchObject({ code: 'invalid_parameter' });
    await expect(refused({}, 'toString')).rejects.toMatchObject({ code: 'invalid_parameter' });
    await expect(refused({ isNew: false })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is listed with others: an agent sees those about their own calls', async () => {
    const { deps, listed } = setUp();
    const filter = { status: undefined, runId: undefined };
    const page = await listAppeals(deps, principalOf('admin', { agent: 'Ann' }), filter, { limit: 2 });
    expect([page.appeals.length, page.nextCursor]).toEqual([2, expect.any(String)]);
    expect((await listAppeals(deps, principalOf('agent', { agent: 'Ann' }), filter, { limit: 3 })).nextCursor).toBe(
      undefined,
    );
    const before = newId('apl');
    await listAppeals(deps, principalOf('agent'), filter, { limit: 3, cursor: writeCursor(before) });
    expect(listed).toEqual([
      [
        { ...filter, agent: undefined, kitId: undefined },
        { before: undefined, limit: 3 },
      ],
      [
        { ...filter, agent: 'Ann', kitId: undefined },
        { before: undefined, limit: 4 },
      ],
      [
        { ...filter, agent: '', kitId: undefined },
        { before, limit: 4 },
      ],
    ]);
    await expect(
      listAppeals(deps, principalOf('admin'), filter, { limit: 3, cursor: writeCursor('run_1') }),
    ).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});

const KITS = {
  store: {
    loadContent: async () => ({
      kit: {
        bricks: [
          { key: 'solved', type: 'boolean', question: 'Solved?' },
          { key: 'note', type: 'text', question: 'Else?' },
        ],
      },
    }),
  },
  cache: new Map(),
} as never;
const OUTPUT = { kit_code: 'c', kit_version_id: 'v', bricks: { solved: { value: true }, note: { value: 'Ann' } } };
const said = (reviewer: string, value: unknown, brick = 'solved') => ({
  ...{ brick, reviewer, verdict: 'wrong', value, answer: true },
});

describe('asReviewed', () => {
  it('changes the runs that were reviewed, and asks for those with an output', async () => {
    const asked: unknown[] = [];
    const reviews = {
      currentOf: async (_scope: unknown, ids: string[]) => {
        asked.push(ids);
        return new Map([
          ['a', [said('x', false)]],
          ['c', [said('x', false)]],
        ]);
      },
    } as never;
    const runs = [
      { runId: 'a', kitVersionId: 'v', output: OUTPUT },
      { runId: 'b', kitVersionId: 'v', output: OUTPUT },
      { runId: 'c', kitVersionId: 'v', output: undefined },
    ] as never[];
    const seen = await asReviewed({ kits: KITS, reviews }, { workspaceId: 'ws_1' } as never, runs);
    expect(asked).toEqual([['a', 'b']]);
    expect(seen.map(({ output }: { output?: typeof OUTPUT }) => output?.bricks.solved.value)).toEqual([
      false,
      true,
      undefined,
    ]);
  });
});

describe('previewReview', () => {
  const preview = (role: string, reviews: object[], before: object[] = []) =>
    previewReview(
      {
        runs: { find: async () => ({ runId: 'r', status: 'succeeded', kitVersionId: 'v', output: OUTPUT }) as never },
        kits: KITS,
        reviews: { latestOf: async () => new Map([['r', before]]) } as never,
      },
      principalOf(role, { hidesIdentities: role === 'masked', ...(role === 'masked' && { role: 'admin' }) }),
      'r',
      { reviews: reviews as never, reviewer: undefined },
    );

  it('shows what would change, and nothing that would not', async () => {
    const wrong = { brick: 'solved', verdict: 'wrong', value: false };
    expect(await preview('admin', [wrong])).toMatchObject([
      { brick: 'solved', before: { value: true }, after: { value: false } },
    ]);
    expect(await preview('admin', [{ brick: 'solved', verdict: 'correct' }])).toEqual([]);
    // Their own earlier word is replaced; that of another counts beside it.
    expect(await preview('admin', [wrong], [said('key_1', false)])).toEqual([]);
    expect(await preview('admin', [{ brick: 'solved', verdict: 'correct' }], [said('key_1', false)])).toMatchObject([
      { before: { value: false }, after: { value: true } },
    ]);
  });

  it('shows texts to those who may read them', async () => {
    const other = { brick: 'note', verdict: 'wrong', value: 'Bob' };
    expect(await preview('admin', [other])).toMatchObject([{ brick: 'note', after: { value: 'Bob' } }]);
    expect(await preview('masked', [other])).toEqual([]);
    expect(await preview('masked', [{ brick: 'solved', verdict: 'wrong', value: false }])).toHaveLength(1);
  });
});

describe('a review', () => {
  const review = {
    ...{ reviewId: 'rev_1', runId: 'r', kitId: 'k', kitVersion: 1, brick: 'b', verdict: 'wrong', value: 1, note: 'n' },
    ...{ answer: 2, confidence: 0.5, reviewer: 'x', reviewerName: 'X', createdAt: NOW, isSuperseded: false },
  } as never;

  it('has its note for those who may read conversations', () => {
    expect(toReviewDocumentFor(principalOf('admin'))(review)).toMatchObject({ note: 'n', value: 1, answer: 2 });
    expect(toReviewDocumentFor(principalOf('runner'))(review).note).toBeUndefined();
  });

  it('is told whole, or without contents', () => {
    const run = { runId: 'r', kitId: 'k', kitCode: 'c', kitVersionId: 'v', kitVersion: 1 };
    expect(toReviewedData(run, [review], OUTPUT as never)).toMatchObject({
      ...{ run_id: 'r', kit_id: 'k', kit_code: 'c', kit_version_id: 'v', kit_version: 1, output: OUTPUT },
      reviews: [{ review_id: 'rev_1', value: 1, note: 'n', answer: 2 }],
    });
    const thin = toReviewedData(run, [review], undefined) as { reviews: object[]; output: unknown };
    expect([thin.output, thin.reviews]).toMatchObject([undefined, [{ verdict: 'wrong', reviewer: 'x' }]]);
    expect(thin.reviews[0]).toMatchObject({ value: undefined, note: undefined, answer: undefined });
  });
});
