import { type BrickDocument, MASK_CLASSES } from '@brickwork/contract/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../conversation/normalise.ts';
import { maskConversation } from './mask-conversation.ts';
import { createRestorer } from './restore-reply.ts';

const CONVERSATION = normaliseConversation([
  { speaker: 'Agent', text: 'Is this Geoffrey Penhale?' },
  { speaker: 'Caller', text: 'Mr Penhale, yes. It is five five five oh one two three four five six.' },
  { speaker: 'Caller', text: 'Write to me: geoff@example.org.' },
]);
const MASKED = maskConversation(CONVERSATION, MASK_CLASSES);
const RESTORER = createRestorer(CONVERSATION, MASKED);

function restored(answer: Record<string, unknown>, brick: Record<string, unknown> = { key: 'name', type: 'text' }) {
  const [given] = RESTORER.answers([{ key: brick.key, ...answer }], [brick as unknown as BrickDocument]);
  return given as { value: unknown; reason: string; evidence: { quote: string }[] };
}

describe('restoring a reply', () => {
  it.each([
    '<PERSON_1>',
    '<person_1>',
    'PERSON_1',
    '[PERSON_1]',
    '<PERSON 1>',
    '<PERSON_1',
    '&lt;PERSON_1&gt;',
    '<PERSON>',
    '<PERSON_01>',
  ])('takes %s for the person', (placeholder) => {
    expect(restored({ value: placeholder }).value).toBe('Geoffrey Penhale');
  });

  it('spells a value as the quoted turn does', () => {
    const answer = restored({ value: '<PERSON_1>', evidence: [{ turn: 1, quote: 'Mr <PERSON_1>, yes' }] });
    expect(answer).toMatchObject({ value: 'Penhale', evidence: [{ quote: 'Mr Penhale, yes' }] });
  });

  it('gives extracted values their normal form', () => {
    expect(restored({ value: '<PHONE_1>' }, { key: 'phone', type: 'text', extract: 'phone' }).value).toBe('5550123456');
    expect(restored({ value: '<EMAIL_1>' }, { key: 'mail', type: 'text', extract: 'email' }).value).toBe(
      'geoff@example.org',
    );
  });

  it('restores lists and leaves other values alone', () => {
    expect(restored({ value: ['<PERSON_1>', 'nobody'] }).value).toEqual(['Geoffrey Penhale', 'nobody']);
    expect(restored({ value: 4 }).value).toBe(4);
  });

  it('writes reasons for readers, and an invented placeholder as a plain word', () => {
    expect(restored({ reason: '<PERSON_1> gave <PHONE_1> to <PERSON_7>.' }).reason).toBe(
      'Geoffrey Penhale gave five five five oh one two three four five six to somebody.',
    );
  });

  it('names the keys whose value has an invented placeholder', () => {
    expect([
      ...RESTORER.invented([
        { key: 'a', value: '<PERSON_9>' },
        { key: 'b', value: '<PERSON_1>' },
        { key: 'c', value: 'Person 9' },
      ]),
    ]).toEqual(['a']);
  });

  it('leaves what only looks like a placeholder', () => {
    expect(restored({ value: 'Person 1 in line' }).value).toBe('Person 1 in line');
  });

  it('survives replies of any shape', () => {
    fc.assert(
      fc.property(fc.array(fc.anything(), { maxLength: 4 }), (given) => {
        expect(RESTORER.answers(given, [])).toHaveLength(given.length);
        RESTORER.invented(given);
      }),
    );
  });

  it('gives every quote of a masked turn back word for word', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 }), fc.nat(), fc.nat(), (turn, a, b) => {
        const said = MASKED.conversation.turns[turn]?.text ?? '';
        const [from, to] = [a % said.length, b % said.length].sort((left, right) => left - right) as [number, number];
        const quote = said.slice(from, to + 1);
        // A quote that cuts a placeholder names nothing: it is restored where it can be, and never wrongly.
        fc.pre(
          (quote.match(/</g)?.length ?? 0) === (quote.match(/>/g)?.length ?? 0) &&
            !/^[^<]*>/.test(quote) &&
            !/[A-Z_]{4}/.test(quote.replaceAll(/<[^>]*>/g, '')),
        );
        const [answer] = RESTORER.answers([{ key: 'x', evidence: [{ turn, quote }] }], []) as [
          { evidence: { quote: string }[] },
        ];
        expect(CONVERSATION.turns[turn]?.text).toContain(answer.evidence[0]?.quote);
      }),
    );
  });
});
