import { describe, expect, it } from 'vitest';
import { choicesOf, choose, decide, draftOf, readValue, toReviews } from './review-draft.ts';

const schema = { brick_id: '', key: 'mood', name: 'Mood', output_fields: [] };

describe('a draft of reviews', () => {
  it('starts from the reviewer’s own verdicts that count', () => {
    const review = { review_id: '', run_id: '', kit_id: '', kit_version: 1, created_at: '', superseded: false };
    expect(
      draftOf(
        [
          { ...review, brick: 'mood', verdict: 'wrong', value: 'bad', reviewer: 'me' },
          { ...review, brick: 'mood', verdict: 'correct', reviewer: 'me', superseded: true },
          { ...review, brick: 'solved', verdict: 'correct', reviewer: 'you' },
        ],
        'me',
      ),
    ).toEqual({ mood: { verdict: 'wrong', value: 'bad', note: undefined } });
  });

  it('offers values for digits', () => {
    expect(choicesOf({ ...schema, type: 'boolean' }).map(({ label }) => label)).toEqual(['Yes', 'No']);
    expect(choicesOf({ ...schema, type: 'categorical', categories: [{ value: 'a', name: 'A' }] })).toEqual([
      { value: 'a', label: 'A' },
    ]);
    expect(choicesOf({ ...schema, type: 'numeric' })).toEqual([]);
  });

  it('takes the answer itself for right and any other value for wrong', () => {
    expect(choose(undefined, true, true, { note: 'n' })).toEqual({ verdict: 'correct', value: undefined, note: 'n' });
    expect(choose({}, true, false, undefined)).toEqual({ verdict: 'wrong', value: false });
    expect(decide('correct', true, { verdict: 'wrong', value: false })).toEqual({
      verdict: 'correct',
      value: undefined,
    });
    expect(decide('wrong', true, undefined)).toEqual({ verdict: 'wrong', value: false });
    expect(decide('wrong', 'blue', undefined)).toEqual({ verdict: 'wrong', value: undefined });
  });

  it('puts entries of a list in and takes them out', () => {
    const list = { many: true };
    const more = choose(list, ['a'], 'b', undefined);
    expect(more).toEqual({ verdict: 'wrong', value: ['a', 'b'] });
    expect(choose(list, ['a'], 'a', more)).toEqual({ verdict: 'wrong', value: ['b'] });
    expect(choose(list, ['a'], 'b', more)).toEqual({ verdict: 'correct', value: undefined });
    expect(choose(list, ['a'], 'a', undefined)).toEqual({ verdict: 'wrong', value: [] });
    // The brick did not apply, or its answer was held back.
    expect(choose(list, null, 'a', undefined)).toEqual({ verdict: 'wrong', value: ['a'] });
  });

  it('reads the entries of a list from a field', () => {
    const typed = readValue('Looply, Corvid,', { type: 'text', many: true });
    expect(String(typed)).toBe('Looply, Corvid,');
    expect(toReviews({ a: { verdict: 'wrong', value: typed } })).toEqual([
      { brick: 'a', verdict: 'wrong', value: ['Looply', 'Corvid'], note: undefined },
    ]);
  });

  it('sends only what was decided', () => {
    expect(toReviews({ a: { verdict: 'wrong', value: 3, note: '' }, b: { note: 'later' } })).toEqual([
      { brick: 'a', verdict: 'wrong', value: 3, note: undefined },
    ]);
    expect(readValue('4', { type: 'numeric' })).toBe(4);
    expect([readValue('4', { type: 'text' }), readValue(' ', { type: 'text' })]).toEqual(['4', undefined]);
  });
});
