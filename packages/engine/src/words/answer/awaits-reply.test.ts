import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../../conversation/normalise.ts';
import { createLexicalReader } from '../lexical-reader.ts';
import { asksForReply } from './awaits-reply.ts';

const answer = (transcript: unknown, question = 'Does the last message need an answer?', exclude: string[] = []) => {
  const conversation = normaliseConversation(transcript);
  const brick = { key: 'reply', type: 'boolean', question, hints: { exclude } } as const;
  const { value, confidence, evidence } = createLexicalReader(conversation).answer(brick).outcome;
  return { value, confidence, evidence: evidence.map(({ text }) => text) };
};
const thread = (...texts: string[]) =>
  texts.map((text, index) => ({ speaker: index % 2 === 0 ? 'Customer' : 'Agent', text }));

describe('whether the last message waits for an answer', () => {
  it('is asked in several ways', () => {
    for (const question of [
      'Does the last mail need an answer?',
      'Is a reply required?',
      'Is the sender waiting for a response?',
      'Reply needed',
    ])
      expect([question, asksForReply(question)]).toEqual([question, true]);
    for (const question of [
      'Did the agent answer the question?',
      'Was the reply polite?',
      'Does the caller need help?',
      'Did the agent say when to expect a reply?',
      'Does the agent mention that a reply is needed?',
    ])
      expect([question, asksForReply(question)]).toEqual([question, false]);
  });

  it('is read from the last message in mail, and elsewhere only where the question mentions one', () => {
    const call = thread('Can you look into it?', 'I will call you back tomorrow.', 'Thank you, bye!');
    const about = (transcript: unknown) =>
      createLexicalReader(normaliseConversation(transcript)).answer({
        key: 'reply',
        type: 'boolean',
        question: 'Is a reply needed?',
      }).outcome.reason;
    expect(about(call)).not.toContain('last message');
    expect(about({ from: 'Jo <jo@other.org>', body: 'It broke. Can you look into it?' })).toContain('last message');
    expect(about({ subject: 'Lamp', body: 'It broke. Can you look into it?' })).toContain('last message');
  });

  it('is not read where nobody knows where the last message begins', () => {
    const conversation = normaliseConversation('It broke. I am sorry. Thank you, that helps.');
    const brick = { key: 'reply', type: 'boolean', question: 'Does the last message need an answer?' } as const;
    expect(createLexicalReader(conversation).answer(brick).outcome.reason).not.toContain('last message');
  });

  it('is yes for a question, a request, and a first message of any kind', () => {
    expect(answer(thread('It broke.', 'I am sorry.', 'Thank you. When will you collect it?'))).toEqual({
      value: true,
      confidence: 0.9,
      evidence: ['When will you collect it?'],
    });
    expect(answer(thread('How many?', 'How many would you like?', 'Five of them, please.')).value).toBe(true);
    expect(answer(thread('Hello. The lamp arrived with a cracked base and I would rather have another.'))).toEqual({
      value: true,
      confidence: 0.85,
      evidence: ['The lamp arrived with a cracked base and I would rather have another.'],
    });
  });

  it('is no for thanks, a short remark, a courtesy, advertising and what the kit excludes', () => {
    for (const last of [
      'Perfect, thank you!',
      'I will pay it this week.',
      'All done now. Please do not hesitate to write if there is anything else.',
      'We rank websites. Unsubscribe below?',
    ])
      expect([last, answer(thread('Can you help?', 'I have sent it.', last)).value]).toEqual([last, false]);
    const closing = thread('Can you help?', 'I have sent it.', 'Could you ignore my last mail? Case closed.');
    expect(answer(closing).value).toBe(true);
    expect(answer(closing, undefined, ['case closed']).value).toBe(false);
  });

  it('is unsure where someone says a lot and asks nothing', () => {
    const last =
      'I have to choose by Friday and the other firm has sent its number. It is a pity, since I liked yours best and told everyone so.';
    expect(answer(thread('What does it cost?', 'I will find out.', last)).confidence).toBeLessThanOrEqual(0.6);
  });
});
