import type { TextBrick } from '@brickwork/contract/kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerByWords } from '../../../test/support/answer-by-words.ts';
import type { BrickOutcome } from '../../bricks/brick-outcome.ts';
import type { Conversation, Side } from '../../conversation/conversation.ts';

type Line = readonly [Side, string];

function extract(brick: Omit<TextBrick, 'key' | 'type'>, lines: readonly Line[]): BrickOutcome {
  let text = '';
  const turns = lines.map(([side, said], index) => {
    const start = index === 0 ? 0 : text.length + 1;
    text += index === 0 ? said : `\n${said}`;
    return { index, text: said, start, end: start + said.length, speaker: side, side };
  });
  const conversation: Conversation = { text, turns, format: 'turns' };
  const given: TextBrick = { key: 'x', type: 'text', ...brick };
  const [outcome] = answerByWords([given], conversation);
  if (outcome === undefined) throw new Error('no outcome');
  for (const span of outcome.evidence) expect(span.text).toBe(text.slice(span.start, span.end));
  return outcome;
}

const said = (text: string): Line[] => [['customer', text]];

describe('money', () => {
  test.each([
    ['that is one hundred thirty five dollars', '135'],
    ['one hundred and thirty five dollars please', '135'],
    ['one thirty five dollars', '135'],
    ['a hundred and three dollars', '103'],
    ['one oh three dollars', '103'],
    ['two thousand and fifty dollars', '2050'],
    ['forty dollars and fifty cents', '40.50'],
    ['it was $1,250.50 in all', '1250.50'],
    ['I paid 12 EUR', '12'],
    ['around $5k', '5000'],
  ])('%s', (text, value) => {
    expect(extract({ extract: 'money' }, said(text)).value).toBe(value);
  });

  test('takes a bare number only after its question', () => {
    const asked: Line[] = [
      ['customer', 'I live at twelve main street'],
      ['agent', 'What is the amount?'],
      ['customer', 'eighty six'],
    ];
    const brick = { extract: 'money', asked_as: ['amount'], speaker: 'customer' } as const;
    expect(extract({ ...brick, asked_as: ['amount'] }, asked).value).toBe('86');
    expect(
      extract({ extract: 'money', speaker: 'customer', absent: 'none' }, said('I live at twelve main street')).value,
    ).toBe('none');
  });
});

describe('phones', () => {
  test.each([
    ['it is five five five. one two three. four five six seven', '5551234567'],
    ['five five five double four three zero one two oh', '5554430120'],
    ['eight hundred five five five one two one two', '8005551212'],
    ['call +49 30 1234567', '+49301234567'],
    ['(555) 123-4567', '5551234567'],
    ['five five five one two three four five six seven, sorry, six eight', '5551234568'],
  ])('%s', (text, value) => {
    expect(extract({ extract: 'phone' }, said(text)).value).toBe(value);
  });

  test('puts pieces over several turns together and shows them all', () => {
    const lines: Line[] = [
      ['agent', 'What is your phone number?'],
      ['customer', 'five four five one five zero'],
      ['agent', 'five four five one five zero'],
      ['customer', 'nine five eight eight'],
    ];
    const outcome = extract({ extract: 'phone', asked_as: ['phone number'], speaker: 'customer' }, lines);
    expect(outcome.value).toBe('5451509588');
    expect(outcome.evidence).toHaveLength(2);
  });
});

describe('names', () => {
  test('need no capitals and end where the sentence goes on', () => {
    expect(
      extract({ extract: 'name' }, said('hi my name is patricia garcia i would like to ask something')).value,
    ).toBe('patricia garcia');
  });

  test('are the part that the question asks for', () => {
    const lines = said('This is Doctor Maria Lopez speaking.');
    expect(extract({ extract: 'name', question: 'What is the first name?' }, lines).value).toBe('Maria');
    expect(extract({ extract: 'name', question: 'What is the last name?' }, lines).value).toBe('Lopez');
  });

  test('are not those of companies', () => {
    expect(
      extract({ extract: 'name' }, said('hello this is harper valley national bank my name is mary how can i help'))
        .value,
    ).toBe('mary');
  });

  test('belong to the speaker that is asked about', () => {
    const lines: Line[] = [
      ['agent', 'my name is john'],
      ['customer', 'my name is susan'],
    ];
    expect(extract({ extract: 'name', speaker: 'agent' }, lines).value).toBe('john');
    expect(extract({ extract: 'name', question: "What is the customer's name?" }, lines).value).toBe('susan');
  });

  test('by which someone introduces themselves are unsure where another person is asked about', () => {
    const question = 'What is the name of the person who signs off on the budget?';
    const brick = { extract: 'name' as const, question, asked_as: ['who signs off'] };
    const greeting: Line = ['agent', 'Thanks for calling, my name is Owen. How can I help?'];
    expect(extract(brick, [greeting]).confidence).toBeLessThanOrEqual(0.5);
    expect(extract({ ...brick, question: "What is the agent's name?" }, [greeting]).confidence).toBeGreaterThan(0.8);
    const named = extract(brick, [greeting, ['agent', 'And who signs off?'], ['customer', 'Her name is Dana Reyes.']]);
    expect(named.value).toBe('Dana Reyes');
    expect(named.confidence).toBeGreaterThan(0.8);
  });
});

describe('days and times', () => {
  test.each([
    ['date', 'on Saturday if you can', 'saturday'],
    ['date', 'March 3 would be good', 'march 3'],
    ['date', 'by March 3rd, 2027', '2027-03-03'],
    ['date', 'we have to be live by the end of March', 'end of march'],
    ['date', 'until the seventh, please', 'the seventh'],
    ['date', 'Thursday the ninth suits me', 'thursday the ninth'],
    ['date', 'due 2026-11-21', '2026-11-21'],
    ['time', 'at 2:30 pm', '14:30'],
    ['time', 'uh eleven a m', '11:00'],
    ['time', 'ten thirty p m works', '22:30'],
    ['time', 'half past two in the afternoon', '14:30'],
    ['time', 'let us say noon', '12:00'],
  ] as const)('%s: %s', (kind, text, value) => {
    expect(extract({ extract: kind }, said(text)).value).toBe(value);
  });
});

describe('shapes', () => {
  test.each([
    ['email', 'write to Ann.Lee@Mail.Example.COM please', 'Ann.Lee@mail.example.com'],
    ['email', 'it is john dot smith at gmail dot com', 'john.smith@gmail.com'],
    ['url', 'see HTTPS://Shop.Example.com/Path?a=1.', 'https://shop.example.com/Path?a=1'],
    ['id', 'my order number is XK-20931', 'XK-20931'],
    ['id', 'booking id five nine nine two', '5992'],
    ['quote', 'he said "come back tomorrow" to me', 'come back tomorrow'],
    ['/ref(?:erence)? ([a-z]\\d+)/i', 'the Reference B52 is mine', 'B52'],
  ] as const)('%s in %s', (kind, text, value) => {
    expect(extract({ extract: kind }, said(text)).value).toBe(value);
  });

  test('a hostile expression takes linear time and finds nothing', () => {
    expect(extract({ extract: '/(a+)+$/', absent: '-' }, said(`${'a'.repeat(50_000)}!`)).value).toBe('-');
  });
});

test('summaries are sentences of the conversation, word for word', () => {
  const lines: Line[] = [
    ['agent', 'Hello. How are you today?'],
    ['customer', 'The delivery came two weeks late. My cat is fine.'],
  ];
  const outcome = extract({ extract: 'summary', question: 'What was wrong with the delivery?' }, lines);
  expect(outcome.value).toBe('The delivery came two weeks late.');
  expect(outcome.confidence).toBeLessThanOrEqual(0.6);
});

describe('a quote with hints', () => {
  const call: Line[] = [
    ['agent', 'I will look. "Session expired" is what you see?'],
    ['customer', 'Yes, "session expired". Could you unlock my account before noon?'],
    ['agent', 'Done. I will email you a confirmation within the hour.'],
  ];
  const quoted = (brick: Partial<TextBrick>) => extract({ extract: 'quote', absent: null, ...brick }, call);

  test('is the sentence that says a keyword or is near an example, word for word', () => {
    const asked = quoted({ speaker: 'customer', hints: { keywords: ['could you', 'please'] } });
    expect(asked).toMatchObject({
      value: 'Could you unlock my account before noon?',
      evidence: [{ text: 'Could you unlock my account before noon?' }],
    });
    expect(asked.confidence).toBeLessThan(0.6);
    const promised = quoted({ speaker: 'agent', hints: { examples: ["I'll email you the confirmation today."] } });
    expect(promised.value).toBe('I will email you a confirmation within the hour.');
  });

  test('is absent, and not sure to be, where no sentence is near', () => {
    const { value, confidence } = quoted({ hints: { keywords: ['refund'], examples: ['I want my money back.'] } });
    expect([value, confidence]).toEqual([null, 0.35]);
    expect(quoted({ hints: { keywords: ['could you'], exclude: ['before noon'] } }).value).toBe(null);
  });
});

test('a number of thousands is rather a sum than a small one, and an hour is none', () => {
  const lines: Line[] = [
    ['agent', 'Is there a budget? We could talk on Thursday at 10.'],
    ['customer', 'We have 12,000 a year. I can sign up to ten. Thursday at 10 works.'],
  ];
  expect(extract({ extract: 'money', asked_as: ['budget'], speaker: 'customer' }, lines).value).toBe('12000');
  expect(extract({ extract: 'money', absent: '-' }, said('at 10, for 30 minutes, 95% sure')).value).toBe('-');
  for (const [said, value] of [
    ['It comes in at 9 a month.', '9'],
    ['Around 500 for all of it, at 10 if you come early.', '500'],
  ] as const) {
    const priced: Line[] = [
      ['customer', 'What does it cost?'],
      ['agent', said],
    ];
    expect(extract({ extract: 'money', asked_as: ['what does it cost'] }, priced).value).toBe(value);
  }
});

test('a month alone is a date only where one was asked for', () => {
  const when: Partial<TextBrick> = { extract: 'date', asked_as: ['when should it start'], absent: '-' };
  const asked: Line[] = [
    ['agent', 'When should it start?'],
    ['customer', 'In late January, if possible.'],
  ];
  expect(extract(when, asked).value).toBe('late january');
  expect(extract(when, said('We moved here in January.')).value).toBe('-');
});

test('spoken sums are read as they were meant', () => {
  const units = [
    '',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
    'thirteen',
    'fourteen',
    'fifteen',
    'sixteen',
    'seventeen',
    'eighteen',
    'nineteen',
  ];
  const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
  const below100 = (value: number): string =>
    (value < 20 ? (units[value] ?? '') : `${tens[Math.floor(value / 10)]} ${units[value % 10]}`).trim();
  const below1000 = (value: number): string =>
    [value >= 100 ? `${units[Math.floor(value / 100)]} hundred` : '', below100(value % 100)]
      .filter((part) => part !== '')
      .join(' and ');
  const speak = (value: number): string =>
    [value >= 1000 ? `${below1000(Math.floor(value / 1000))} thousand` : '', below1000(value % 1000)]
      .filter((part) => part !== '')
      .join(' ');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), (value) => {
      expect(extract({ extract: 'money' }, said(`that makes ${speak(value)} dollars`)).value).toBe(String(value));
    }),
  );
});
