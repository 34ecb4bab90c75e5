/** Mails as programs write them. Each case was also given to postal-mime (decision 0205); what it reads differently is said there. */
import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../normalise.ts';

const mail = (headers: readonly string[], ...body: readonly string[]) =>
  ['MIME-Version: 1.0', 'From: Jo Park <jo@example.org>', 'Subject: Re: x', ...headers, '', ...body].join('\r\n');

const latin1 = Buffer.from('Grüße', 'latin1').toString('base64');

const MAILS: Record<string, readonly [string, string]> = {
  'quoted-printable in two bytes': [
    mail(
      ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'],
      'It cost 30 =E2=82=',
      '=AC.',
    ),
    'It cost 30 €.',
  ],
  'base64 in another charset': [
    mail(['Content-Type: text/plain; charset="iso-8859-1"', 'Content-Transfer-Encoding: base64'], latin1),
    'Grüße',
  ],
  'letters that were decoded before they were sent': [
    mail(['Content-Type: text/plain; charset=iso-8859-1', 'Content-Transfer-Encoding: 8bit'], 'Grüße'),
    'Grüße',
  ],
  'alternatives inside of a mixed mail, a text file attached': [
    mail(
      ['Content-Type: multipart/mixed; boundary="m"'],
      '--m',
      'Content-Type: multipart/alternative; boundary="a"',
      '',
      '--a',
      'Content-Type: text/plain',
      '',
      'Where is my order?',
      '--a',
      'Content-Type: text/html',
      '',
      '<p>Where is my order?</p>',
      '--a--',
      '--m',
      'Content-Type: text/plain; name="log.txt"',
      'Content-Disposition: attachment; filename="log.txt"',
      '',
      'stack trace',
      '--m--',
    ),
    'Where is my order?',
  ],
  'two texts in a mixed mail': [
    mail(
      ['Content-Type: multipart/mixed; boundary=m'],
      '--m',
      '',
      'Here is the photo.',
      '--m',
      'Content-Type: image/png',
      '',
      'xx',
      '--m',
      'Content-Type: text/plain',
      '',
      'And a second one.',
      '--m--',
    ),
    'Here is the photo.\nAnd a second one.',
  ],
  'a boundary that also begins a word': [
    mail(
      ['Content-Type: multipart/mixed; boundary="b"'],
      '--b',
      'Content-Type: text/plain',
      '',
      'Use the flag --b or',
      '--bold for that.',
      '--b--',
    ),
    'Use the flag --b or\r\n--bold for that.',
  ],
  'a boundary with a semicolon in quotes': [
    mail(['Content-Type: multipart/mixed; boundary="a;b"'], '--a;b', '', 'Hello there.', '--a;b--'),
    'Hello there.',
  ],
  'a boundary on a line of its own header': [
    mail(
      ['Content-Type: multipart/alternative;', '\tboundary="=_x"'],
      '--=_x',
      'Content-Type: text/plain',
      '',
      'Hello there.',
      '--=_x--',
      'epilogue',
    ),
    'Hello there.',
  ],
  'HTML alone, with a style, a title and a comment': [
    mail(
      ['Content-Type: text/html; charset=utf-8'],
      '<html><head><title>News</title><style>p{color:red}</style></head><body><p>My card &amp; my phone are gone.</p><!-- x --></body></html>',
    ),
    'My card & my phone are gone.',
  ],
  'an empty plain twin': [
    mail(
      ['Content-Type: multipart/alternative; boundary=a'],
      '--a',
      'Content-Type: text/plain',
      '',
      '',
      '--a',
      'Content-Type: text/html',
      '',
      '<p>Only here.</p>',
      '--a--',
    ),
    'Only here.',
  ],
  'flowed lines': [
    mail(
      ['Content-Type: text/plain; format=flowed'],
      'This sentence goes on ',
      'in the next line.',
      'This one does not.',
    ),
    'This sentence goes on in the next line.\nThis one does not.',
  ],
  'a mail without its last boundary': [
    mail(['Content-Type: multipart/mixed; boundary=m'], '--m', 'Content-Type: text/plain', '', 'Cut off he'),
    'Cut off he',
  ],
};

describe('the body of a mail', () => {
  it.each(Object.entries(MAILS))('%s', (_, [message, body]) => {
    const { format, turns } = normaliseConversation(message);
    expect(format).toBe('mime');
    expect(turns.map(({ text }) => text.trimEnd())).toEqual([body]);
    expect(turns[0]?.speaker).toBe('Jo Park');
  });

  it('has a subject whose letters may be split between two encoded words', () => {
    const [bytes] = [Buffer.from('Grüße')];
    const words = [bytes.subarray(0, 3), bytes.subarray(3)].map((part) => `=?utf-8?B?${part.toString('base64')}?=`);
    const message = `MIME-Version: 1.0\nFrom: =?iso-8859-1?Q?J=F6rg?= <j@example.org>\nSubject: Hi ${words.join('\n ')} all\n\nHello there.`;
    const { turns } = normaliseConversation(message);
    expect(turns.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['Jörg', 'Hi Grüße all'],
      ['Jörg', 'Hello there.'],
    ]);
  });
});
