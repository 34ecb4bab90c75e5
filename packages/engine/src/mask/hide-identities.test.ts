import { describe, expect, it } from 'vitest';
import { hideIdentities } from './hide-identities.ts';
import { isOrdinarySearch, isOrdinaryValue } from './may-probe.ts';

describe('hideIdentities', () => {
  it('masks every text, with keys as context, and leaves ids, times and words of closed sets', () => {
    const document = {
      run_id: 'run_1',
      created_at: '2026-11-17T20:00:00.000Z',
      external_id: 'jo@example.org',
      metadata: { agent: 'Nadia', team: 'Porto' },
      output: { bricks: { account_number: { value: '4471092' }, topic: { value: 'billing_question' } } },
    };
    expect(hideIdentities({ document })).toEqual({
      ...document,
      external_id: '<EMAIL_1>',
      metadata: { agent: '<PERSON_1>', team: 'Porto' },
      output: { bricks: { account_number: { value: '<ID_NUMBER_1>' }, topic: { value: 'billing_question' } } },
    });
  });

  it('finds whom the context names', () => {
    const context = { transcript: 'Wren: Good morning.\nCaller: This is Penhale.' };
    expect(hideIdentities({ document: { reason: 'wren told penhale.' }, context })).toEqual({
      reason: '<PERSON_1> told <PERSON_2>.',
    });
  });

  it('gives the speakers of a recording the same placeholders in its turns and its speech', () => {
    const speech = Array.from({ length: 3 }, (_, at) => ({ speaker: 'Nadia Penhale', start: at, end: at + 0.5 }));
    const input = { turns: [{ speaker: 'Nadia Penhale', text: 'Good morning.', start: 0, end: 2 }], speech };
    expect(hideIdentities({ document: { input }, context: input })).toEqual({
      input: {
        turns: [{ speaker: '<PERSON_1>', text: 'Good morning.', start: 0, end: 2 }],
        speech: speech.map((span) => ({ ...span, speaker: '<PERSON_1>' })),
      },
    });
  });

  it('leaves what is masked already', () => {
    const document = { reason: '<PERSON_1> called.' };
    expect(hideIdentities({ document })).toEqual(document);
  });
});

describe('probing', () => {
  it.each(['refund', 'late delivery', 'good morning'])('%s may be searched for', (words) => {
    expect(isOrdinarySearch(words)).toBe(true);
  });

  it.each(['penhale', 'smith refund', '07911', 'jo@example.org'])('%s may not', (words) => {
    expect(isOrdinarySearch(words)).toBe(false);
  });

  it('tells values of filters apart', () => {
    expect(isOrdinaryValue('team', 'Porto')).toBe(true);
    expect(isOrdinaryValue('customer', 'John Smith')).toBe(false);
  });
});
