import { type AskedQuestion, inferQuestion, toBricks } from '@brickwork/contract/plain-questions';
import type { BrickOutcome } from '@brickwork/engine/bricks/brick-outcome';
import { describe, expect, it } from 'vitest';
import { toAnswer } from './answer-call.ts';
import { outcomeOf } from './read-further.ts';

const ask = (question: string, more = {}): AskedQuestion => inferQuestion({ question, ...more }, new Set());
const outcome = (more: Partial<BrickOutcome>): BrickOutcome => ({
  ...{ key: 'asked', value: true, confidence: 0.8, basis: 'read', reason: '', evidence: [] },
  ...more,
});

describe('the outcome of a question that is asked in several ways', () => {
  const ofCall = ['Was the delivery late?', 'Was the delivery wrong?', 'Was the driver kind?'];
  const asked = { ...ask('What do customers say about the delivery?'), ofCall };
  const [first = '', second = '', third = ''] = toBricks(asked).map(({ key }) => key);
  const found = (...outcomes: BrickOutcome[]) => outcomeOf(asked, outcomes);

  it('is its surest yes, however sure a no is', () => {
    const yes = outcome({ key: second, confidence: 0.7 });
    const surer = outcome({ key: third, confidence: 0.9 });
    expect(found(outcome({ key: first, value: false, confidence: 0.55 }), yes)).toBe(yes);
    expect(found(outcome({ key: first, value: false, confidence: 0.99 }), yes, surer)).toBe(surer);
  });

  it('is the least sure no where there is no yes, or none that applies', () => {
    const unsure = outcome({ key: second, value: false, confidence: 0.6 });
    const sure = outcome({ key: first, value: false, confidence: 0.9 });
    expect(found(sure, unsure)).toBe(unsure);
    expect(found(sure, unsure, outcome({ key: third, applicability: 'abstained' }))).toBe(unsure);
    expect(found(outcome({ key: 'other' }))).toBeUndefined();
  });
});

describe('the answer of an outcome', () => {
  const text = ask('What is the name?', { type: 'text' });
  const answer = (more: Partial<BrickOutcome>, asked = text) =>
    toAnswer(asked, outcome(more), { worth: undefined, passages: undefined });

  it.each([
    ['no value', { value: null }],
    ['an empty text', { value: '' }],
    ['what nobody said', { value: 'Ann', basis: 'unsaid' }],
  ] as const)('is none of %s', (_what, more) => {
    expect(answer(more)).toEqual({ state: 'none', confidence: 0.8 });
  });

  it('is not sure where the engine was not', () => {
    expect(answer({ applicability: 'abstained' })).toEqual({ state: 'not_sure', confidence: 0.8 });
    expect(toAnswer(text, undefined, { worth: undefined, passages: undefined })).toMatchObject({ state: 'not_sure' });
  });

  it('counts texts of the same words as one, and keeps its quote verbatim', () => {
    const evidence = [{ text: 'It is  Ann LEE', turn: 0, start: 0, end: 14 }];
    expect(answer({ value: ' Ann  LEE ', evidence })).toEqual({
      ...{ state: 'sure', value: 'ann lee', confidence: 0.8 },
      quote: 'It is  Ann LEE',
    });
    expect(answer({ value: false }, ask('Was it late?'))).toMatchObject({ state: 'sure', value: 'false' });
  });
});
