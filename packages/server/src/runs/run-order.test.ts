import { describe, expect, it } from 'vitest';
import { newId } from '../core/ids.ts';
import { countRuns, readFacets } from './count-runs.ts';
import { checkRunOrder, readPosition, readRunOrder, writePosition } from './run-order.ts';

const byAnswer = { by: { field: 'answer', brick: 'score' }, isDescending: true } as const;

describe('readRunOrder', () => {
  it.each([
    [undefined, undefined],
    ['-created_at', undefined],
    ['created_at', { by: 'created_at', isDescending: false }],
    ['-occurred_at', { by: 'occurred_at', isDescending: true }],
    ['-answer.score', byAnswer],
    ['confidence.score', { by: { field: 'confidence', brick: 'score' }, isDescending: false }],
    [`answer.${'k'.repeat(64)}`, { by: { field: 'answer', brick: 'k'.repeat(64) }, isDescending: false }],
  ])('reads %s', (sort, order) => {
    expect(readRunOrder(sort)).toEqual(order);
  });

  it.each(['status', '--created_at', 'answer.', `answer.${'k'.repeat(65)}`, 'answer.a\0', 'xanswer.a', ''])(
    'refuses %j',
    (sort) => {
      expect(() => readRunOrder(sort)).toThrow('sort: must be created_at');
    },
  );
});

const known = (bricks: object[] | undefined) => () =>
  ({ bricks: async () => bricks, categoriesEver: async () => [] }) as never;
const BRICKS = [
  { key: 'score', type: 'numeric' },
  { key: 'summary', type: 'text' },
];

describe('checkRunOrder', () => {
  const check = (brick: string, { field = 'answer', showsTexts = false } = {}) =>
    checkRunOrder(
      { by: { field: field as 'answer', brick }, isDescending: true },
      'support',
      known(BRICKS),
      showsTexts,
    );

  it('takes times without a kit, and answers of a kit', async () => {
    const unasked = () => {
      throw new Error('nothing is to be asked');
    };
    await checkRunOrder({ by: 'created_at', isDescending: false }, undefined, unasked, false);
    await check('score');
    await check('summary', { showsTexts: true });
    await check('summary', { field: 'confidence' });
    await checkRunOrder(byAnswer, 'support', known(undefined), false);
  });

  it('refuses answers of no kit, and bricks that it never had', async () => {
    await expect(checkRunOrder(byAnswer, undefined, known(BRICKS), true)).rejects.toThrow(
      'sort: answers belong to a kit',
    );
    await expect(check('scor')).rejects.toThrow('sort: the kit has no such brick. Did you mean "score"?');
  });

  it('refuses an order that tells texts to those who see masks', async () => {
    await expect(check('summary')).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('readPosition', () => {
  const runId = newId('run');
  const read = (key: unknown, order: Parameters<typeof readPosition>[0] = byAnswer, id: unknown = runId) =>
    readPosition(order, encodeURIComponent(JSON.stringify([key, id])));
  const byTime = { by: 'occurred_at', isDescending: false } as const;

  it('is what was written', () => {
    for (const key of ['5', '"ü\\"“"', null, '[true]'])
      expect(readPosition(byAnswer, writePosition({ key, runId }))).toEqual({ key, runId });
    expect(readPosition(byTime, writePosition({ key: '-12345678901234567', runId }))).toMatchObject({ runId });
  });

  it.each([
    ['no run', read('5', byAnswer, 'run_nope')],
    ['no text', read('5', byAnswer, 7)],
    ['a number as a key', read(5)],
    ['a key that is no JSON', read('{')],
    ['half a character', read('"\\ud800"')],
    ['a character that no database stores', read('"\\u0000"')],
    ['no time', read(null, byTime)],
    ['a time that is too long', read('123456789012345678', byTime)],
    ['a time with more', read('1 OR 1', byTime)],
    ['no JSON', readPosition(byAnswer, '%')],
  ])('is nothing where a cursor holds %s', (_what, position) => {
    expect(position).toBeUndefined();
  });
});

describe('readFacets', () => {
  const dimensions = new Map([['team', 'crm_team']]);
  it('reads names, dimensions, metadata and answers', () => {
    expect(readFacets('status,kit_code,team,metadata.desk,answer.mood', dimensions)).toEqual([
      { name: 'status', by: 'status' },
      { name: 'kit_code', by: 'kit_code' },
      { name: 'team', by: 'metadata', key: 'crm_team' },
      { name: 'metadata.desk', by: 'metadata', key: 'desk' },
      { name: 'answer.mood', by: 'answer', brick: 'mood' },
    ]);
    expect([readFacets(undefined, dimensions), readFacets('', dimensions)]).toEqual([[], []]);
  });

  it('takes eight, and refuses more and others', () => {
    expect(readFacets(Array(8).fill('status').join(','), dimensions)).toHaveLength(8);
    expect(() => readFacets(Array(9).fill('status').join(','), dimensions)).toThrow('facets: at most 8');
    expect(() => readFacets('tem', dimensions)).toThrow('facets: "tem" is unknown. Did you mean "team"?');
    for (const name of ['answer.', `answer.${'k'.repeat(65)}`, 'answer.a\0', 'myanswer.a'])
      expect(() => readFacets(name, dimensions)).toThrow('is unknown');
  });
});

describe('countRuns', () => {
  const filter = (kitCode: string | undefined) => ({ kitCode, by: { answers: [], metadata: [] } }) as never;
  const storeOf = (bricks: object[] | undefined) =>
    ({ count: async (...given: unknown[]) => given[2], knownAnswers: () => known(bricks)() }) as never;
  const count = (name: string, kitCode: string | undefined = 'support', bricks: object[] | undefined = BRICKS) =>
    countRuns({ store: storeOf(bricks) }, {} as never, filter(kitCode), readFacets(name, new Map()));

  it('counts by answers that the kit has', async () => {
    expect(await count('answer.score')).toMatchObject([{ brick: 'score' }]);
    expect(await count('answer.any', 'support', [])).toHaveLength(1);
    const store = storeOf(undefined);
    expect(await countRuns({ store }, {} as never, filter(undefined), readFacets('status', new Map()))).toHaveLength(1);
  });

  it('refuses answers without a kit, and those that it does not have', async () => {
    await expect(count('status,answer.scor')).rejects.toThrow('facets: answer.scor: the kit has no such brick');
    await expect(
      countRuns({ store: storeOf(BRICKS) }, {} as never, filter(undefined), readFacets('answer.score', new Map())),
    ).rejects.toThrow('facets: answers belong to a kit');
  });
});
