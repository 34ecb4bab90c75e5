import { describe, expect, it } from 'vitest';
import { isFiltering, NO_ANSWER_FILTER, readAnswerFilter } from './answer-filter.ts';
import { checkAnswerFilter, type KnownAnswers, unknown } from './check-answer-filter.ts';

const answersOf = (query: Record<string, unknown>) => readAnswerFilter(query).answers;

describe('readAnswerFilter', () => {
  it.each([
    ['false', 'eq', 'false'],
    ['not:done', 'not', 'done'],
    ['lt:60', 'lt', '60'],
    ['lte:-1.5', 'lte', '-1.5'],
    ['has:refund', 'has', 'refund'],
    ['is:not_sure', 'is', 'not_sure'],
    ['http://a', 'eq', 'http://a'],
    ['eq:', 'eq', ''],
    ['two\nlines', 'eq', 'two\nlines'],
    ['not:two\nlines', 'not', 'two\nlines'],
  ])('reads %j as %s of %j', (text, operator, operand) => {
    expect(answersOf({ 'answer.a': text })).toEqual([{ field: 'answer', brick: 'a', operator, operand }]);
  });

  it('takes null for no value, in answers only', () => {
    const state = { field: 'answer', brick: 'a', operator: 'eq', operand: 'null', isState: true };
    expect(answersOf({ 'answer.a': 'null' })).toEqual([state]);
    expect(() => answersOf({ 'confidence.a': 'null' })).toThrow('"eq" needs a number');
  });

  it('reads metadata, dimensions by their names, and repeated parameters', () => {
    const query = { 'metadata.team': ['emea', 'not:apac'], desk: 'a', limit: 5, reviewed: true };
    expect(readAnswerFilter(query, new Map([['desk', 'crm_desk']]))).toEqual({
      answers: [],
      metadata: [
        { key: 'team', isNot: false, value: 'emea' },
        { key: 'team', isNot: true, value: 'apac' },
        { key: 'crm_desk', isNot: false, value: 'a' },
      ],
      isReviewed: true,
    });
    expect(readAnswerFilter({ reviewed: false }).isReviewed).toBe(false);
    expect(readAnswerFilter({ reviewed: 'x', 'prefix.answer.a': 'b' })).toEqual(NO_ANSWER_FILTER);
  });

  it.each([
    [{ 'answer.': 'a' }, 'answer.: must be followed by a brick key.'],
    [{ 'metadata.': 'a' }, 'must be followed by a metadata key of at most 64 characters'],
    [{ [`answer.${'k'.repeat(65)}`]: 'a' }, 'must be followed by'],
    [{ 'answer.a\0': 'a' }, 'must be followed by'],
    [{ 'answer.a': 'x'.repeat(513) }, 'a text of at most 512 characters'],
    [{ 'answer.a': 5 }, 'a text of at most 512 characters'],
    [{ 'answer.a': 'b\0' }, 'a text of at most'],
    [{ 'answer.a': '\ud800' }, 'a text of at most'],
    [{ 'answer.a': 'lt:many' }, '"lt" needs a number, such as lt:0.7.'],
    [{ 'answer.a': 'is:sure' }, '"is:sure" is unknown'],
    [{ 'answer.a': 'is:not_sur' }, 'did you mean "not_sure"; there are is:not_applicable, is:not_sure'],
    [{ 'confidence.a': 'is:not_sure' }, 'must be one of lt:, lte:, gt: and gte:'],
    [{ 'confidence.a': '0.5' }, 'must be one of lt:'],
    [{ 'confidence.a': 'lt:5' }, 'confidence.a: confidences are numbers from 0 to 1'],
    [{ 'confidence.a': 'gt:-1' }, 'from 0 to 1'],
    [{ 'metadata.a': 'lt:5' }, 'must be a value, or not: and a value.'],
    [{ 'metadata.a': 'has:5' }, 'must be a value'],
  ])('refuses %j', (query, sentence) => {
    expect(() => readAnswerFilter(query)).toThrow(sentence);
  });

  it('takes what is just not too long, and twenty conditions', () => {
    expect(answersOf({ [`answer.${'k'.repeat(64)}`]: 'x'.repeat(512) })).toHaveLength(1);
    const many = (count: number) => ({ 'answer.a': Array(count - 1).fill('b'), 'metadata.c': 'd' });
    expect(answersOf(many(20))).toHaveLength(19);
    expect(() => answersOf(many(21))).toThrow('more than 20 conditions');
  });

  it.each([
    [NO_ANSWER_FILTER, false],
    [readAnswerFilter({ 'answer.a': 'b' }), true],
    [readAnswerFilter({ 'metadata.a': 'b' }), true],
    [readAnswerFilter({ reviewed: false }), true],
  ])('%#: knows whether anything is filtered', (filter, expected) => {
    expect(isFiltering(filter)).toBe(expected);
  });
});

const KNOWN: KnownAnswers = {
  bricks: async () => [
    { key: 'mood', type: 'categorical', categories: ['good', 'bad'] },
    { key: 'odd', type: 'categorical', categories: ['null', 'other'] },
    { key: 'score', type: 'numeric', categories: undefined },
    { key: 'solved', type: 'boolean', categories: undefined },
    { key: 'stars', type: 'numeric', categories: undefined },
  ],
  categoriesEver: async (brick) => (brick === 'mood' ? ['good', 'bad', 'awful'] : []),
  rangeEver: async (brick) => (brick === 'stars' ? { min: 1, max: 5 } : undefined),
};
const checked = (query: Record<string, unknown>, known = KNOWN) => checkAnswerFilter(readAnswerFilter(query), known);

describe('checkAnswerFilter', () => {
  it.each([
    ['answer.mood', 'good'],
    ['answer.mood', 'not:awful'],
    ['answer.mood', 'is:no_answer'],
    ['answer.score', 'gte:5'],
    ['answer.stars', '5'],
    ['answer.stars', 'lt:9'],
    ['answer.solved', 'true'],
    ['confidence.mood', 'lt:0.5'],
  ])('takes %s=%s', async (name, text) => {
    const filter = readAnswerFilter({ [name]: text, 'metadata.a': 'b' });
    expect(await checkAnswerFilter(filter, KNOWN)).toEqual(filter);
  });

  it('takes null for the category of this name, or for no value', async () => {
    expect((await checked({ 'answer.odd': 'null' })).answers).toEqual([
      { field: 'answer', brick: 'odd', operator: 'eq', operand: 'null' },
    ]);
    expect((await checked({ 'answer.score': 'null' })).answers).toEqual([
      { field: 'answer', brick: 'score', operator: 'is', operand: 'no_value' },
    ]);
  });

  it.each([
    ['answer.mod', 'good', 'answer.mod: the kit has no such brick. Did you mean "mood"?'],
    ['answer.mood', 'goof', 'Did you mean "good"?'],
    ['answer.mood', 'not:xyz', 'answer.mood: "xyz" is not one of the categories. There are bad, good.'],
    ['answer.mood', 'lt:5', 'answer.mood: "lt:" compares numbers, and the brick is categorical.'],
    ['answer.solved', 'gte:5', 'compares numbers'],
    ['answer.solved', 'maybe', '"maybe" is neither true nor false'],
    ['answer.score', 'has:many', 'answer.score: '],
    ['answer.stars', '9', 'answer.stars: its numbers are from 1 to 5.'],
    ['confidence.mod', 'lt:0.5', 'confidence.mod: the kit has no such brick'],
  ])('refuses %s=%s', async (name, text, sentence) => {
    await expect(checked({ [name]: text })).rejects.toThrow(sentence);
  });

  it('leaves a filter as it is where no kit is known', async () => {
    for (const bricks of [async () => undefined, async () => []]) {
      const filter = readAnswerFilter({ 'answer.any': 'null' });
      expect(await checkAnswerFilter(filter, { ...KNOWN, bricks })).toBe(filter);
    }
  });
});

describe('unknown', () => {
  it('names the nearest word, or twenty', () => {
    const words = Array.from({ length: 21 }, (_, index) => `w${String.fromCharCode(97 + index).repeat(9)}`);
    expect(unknown('No', 'waaaaaaaab', words)).toBe('No. Did you mean "waaaaaaaaa"?');
    expect(unknown('No', '12345', words)).toBe(`No. There are ${words.slice(0, 20).join(', ')} and others.`);
    expect(unknown('No', '12345', words.slice(0, 20).toReversed())).toBe(
      `No. There are ${words.slice(0, 20).join(', ')}.`,
    );
  });
});
