import type { BooleanBrick } from '@brickwork/contract/kit';
import { describe, expect, test } from 'vitest';
import { answerByWords } from '../../../test/support/answer-by-words.ts';
import type { Conversation, Side, Turn } from '../../conversation/conversation.ts';
import { outcomeKind } from './read-outcome.ts';

function talk(...said: string[]): Conversation {
  const turns: Turn[] = [];
  let text = '';
  for (const line of said) {
    const side: Side = line.startsWith('A: ') ? 'agent' : 'customer';
    const start = text.length;
    text += `${line.slice(3)}\n`;
    turns.push({ index: turns.length, text: line.slice(3), start, end: text.length - 1, speaker: side, side });
  }
  return { text, turns, format: 'turns' };
}

function ask(question: string, conversation: Conversation, more: Partial<BooleanBrick> = {}) {
  const brick: BooleanBrick = { key: 'b', type: 'boolean', question, ...more };
  const [outcome] = answerByWords([brick], conversation);
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

describe('Was the problem resolved?', () => {
  const question = "Was the customer's problem resolved?";
  const start = ['C: My router is dead.', 'A: Please hold the reset button for ten seconds.'];

  test('yes, where the customer says that it works, and that is the evidence', () => {
    const outcome = ask(question, talk(...start, "C: It's working again, thank you!", 'A: Glad to hear.'));
    expect(outcome.value).toBe(true);
    expect(outcome.evidence[0]?.text).toBe("It's working again, thank you!");
  });

  test('no, where a ticket is opened and the customer leaves empty-handed', () => {
    const outcome = ask(
      question,
      talk(
        ...start,
        'C: Still nothing.',
        'A: I will open a ticket for the network team.',
        'C: So no help at all. Bye.',
      ),
    );
    expect(outcome).toMatchObject({ value: false, evidence: [] });
    expect(outcome.confidence).toBeGreaterThanOrEqual(0.7);
  });

  test('no, where what had worked fails again later', () => {
    const outcome = ask(
      question,
      talk(
        ...start,
        'C: It works now.',
        'A: Great.',
        'C: Oh. Now it is down again, still not working.',
        'A: Hm.',
        'C: Forget it.',
      ),
    );
    expect(outcome.value).toBe(false);
  });

  test('an exclusion of the brick counts against the outcome', () => {
    const conversation = talk(...start, 'C: Thanks.', 'A: Our crew will drop by.', 'C: Okay.');
    const plain = ask(question, conversation);
    const excluded = ask(question, conversation, { hints: { exclude: ['drop by'] } });
    const chance = ({ value, confidence }: typeof plain) => (value ? confidence : 1 - confidence);
    expect(chance(excluded)).toBeLessThan(chance(plain));
  });
});

describe('Did the customer agree?', () => {
  const question = 'Did both sides agree on a next step?';

  test('a day that suits is an agreement', () => {
    const said = talk('A: Shall we plan the next step?', 'C: Yes, Wednesday at ten would suit us.', 'A: See you then.');
    expect(ask(question, said).value).toBe(true);
  });

  test('"I will think about it" is none', () => {
    const said = talk(
      'A: Shall we plan the next step?',
      'C: Sounds good, but let me think about it.',
      'A: Sure.',
      "C: I'll get back to you.",
    );
    expect(ask(question, said).value).toBe(false);
  });
});

test.each([
  ['Was the issue fixed before the call ended?', undefined, 'solved'],
  ['Was an appointment made?', undefined, 'done'],
  ['Did the customer promise to pay?', 'customer', 'agreed'],
  ['Did the agent promise to call back?', 'agent', undefined],
  ['Did the agent ask for the account number?', 'agent', undefined],
] as const)('%s', (question, side, kind) => {
  expect(outcomeKind(question, side)).toBe(kind);
});
