import { describe, expect, it } from 'vitest';
import { normaliseConversation, readTurns } from './normalise.ts';

const read = (value: unknown) =>
  normaliseConversation(value).turns.map(({ speaker, side, text }) => [speaker, side, text]);

describe('mail threads', () => {
  it('counts only what the sender wrote', () => {
    const thread = [
      {
        from: 'Jo Park <jo@example.org>',
        subject: 'Refund for order 8841',
        body: 'Hello,\n\nI want my money back.\n\nJo',
      },
      {
        from: 'Acme <support@example.com>',
        subject: 'Re: Refund for order 8841',
        body: 'Hi Jo,\n\nit is on its way.\n\nOn Mon, 3 Mar 2025 at 10:00, Jo Park <jo@example.org> wrote:\n> Hello,\n>\n> I want my money back.\n',
      },
      {
        from: 'Jo Park <jo@example.org>',
        subject: 'Re: Refund for order 8841',
        body: '> it is on its way.\n\nWhen will it arrive?\n\n> Acme\n\nThanks!\n\n-----Original Message-----\nFrom: Acme\nit is on its way.',
      },
    ];
    expect(read(thread)).toEqual([
      ['Jo Park', 'customer', 'Refund for order 8841'],
      ['Jo Park', 'customer', 'Hello,\n\nI want my money back.\n\nJo'],
      ['Acme', 'agent', 'Hi Jo,\n\nit is on its way.'],
      ['Jo Park', 'customer', 'When will it arrive?'],
      ['Jo Park', 'customer', 'Thanks!'],
    ]);
    expect(normaliseConversation({ emails: thread }).text).toBe(normaliseConversation(thread).text);
  });

  it.each([
    ['Fine.\n\nOn 3 March 2025 Bob Smith\n<bob@example.com> wrote:\n\n> Is it fine?', ['Fine.']],
    ['Fine.\n\nOn Monday, Bob <bob@example.com> wrote:\nIs it fine?\nBob', ['Fine.']],
    ['On Monday, Bob <bob@example.com> wrote:\n> Is it fine?\n\nIt is.', ['It is.']],
    ['Fine.\n\nFrom: Bob\nSent: Monday\nTo: Ann\nSubject: Fine?\n\nIs it fine?', ['Fine.']],
    ['Gut.\n\nAm 03.03.2025 um 10:00 schrieb Bob <bob@example.com>:\n> Gut?', ['Gut.']],
    ['Fine.\n\n________________________________\nFrom: Bob\nIs it fine?', ['Fine.']],
    ['On Monday I wrote to you.\nNobody wrote back.', ['On Monday I wrote to you.\nNobody wrote back.']],
    ['From my side: all fine.\nTo: be sure.', ['From my side: all fine.\nTo: be sure.']],
  ])('finds the fresh part of %j', (body, fresh) => {
    expect(read({ from: 'ann@example.com', body }).map(([, , text]) => text)).toEqual(fresh);
  });

  it('keeps a bare forward whole rather than finding no words', () => {
    const body = '---------- Forwarded message ---------\nFrom: Bob\nMy bill is wrong.';
    expect(read({ from: { name: 'Ann', email: 'ann@example.com' }, subject: 'Fwd: bill', body })).toEqual([
      ['Ann', undefined, 'Fwd: bill'],
      ['Ann', undefined, body],
    ]);
  });

  it('reads mails pasted as one text, each block of headers a mail', () => {
    const text = [
      'From: Jo Park <jo@example.org>',
      'To: support@example.com',
      'Subject: Broken lamp',
      '',
      'The lamp arrived broken.',
      '',
      'From: support@example.com',
      'Date: Tue, 4 Mar 2025',
      'Subject: RE: Broken lamp',
      '',
      'We send a new one.',
      '',
      '> The lamp arrived broken.',
    ].join('\r\n');
    const conversation = normaliseConversation(text);
    expect(conversation.text).toBe(text);
    expect(read(text)).toEqual([
      ['Jo Park', 'customer', 'Broken lamp'],
      ['Jo Park', 'customer', 'The lamp arrived broken.'],
      ['support@example.com', 'agent', 'We send a new one.'],
    ]);
  });

  const mail = (names: string, from: string, sent: string, body: string) => {
    const [ours = '', theirs = '', to = '', subject = ''] = names.split(' ');
    return `${ours}: ${from}\n${theirs}: ${sent}\n${to}: ${from.includes('jo@') ? 'support@acme.example' : 'jo@example.org'}\n${subject}: RE: Refund\n\n${body}`;
  };
  it.each([
    ['From Sent To Subject', 'Tuesday, March 4, 2025 9:12 AM', 'Monday, March 3, 2025 5:40 PM'],
    ['Von Gesendet An Betreff', 'Dienstag, 4. März 2025 09:12', 'Montag, 3. März 2025 17:40'],
    ['De Envoyé À Objet', 'mardi 4 mars 2025 09:12', 'lundi 3 mars 2025 17:40'],
    ['De Enviado Para Asunto', 'martes, 4 de marzo de 2025 9:12', 'lunes, 3 de marzo de 2025 17:40'],
    ['Da Inviato A Oggetto', 'martedì 4 marzo 2025 09:12', 'lunedì 3 marzo 2025 17:40'],
    ['Van Verzonden Aan Onderwerp', 'dinsdag 4 maart 2025 09:12', 'maandag 3 maart 2025 17:40'],
  ])(
    'pasted with the newest on top (%s) are read from the first one, which is dated by the clock on the wall',
    (names, later, earlier) => {
      const text = `${mail(names, 'Acme <support@acme.example>', later, 'It is on its way.')}\n\n${mail(names, 'Jo Park <jo@example.org>', earlier, 'I want my money back.')}\n`;
      const shape = readTurns(text);
      expect(shape.turns.map(({ speaker, text: words }) => [speaker, words])).toEqual([
        ['Jo Park', 'I want my money back.'],
        ['Acme', 'It is on its way.'],
      ]);
      expect([shape.format, shape.occurredAt, shape.occurredLocal]).toEqual([
        'email',
        undefined,
        '2025-03-03T17:40:00',
      ]);
      for (const { start, end, text: words } of shape.turns) expect(shape.text.slice(start, end)).toBe(words);
    },
  );

  it('are left in their order where a date is missing or they rise', () => {
    const rising = `${mail('From Sent To Subject', 'Jo Park <jo@example.org>', 'March 3, 2025 5:40 PM', 'Money.')}\n\n${mail('From Sent To Subject', 'Acme <support@acme.example>', 'March 4, 2025 9:12 AM', 'Here.')}`;
    for (const text of [rising, rising.replace('March 3, 2025 5:40 PM', 'Monday')]) {
      expect(readTurns(text).text).toBe(text);
    }
  });

  it('are not seen in a dialogue with people whose names are words of a header', () => {
    expect(readTurns('Van: Hello there.\nAn: Hi, how are you?\nVan: Fine.\nAn: Good.').format).toBe('labelled');
  });
});
