import { describe, expect, it } from 'vitest';
import type { Conversation, Side, Turn } from '../conversation/conversation.ts';
import { openReadModel } from './open-read-model.ts';
import { READER_FILES } from './reader-files.ts';
import { createReadingEngine } from './reading-engine.ts';

const SURE = 0.8;
const answer = createReadingEngine();
const opened = openReadModel(READER_FILES);

async function asked(question: string, ...said: ReadonlyArray<readonly [Side, string]>) {
  let text = '';
  const turns = said.map(([side, words], index): Turn => {
    const start = text.length;
    text += `${words}\n`;
    return { index, speaker: side, side, text: words, start, end: start + words.length };
  });
  const conversation: Conversation = { text, turns, format: 'turns' };
  const means = { read: await opened, lexical: new Set<string>() };
  const brick = { key: 'asked', type: 'boolean' as const, question };
  const { outcomes } = await answer({ kit: 'test', bricks: [] }, [brick], conversation, means);
  return outcomes[0];
}

describe('plain statements', { timeout: 60_000 }, () => {
  it.each([
    ['Does the customer want a refund?', 'I would like a refund.', true],
    ["Is the customer's phone broken?", 'My phone is broken.', true],
    ['Does the customer own a printer?', "I don't own a printer.", false],
    ['Did the customer receive the package?', 'I did not receive the package.', false],
  ])('are sure: %s %s', async (question, said, value) => {
    const outcome = await asked(question, ['customer', said]);
    expect(outcome?.value).toBe(value);
    expect(outcome?.confidence).toBeGreaterThanOrEqual(SURE);
    expect(outcome?.evidence.map(({ text }) => text)).toEqual([said]);
  });

  it.each([
    ["Was the customer's card stolen?", "My neighbour's card was stolen."],
    ['Does the customer want a refund?', 'I was going to ask for a refund, but I will keep it.'],
    ['Does the customer want a refund?', 'If it breaks again I would like a refund.'],
    ['Does the customer want a refund?', 'My sister would like a refund.'],
    ['Is the customer a student at the moment?', 'I used to be a student.'],
  ])('are not: %s %s', async (question, said) => {
    expect((await asked(question, ['customer', said]))?.confidence).toBeLessThan(SURE);
  });

  it('are made by the side that the question names', async () => {
    const outcome = await asked(
      'Does the customer want to cancel?',
      ['agent', 'I want to cancel.'],
      ['customer', 'Hm?'],
    );
    expect(outcome?.confidence).toBeLessThan(SURE);
  });
});
