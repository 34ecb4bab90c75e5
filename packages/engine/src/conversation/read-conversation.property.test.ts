import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draws } from '../../../../test/support/draws.ts';
import { checkConversation, readConversation } from './read-conversation.ts';

describe('checkConversation', () => {
  const fault = (read: () => unknown): string | undefined => {
    try {
      read();
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const piece = fc.constantFrom(
    'Agent:',
    'Bob',
    ' ',
    '\n',
    '\r\n',
    '[00:01:02]',
    '00:12',
    'hello',
    ':',
    'From: a@b.c',
    '1\n00:00:01,000 --> 00:00:02,000',
    'WEBVTT',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  );

  it('refuses exactly what reading refuses, with the same words', () => {
    fc.assert(
      fc.property(
        fc.oneof(text, fc.jsonValue()),
        fc.option(fc.constantFrom('plain', 'labelled', 'auto', 'x')),
        (transcript, format) => {
          const input = { transcript, ...(format === null ? {} : { format }) };
          expect(fault(() => checkConversation({}, input))).toBe(fault(() => readConversation({}, input)));
        },
      ),
      {
        numRuns: draws(2_000),
        examples: [
          ['Agent:Agent: Agent:', null],
          ['00:12\r\nAgent:', null],
        ],
      },
    );
  });
});
