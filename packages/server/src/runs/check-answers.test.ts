import type { BrickDocument } from '@brickwork/contract';
import { describe, expect, it } from 'vitest';
import { toAnswer, toAnswers } from './answers.ts';
import { checkAnswers, type GivenAnswers } from './check-answers.ts';

const BRICKS = [
  { key: 'solved', type: 'boolean', question: 'Was it solved?' },
  { key: 'note', type: 'text', question: 'What else?', on_invalid: 'omit' },
] as unknown as BrickDocument[];
const TEXT = 'Hello there.\nIt works now.';
const CONVERSATION = {
  text: TEXT,
  turns: [
    { index: 0, start: 0, end: 12, speaker: 'Ann' },
    { index: 1, start: 13, end: 26 },
  ],
} as never;
const check = (given: object, bricks = BRICKS, conversation = CONVERSATION) =>
  checkAnswers(bricks, conversation, given as GivenAnswers);
const solved = (more: object) => ({ solved: { value: true, ...more } });
const span = (more: object = {}) => ({ text: 'works', turn: 1, start: 16, end: 21, ...more });

describe('checkAnswers', () => {
  it('has the answers in the order of the kit, without those that may be missing', () => {
    expect(Object.keys(check({ note: { value: 'x' }, solved: { value: true } }))).toEqual(['solved', 'note']);
    expect(check(solved({ confidence: 0.5 }))).toEqual({ solved: { value: true, confidence: 0.5 } });
    expect(() => check({ note: { value: 'x' } })).toThrow('bricks.solved has no answer.');
    expect(() => check({ ...solved({}), other: { value: 1 } })).toThrow('bricks.other is not a brick');
  });

  it.each([
    [solved({ value: 'yes' }), 'bricks.solved must be'],
    [solved({ value: null }), 'bricks.solved must not be null'],
    [solved({ applicability: 'not_applicable' }), 'must have no value when it is not_applicable'],
  ])('refuses what the brick cannot answer: %j', (given, sentence) => {
    expect(() => check(given)).toThrow(sentence);
  });

  it('finds evidence, and says whose it is', () => {
    expect(check(solved({ evidence: ['Hello', 'works'] })).solved).toEqual({
      value: true,
      evidence: ['Hello', 'works'],
      evidence_spans: [{ text: 'Hello', turn: 0, speaker: 'Ann', start: 0, end: 5 }, span()],
    });
    expect(check(solved({ evidence: [] })).solved).toEqual({ value: true, evidence: [], evidence_spans: [] });
    expect(() => check(solved({ evidence: ['Hello', 'absent'] }))).toThrow('not in the conversation (number 2)');
  });

  it('takes positions that hold', () => {
    expect(check(solved({ evidence_spans: [span()] })).solved).toMatchObject({ evidence: ['works'] });
    expect(check(solved({ evidence: ['works'], evidence_spans: [span()] })).solved?.evidence_spans).toEqual([span()]);
    const whole = { text: TEXT.slice(13), turn: 1, start: 13, end: 26 };
    expect(check(solved({ evidence_spans: [whole] })).solved?.evidence).toEqual([whole.text]);
  });

  it.each([
    [span({ start: 15 })],
    [span({ turn: 0 })],
    [span({ turn: 2 })],
    [span({ text: '', start: 16, end: 16 })],
    [{ text: '\n', turn: 0, start: 12, end: 13 }],
  ])('refuses a position that does not: %j', (each) => {
    expect(() => check(solved({ evidence_spans: [each] }))).toThrow('that is not in the conversation at');
  });

  it.each([[['other']], [[]], [['works', 'works']]])(
    'refuses texts that differ from their positions: %j',
    (evidence) => {
      expect(() => check(solved({ evidence, evidence_spans: [span()] }))).toThrow('differs from the texts');
    },
  );

  it('looks up a hundred quotes, in a conversation that is not too long', () => {
    const many = (count: number) => solved({ evidence: Array(count).fill('works') });
    expect(check(many(100)).solved?.evidence).toHaveLength(100);
    expect(() => check(many(101))).toThrow('Send evidence_spans');
    const long = (length: number) => ({
      text: TEXT.padEnd(length),
      turns: (CONVERSATION as { turns: object[] }).turns,
    });
    expect(check(many(1), BRICKS, long(48 * 1024) as never).solved?.evidence).toHaveLength(1);
    expect(() => check(many(1), BRICKS, long(48 * 1024 + 1) as never)).toThrow('Send evidence_spans');
    expect(check(solved({}), BRICKS, long(48 * 1024 + 1) as never)).toBeDefined();
  });
});

describe('toAnswer', () => {
  it.each([
    [{ value: true }, { value: true }],
    [
      { value: 0, confidence: 0 },
      { value: 0, confidence: 0 },
    ],
    [{ value: ['a', 1] }, { value: ['a', 1] }],
    [
      { value: null, applicability: 'not_applicable' },
      { value: null, applicability: 'not_applicable' },
    ],
    [{}, { value: null }],
    [{ value: 5, basis: 'unsaid', confidence: '1' }, { value: null }],
    [{ value: 'x'.repeat(256) }, { value: 'x'.repeat(256) }],
    [{ value: 'x'.repeat(257) }, { value: `${'x'.repeat(255)}…` }],
  ])('keeps of %j what is filtered by', (output, answer) => {
    expect(toAnswer(output, false)).toEqual(answer);
  });

  it('marks free texts', () => {
    expect(toAnswers({ bricks: { a: { value: 'x' }, b: { value: 'y' } } }, new Set(['b']))).toEqual({
      a: { value: 'x' },
      b: { value: 'y', text: true },
    });
  });
});
