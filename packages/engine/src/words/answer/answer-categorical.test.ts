import type { CategoricalBrick } from '@brickwork/contract/kit';
import { describe, expect, test } from 'vitest';
import { answerByWords } from '../../../test/support/answer-by-words.ts';
import type { Conversation, Side } from '../../conversation/conversation.ts';

type Line = readonly [side: Side, text: string];

function answer(brick: CategoricalBrick, lines: readonly Line[]) {
  let text = '';
  const turns = lines.map(([side, said], index) => {
    const start = text.length;
    text += `${said}\n`;
    return { index, text: said, start, end: start + said.length, speaker: side, side };
  });
  const conversation: Conversation = { text, turns, format: 'turns' };
  const [outcome] = answerByWords([brick], conversation);
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

function brickOf(categories: CategoricalBrick['categories']): CategoricalBrick {
  return { key: 'intent', type: 'categorical', question: 'What does the customer want?', categories };
}

const tools: CategoricalBrick['categories'] = [
  { value: 'spreadsheet', description: 'Spreadsheets or documents.' },
  { value: 'competitor', description: "Another vendor's product." },
];
const supportCall: Line[] = [
  ['agent', 'Good morning, how can I help you?'],
  ['customer', 'The heating in my flat stays cold.'],
];

describe('a category that stands for none of the others', () => {
  test.each([
    ['not_said', 'The call does not say.'],
    ['n_a', undefined],
    ['not-mentioned', undefined],
    ['x', 'Not mentioned in the call.'],
    ['x', 'None of the above.'],
    ['x', 'Anything else.'],
    ['x', 'It does not fit any of the others.'],
  ])('is the answer when nothing comes close: %s (%s)', (value, description) => {
    const category = description === undefined ? { value } : { value, description };
    const outcome = answer(brickOf([...tools, category]), supportCall);
    expect(outcome).toMatchObject({ value, basis: 'weak', evidence: [] });
    expect(outcome.reason).toBe('No other category matches what is said.');
    expect(outcome.confidence).toBeLessThanOrEqual(0.6);
  });

  test('leaves the word to one that was said', () => {
    const brick = brickOf([...tools, { value: 'not_said', description: 'The call does not say.' }]);
    expect(answer(brick, [['customer', 'We keep it all in spreadsheets.']]).value).toBe('spreadsheet');
  });

  test('competes like any other once it has hints of its own', () => {
    const brick = brickOf([
      ...tools,
      { value: 'nothing', description: 'They do not do it.', hints: { keywords: ['from scratch'] } },
    ]);
    expect(answer(brick, [['customer', 'We start from scratch every year.']])).toMatchObject({
      value: 'nothing',
      evidence: [{ text: 'We start from scratch every year.' }],
    });
  });
});

describe('what a conversation is about', () => {
  const shop = brickOf([
    { value: 'change_details', description: 'The customer wants to update their name, email or phone number.' },
    { value: 'return', description: 'The customer wants to return a product.' },
    { value: 'gift_card', description: 'The customer asks about a gift card.' },
    { value: 'declined', description: "The customer's card was declined." },
  ]);

  test('needs the word that narrows another down', () => {
    expect(answer(shop, [['customer', 'My card is always rejected.']]).value).toBe('declined');
    expect(answer(shop, [['customer', 'I got a gift card.']]).value).toBe('gift_card');
  });
});
