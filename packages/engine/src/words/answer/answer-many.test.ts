import type { BrickDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { answerByWords } from '../../../test/support/answer-by-words.ts';
import { readConversation } from '../../conversation/read-conversation.ts';

const TRANSCRIPT = `Agent: Hello, how can I help?
Customer: I was charged $40.50 in March and then $12 again in April. Please write to ann@example.com or bo@example.org.
Agent: I will refund the $12. Your reference numbers are INV-204 and INV-377.
Customer: The app also crashes with an error when I open it.`;

function answer(brick: BrickDocument) {
  const kit = { kit: 'lists', input: { fields: { transcript: { type: 'conversation' as const } } }, bricks: [brick] };
  const conversation = readConversation(kit, { transcript: TRANSCRIPT });
  const [outcome] = answerByWords([brick], conversation);
  if (outcome === undefined) throw new Error('no answer');
  for (const { text, start, end } of outcome.evidence) expect(conversation.text.slice(start, end)).toBe(text);
  return outcome;
}

describe('lists of texts', () => {
  it('have every hit of an extractor, with the evidence of each', () => {
    const { value, evidence } = answer({
      key: 'mails',
      type: 'text',
      question: 'Which addresses?',
      extract: 'email',
      many: true,
    });
    expect(value).toEqual(['ann@example.com', 'bo@example.org']);
    expect(evidence.map(({ text, item }) => [text, item])).toEqual([
      ['ann@example.com', 0],
      ['bo@example.org', 1],
    ]);
  });

  it('have every match of an expression, up to max_items', () => {
    const brick: BrickDocument = {
      key: 'refs',
      type: 'text',
      question: 'Which invoices?',
      extract: '/INV-\\d+/',
      many: true,
    };
    expect(answer(brick).value).toEqual(['INV-204', 'INV-377']);
    expect(answer({ ...brick, max_items: 1 }).value).toEqual(['INV-204']);
  });

  it('are empty when nothing was said', () => {
    expect(answer({ key: 'urls', type: 'text', question: 'Which links?', extract: 'url', many: true })).toMatchObject({
      value: [],
      evidence: [],
    });
  });

  it('quote sentences when nothing says what to extract', () => {
    const { value, evidence } = answer({
      key: 'promises',
      type: 'text',
      question: 'What will be refunded?',
      many: true,
    });
    expect(value).toEqual(evidence.map(({ text }) => text));
  });
});

describe('lists of categories', () => {
  it('have every category that something was said about', () => {
    const { value, evidence } = answer({
      key: 'themes',
      type: 'categorical',
      question: 'What does the customer complain about?',
      many: true,
      categories: [
        { value: 'billing', description: 'A charge or a refund.', hints: { keywords: ['charged', 'refund'] } },
        { value: 'technical', description: 'The app has errors.', hints: { keywords: ['crashes', 'error'] } },
        { value: 'delivery', description: 'A parcel is late.', hints: { keywords: ['parcel', 'courier'] } },
        { value: 'other', description: 'None of the others.' },
      ],
    });
    expect([value].flat().toSorted()).toEqual(['billing', 'technical']);
    expect(new Set(evidence.map(({ item }) => item))).toEqual(new Set([0, 1]));
  });
});
