import type { BrickDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../conversation/normalise.ts';
import type { LocalEngine } from '../reader/local-engine.ts';
import { answerBricks } from './answer-bricks.ts';
import { warnOfAnswerLanguage, warnOfForeignLanguage } from './foreign-language.ts';

const BRICKS: BrickDocument[] = [
  { key: 'angry', type: 'boolean', question: 'Is somebody angry?' },
  { key: 'email', type: 'text', extract: 'email' },
  { key: 'words', type: 'numeric', metric: 'word_count' },
];
const engine: LocalEngine = (_kit, bricks) => ({
  outcomes: bricks.map(({ key }) => ({
    key,
    value: key === 'email' ? 'a@b.org' : false,
    confidence: 0.9,
    basis: key === 'email' ? 'pattern' : 'lexical',
    reason: 'No mention found.',
    evidence: [],
  })),
  warnings: [],
});

async function answersOn(text: string) {
  const conversation = normaliseConversation(text);
  const kit = { kit: 'k', bricks: BRICKS };
  const asked = { keys: BRICKS.map(({ key }) => key) };
  const { outcomes } = await answerBricks(engine, kit, asked, conversation, { lexical: new Set() });
  return {
    outcomes: outcomes.map(({ key, confidence, reason }) => [key, confidence, reason]),
    warnings: warnOfForeignLanguage(BRICKS, conversation),
  };
}

describe('a conversation in another language', () => {
  it('is not answered from its words by the local engine, and the run says so', async () => {
    const { outcomes, warnings } = await answersOn(
      'Guten Tag, ich rufe wegen meiner Rechnung an, die ist viel zu hoch, und niemand hilft mir.',
    );
    expect(outcomes).toEqual([
      ['words', 1, expect.any(String)],
      ['angry', 0, 'The conversation is in German; the local engine reads English, so this value is not an answer.'],
      ['email', 0.9, 'No mention found.'],
    ]);
    expect(warnings[0]).toContain('The conversation is in German.');
    expect(warnings[0]).toContain('(angry, email)');
  });

  it('is answered as ever when it is English', async () => {
    const { outcomes, warnings } = await answersOn(
      'Hello, I am calling about my bill, it is far too high and nobody helps me.',
    );
    expect(outcomes[1]).toEqual(['angry', 0.9, 'No mention found.']);
    expect(warnings).toEqual([]);
  });
});

describe('a kit in another language', () => {
  it('is warned that the local engine writes English, unless nothing is answered from words', () => {
    expect(warnOfAnswerLanguage('de', BRICKS)).toEqual([
      expect.stringMatching(/^The kit asks for answers in German\./),
    ]);
    for (const language of [undefined, 'en', 'en-GB', 'conversation'])
      expect(warnOfAnswerLanguage(language, BRICKS)).toEqual([]);
    expect(warnOfAnswerLanguage('de', BRICKS.slice(2))).toEqual([]);
  });
});
