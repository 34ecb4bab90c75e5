import type { BooleanBrick } from '@brickwork/contract/kit';
import { describe, expect, test } from 'vitest';
import { answerByWords } from '../../../test/support/answer-by-words.ts';
import type { Conversation } from '../../conversation/conversation.ts';

function answer(question: string, said: string) {
  const brick: BooleanBrick = { key: 'b', type: 'boolean', question };
  const turn = { index: 0, text: said, start: 0, end: said.length, speaker: 'agent', side: 'agent' as const };
  const conversation: Conversation = { text: said, turns: [turn], format: 'turns' };
  const [outcome] = answerByWords([brick], conversation);
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

test('silence proves nothing: a denial stays below 0.96', () => {
  const outcome = answer('Did the agent ask for the account number?', 'Good morning.');
  expect(outcome.value).toBe(false);
  expect(outcome.confidence).toBeLessThanOrEqual(0.95);
});

test('to ask not to do something is not to ask for it', () => {
  const question = 'Did the customer ask to cancel or not to renew?';
  const renewing = answerTalk({ question }, 'Will you stay?', "We'll probably renew, but I'd want a lower tier.");
  expect(renewing.value).toBe(false);
  expect(answerTalk({ question }, 'Will you stay?', 'Could you not renew it, please?').value).toBe(true);
});

test('an offer may be made by asking', () => {
  expect(answer('Did the agent offer a discount?', 'How about a discount?').value).toBe(true);
});

describe('a question about a value', () => {
  test.each([
    ['Did the agent quote a price?', 'It is 140 a night.', true],
    ['Did the agent quote a price?', 'Our prices are fair.', false],
    ['Did the agent provide details of the driver?', 'Your driver will be Zoe.', true],
    ['Did the agent provide details of the driver?', 'Your driver is arriving.', false],
    ['Did the agent mention breakfast?', 'The economy room is 80, without breakfast.', true],
  ])('%s %s', (question, said, value) => {
    expect(answer(question, said).value).toBe(value);
  });
});

function answerTalk(brick: Omit<BooleanBrick, 'key' | 'type'>, agent: string, customer: string) {
  const text = `${agent}\n${customer}`;
  const turns: Conversation['turns'] = [
    { index: 0, text: agent, start: 0, end: agent.length, speaker: 'agent', side: 'agent' },
    { index: 1, text: customer, start: agent.length + 1, end: text.length, speaker: 'customer', side: 'customer' },
  ];
  const whole: BooleanBrick = { key: 'b', type: 'boolean', ...brick };
  const [outcome] = answerByWords([whole], { text, turns, format: 'turns' });
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

test('"when" asks for what it is answered with', () => {
  const question = 'Did the agent ask for the day or date?';
  expect(answerTalk({ question }, 'When would you like to come?', 'On Friday.').value).toBe(true);
  expect(answerTalk({ question }, 'When does your meeting start?', 'At 3 pm.').value).toBe(false);
});

test('of several keywords the evidence is the sentence that says most of them; one said in two ways is one', () => {
  const greeting = {
    question: 'Did the agent greet?',
    hints: { keywords: ['my name is', 'thank you for calling', 'thanks for calling'] },
  };
  const opening = 'Thanks for calling Northwind, my name is Owen.';
  const outcome = answerTalk(greeting, `${opening} We will see to it. Thank you for calling, bye now.`, 'Bye.');
  expect(outcome).toMatchObject({ value: true, evidence: [{ text: opening }] });
});

test('the evidence is the sentence that decided, not the nearest hint', () => {
  const outcome = answerTalk(
    { question: 'Did the agent ask for the order number?', hints: { examples: ['Which parcel is it?'] } },
    'We will send it today. What is your order number?',
    '5511',
  );
  expect(outcome).toMatchObject({ value: true, basis: 'lexical' });
  expect(outcome.evidence[0]?.text).toBe('What is your order number?');
});

test('a part of true_when that everyday words meet proves nothing', () => {
  const outcome = answerTalk(
    {
      question: 'Did the agent threaten the customer?',
      true_when: 'The agent threatens arrest, harm, exposure to a family, or legal action that is not planned.',
    },
    'You will have it today, for your whole family.',
    'Thanks.',
  );
  expect(outcome.value).toBe(false);
});

test('frustration is shown, not named', () => {
  const outcome = answerTalk(
    { question: 'Did the user express frustration?' },
    'Hello.',
    'I am so sick of this system.',
  );
  expect(outcome).toMatchObject({ value: true });
});

test.each([
  ['I have refunded it.', false],
  ['The refund takes five to seven business days.', true],
])('a bound is no second thing to look for: %s', (said, value) => {
  const question = 'Did the agent name five business days or more for the refund?';
  const brick = { question, hints: { keywords: ['business days', 'working days'] } };
  expect(answerTalk(brick, said, 'Thank you.').value).toBe(value);
});
