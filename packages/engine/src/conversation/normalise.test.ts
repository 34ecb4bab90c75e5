import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../core/service-error.ts';
import type { Conversation } from './conversation.ts';
import { normaliseConversation } from './normalise.ts';
import { notTranscript } from './not-transcript.ts';
import { binaryKind } from './refuse-binary.ts';

/** One assertion for all turns: there may be hundreds of thousands. */
function expectSlices({ text, turns }: Conversation): void {
  const wrong = turns.find(
    (turn, at) => turn.index !== at || text.slice(turn.start, turn.end) !== turn.text || turn.text.trim() === '',
  );
  expect(wrong).toBeUndefined();
}

/** The conversation, or why there is none. */
function read(value: unknown, format?: Conversation['format']): { fault?: string; conversation?: Conversation } {
  try {
    return { conversation: normaliseConversation(value, { format }) };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'kit_input_invalid') return { fault: error.detail ?? '' };
    throw error;
  }
}

const words = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'hello',
    '你好，世界',
    'مرحبا بالعالم',
    'שלום: עולם',
    '👩‍👩‍👧 ok',
    'a\r\nb',
    '> quoted',
    '\u2028',
    '\uFEFF',
    '<v Bob>hi</v>',
  ),
);
const line = fc.oneof(
  words,
  fc
    .tuple(fc.constantFrom('Agent', 'Bob', '客户', '[00:12] Anna', 'Bob (1:02)', 'From', 'Subject', '**Rep'), words)
    .map(([label, said]) => `${label}: ${said}`),
  fc.constantFrom(
    '00:00:01.000 --> 00:00:02.000',
    '1',
    'WEBVTT',
    'Agent 00:12',
    'On Monday, Bob <b@x.org> wrote:',
    'From: a@b.c',
  ),
);
const document = fc
  .array(line, { maxLength: 20 })
  .chain((lines) => fc.constantFrom('\n', '\r\n', '\r', '\n\n').map((mark) => lines.join(mark)));
const seconds = fc.double({ min: 0, max: 1e5, noNaN: true });

describe('normaliseConversation', () => {
  it('keeps a text as it was sent, every turn a slice of it', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(undefined, 'plain', 'labelled', 'vtt', 'srt', 'email'), (text, format) => {
        const { conversation } = read(text, format);
        if (conversation === undefined) return;
        expect(conversation.text).toBe(text);
        expectSlices(conversation);
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads any text with a visible character, without being told its format, unless it looks like cues or mail', () => {
    fc.assert(
      fc.property(words, (text) => {
        fc.pre(text.trim() !== '' && binaryKind(text) === undefined && notTranscript(text) === undefined);
        expectSlices(normaliseConversation(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('joins the strings of structured shapes, every turn a slice', () => {
    const turn = fc
      .record({ speaker: words, text: words, start: seconds, end: seconds }, { requiredKeys: ['text'] })
      .filter(({ start = 0, end = start }) => end >= start);
    const message = fc.record({
      role: fc.constantFrom('user', 'assistant', 'system'),
      content: fc.oneof(words, fc.array(fc.record({ type: fc.constant('text'), text: words }))),
    });
    const mail = fc.record({ from: words, subject: words, body: document });
    const segment = fc.record({ text: words, start: seconds, end: seconds, speaker: words });
    const utterance = fc.record({
      transcript: words,
      start: seconds,
      end: seconds,
      speaker: fc.nat(3),
      channel: fc.nat(1),
    });
    const shape = fc.oneof(
      fc.array(turn),
      fc.array(message, { minLength: 1 }),
      fc.record({ messages: fc.array(message) }),
      fc.array(mail, { minLength: 1 }),
      fc.record({ segments: fc.array(segment) }),
      fc.record({ utterances: fc.array(segment) }),
      fc.record({ results: fc.record({ utterances: fc.array(utterance) }) }),
    );
    fc.assert(
      fc.property(shape, (value) => {
        const { conversation, fault } = read(value);
        if (conversation === undefined) expect(fault).toBe('transcript must hold a conversation: it has no words');
        else expectSlices(conversation);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['plain', 'I called about my bill and nobody answered.'],
    ['plain', 'He had one rule: never call before noon.\nNobody knew why.'],
    ['labelled', 'Agent: hello\nCustomer: hi'],
    ['vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nhello'],
    ['srt', '1\n00:00:01,000 --> 00:00:02,000\nhello'],
    ['email', 'From: a@example.com\nSubject: Bill\n\nHello'],
    ['turns', [{ text: 'hello' }]],
    ['messages', [{ role: 'user', content: 'hello' }]],
    ['messages', { messages: [{ role: 'user', content: 'hello' }] }],
    ['email', { from: 'a@example.com', subject: 'Bill', body: 'Hello' }],
    ['email', { emails: [{ from: 'a@example.com', body: 'Hello' }] }],
    ['deepgram', { results: { channels: [{ alternatives: [{ transcript: 'hello' }] }] } }],
    ['assemblyai', { text: 'hello', words: [{ text: 'hello', start: 0, end: 100 }] }],
    ['whisper', { text: 'hello', segments: [{ text: ' hello', start: 0, end: 1 }] }],
    ['whisper', { text: 'hello', words: [{ word: 'hello', start: 0, end: 1 }] }],
  ])('detects %s', (format, value) => {
    expect(normaliseConversation(value).format).toBe(format);
  });

  it.each([
    ['transcript must hold a conversation: it has no words', ''],
    ['transcript must hold a conversation: it has no words', ' \r\n\t'],
    ['transcript must hold a conversation: it has no words', []],
    ['transcript must hold a conversation: it has no words', [{ text: '  ' }]],
    ['transcript must hold a conversation: it has no words', { messages: [{ role: 'system', content: 'be kind' }] }],
    ['transcript[1] must be an object', [{ text: 'a' }, 'hello']],
    ['transcript[1].text must be a string', [{ text: 'a' }, { speaker: 'Bob' }]],
    ['transcript[0].speaker must be a string', [{ speaker: true, text: 'a' }]],
    ['transcript[0].start must be a number of seconds', [{ text: 'a', start: 'soon' }]],
    ['transcript[0].end must be a number of seconds', [{ text: 'a', end: -1 }]],
    [
      'transcript[1] must not end before it starts: `end` is less than `start`',
      [{ text: 'a' }, { text: 'b', start: 4, end: 2 }],
    ],
    ['transcript[0].side must be "agent" or "customer", or "other" for neither', [{ text: 'a', side: 'foo' }]],
    ['transcript.messages must be an array', { messages: 'hello' }],
    ['transcript.messages[1].role must be a string', { messages: [{ role: 'user', content: 'a' }, { content: 'b' }] }],
    ['transcript[0].content must be a string or an array of parts', [{ role: 'user', content: 4 }]],
    ['transcript[0].content[0].text must be a string', [{ role: 'user', content: [{ type: 'text', text: 1 }] }]],
    ['transcript.emails[0].body must be a string', { emails: [{ from: 'a@example.com' }] }],
    ['transcript[0].from must be a string', [{ from: 5, body: 'a' }]],
    ['transcript.results.utterances[0].transcript must be a string', { results: { utterances: [{ start: 1 }] } }],
    ['transcript.results.channels[0].alternatives must be an array', { results: { channels: [{}] } }],
    ['transcript.utterances[0].text must be a string', { utterances: [{ speaker: 'A' }] }],
    ['transcript.segments[0].start must be a number of seconds', { segments: [{ text: 'a', start: {} }] }],
  ])('refuses: %s', (detail, value) => {
    expect(read(value).fault).toBe(detail);
  });

  it.each([
    ['transcript must be a string', 'vtt', [{ text: 'a' }]],
    ['transcript must have a cue such as "00:00:01.000 --> 00:00:04.000"', 'srt', 'hello'],
    ['transcript must have a line such as "Speaker: text"', 'labelled', 'hello'],
    ['transcript must begin with mail headers such as "From: …" and "Subject: …"', 'email', 'hello'],
    ['transcript must be an array', 'turns', 'hello'],
  ] as const)('refuses, the format being named: %s', (detail, format, value) => {
    expect(read(value, format).fault).toBe(detail);
  });

  it('reads hostile text in time that grows with its length alone', () => {
    const length = 1_000_000;
    const hostile = [
      ' '.repeat(length),
      ':'.repeat(length),
      '<v '.repeat(length / 3),
      '[00:00'.repeat(length / 6),
      'a: '.repeat(length / 3),
      '> '.repeat(length / 2),
      '\n'.repeat(length),
      'On a\n'.repeat(length / 5),
      'From: a\n'.repeat(length / 8),
      `WEBVTT\n${'<v a>'.repeat(length / 5)}`,
      `1\n0:01 --> 0:02\n${'<'.repeat(length)}`,
    ];
    for (const text of hostile) {
      // The suite's own time limit is the bound: a pattern that backtracks would take hours on these.
      const { conversation } = read(text);
      if (conversation !== undefined) expectSlices(conversation);
    }
  });
});
