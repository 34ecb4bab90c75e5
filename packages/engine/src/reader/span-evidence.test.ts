import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../conversation/normalise.ts';
import { toEvidence } from './span-evidence.ts';

const evidenceOf = (said: string, words: string): string | undefined => {
  const conversation = normaliseConversation(`Customer: ${said}`);
  const start = conversation.text.indexOf(words);
  const span = { score: 1, turn: 0, start, end: start + words.length };
  const evidence = toEvidence(conversation, span);
  return evidence && conversation.text.slice(evidence.start, evidence.end);
};

describe('evidence around a few words', () => {
  it.each([
    [
      'no it was 2.50 and the whole thing was only 4.15 to send',
      '4.15',
      'no it was 2.50 and the whole thing was only 4.15 to send',
    ],
    ['It came. It cost 4.15 to send. Fine.', '4.15', 'It cost 4.15 to send.'],
    ['Version 2. 5 of them were late', '5', '5 of them were late'],
  ])('%s: %s', (said, words, expected) => {
    expect(evidenceOf(said, words)).toBe(expected);
  });
});
