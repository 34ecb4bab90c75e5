import { describe, expect, it } from 'vitest';
import { normaliseConversation } from './normalise.ts';

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
});
