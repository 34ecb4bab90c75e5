import type { NumericBrick } from '@brickwork/contract/kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerByWords } from '../../../test/support/answer-by-words.ts';
import { toStep } from '../../bricks/numeric/scale.ts';
import type { Conversation, Side } from '../../conversation/conversation.ts';

function conversationOf(lines: ReadonlyArray<readonly [Side, string]>): Conversation {
  let text = '';
  const turns = lines.map(([side, said], index) => {
    const start = index === 0 ? 0 : text.length + 1;
    text += index === 0 ? said : `\n${said}`;
    return { index, text: said, start, end: start + said.length, speaker: side, side };
  });
  return { text, turns, format: 'turns' };
}

const brick: NumericBrick = {
  key: 's',
  type: 'numeric',
  question: 'How satisfied is the customer?',
  min: 1,
  max: 5,
  step: 1,
};

function score(lines: ReadonlyArray<readonly [Side, string]>, given: NumericBrick = brick): number {
  const [outcome] = answerByWords([given], conversationOf(lines));
  expect(outcome?.confidence).toBeLessThanOrEqual(0.6);
  return Number(outcome?.value);
}

const good: ReadonlyArray<readonly [Side, string]> = [
  ['customer', 'I would like to book a table for two.'],
  ['agent', 'Your table has been booked.'],
  ['customer', 'Perfect, that is great. Thank you so much!'],
];
const bad: ReadonlyArray<readonly [Side, string]> = [
  ['customer', 'I would like to book a table for two.'],
  ['agent', 'I am sorry, I do not understand.'],
  ['customer', 'I said I would like to book a table for two!'],
  ['agent', 'Unfortunately there is no table available.'],
  ['customer', 'This is terrible, what a useless service.'],
];

describe('numeric bricks', () => {
  test('rate a conversation that went well above one that went badly', () => {
    expect(score(good)).toBeGreaterThanOrEqual(4);
    expect(score(bad)).toBeLessThanOrEqual(2);
  });

  test('turn round where the scale measures something unpleasant', () => {
    const anger: NumericBrick = { ...brick, question: 'How frustrated is the customer?' };
    expect(score(good, anger)).toBeLessThan(score(bad, anger));
  });

  test('lean on hints where there are any', () => {
    const hinted: NumericBrick = {
      ...brick,
      question: 'How urgent is it?',
      hints: { keywords: ['right now', 'emergency'] },
    };
    const calm = score([['customer', 'The tap drips a little.']], hinted);
    expect(score([['customer', 'It is an emergency, I need help right now.']], hinted)).toBeGreaterThan(calm);
  });

  test('always land on a step inside the range', () => {
    const range = fc.tuple(
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom(0.5, 1, 3, 7),
    );
    fc.assert(
      fc.property(range, fc.double({ min: -200, max: 200, noNaN: true }), ([min, width, step], value) => {
        const given: NumericBrick = { ...brick, min, max: min + width, step };
        const landed = toStep(given, value);
        expect(landed).toBeGreaterThanOrEqual(min);
        expect(landed).toBeLessThanOrEqual(min + width);
        const steps = (landed - min) / step;
        expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-6);
      }),
    );
  });
});
