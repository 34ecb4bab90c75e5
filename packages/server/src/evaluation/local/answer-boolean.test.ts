import type { BooleanBrick } from '@brickwork/contract';
import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../conversation/conversation.ts';
import { evaluateLocal } from './evaluate-local.ts';

function answer(question: string, said: string) {
  const brick: BooleanBrick = { key: 'b', type: 'boolean', question };
  const turn = { index: 0, text: said, start: 0, end: said.length, speaker: 'agent', side: 'agent' as const };
  const conversation: Conversation = { text: said, turns: [turn], format: 'turns' };
  const [outcome] = evaluateLocal({ kit: 'single', bricks: [brick] }, [brick], conversation);
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

describe('a question about a general term', () => {
  test.each([
    ['Did the agent ask which mode of transport to use?', 'Do you want to walk, drive or take the bus?'],
    ['Did the agent give a weather forecast?', 'It will be sunny with a little rain in the evening.'],
    ['Did the agent ask about drinks?', 'Would you like tea or coffee?'],
  ])('is met by what falls under it: %s', (question, said) => {
    expect(answer(question, said).value).toBe(true);
  });

  test('is never denied with certainty, since an instance may go unrecognised', () => {
    const outcome = answer('Did the agent ask which mode of transport to use?', 'Good morning.');
    expect(outcome.value).toBe(false);
    expect(outcome.confidence).toBeLessThanOrEqual(0.9);
  });
});

test('silence is no proof: a denial stays below 0.96', () => {
  const outcome = answer('Did the agent ask for the account number?', 'Good morning.');
  expect(outcome.value).toBe(false);
  expect(outcome.confidence).toBeLessThanOrEqual(0.95);
});

test('an offer may be made by asking', () => {
  expect(answer('Did the agent offer a discount?', 'How about a discount?').value).toBe(true);
});
