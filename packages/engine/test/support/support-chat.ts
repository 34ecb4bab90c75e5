/** One brick of every kind, and chats to ask them about. */
import type { BrickDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '@brickwork/engine/bricks/brick-outcome';
import type { Conversation, Side, Turn } from '@brickwork/engine/conversation/conversation';
import { answerByWords } from './answer-by-words.ts';

export type Line = readonly [speaker: string, text: string];

const SIDES: Readonly<Record<string, Side>> = { agent: 'agent', customer: 'customer', caller: 'customer' };

export function conversationOf(lines: readonly Line[]): Conversation {
  const turns: Turn[] = [];
  let text = '';
  for (const [index, [speaker, said]] of lines.entries()) {
    if (index > 0) text += '\n';
    const turn: Turn = { index, text: said, start: text.length, end: text.length + said.length, speaker };
    const side = Object.hasOwn(SIDES, speaker) ? SIDES[speaker] : undefined;
    if (side !== undefined) turn.side = side;
    turns.push(turn);
    text += said;
  }
  return { text, turns, format: 'turns' };
}

export const bricks: BrickDocument[] = [
  {
    key: 'reason',
    type: 'categorical',
    question: 'Why did the customer write?',
    categories: [
      { value: 'late_parcel', description: 'The customer complains that a parcel is late.' },
      { value: 'cancel_plan', description: 'The customer wants to cancel a subscription.' },
      { value: 'other', description: 'None of the others.' },
    ],
  },
  { key: 'asked_email', type: 'boolean', question: "Did the agent ask for the customer's email address?" },
  { key: 'refund_refused', type: 'boolean', question: 'Did the agent say that a refund is not possible?' },
  { key: 'rapport', type: 'boolean', question: 'Do the participants build rapport?' },
  { key: 'satisfaction', type: 'numeric', question: 'How satisfied is the customer?', min: 1, max: 5, step: 1 },
  { key: 'who', type: 'text', question: "What is the customer's name?", extract: 'name', asked_as: ['your name'] },
  { key: 'amount', type: 'text', extract: 'money', question: 'How much was charged?' },
  { key: 'phone', type: 'text', extract: 'phone', asked_as: ['phone number'] },
  { key: 'email', type: 'text', extract: 'email' },
  { key: 'day', type: 'text', extract: 'date' },
  { key: 'hour', type: 'text', extract: 'time' },
  { key: 'order', type: 'text', extract: 'id', asked_as: ['order number'] },
  { key: 'link', type: 'text', extract: 'url' },
  { key: 'said', type: 'text', extract: 'quote' },
  { key: 'code', type: 'text', extract: '/code ([A-Z]+)/i' },
  { key: 'gist', type: 'text', extract: 'summary', question: 'What went wrong with the delivery?' },
];

export function evaluate(
  lines: readonly Line[],
  only: readonly string[] = bricks.map((brick) => brick.key),
): BrickOutcome[] {
  return answerByWords(
    bricks.filter((brick) => only.includes(brick.key)),
    conversationOf(lines),
  );
}
