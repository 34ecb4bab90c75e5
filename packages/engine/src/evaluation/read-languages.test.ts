import type { BrickDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../conversation/normalise.ts';
import { withLanguage } from '../conversation/with-language.ts';
import type { LocalEngine } from '../reader/local-engine.ts';
import { answerBricks } from './answer-bricks.ts';
import { warnOfAnswerLanguage } from './read-languages.ts';

const BRICKS: BrickDocument[] = [
  { key: 'angry', type: 'boolean', question: 'Is somebody angry?' },
  { key: 'email', type: 'text', extract: 'email' },
  { key: 'amount', type: 'text', extract: 'money' },
  { key: 'words', type: 'numeric', metric: 'word_count' },
  { key: 'mood', type: 'numeric', metric: 'sentiment' },
  { key: 'questions', type: 'numeric', metric: 'question_count' },
];
const engine: LocalEngine = (_kit, bricks) => ({
  outcomes: bricks.map(({ key }) => ({
    key,
    value: key === 'email' ? 'a@b.org' : false,
    confidence: 0.9,
    basis: key === 'angry' ? 'examples' : 'pattern',
    reason: 'No mention found.',
    evidence: key === 'email' ? [{ text: 'a@b.org', turn: 0, start: 0, end: 7 }] : [],
  })),
  warnings: [],
});

const conversationOf = (text: string) => normaliseConversation(text, {});

async function answersOn(text: string, { language, ofKit }: { language?: string; ofKit?: string } = {}) {
  const kit = { kit: 'k', bricks: BRICKS, ...(ofKit !== undefined && { language: ofKit }) };
  const conversation = await withLanguage(normaliseConversation(text, { language }), kit);
  const asked = { keys: BRICKS.map(({ key }) => key) };
  const { outcomes, warnings } = await answerBricks(engine, kit, asked, conversation, { lexical: new Set() });
  return {
    claims: Object.fromEntries(outcomes.map(({ key, value, confidence }) => [key, value === null ? null : confidence])),
    reasons: Object.fromEntries(outcomes.map(({ key, reason }) => [key, reason])),
    warnings,
  };
}

const GERMAN = 'Guten Tag, ich rufe wegen meiner Rechnung an, die ist viel zu hoch, und niemand hilft mir.';
const ENGLISH = 'Hello, I am calling about my bill, it is far too high and nobody helps me.';
const ALL = { angry: 0.9, email: 0.9, amount: 0.9, words: 1, mood: 1, questions: 1 };

describe('a conversation in another language', () => {
  it('is not answered from its words by the local engine, and the run says so', async () => {
    const { claims, reasons, warnings } = await answersOn(GERMAN);
    expect(claims).toEqual({ angry: null, email: 0.9, amount: null, words: 1, mood: null, questions: null });
    expect(reasons.angry).toBe('Not answered: the conversation is in German, and the local engine reads English.');
    expect(warnings).toEqual([
      expect.stringMatching(/^The conversation is in German\..*\(mood, questions, angry, amount\)/),
    ]);
  });

  it('still has its questions counted where it has question marks', async () => {
    expect((await answersOn(`${GERMAN} Können Sie mir helfen?`)).claims).toMatchObject({ questions: 1, mood: null });
  });

  it('is answered as ever when it is English', async () => {
    expect(await answersOn(ENGLISH)).toMatchObject({ claims: ALL, warnings: [] });
  });

  it('is answered with little confidence while the language is uncertain, or partly another', async () => {
    const capped = { angry: 0.5, email: 0.9, amount: 0.5, words: 1, mood: 0.5, questions: 0.5 };
    const few = await answersOn('Agent: ok\nCustomer: Maria Schmidt');
    expect(few).toMatchObject({
      claims: capped,
      warnings: [expect.stringMatching(/^There are too few words to tell/)],
    });
    const mixed = await answersOn(`Agent: ${ENGLISH} ${ENGLISH} ${ENGLISH}\nCustomer: ${GERMAN} ${GERMAN}`);
    expect(mixed).toMatchObject({
      claims: capped,
      warnings: [expect.stringMatching(/^The conversation may not be in English throughout \(English and German\)/)],
    });
  });

  it('is in the language that the input names, and in the kit’s where its words do not tell', async () => {
    expect((await answersOn(GERMAN, { language: 'en' })).claims).toEqual(ALL);
    expect((await answersOn('Agent: ok', { ofKit: 'en-GB' })).claims).toEqual(ALL);
    expect((await answersOn('Agent: ok', { ofKit: 'de' })).claims.angry).toBeNull();
    expect((await answersOn(ENGLISH, { ofKit: 'de' })).claims).toEqual(ALL);
  });
});

describe('a kit in another language', () => {
  it('is warned of what is explained in English: what words answer, and all in a language without sentences', async () => {
    const { outcomes } = await engine({ kit: 'k', bricks: BRICKS }, BRICKS, conversationOf(ENGLISH), {
      lexical: new Set(),
    });
    const read = outcomes.map((outcome) => ({ ...outcome, basis: 'read' as const }));
    const warnedOf = (language: string | undefined, given = outcomes) => warnOfAnswerLanguage(language, BRICKS, given);
    expect(warnedOf('de')).toEqual([
      expect.stringMatching(/^The kit asks for answers in German\. The local engine explains angry, email, amount in/),
    ]);
    expect(warnedOf('de', read)).toEqual([]);
    expect(warnedOf('pl', read)).toEqual([expect.stringMatching(/answers in Polish/)]);
    for (const language of [undefined, 'en', 'en-GB', 'conversation']) expect(warnedOf(language)).toEqual([]);
  });

  it('is told in its language that a conversation was not read', async () => {
    expect((await answersOn(GERMAN, { ofKit: 'de' })).reasons.angry).toBe(
      'Nicht beantwortet: Das Gespräch ist auf Deutsch; die lokale Auswertung liest Englisch.',
    );
    expect((await answersOn(GERMAN, { ofKit: 'conversation' })).reasons.angry).toMatch(/^Nicht beantwortet/);
  });
});
