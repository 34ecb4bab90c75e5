import { describe, expect, it } from 'vitest';
import type { BrickOutput } from '../api/runs.ts';
import { withQuoted } from './quoted-words.ts';

const turns = [
  { index: 0, start: 0, end: 28, text: 'Let me check\n(your) account.', speaker: 'Agent' },
  { index: 1, start: 29, end: 46, text: 'I lost my card. X', speaker: 'Customer' },
];
const conversation = { turns } as never;
const no: BrickOutput = { value: false, confidence: 0.8, evidence: [], reason: 'No clear mention.' };

describe('the words that a reason quotes', () => {
  it('are found in the conversation, on several lines and cut short, where there is no evidence', () => {
    const reason = 'No clear mention. Closest match: “Let me check (your)…” Against: “I lost my card.”';
    const { verified } = withQuoted({ verified: { ...no, reason } }, conversation);
    expect(verified).toMatchObject({
      is_closest: true,
      evidence: ['Let me check\n(your)', 'I lost my card.'],
      evidence_spans: [
        { turn: 0, start: 0, end: 19, speaker: 'Agent' },
        { turn: 1, start: 29, end: 44 },
      ],
    });
  });

  it('leave answers alone that have evidence, are without a quote, or quote what nobody said', () => {
    const bricks = {
      plain: no,
      invented: { ...no, reason: 'Closest match: “nobody said this”' },
      proven: { ...no, evidence: ['I lost my card.'], reason: 'The customer says “I lost my card.”' },
      unasked: { value: false, reason: 'Closest match: “I lost my card.”' },
    };
    expect(withQuoted(bricks, conversation)).toEqual(bricks);
    expect(withQuoted(bricks, undefined)).toBe(bricks);
  });
});
