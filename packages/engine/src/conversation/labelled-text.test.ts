import { describe, expect, it } from 'vitest';
import type { Turn } from './conversation.ts';
import { normaliseConversation } from './normalise.ts';

function said(text: string): Array<[string | undefined, string]> {
  return normaliseConversation(text).turns.map(({ speaker, text: words }) => [speaker, words]);
}

const seconds = ({ speaker, startSeconds, endSeconds }: Turn) => [speaker, startSeconds, endSeconds];

describe('labelled text', () => {
  it('reads `Speaker: text` lines with their continuation', () => {
    const text =
      'Agent: Thank you for calling.\r\nHow can I help?\r\n\r\nCustomer: My card is lost: I need a new one.\r\n';
    const { turns } = normaliseConversation(text);
    expect(turns).toEqual([
      {
        index: 0,
        speaker: 'Agent',
        side: 'agent',
        text: 'Thank you for calling.\r\nHow can I help?',
        start: 7,
        end: 46,
      },
      {
        index: 1,
        speaker: 'Customer',
        side: 'customer',
        text: 'My card is lost: I need a new one.',
        start: 60,
        end: 94,
      },
    ]);
  });

  it.each([
    ['[00:01:02] Agent: Hello.\n[00:01:05.5] Customer: Hi.', 62, 65.5],
    ['Agent (00:12): Hello.\nCustomer (00:15): Hi.', 12, 15],
    ['Agent [1:02:03]: Hello.\nCustomer [1:02:04]: Hi.', 3723, 3724],
    ['Agent [00:12] Hello.\nCustomer [00:15] Hi.', 12, 15],
    ['Agent - 00:12: Hello.\nCustomer - 00:15: Hi.', 12, 15],
    ['Agent 00:12\nHello.\n\nCustomer 00:15\nHi.', 12, 15],
    ['Agent  0:12\nHello.\nCustomer  0:15\nHi.', 12, 15],
    ['00:12 Agent: Hello.\n00:15 Customer: Hi.', 12, 15],
    ['00:00:12\tAgent:\tHello.\n00:00:15\tCustomer:\tHi.', 12, 15],
    ['(00:12) Agent: Hello.\n(00:15) Customer: Hi.', 12, 15],
  ])('reads the times of %j', (text, first, second) => {
    const { turns, format } = normaliseConversation(text);
    expect(format).toBe('labelled');
    expect(turns.map(({ text: words }) => words)).toEqual(['Hello.', 'Hi.']);
    expect(turns.map(seconds)).toEqual([
      ['Agent', first, undefined],
      ['Customer', second, undefined],
    ]);
  });

  it('reads ranges, and takes a time of day as a mark without measuring by it', () => {
    const range = normaliseConversation('[00:01 - 00:03] Agent: Hello.\n[00:04 - 00:05] Customer: Hi.');
    expect(range.turns.map(seconds)).toEqual([
      ['Agent', 1, 3],
      ['Customer', 4, 5],
    ]);
    const chat = normaliseConversation(
      '12/31/25, 9:15 PM - Maria Lopez: Are you open?\n12/31/25, 9:16 PM - Shop: We are.',
    );
    expect(chat.turns.map(seconds)).toEqual([
      ['Maria Lopez', undefined, undefined],
      ['Shop', undefined, undefined],
    ]);
    expect(said('[10:32 AM] Bob: Hi\n[10:33 AM] Ann: Hello')).toEqual([
      ['Bob', 'Hi'],
      ['Ann', 'Hello'],
    ]);
  });

  it('takes lines with nothing but a time as turns of nobody', () => {
    expect(said('[00:12] so he said: yes\n[00:15] and then what')).toEqual([
      [undefined, 'so he said: yes'],
      [undefined, 'and then what'],
    ]);
    expect(normaliseConversation('[00:00:05] Hello there.\n[00:00:09] Hi.').turns.map(seconds)).toEqual([
      [undefined, 5, undefined],
      [undefined, 9, undefined],
    ]);
  });

  it('reads names that appear once when every line has one, and labels in other scripts', () => {
    expect(said('Bob: hi\nAlice: hello')).toEqual([
      ['Bob', 'hi'],
      ['Alice', 'hello'],
    ]);
    expect(said('客服：您好\n客户：我的卡丢了')).toEqual([
      ['客服', '您好'],
      ['客户', '我的卡丢了'],
    ]);
    expect(said('- **Agent**: hi\n- **Ann**: hello')).toEqual([
      ['Agent', 'hi'],
      ['Ann', 'hello'],
    ]);
    expect(said('1. <b>Agent:</b> hi\n2. <b>Ann:</b> hello')).toEqual([
      ['Agent', 'hi'],
      ['Ann', 'hello'],
    ]);
    expect(said('**Agent:** hi\n**Ann O’Neil:** hello')).toEqual([
      ['Agent', 'hi'],
      ['Ann O’Neil', 'hello'],
    ]);
  });

  it('keeps what comes before the first label as a turn without a speaker', () => {
    expect(said('Call of Monday\n\nAgent: hi\nCustomer: hello')).toEqual([
      [undefined, 'Call of Monday'],
      ['Agent', 'hi'],
      ['Customer', 'hello'],
    ]);
  });

  it.each([
    'See https://example.com: it is all there.\nSee https://example.org: that too.',
    'We meet at 10:30 on Monday.\nWe leave at 11:30.',
    'We met early.\nThen (11:30) we left.\nIt rained.\nNobody came.',
    '00:00:01 --> 00:00:04 is how cues look.',
    'Note: bring cash.\nNote: bring a pen.',
    'the thing is this: we pay.\nwhat he said was that: no.\n',
  ])('leaves prose alone: %j', (text) => {
    expect(normaliseConversation(text)).toMatchObject({ format: 'plain', turns: [{ text: text.trim() }] });
  });

  it('does not take a colon inside a turn for a speaker', () => {
    expect(said('Agent: The rule is simple.\nOne thing matters: time.\nCustomer: Fine.\nAgent: Good.')).toEqual([
      ['Agent', 'The rule is simple.\nOne thing matters: time.'],
      ['Customer', 'Fine.'],
      ['Agent', 'Good.'],
    ]);
  });

  it.each([
    '+15550102233',
    '(555) 010-2233',
    '+49 151 2345678',
    '@tomb',
    'Maria del Carmen',
    'maria del carmen',
    'Tom [Becker]',
    'Tom "Tommy" Becker',
    'Becker, Tom',
    'tom becker on line two',
    'Tom 🍀',
    'IT Support Becker GmbH',
    'Maria Fernández de la Rosa, Northwind Traders GmbH & Co. KG',
    'tom@becker.example',
    '1',
  ])('takes what comes back before a colon for a speaker: %s', (label) => {
    const lines = [`Agent: Hello.`, `${label}: My card is lost.`, `Agent: When?`, `${label}: Today at 10:30.`];
    expect(said([...lines, ...lines].join('\n'))).toEqual(
      [...lines, ...lines].map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
    );
  });

  it.each([
    'Agent: Two things.\nNote: bring cash.\nNote: bring a pen.\nCustomer: Fine.\nAgent: Bye.',
    'Agent: The ratio is\n3:1 at most.\nCustomer: Not 4:1?\n3:1 it is.\nAgent: Yes.',
    'Agent: See\nhttps://example.com/a\nhttps://example.com/b\nCustomer: Thanks.\nAgent: Bye.',
    'Agent: We open\n10:30 on Monday\n10:30 on Sunday\nCustomer: Thanks.\nAgent: Bye.',
    'Agent: Do this.\nStep 1: open it.\nStep 2: close it.\nCustomer: Thanks.\nAgent: Bye.',
    'Agent: It is done :)\nso cool :)\nCustomer: Thanks :)\nAgent: Bye.',
  ])('leaves times, addresses, ratios, faces and headings in the turn: %j', (text) => {
    expect(said(text).map(([speaker]) => speaker)).toEqual(['Agent', 'Customer', 'Agent']);
  });

  it.each([
    ['Agent: How can I help? Customer: My card is lost. Agent: Oh no. Customer: Yes: it is.', 'Agent', 'Customer'],
    ['agent: how can i help customer: my card is lost agent: oh no customer: yes: it is', 'agent', 'customer'],
    ['Tom Becker: how can I help Anna Lee: my card is lost Tom Becker: oh no Anna Lee: yes', 'Tom Becker', 'Anna Lee'],
    ['Speaker 0: Hello. Speaker 1: Hi. Speaker 0: Bye. Speaker 1: Bye.', 'Speaker 0', 'Speaker 1'],
    ['0: hello there 1: hi 0: how can i help 1: my card is lost', '0', '1'],
    ['Agent: Hello. (555) 010-2244: Hi. Agent: The price is: nine. (555) 010-2244: Fine.', 'Agent', '(555) 010-2244'],
    ['caller: hello there callee: hi caller: who is this callee: tom', 'caller', 'callee'],
    ['Client Services: Hello. Dr. Brandt: Hi. Client Services: Bye. Dr. Brandt: Bye.', 'Client Services', 'Dr. Brandt'],
    ['[00:01] Agent: Hello. [00:04] Customer: Hi. [00:07] Agent: Bye. [00:09] Customer: Bye.', 'Agent', 'Customer'],
  ])('splits a transcript on one line: %s', (text, first, second) => {
    const { turns } = normaliseConversation(text);
    expect(turns.map(({ speaker }) => speaker)).toEqual([first, second, first, second]);
    for (const { text: words, start, end } of turns) expect(text.slice(start, end)).toBe(words);
    expect(turns.some(({ text: words }) => words.includes('[0'))).toBe(false);
  });

  it('does not split a turn that quotes a label', () => {
    const text =
      'Agent: What does it say?\nCustomer: It says Agent: Bob. Then it stops.\nAgent: I see.\nCustomer: Bye.';
    expect(said(text)).toHaveLength(4);
  });

  it.each([
    [
      'iOS',
      '[31.12.25, 21:15:03] Tom: Hi\n\u200e[31.12.25, 21:15:09] \u202a+49 151 2345678\u202c: Hello\nthere\n[31.12.25, 21:16:03] Tom: \u200eimage omitted',
    ],
    ['iOS, US', '[12/31/25, 9:15:03\u202fPM] Tom: Hi\n[12/31/25, 9:15:09\u202fPM] +49 151 2345678: Hello\nthere'],
    [
      'Android',
      '12/31/25, 9:14\u202fPM - Messages and calls are end-to-end encrypted.\n12/31/25, 9:15\u202fPM - Tom: Hi\n12/31/25, 9:15\u202fPM - +49 151 2345678: Hello\nthere\n12/31/25, 9:16\u202fPM - Tom: <Media omitted>',
    ],
    [
      'Android, German',
      '31.12.25, 21:15 - Tom: Hi\n31.12.25, 21:15 - +49 151 2345678: Hello\nthere\n31.12.25, 21:16 - Tom hat die Gruppe verlassen',
    ],
    ['Android, ISO', '2025-12-31, 21:15 - ~ Tom: Hi\n2025-12-31, 21:15 - +49 151 2345678: Hello\nthere'],
    ['points in times', '31/12/2025 21.15 - Tom: Hi\n31/12/2025 21.16 - +49 151 2345678: Hello\nthere'],
    ['Spanish', '31/12/25, 9:15 p. m. - Tom: Hi\n31/12/25, 9:16 p. m. - +49 151 2345678: Hello\nthere'],
  ])('reads an export of WhatsApp with an unsaved number: %s', (_, text) => {
    expect(said(text)).toEqual([
      ['Tom', 'Hi'],
      ['+49 151 2345678', 'Hello\nthere'],
    ]);
  });

  it.each([
    ['Teams, bracketed', '[10:32 AM] Tom Becker\nHi\n[10:33 AM] Lee, Anna\nHello\nthere\n'],
    ['Teams, with the day', '[9/12 10:32 AM] Tom Becker\nHi\n[9/12 10:33 AM] Lee, Anna\nHello\nthere\n'],
    ['Teams, on one line', '[Yesterday 10:32 AM] Tom Becker: Hi\n[Yesterday 10:33 AM] Lee, Anna: Hello\nthere'],
    ['Teams, stacked', 'Tom Becker\n10:32 AM\nHi\n\nLee, Anna\n10:33 AM\nHello\nthere'],
    ['Discord', 'Tom Becker — Today at 9:15 PM\nHi\nLee, Anna — Yesterday at 9:16 PM\nHello\nthere'],
    ['Discord, with a date', 'Tom Becker — 31/12/2025, 21:15\nHi\nLee, Anna — 31/12/2025, 21:16\nHello\nthere'],
    ['Discord, compact', '[9:15 PM]Tom Becker: Hi\n[9:16 PM]Lee, Anna: Hello\nthere'],
  ])('reads messages copied from %s', (_, text) => {
    expect(said(text)).toEqual([
      ['Tom Becker', 'Hi'],
      ['Lee, Anna', 'Hello\nthere'],
    ]);
  });

  it.each([
    '[SPEAKER_00]: Hello.\n[SPEAKER_01]: Hi.\n[SPEAKER_00]: Bye.',
    '[SPEAKER_00] Hello.\n[SPEAKER_01] Hi.\n[SPEAKER_00] Bye.',
  ])('reads labels in brackets: %j', (text) => {
    expect(said(text)).toEqual([
      ['SPEAKER_00', 'Hello.'],
      ['SPEAKER_01', 'Hi.'],
      ['SPEAKER_00', 'Bye.'],
    ]);
  });

  it('does not take noises in brackets for speakers', () => {
    expect(said('Agent: Hello.\n[laughs] so\nCustomer: Hi.\n[laughs] well\nAgent: Bye.')).toHaveLength(3);
  });
});
