import type { BrickDocument } from '@brickwork/contract/kit';
import { describe, expect, test } from 'vitest';
import { answerByWords } from '../../test/support/answer-by-words.ts';
import { bricks, conversationOf, evaluate, type Line } from '../../test/support/support-chat.ts';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import type { Conversation } from '../conversation/conversation.ts';

function one(lines: readonly Line[], brick: BrickDocument): BrickOutcome {
  const [outcome] = answerByWords([brick], conversationOf(lines));
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

const talk: Line[] = [
  ['agent', 'Hello, this is Maria. How can I help you?'],
  ['customer', 'My parcel should have been here on Monday and it is still not delivered.'],
  ['agent', 'I am sorry. May I have your name and your email address, please?'],
  ['customer', 'Peter Schmidt, peter@Example.com. I paid $35.50 for it, order number AB-4711.'],
  [
    'agent',
    'Unfortunately a refund is not possible, but it will arrive on March 3rd, 2027 at 2:30 pm. See https://Track.example.com/x.',
  ],
  ['customer', 'Okay, thank you, code BLUE.'],
];

describe('answers from words', () => {
  test('answers every brick of a support chat', () => {
    const values = Object.fromEntries(evaluate(talk).map((outcome) => [outcome.key, outcome.value]));
    expect(values).toMatchObject({
      reason: 'late_parcel',
      asked_email: true,
      refund_refused: true,
      who: 'Peter Schmidt',
      amount: '35.50',
      phone: '',
      email: 'peter@example.com',
      hour: '14:30',
      order: 'AB-4711',
      link: 'https://track.example.com/x',
      code: 'BLUE',
    });
  });

  test('gives the same bytes every time, whatever was evaluated before', () => {
    const first = JSON.stringify(evaluate(talk));
    evaluate([['customer', 'Something else entirely, with other words and numbers: 1 2 3.']]);
    expect(JSON.stringify(evaluate(talk))).toBe(first);
    expect(JSON.stringify(evaluate(talk, ['order']))).toBe(JSON.stringify([JSON.parse(first)[11]]));
  });

  test('copes with nothing, with empty turns and with turns that nobody is named for', () => {
    expect(evaluate([]).map((outcome) => outcome.value)).toHaveLength(bricks.length);
    expect(
      evaluate([
        ['agent', ''],
        ['customer', '   '],
        ['agent', '…'],
      ]),
    ).toHaveLength(bricks.length);
    const bare: Conversation = {
      text: 'my name is Ann',
      turns: [{ index: 0, text: 'my name is Ann', start: 0, end: 14 }],
      format: 'plain',
    };
    const who: BrickDocument = { key: 'who', type: 'text', extract: 'name', speaker: 'customer' };
    expect(answerByWords([who], bare)[0]?.value).toBe('Ann');
  });
});

describe('booleans', () => {
  const asked: BrickDocument = { key: 'asked', type: 'boolean', question: 'Did the agent ask for the account number?' };

  test('tell asking from stating', () => {
    expect(one([['agent', 'May I have your account number?']], asked).value).toBe(true);
    expect(one([['agent', 'and your account number please']], asked).value).toBe(true);
    expect(one([['agent', 'Your parcel is on its way.']], asked).value).toBe(false);
  });

  test('look only at the speaker that the question or the brick names', () => {
    expect(
      one(
        [
          ['customer', 'May I have your account number?'],
          ['agent', 'Good morning.'],
        ],
        asked,
      ).value,
    ).toBe(false);
    const scoped: BrickDocument = { ...asked, speaker: 'AGENT' };
    expect(
      one(
        [
          ['customer', 'What is your account number?'],
          ['agent', 'Good morning.'],
        ],
        scoped,
      ).value,
    ).toBe(false);
    expect(
      one(
        [
          ['agent', 'What is your account number?'],
          ['customer', 'Good morning.'],
        ],
        scoped,
      ).value,
    ).toBe(true);
  });

  test('mind negation', () => {
    const working: BrickDocument = {
      key: 'w',
      type: 'boolean',
      question: 'Did the agent say that the warranty covers the damage?',
    };
    const yes = one([['agent', 'The warranty covers the damage.']], working);
    const no = one([['agent', 'The warranty does not cover the damage.']], working);
    expect(yes.value).toBe(true);
    expect(no.value).toBe(false);
  });

  test('cap what they cannot know, unless hints say how it sounds', () => {
    const vague: BrickDocument = { key: 'v', type: 'boolean', question: 'Do the participants build rapport?' };
    const lines: Line[] = [
      ['agent', 'We both love the mountains, how funny!'],
      ['customer', 'Rapport is what we build here.'],
    ];
    const plain = one(lines, vague);
    expect(plain.confidence).toBeLessThanOrEqual(0.6);
    expect(plain.basis).toBe('weak');
    const hinted = one(lines, { ...vague, hints: { examples: ['we both love the mountains'] } });
    expect(hinted.value).toBe(true);
    expect(hinted.basis).toBe('examples');
  });

  test('leave out what is excluded', () => {
    const brick: BrickDocument = { ...asked, hints: { keywords: ['account number'], exclude: ['do not need'] } };
    expect(one([['agent', 'I need your account number.']], brick).value).toBe(true);
    expect(one([['agent', 'I do not need your account number.']], brick).value).toBe(false);
  });
});
