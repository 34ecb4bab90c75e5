import type { BrickDocument, KitDocument } from '@brickwork/contract/kit';
import { describe, expect, test } from 'vitest';
import { answerByWords } from '../../../test/support/answer-by-words.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import { type GoldenConversation, learnKit } from './learn-kit.ts';

function said(text: string): Conversation {
  return {
    text,
    turns: [{ index: 0, text, start: 0, end: text.length, speaker: 'customer', side: 'customer' }],
    format: 'turns',
  };
}

/** Names of a house language that no description mentions: only labels can teach them. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  alpha: [
    'the blue lamp blinks twice',
    'my blue lamp is blinking',
    'lamp blinks in blue',
    'it blinks, the lamp',
    'a blinking lamp again',
    'the lamp keeps blinking at night',
  ],
  beta: [
    'the grinder makes a loud noise',
    'grinder is noisy',
    'so much noise from the grinder',
    'loud grinder',
    'why is the grinder this loud',
    'the noise of my grinder wakes us',
  ],
  gamma: [
    'water leaks below the tank',
    'the tank leaks',
    'there is a leak under it',
    'leaking water everywhere',
    'my tank is leaking',
    'a leak at the tank again',
  ],
};
const FRESH: ReadonlyArray<readonly [string, string]> = [
  ['since monday a lamp is blinking', 'alpha'],
  ['the lamp on the front blinks', 'alpha'],
  ['it got very noisy when I use the grinder', 'beta'],
  ['what a noise the grinder makes', 'beta'],
  ['I found water, it leaks', 'gamma'],
  ['the tank leaks badly', 'gamma'],
];

const kit: KitDocument = {
  kit: 'machines',
  bricks: [
    {
      key: 'fault',
      type: 'categorical',
      question: 'Which fault?',
      categories: [{ value: 'alpha' }, { value: 'beta' }, { value: 'gamma' }],
    },
    { key: 'wet', type: 'boolean', question: 'Is it a case for the plumber?' },
    { key: 'urgency', type: 'numeric', question: 'How urgent is it?', min: 0, max: 10, step: 1 },
    { key: 'name', type: 'text', extract: 'name' },
  ],
};
const URGENCY: Readonly<Record<string, number>> = { alpha: 2, beta: 5, gamma: 9 };
const golden: GoldenConversation[] = Array.from({ length: 6 }, (_, place) =>
  Object.entries(LINES).map(([fault, lines]) => ({
    conversation: said(lines[place] ?? ''),
    expected: { fault, wet: fault === 'gamma', urgency: URGENCY[fault] ?? 0, name: 'nobody' },
  })),
).flat();

function share(document: KitDocument): number {
  const right = FRESH.filter(([text, fault]) => answerByWords(document.bricks, said(text))[0]?.value === fault);
  return right.length / FRESH.length;
}

describe('learnKit', () => {
  const learned = learnKit(kit, golden);

  test('answers what the descriptions alone could not', () => {
    expect(share(kit)).toBeLessThan(0.7);
    expect(share(learned)).toBe(1);
    const outcomes = answerByWords(learned.bricks, said('the tank leaks badly'));
    expect(outcomes.map((outcome) => outcome.basis).slice(0, 3)).toEqual(['learned', 'learned', 'learned']);
    expect(outcomes[1]?.value).toBe(true);
    expect(Number(outcomes[2]?.value)).toBeGreaterThan(6);
    expect(outcomes[0]?.reason).toContain('18 labels');
    expect(outcomes[0]?.evidence[0]?.text).toBe('the tank leaks badly');
  });

  test('leaves the given kit alone and writes the same bytes every time', () => {
    expect(kit.bricks.some((brick) => brick.learned !== undefined)).toBe(false);
    expect(JSON.stringify(learnKit(kit, golden))).toBe(JSON.stringify(learned));
  });

  test('stays a few kilobytes and survives storage as JSON', () => {
    const text = JSON.stringify(learned.bricks[0]?.learned);
    expect(text.length).toBeLessThan(12_000);
    const stored: KitDocument = JSON.parse(JSON.stringify(learned));
    expect(answerByWords(stored.bricks, said('lamp blinks'))).toEqual(
      answerByWords(learned.bricks, said('lamp blinks')),
    );
  });

  test('reads the words of a model whose meanings came from the table of earlier versions', () => {
    const bricks = learned.bricks.map((brick) =>
      brick.key === 'fault' ? { ...brick, learned: { ...brick.learned, version: 2 } } : brick,
    );
    expect(share({ ...learned, bricks })).toBe(1);
    expect(answerByWords(bricks, said('the tank leaks badly'))[0]?.basis).toBe('learned');
  });

  test('does not learn text, nor from too little', () => {
    expect(learned.bricks[3]).toEqual(kit.bricks[3]);
    expect(learnKit(kit, golden.slice(0, 2)).bricks[0]?.learned).toBeUndefined();
    expect(learnKit(kit, [])).toEqual(kit);
  });

  test('ignores a learned part that it cannot read', () => {
    const [fault] = kit.bricks;
    if (fault === undefined) throw new Error('no brick');
    const broken: BrickDocument = { ...fault, learned: { version: 1, cells: 'AAAA' } };
    const plain = answerByWords([fault], said('alpha'));
    expect(answerByWords([broken], said('alpha'))).toEqual(plain);
  });
});

test('labels in the hints teach without a learning step', () => {
  const labelled = Object.entries(LINES).flatMap(([value, lines]) => lines.map((text) => ({ text, value })));
  const bricks = kit.bricks.map((brick) => (brick.key === 'fault' ? { ...brick, hints: { labelled } } : brick));
  expect(share({ ...kit, bricks })).toBe(1);
});
