import type { BrickDocument } from '@brickwork/contract/kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerByWords } from '../../test/support/answer-by-words.ts';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import type { Conversation, Side, Turn } from '../conversation/conversation.ts';

type Line = readonly [speaker: string, text: string];

const SIDES: Readonly<Record<string, Side>> = { agent: 'agent', customer: 'customer', caller: 'customer' };

function conversationOf(lines: readonly Line[]): Conversation {
  const turns: Turn[] = [];
  let text = '';
  for (const [index, [speaker, said]] of lines.entries()) {
    if (index > 0) text += '\n';
    const turn: Turn = { index, text: said, start: text.length, end: text.length + said.length, speaker };
    const side = Object.hasOwn(SIDES, speaker) ? SIDES[speaker] : undefined;
    if (side !== undefined) turn.side = side;
    turns.push(turn);
    text += said;
  }
  return { text, turns, format: 'turns' };
}

const bricks: BrickDocument[] = [
  {
    key: 'reason',
    type: 'categorical',
    question: 'Why did the customer write?',
    categories: [
      { value: 'late_parcel', description: 'The customer complains that a parcel is late.' },
      { value: 'cancel_plan', description: 'The customer wants to cancel a subscription.' },
      { value: 'other', description: 'None of the others.' },
    ],
  },
  { key: 'asked_email', type: 'boolean', question: "Did the agent ask for the customer's email address?" },
  { key: 'refund_refused', type: 'boolean', question: 'Did the agent say that a refund is not possible?' },
  { key: 'rapport', type: 'boolean', question: 'Do the participants build rapport?' },
  { key: 'satisfaction', type: 'numeric', question: 'How satisfied is the customer?', min: 1, max: 5, step: 1 },
  { key: 'who', type: 'text', question: "What is the customer's name?", extract: 'name', asked_as: ['your name'] },
  { key: 'amount', type: 'text', extract: 'money', question: 'How much was charged?' },
  { key: 'phone', type: 'text', extract: 'phone', asked_as: ['phone number'] },
  { key: 'email', type: 'text', extract: 'email' },
  { key: 'day', type: 'text', extract: 'date' },
  { key: 'hour', type: 'text', extract: 'time' },
  { key: 'order', type: 'text', extract: 'id', asked_as: ['order number'] },
  { key: 'link', type: 'text', extract: 'url' },
  { key: 'said', type: 'text', extract: 'quote' },
  { key: 'code', type: 'text', extract: '/code ([A-Z]+)/i' },
  { key: 'gist', type: 'text', extract: 'summary', question: 'What went wrong with the delivery?' },
];

function evaluate(lines: readonly Line[], only: readonly string[] = bricks.map((brick) => brick.key)): BrickOutcome[] {
  return answerByWords(
    bricks.filter((brick) => only.includes(brick.key)),
    conversationOf(lines),
  );
}

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

  test('keeps evidence verbatim and inside its turn, for any text', () => {
    const word = fc.constantFrom(
      'five',
      '$12',
      'Monday',
      'my name is Ann',
      'refund',
      'not',
      '😀',
      'ß',
      '\u0000',
      '+1 555 123 4567',
      'a@b.co',
      '?',
      '. ',
      '"hm"',
    );
    const line = fc.tuple(
      fc.constantFrom('agent', 'customer', 'x'),
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(word).map((words) => words.join(' ')),
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const conversation = conversationOf(lines);
        for (const outcome of answerByWords(bricks, conversation)) {
          expect(outcome.confidence).toBeGreaterThanOrEqual(0);
          expect(outcome.confidence).toBeLessThanOrEqual(1);
          for (const span of outcome.evidence) {
            const turn = conversation.turns[span.turn];
            expect(span.text).toBe(conversation.text.slice(span.start, span.end));
            expect(span.start).toBeGreaterThanOrEqual(turn?.start ?? Number.NaN);
            expect(span.end).toBeLessThanOrEqual(turn?.end ?? Number.NaN);
          }
        }
      }),
      { numRuns: 300 },
    );
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

  test.each([
    ['one word', 'word '.repeat(200_000)],
    ['one letter', 'a'.repeat(1_000_000)],
    ['full stops', '.'.repeat(1_000_000)],
    ['digits', '1234567890'.repeat(100_000)],
    ['spoken digits', 'five '.repeat(200_000)],
    ['quotation marks', '"'.repeat(1_000_000)],
    ['at signs', 'a@'.repeat(500_000)],
    ['names', 'my name is '.repeat(90_000)],
    ['dots and letters', 'a.'.repeat(500_000)],
    ['spaces', ' '.repeat(1_000_000)],
  ])('reads a megabyte of %s', (_, text) => {
    expect(evaluate([['customer', text]])).toHaveLength(bricks.length);
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
