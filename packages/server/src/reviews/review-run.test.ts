import type { BrickDocument } from '@brickwork/contract';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../access/principal.ts';
import type { LoadContent } from '../kits/resolve-kit.ts';
import type { FullRun } from '../runs/run.ts';
import { type NewReview, type ReviewRun, reviewRun } from './review-run.ts';

const BRICKS = [
  { key: 'solved', type: 'boolean', question: 'Was it solved?' },
  { key: 'polite', type: 'boolean', question: 'Were they polite?' },
] as unknown as BrickDocument[];
const RUN = {
  ...{ runId: 'run_1', kitVersionId: 'v1', status: 'succeeded' },
  output: { bricks: { solved: { value: true, confidence: 0.9 }, polite: { value: null } } },
} as unknown as FullRun;

const KEY = { workspaceId: 'ws_1', environment: 'live', actor: { kind: 'key', id: 'key_1', name: 'CRM' } };
const PERSON = { ...KEY, actor: { kind: 'person', id: 'usr_1', name: 'Ann' } };

/** What is stored of a request: who reviewed, and what. */
async function stored(
  reviews: NewReview[],
  { run = RUN, as = KEY, isErased = false, ...more }: Given = {},
): Promise<{ reviewer: string; reviewerName?: string; original?: string; lines: object[] }> {
  let submission: unknown;
  const deps: ReviewRun = {
    runs: { find: async () => run },
    kits: {
      store: { loadContent: async () => ({ kit: { bricks: BRICKS } }) },
      cache: new Map(),
    } as unknown as LoadContent,
    reviews: {
      add: async (_scope, given) => {
        submission = given;
        return isErased ? 'no_output' : [];
      },
    },
    clock: { now: () => new Date() },
  };
  await reviewRun(deps, as as unknown as Principal, 'run_1', {
    reviews,
    reviewer: more.reviewer,
    importedFrom: more.importedFrom,
  });
  return submission as never;
}
interface Given {
  run?: FullRun;
  as?: typeof KEY;
  isErased?: boolean;
  reviewer?: string;
  importedFrom?: string;
}

const WRONG: NewReview = { brick: 'solved', verdict: 'wrong', value: false, note: 'They called again.' };

describe('reviewRun', () => {
  it('stores what was said with the answer that it is about', async () => {
    expect((await stored([WRONG, { brick: 'polite', verdict: 'correct' }])).lines).toEqual([
      { ...WRONG, answer: true, confidence: 0.9 },
      { brick: 'polite', verdict: 'correct', value: undefined, note: undefined, answer: null, confidence: undefined },
    ]);
  });

  it('refuses runs without answers: those that go on, that failed, and that are erased meanwhile', async () => {
    const { output: _output, ...rest } = RUN;
    const without = { ...rest, output: undefined };
    await expect(stored([WRONG], { run: { ...without, status: 'running' } })).rejects.toMatchObject({
      code: 'run_not_completed',
      detail: 'The run is running.',
      retryAfterSeconds: 1,
    });
    for (const given of [{ run: without }, { isErased: true }])
      await expect(stored([WRONG], given)).rejects.toMatchObject({
        code: 'conflict',
        detail: expect.stringContaining('The run has no answers to review'),
      });
  });

  it.each([
    ['solved is reviewed twice in one request.', [WRONG, WRONG]],
    ['mood is not an answer of the run.', [{ ...WRONG, brick: 'mood' }]],
    [
      'solved has a value, which is only allowed with the verdict wrong, not with correct.',
      [{ ...WRONG, verdict: 'correct' }],
    ],
    ['solved has the verdict wrong, but its value is the answer that was given.', [{ ...WRONG, value: true }]],
  ] as [string, NewReview[]][])('refuses: %s', async (detail, reviews) => {
    await expect(stored(reviews)).rejects.toMatchObject({ code: 'review_invalid', detail });
  });

  it('refuses a value that the brick can never have', async () => {
    await expect(stored([{ brick: 'polite', verdict: 'wrong', value: null }])).rejects.toMatchObject({
      code: 'invalid_parameter',
      detail: 'polite: the value must be true or false.',
    });
  });

  it('knows reviewers by their key and a name, or as a person', async () => {
    expect(await stored([WRONG])).toMatchObject({ reviewer: 'key_1', reviewerName: 'CRM' });
    expect(await stored([WRONG], { reviewer: 'ben' })).toMatchObject({ reviewer: 'key_1/ben', reviewerName: 'ben' });
    expect(await stored([WRONG], { as: PERSON })).toMatchObject({ reviewer: 'usr_1', reviewerName: 'Ann' });
    await expect(stored([WRONG], { as: PERSON, reviewer: 'ben' })).rejects.toThrow('reviewer: is for keys');
  });

  it('knows imported reviewers by whom they are from, however often they are imported', async () => {
    for (const importedFrom of ['usr_9', 'import/usr_9'])
      expect(await stored([WRONG], { importedFrom })).toMatchObject({ reviewer: 'import/usr_9', original: 'usr_9' });
    await expect(stored([WRONG], { importedFrom: 'usr_9', reviewer: 'ben' })).rejects.toThrow(
      'imported_from: cannot be combined with reviewer.',
    );
  });
});
