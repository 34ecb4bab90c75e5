import type { BrickDocument } from '@brickwork/contract/kit';
import { describe, expect, test } from 'vitest';
import { answerByWords } from '../../test/support/answer-by-words.ts';
import { normaliseConversation } from '../conversation/normalise.ts';

const conversation = normaliseConversation([
  { speaker: 'agent', text: 'Good morning, how can I help you?' },
  { speaker: 'customer', text: 'My card was charged twice. My name is Maria Garcia.' },
  { speaker: 'agent', text: 'I am sorry about that. I have refunded 40 dollars.' },
  { speaker: 'customer', text: 'Perfect, thank you so much!' },
]);

function reasonOf(brick: Record<string, unknown>): string | undefined {
  const bricks = [{ key: 'it', ...brick } as BrickDocument];
  return answerByWords(bricks, conversation)[0]?.reason;
}

describe('a reason reads like a note', () => {
  test.each([
    [{ type: 'boolean', question: 'Did the agent apologise?' }, 'The agent says “I am sorry about that.”'],
    [
      { type: 'boolean', question: 'Did the agent ask how to help?' },
      /^The agent asks “Good morning, how can I help you\?”$/,
    ],
    [
      { type: 'boolean', question: 'Did the agent mention a passport?' },
      /^No (?:clear mention\. Closest match: “.*[.?!]”|mention found\.)$/,
    ],
    [
      { type: 'boolean', question: 'Is the customer polite?', hints: { keywords: ['thank you'] } },
      /^(?:The customer says “.*”, which matches|Not enough for a yes\. Closest match: “.*”, for) the keyword “thank you”\.$/,
    ],
    [
      { type: 'boolean', question: 'Is a holiday planned?', hints: { examples: ['We fly to Greece in August.'] } },
      'No mention found.',
    ],
    [
      { type: 'boolean', question: 'Was the problem resolved?' },
      /^The conversation points to yes: the (?:agent|customer) says “.*[.?!]”$/,
    ],
    [
      {
        type: 'categorical',
        question: 'Why did the customer call?',
        categories: [
          { value: 'billing', description: 'A wrong charge on a card' },
          { value: 'delivery', description: 'A late parcel' },
        ],
      },
      /^The customer says “My card was charged twice\.”, close to .+\. Next best: delivery\.$/,
    ],
    [
      { type: 'text', extract: 'name', question: "What is the customer's name?" },
      /^Found “Maria Garcia” by its form\.$/,
    ],
    [{ type: 'text', extract: 'email', question: "What is the customer's email?" }, 'No mention found.'],
    [
      { type: 'numeric', question: 'How satisfied is the customer?', min: 0, max: 10 },
      'Estimated from how the conversation went. The customer says thank you warmly at the end.',
    ],
  ])('%j', (brick, expected) => {
    expect(reasonOf(brick)).toMatch(expected);
  });
});
