import type { BrickDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { normaliseConversation } from '../conversation/normalise.ts';
import { checkSides, warnOfUnknownSides } from './unknown-sides.ts';

const BRICKS: BrickDocument[] = [
  { key: 'angry', type: 'boolean', question: 'Is somebody angry?', speaker: 'customer' },
  { key: 'greeted', type: 'boolean', question: 'Did the agent greet?' },
  { key: 'topic', type: 'text', question: 'What is it about?' },
  { key: 'words', type: 'numeric', metric: 'word_count', speaker: 'agent' },
];
const PEERS = [
  { speaker: 'Lena', text: 'Shall we go to the beach on Saturday, the weather should be fine by then?' },
  { speaker: 'Tom', text: 'Sounds good, though the trains are always so full when the sun is out in July.' },
];

const outcome = (key: string): BrickOutcome => ({
  key,
  value: false,
  confidence: 0.95,
  basis: 'lexical',
  reason: 'No mention found.',
  evidence: [],
});

function answersOn(value: unknown, options: Parameters<typeof normaliseConversation>[1] = {}) {
  const conversation = normaliseConversation(value, options);
  const sides = checkSides(BRICKS, conversation);
  return {
    asked: sides.bricks.map(({ speaker }) => speaker),
    limited: BRICKS.map(({ key }) => sides.limit(outcome(key))),
    warnings: warnOfUnknownSides(BRICKS, conversation),
  };
}

describe('bricks about a side', () => {
  it('are answered from the whole conversation, at most half sure, when the side is unknown', () => {
    const { asked, limited, warnings } = answersOn(PEERS);
    expect(asked).toEqual([undefined, undefined, undefined, 'agent']);
    expect(limited.map(({ confidence }) => confidence)).toEqual([0.5, 0.5, 0.95, 0.95]);
    expect(limited[0]?.reason).toBe(
      'It is not known who the customer is, so the whole conversation was read. No mention found.',
    );
    expect(limited[2]?.reason).toBe('No mention found.');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('among "Lena", "Tom"');
    expect(warnings[0]).toContain('angry, greeted, words');
    expect(warnings[0]).toContain('"speakers": {"Lena": "agent"}');
  });

  it('are answered as they are, without a warning, when the sides are known', () => {
    const { asked, limited, warnings } = answersOn(PEERS, { sides: { Lena: 'agent' } });
    expect(asked).toEqual(['customer', undefined, undefined, 'agent']);
    expect(limited.every(({ confidence }) => confidence === 0.95)).toBe(true);
    expect(warnings).toEqual([]);
  });

  it('are at most as sure as the side that was inferred', () => {
    const thread = ['jo@gmail.com', 'lena@acme.com'].map((from) => ({ from, body: 'See below.' }));
    const { limited } = answersOn(thread);
    expect(limited.map(({ confidence }) => confidence)).toEqual([0.85, 0.85, 0.95, 0.85]);
    expect(limited.map(({ reason }) => reason)[3]).toBe('No mention found. Who said what is uncertain (0.85).');
  });

  it('are at most half sure where one speaker has everybody’s words, a talk ratio without a speaker too', () => {
    const ratio: BrickDocument = { key: 'ratio', type: 'numeric', metric: 'talk_ratio' };
    const merged = normaliseConversation(`Agent: ${'How can I help you? My card is lost. '.repeat(10)}`);
    const doubts = checkSides([...BRICKS, ratio], merged);
    const confidences = [...BRICKS, ratio].map(
      ({ key }) => doubts.limit({ ...outcome(key), confidence: 1 }).confidence,
    );
    expect(confidences.at(-1)).toBe(0.5);
    expect(confidences[3]).toBe(0.5);
  });

  it('of a text without speakers say what to send', () => {
    const { limited, warnings } = answersOn('I called twice and nobody could help me.');
    expect(limited.map(({ confidence }) => confidence)).toEqual([0.5, 0.95, 0.95, 0.95]);
    expect(warnings[0]).toContain('has no speakers');
  });
});
