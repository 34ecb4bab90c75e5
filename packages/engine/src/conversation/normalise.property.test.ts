import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draws } from '../../../../test/support/draws.ts';
import { readOrFault } from '../../test/support/read-or-fault.ts';
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
        const { conversation } = readOrFault(text, format);
        if (conversation === undefined) return;
        expect(conversation.text).toBe(text);
        expectSlices(conversation);
      }),
      { numRuns: draws(2_000) },
    );
  });

  it('reads any text with a visible character, without being told its format, unless it looks like cues or mail', () => {
    fc.assert(
      fc.property(words, (text) => {
        fc.pre(text.trim() !== '' && binaryKind(text) === undefined && notTranscript(text) === undefined);
        expectSlices(normaliseConversation(text));
      }),
      { numRuns: draws(1_000) },
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
    const spoken = segment.map((one) => ({ ...one, speaker: one.speaker.length > 4 ? 'A' : 'B' }));
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
      fc.record({ utterances: fc.array(spoken) }),
      fc.record({ results: fc.record({ utterances: fc.array(utterance) }) }),
    );
    fc.assert(
      fc.property(shape, (value) => {
        const { conversation, fault } = readOrFault(value);
        if (conversation === undefined) expect(fault).toBe('transcript must hold a conversation: it has no words');
        else expectSlices(conversation);
      }),
      { numRuns: draws(1_000) },
    );
  });

  it('reads hostile text in time that grows with its length alone', () => {
    const length = draws(1_000_000);
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
      const { conversation } = readOrFault(text);
      if (conversation !== undefined) expectSlices(conversation);
    }
  });
});
