import { describe, expect, it } from 'vitest';
import type { Conversation } from '../conversation/conversation.ts';
import { evidenceSpan } from '../words/text/evidence.ts';
import { explain, weighBothSides } from './reasons.ts';

const LINES = ['I would like to cancel.', 'So you are staying with us, good.'];
const text = `${LINES.join('\n')}\n`;
const conversation: Conversation = {
  text,
  turns: LINES.map((said, index) => {
    const start = text.indexOf(said);
    const side = index === 0 ? ('customer' as const) : ('agent' as const);
    return { index, text: said, start, end: start + said.length, side };
  }),
  format: 'turns',
};
const spanOf = (index: number) => {
  const turn = conversation.turns[index];
  if (turn === undefined) throw new Error('no such turn');
  return [evidenceSpan(conversation, turn, turn.start, turn.end)];
};
const [pro, con] = [spanOf(0), spanOf(1)];
const weigh = (value: boolean, chance: number, given: { pro?: typeof pro; con?: typeof con }) =>
  weighBothSides(conversation, { value, chance, pro: given.pro ?? [], con: given.con ?? [] });

describe('the reason of a yes or no', () => {
  it('names what decides where it is clear', () => {
    expect(weigh(true, 0.9, { pro, con })).toBe('The customer says “I would like to cancel.”');
    expect(weigh(false, 0.9, { pro, con })).toBe('The agent says “So you are staying with us, good.”');
    expect(weigh(false, 0.9, {})).toBe('No mention found.');
  });

  it('weighs both sides where it is not', () => {
    expect(weigh(true, 0.7, { pro, con })).toBe(
      'For: the customer says “I would like to cancel.”; against: the agent says “So you are staying with us, good.”',
    );
  });

  it('says what is missing where it is a guess', () => {
    expect(weigh(true, 0.55, { pro, con })).toMatch(/^A guess: the conversation points both ways\. For: /);
    expect(weigh(true, 0.55, { pro })).toMatch(/^A guess: nothing confirms it\. For: the customer says/);
    expect(weigh(false, 0.55, { con })).toMatch(/^A guess: nothing settles it\. Against: the agent says/);
    expect(weigh(false, 0.55, {})).toBe('A guess: nobody says it either way.');
    expect(explain(conversation, [], 0.3)).toBe('A guess: no place in the conversation answers it.');
  });
});
