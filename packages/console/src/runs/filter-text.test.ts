import type { BrickSchema } from '@brickwork/client';
import { describe, expect, it } from 'vitest';
import { readFilterText } from './filter-text.ts';
import type { FilterWords } from './filter-words.ts';
import { readDays } from './read-days.ts';
import { suggestFilters } from './suggest-filters.ts';

const brick = (key: string, more: Partial<BrickSchema> = {}): BrickSchema => ({
  brick_id: key,
  key,
  name: key,
  type: 'boolean',
  output_fields: [],
  ...more,
});
const words: FilterWords = {
  kits: [
    { kit_code: 'SALES123', kit: 'sales', name: 'Sales calls', bricks: [brick('resolved')] },
    {
      kit_code: 'CARE1234',
      kit: 'care',
      name: 'Customer care',
      bricks: [
        brick('resolved'),
        brick('id_check', { name: 'Identity verified' }),
        brick('score', { name: 'Quality score', type: 'numeric' }),
        brick('reason', { type: 'categorical', categories: [{ value: 'lost_card', name: 'Lost card' }] }),
        brick('topics', { type: 'categorical', many: true, categories: [{ value: 'refund' }] }),
        brick('promise', { type: 'text' }),
      ],
    },
  ],
  kit: undefined,
  dimensions: [{ name: 'team', label: 'Team', metadata_key: 'squad' }],
  today: '2026-11-18',
};
const care: FilterWords = { ...words, kit: 'CARE1234' };
const read = (text: string, known = care) => readFilterText(text, known);

describe('the filter box', () => {
  it('reads questions, a dimension and a month as the filters of the list, and finds the kit that asks', () => {
    expect(read('resolved:no verified:no team:Porto october', words)).toEqual({
      kit: 'CARE1234',
      conditions: [
        ['answer.resolved', 'eq:false'],
        ['answer.id_check', 'eq:false'],
        ['metadata.squad', 'eq:Porto'],
        ['from', '2026-10-01'],
        ['to', '2026-10-31'],
      ],
      words: '',
      faults: [],
    });
    expect(read('resolved:yes', words).kit).toBe('SALES123');
    expect(read('kit:care resolved:yes', words)).toMatchObject({ kit: 'CARE1234', faults: [] });
  });

  it('reads numbers, categories, states, confidence and what is not wanted', () => {
    const text =
      'score<60 score:>=10 reason:"lost card" -reason:lost_card topics:refund promise:call resolved:unsure confidence.resolved<70% -team:Porto';
    expect(read(text)).toMatchObject({
      conditions: [
        ['answer.score', 'lt:60'],
        ['answer.score', 'gte:10'],
        ['answer.reason', 'eq:lost_card'],
        ['answer.reason', 'not:lost_card'],
        ['answer.topics', 'has:refund'],
        ['answer.promise', 'has:call'],
        ['answer.resolved', 'is:not_sure'],
        ['confidence.resolved', 'lt:0.7'],
        ['metadata.squad', 'not:Porto'],
      ],
      faults: [],
    });
    expect(read('status:failed type:sandbox reviewed:no metadata.shop:42 id:c-1')).toMatchObject({
      status: 'failed',
      type: 'sandbox',
      id: 'c-1',
      conditions: [
        ['reviewed', 'false'],
        ['metadata.shop', 'eq:42'],
      ],
    });
  });

  it('takes everything else for words that were said; quotes keep a month one of them', () => {
    expect(read('lost card "in may" https://a.b/c last week')).toMatchObject({
      words: 'lost card "in may" https://a.b/c',
      conditions: [
        ['from', '2026-11-09'],
        ['to', '2026-11-15'],
      ],
    });
  });

  it('says what it did not understand', () => {
    expect(read('resloved:no').faults).toEqual(['“resloved” is neither a question of this kit nor a dimension.']);
    expect(read('resolved:perhaps').faults).toEqual(['“perhaps” is not an answer to “resolved”.']);
    expect(read('team:').faults).toEqual(['What should “team” be? Write team:value.']);
    expect(read('resolved>3').faults).toEqual(['“resolved” cannot be compared with 3.']);
    expect(read('status:broken').faults[0]).toMatch(/^The status can be /);
    expect(read('kit:nowhere from:someday').faults).toHaveLength(2);
  });
});

describe('days', () => {
  it('are those that have begun last', () => {
    expect(readDays('december', words.today)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(readDays('Nov 2024', words.today)).toEqual({ from: '2024-11-01', to: '2024-11-30' });
    expect(readDays('this week', words.today)).toEqual({ from: '2026-11-16', to: '2026-11-18' });
    expect(readDays('last month', '2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(readDays('2026-02-30', words.today)).toBeUndefined();
    expect(readDays('someday', words.today)).toBeUndefined();
  });
});

describe('suggestions', () => {
  const suggested = (text: string, values: string[] = []) =>
    suggestFilters(text, care, values).map(({ text: whole }) => whole);

  it('complete the name that is typed, then its values', () => {
    expect(suggested('team:Porto re')).toEqual(['team:Porto resolved:', 'team:Porto reason:', 'team:Porto reviewed:']);
    expect(suggested('resolved:')).toEqual(['resolved:yes ', 'resolved:no ', 'resolved:unsure ']);
    expect(suggested('reason:lo')).toEqual(['reason:"Lost card" ']);
    expect(suggested('team:po', ['Porto', 'Porto Alegre'])).toEqual(['team:Porto ', 'team:"Porto Alegre" ']);
    expect(suggested('octo')).toEqual(['october ']);
    expect(suggested('score')).toContain('score:');
    expect(suggested('score:')).toEqual(['score:<50 ', 'score:>80 ']);
  });

  it('are none for words', () => {
    expect(suggested('the customer said zebra')).toEqual([]);
  });
});
