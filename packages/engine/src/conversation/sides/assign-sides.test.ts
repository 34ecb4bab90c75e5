import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../normalise.ts';

const WORDS = [
  ['A', 'Thank you for calling Northwind, how can I help you today?'],
  ['B', 'Hi, I am calling about my order, it still has not arrived and I was told Monday.'],
  ['A', 'I am sorry to hear that. Can I take your order number and confirm your name please?'],
  ['B', 'It is 4471. My name is Ann Lee. Why is it so late?'],
  [
    'A',
    'Let me check. I can see that your order is with the driver. I will send you the tracking link. Anything else?',
  ],
  ['B', 'No, that is all, thanks.'],
] as const;

const call = (first: string, second: string) =>
  WORDS.map(([who, text]) => ({ speaker: who === 'A' ? first : second, text }));

function sidesOf(value: unknown, options: Parameters<typeof normaliseConversation>[1] = {}): unknown[] {
  return (normaliseConversation(value, options).speakers ?? []).map(({ label, side, basis }) => [label, side, basis]);
}

describe('assignSides', () => {
  it('infers the sides from what is said when the labels say nothing', () => {
    expect(sidesOf(call('Speaker 1', 'Speaker 2'))).toEqual([
      ['Speaker 1', 'agent', 'words'],
      ['Speaker 2', 'customer', 'words'],
    ]);
    const [speaker] = normaliseConversation(call('0', '1')).speakers ?? [];
    expect(speaker?.probability).toBeGreaterThan(0.8);
    expect(speaker?.probability).toBeLessThan(0.9);
  });

  it('is sure of words alone only where there are many, which leave no doubt', () => {
    const more = [
      ['0', 'Let me look that up for you. Could you please confirm your date of birth and the postcode for me?'],
      ['1', 'My postcode is EC1A, and I was born in May. I really need this parcel, my mother is waiting for it.'],
      [
        '0',
        'I do apologise for the delay. I can see that it was returned to our warehouse. I will send it again for you today.',
      ],
      ['1', 'I was told that last week as well, and nothing came. I am quite angry about it, to be honest with you.'],
      [
        '0',
        'I completely understand. I have arranged express delivery, and you will receive an email. Is there anything else I can help you with?',
      ],
      [
        '1',
        'No, that was all that I wanted. I hope my parcel really comes this time, because I paid for it a month ago.',
      ],
      ['0', 'Thank you for calling Northwind, and have a great day. I will also add a note to your account for you.'],
      ['1', 'Thanks, bye.'],
    ].map(([speaker = '', text = '']) => ({ speaker, text }));
    const [long] = normaliseConversation([...call('0', '1'), ...more]).speakers ?? [];
    expect(long).toMatchObject({ side: 'agent', basis: 'words' });
    expect(long?.probability).toBeGreaterThan(0.95);
    const expert = [
      { speaker: '0', text: 'Hartmann Dental, Julia speaking, how may I help you?' },
      {
        speaker: '1',
        text: 'I am from Medisoft. I tried to reach you, we have an update and I wanted to know if I can install it.',
      },
      {
        speaker: '0',
        text: 'Let me check the schedule for you. Would twelve suit you? Is there anything else you need?',
      },
    ];
    for (const { probability } of normaliseConversation(expert).speakers ?? []) expect(probability).toBeLessThan(0.9);
  });

  it('is sure of labels only where the words bear them out', () => {
    const swapped = [
      {
        speaker: 'Agent',
        text: 'Hello, I cannot get into my online banking, it says wrong PIN and I have used it for years.',
      },
      { speaker: 'Customer', text: 'I have blocked it. I will send you a new one by post.' },
    ];
    for (const { probability } of normaliseConversation(swapped).speakers ?? []) expect(probability).toBeLessThan(0.9);
  });

  it.each([
    'Agent: Thank you for calling Hotline, how can I help?\nCustomer: Hi, Ms Ortega speaking. I need a copy of the invoice of last month.\nAgent: I have just sent it to your mail address.\nCustomer: I can see it. Thank you very much.',
    'Agent: Harbour Dental, good morning.\nCustomer: Hello, my crown came off at lunch.\nAgent: Oh dear. Can you be here at three?\nCustomer: I can, thank you.',
    'Customer: Hi, I moved last week and the post still goes to the old flat.\nAgent: I have changed that for you.\nCustomer: Lovely, thanks.',
    'Agent: Support, hello.\nCustomer: I want to return these boots, they are too small.\nAgent: Sure. The label is in your inbox now.\nCustomer: Got it. Bye.',
    'Agent: Good evening, Taxi Blitz.\nCustomer: We need a car to the airport at five tomorrow.\nAgent: How many of you?\nCustomer: Three and a dog.\nAgent: It is booked. Have a good night.',
    'Agent: Brightline Energy, Omar.\nCustomer: You charged me for June twice.\nAgent: I see that. One of them goes back to your account.\nCustomer: Good.',
    'Rep: Thanks for holding.\nClient: Where is my parcel?\nRep: It left Leeds this morning.\nClient: Okay, thanks.',
    'Agent: Guten Tag, Hotline, was kann ich für Sie tun?\nKunde: Ich habe eine Frage zu meiner Rechnung, die ist doppelt so hoch wie sonst.\nAgent: Das sehe ich mir gleich für Sie an.\nKunde: Danke.',
  ])('believes labels that say it outright where the words of a short call confirm them (%#)', (said) => {
    const { speakers = [] } = normaliseConversation(said);
    expect(speakers.map(({ probability }) => probability >= 0.9)).toEqual([true, true]);
    const swapped = said.replace(/^(Agent|Rep)(?=:)/gm, 'x').replace(/^(?:Customer|Client|Kunde)(?=:)/gm, 'Agent');
    const doubted = normaliseConversation(swapped.replace(/^x(?=:)/gm, 'Customer')).speakers ?? [];
    expect(doubted.map(({ probability }) => probability >= 0.9)).toEqual([false, false]);
  });

  it('takes the roles that an export states as they are', () => {
    const call = (role: string, text: string) => ({ role, message: text, time_in_call_secs: 1 });
    const { speakers, format } = normaliseConversation({
      conversation_id: 'c',
      agent_id: 'a',
      transcript: [
        call('agent', 'Hello, I tried to reach you. I have a question about my, about your bill.'),
        call('user', 'Thank you for calling, how may I help you? Let me look that up for you.'),
      ],
    });
    expect(format).toBe('elevenlabs');
    expect(speakers).toMatchObject([
      { label: 'agent', side: 'agent', probability: 1 },
      { label: 'user', side: 'customer', probability: 1 },
    ]);
  });

  it('leaves the sides unknown when the words do not tell either', () => {
    const chat = [
      { speaker: 'Lena', text: 'Shall we go to the beach on Saturday, the weather should be fine by then?' },
      { speaker: 'Tom', text: 'Sounds good, though the trains are always so full when the sun is out in July.' },
    ];
    expect(sidesOf(chat)).toEqual([
      ['Lena', undefined, undefined],
      ['Tom', undefined, undefined],
    ]);
  });

  it('takes what the input says before everything else, with * for any characters', () => {
    expect(sidesOf(call('Lena', 'Tom'), { sides: { lena: 'customer' } })).toEqual([
      ['Lena', 'customer', 'given'],
      ['Tom', 'agent', 'other'],
    ]);
    expect(sidesOf(call('Acme Lena', 'Tom'), { sides: { 'acme *': 'agent' } })[0]).toEqual([
      'Acme Lena',
      'agent',
      'given',
    ]);
    const turns = call('Lena', 'Tom').map((turn) => ({ ...turn, side: turn.speaker === 'Tom' ? 'agent' : 'other' }));
    expect(sidesOf(turns)).toEqual([
      ['Lena', 'customer', 'other'],
      ['Tom', 'agent', 'given'],
    ]);
  });

  it('knows the workspace’s agents by name or address; whoever else writes is a customer', () => {
    const mail = (from: string) => ({ from, subject: 'Re: x', body: 'Please see the notes below and let us know.' });
    const thread = [mail('Jo <jo@other.org>'), mail('Lena <lena@acme.com>'), mail('Ida <ida@third.net>')];
    expect(sidesOf(thread, { agents: ['*@ACME.com'] })).toEqual([
      ['Jo', 'customer', 'other'],
      ['Lena', 'agent', 'workspace'],
      ['Ida', 'customer', 'other'],
    ]);
  });

  it('takes the one company of a thread for the agent when the others write from private mailboxes', () => {
    const mail = (from: string) => ({ from, subject: 'Re: x', body: 'See below.' });
    const thread = [mail('Jo <jo@gmail.com>'), mail('Lena <lena@acme.com>'), mail('Max <max@acme.com>')];
    expect(sidesOf(thread)).toEqual([
      ['Jo', 'customer', 'address'],
      ['Lena', 'agent', 'address'],
      ['Max', 'agent', 'address'],
    ]);
    const peers = [mail('Jo <jo@other.org>'), mail('Lena <lena@acme.com>')];
    expect(sidesOf(peers).every((speaker) => (speaker as unknown[])[1] === undefined)).toBe(true);
  });

  it('takes whoever writes to a shared mailbox for the customer, and whoever answers from its company for the agent', () => {
    const mail = (from: string, to: unknown) => ({ from, to, subject: 'Re: x', body: 'See below.' });
    const first = mail('Jo <jo@other.org>', 'Acme <support@acme.com>');
    expect(sidesOf(first)).toEqual([['Jo', 'customer', 'address']]);
    expect(sidesOf([first, mail('Lena <lena@acme.com>', ['jo@other.org'])])).toEqual([
      ['Jo', 'customer', 'address'],
      ['Lena', 'agent', 'address'],
    ]);
    expect(sidesOf('From: jo@other.org\nTo: customer-service@acme.com\nSubject: Lamp\n\nIt is broken.')).toEqual([
      ['jo@other.org', 'customer', 'address'],
    ]);
    const eml = 'From: Jo <jo@other.org>\nTo: orders@acme.com\nMIME-Version: 1.0\nSubject: Lamp\n\nIt is broken.\n';
    expect(sidesOf(eml)).toEqual([['Jo', 'customer', 'address']]);
  });

  it('learns nothing from mail among colleagues, to a person, to two companies or to what is no address', () => {
    const to = (address: unknown) => sidesOf({ from: 'Jo <jo@other.org>', to: address, body: 'See below.' });
    for (const address of ['help@other.org', 'lena@acme.com', 'info@acme.com, info@beta.com', 7, [[]], null, '@']) {
      expect([address, to(address)]).toEqual([address, [['Jo', undefined, undefined]]]);
    }
  });

  it('does not take numbered peers for two agents, nor does it guess between them', () => {
    expect(sidesOf(call('mturk_agent_1', 'mturk_agent_2'))).toEqual([
      ['mturk_agent_1', undefined, undefined],
      ['mturk_agent_2', undefined, undefined],
    ]);
  });

  it.each([
    ['user', 'contact'],
    ['caller', 'callee'],
    ['Lena', 'Doctor'],
    ['Lena', 'Dr. Brandt'],
    ['Client Services', 'Tom'],
    ['Lena', 'IT Support Becker GmbH'],
    ['Agent', 'IT Support Becker GmbH'],
    ['Guest Relations', 'Manager'],
  ])('does not let a label reverse what the words decide: %s, %s', (agent, customer) => {
    const { speakers = [] } = normaliseConversation(call(agent, customer));
    expect(speakers.map(({ side }) => side)).toEqual(['agent', 'customer']);
  });

  it('is not sure where label and words contradict each other, and says what both say', () => {
    const { speakers = [] } = normaliseConversation(call('caller', 'callee'));
    expect(speakers[0]).toMatchObject({ side: 'agent', conflict: { label: 'customer', words: 'agent' } });
    expect(Math.max(...speakers.map(({ probability }) => probability))).toBeLessThan(0.9);
    const swapped = normaliseConversation(call('Customer', 'Agent')).speakers ?? [];
    expect(swapped.map(({ conflict }) => conflict)).toMatchObject([
      { label: 'customer', words: 'agent' },
      { label: 'agent', words: 'customer' },
    ]);
    expect(Math.max(...swapped.map(({ probability }) => probability))).toBeLessThan(0.9);
  });

  it('does not take support@ of the customer’s own company for the agent', () => {
    const mail = (from: string, body: string) => ({ from, subject: 'Re: x', body });
    const said = (who: string) =>
      WORDS.filter(([speaker]) => speaker === who)
        .map(([, text]) => text)
        .join(' ');
    const thread = [
      mail('IT Becker <support@becker.example>', said('B')),
      mail('Lena <lena@northwind.example>', said('A')),
    ];
    const { speakers = [] } = normaliseConversation(thread);
    expect(speakers.map(({ side }) => side)).toEqual(['customer', 'agent']);
    expect(speakers[0]?.probability).toBeLessThan(0.9);
    expect(speakers[0]?.conflict).toMatchObject({ label: 'agent', words: 'customer' });
  });

  it('states labels that say it outright with certainty, unless the words contradict them', () => {
    expect(normaliseConversation(call('Agent', 'Customer')).speakers?.map(({ probability }) => probability)).toEqual([
      1, 1,
    ]);
  });

  it('knows common words for both sides in other languages', () => {
    const short = (agent: string, customer: string) =>
      sidesOf([
        { speaker: agent, text: 'Guten Tag.' },
        { speaker: customer, text: 'Hallo.' },
      ]).map((speaker) => (speaker as unknown[])[1]);
    for (const [agent = '', customer = ''] of [
      ['Berater', 'Kunde'],
      ['Agente', 'Cliente'],
      ['客服', '客户'],
      ['Оператор', 'Клиент'],
    ]) {
      expect([agent, short(agent, customer)]).toEqual([agent, ['agent', 'customer']]);
    }
  });

  it('lets rules of the workspace settle it, and what the input says before them', () => {
    const rules = { '0': 'customer' } as const;
    expect(sidesOf(call('0', '1'), { rules })).toEqual([
      ['0', 'customer', 'workspace'],
      ['1', 'agent', 'other'],
    ]);
    expect(sidesOf(call('0', '1'), { rules, sides: { '0': 'agent' } })[0]).toEqual(['0', 'agent', 'given']);
  });
});
