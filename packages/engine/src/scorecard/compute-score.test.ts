import type { BrickDocument, BrickValue } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { wordingIn } from '../core/wording.ts';
import { createScoreBoard } from './score-board.ts';
import { chanceWithinStep, type ItemSpread } from './score-chance.ts';

const question = 'Was it so?';
const BRICKS: BrickDocument[] = [
  { key: 'greeted', name: 'Greeted', type: 'boolean', question },
  { key: 'empathy', name: 'Empathy', type: 'numeric', question, min: 0, max: 10 },
  { key: 'dead_air', name: 'Dead air', type: 'numeric', question, min: 0, max: 60, good: 'low' },
  { key: 'mood', name: 'Mood', type: 'categorical', question, categories: [{ value: 'glad' }, { value: 'angry' }] },
  { key: 'is_refund', name: 'Refund asked', type: 'boolean', question },
  {
    key: 'policy_read',
    name: 'Policy read',
    type: 'boolean',
    question,
    applies_when: { brick: 'is_refund', is: true },
  },
  { key: 'offered', name: 'Offer made', type: 'boolean', question, abstain_below: 0.6 },
  { key: 'threats', name: 'Threats', type: 'boolean', question },
  {
    key: 'total',
    type: 'numeric',
    score: {
      items: [
        { brick: 'greeted', points: 10 },
        { brick: 'empathy', points: 20 },
        { brick: 'dead_air', points: 10 },
        { brick: 'mood', is: ['glad'], points: 10 },
        { brick: 'policy_read', is: true, points: 30 },
        { brick: 'offered', is: true, points: 20 },
      ],
      fail_if: [{ brick: 'threats', is: true }],
      out_of: 100,
    },
  },
];
const CATEGORIES = [{ value: 'glad' }, { value: 'calm' }, { value: 'angry' }];
const VALUES: Record<string, BrickValue> = {
  greeted: true,
  empathy: 7,
  dead_air: 15,
  mood: 'angry',
  is_refund: false,
  policy_read: false,
  offered: true,
  threats: false,
};

function total(
  values: Record<string, BrickValue> = {},
  confidence: Record<string, number> = {},
  language?: string,
): BrickOutcome | undefined {
  const board = createScoreBoard(BRICKS, wordingIn(language));
  const outcomes = Object.entries({ ...VALUES, ...values }).map(([key, value], turn): BrickOutcome => {
    const evidence = [{ text: key, turn, start: turn * 10, end: turn * 10 + key.length }];
    return { key, value, confidence: confidence[key] ?? 1, basis: 'lexical', reason: '', evidence };
  });
  for (let ready = board.ready(); ready.length > 0; ready = board.ready()) {
    const keys = ready.map(({ key }) => key);
    board.add({ keys, outcomes: outcomes.filter(({ key }) => keys.includes(key)) });
  }
  return board.outcomes().find(({ key }) => key === 'total');
}

describe('a score', () => {
  it('adds up what applies, line by line, with the evidence of its items', () => {
    const { value, reason, evidence, confidence, basis } = total() ?? {};
    expect(value).toBe(74);
    expect(basis).toBe('score');
    expect(confidence).toBe(1);
    expect(reason).toBe(
      [
        'Greeted: 10 of 10 (yes).',
        'Empathy: 14 of 20 (7).',
        'Dead air: 7.5 of 10 (15).',
        'Mood: 0 of 10 (angry).',
        'Policy read: does not apply.',
        'Offer made: 20 of 20 (yes).',
        'Total: 51.5 of 70 points, 74 of 100.',
      ].join('\n'),
    );
    expect(evidence?.map(({ text }) => text)).toEqual(['greeted', 'empathy', 'dead_air', 'mood', 'offered']);
  });

  it('says all of it in the language of the kit', () => {
    expect(total({}, { offered: 0.5 }, 'de')?.reason).toBe(
      [
        'Greeted: 10 von 10 (ja).',
        'Empathy: 14 von 20 (7).',
        'Dead air: 7,5 von 10 (15).',
        'Mood: 0 von 10 (angry).',
        'Policy read: entfällt.',
        'Offer made: nicht gezählt, es gibt keine sichere Antwort.',
        'Summe: 31,5 von 50 Punkten, 63 von 100.',
      ].join('\n'),
    );
    expect(total({ threats: true }, {}, 'de')?.reason).toContain('Durchgefallen, weil Threats „ja“ ist.');
    const board = createScoreBoard(BRICKS, wordingIn('es'));
    const outcome: BrickOutcome = {
      key: 'is_refund',
      value: false,
      confidence: 1,
      basis: 'read',
      reason: '',
      evidence: [],
    };
    board.add({ keys: ['is_refund'], outcomes: [outcome] });
    expect(board.outcomes().find(({ key }) => key === 'policy_read')?.reason).toBe(
      'Solo se aplica si Refund asked es «sí»; Refund asked es «no».',
    );
  });

  it('counts an item once its condition holds', () => {
    expect(total({ is_refund: true, policy_read: true })).toMatchObject({ value: 82 });
    expect(total({ is_refund: true, policy_read: false })).toMatchObject({ value: 52 });
  });

  it('lists an item that abstained and leaves it out of the sum', () => {
    const { value, reason } = total({}, { offered: 0.5 }) ?? {};
    expect(value).toBe(63);
    expect(reason).toContain('Offer made: not counted, there is no sure answer.');
    expect(reason).toContain('Total: 31.5 of 50 points, 63 of 100.');
  });

  it('is 0 where fail_if holds, says so and shows the words', () => {
    const { value, reason, evidence } = total({ threats: true }) ?? {};
    expect(value).toBe(0);
    expect(reason).toContain('Fails because Threats is yes.');
    expect(reason).toContain('Total: 0 of 100 (51.5 of 70 points without the failure).');
    expect(evidence?.[0]?.text).toBe('threats');
  });

  it('is withheld where it is not known whether it fails, and 0 where another failure is', () => {
    const fails = (threats: number, rude: BrickValue) => {
      const bricks: BrickDocument[] = [
        { key: 'greeted', name: 'Greeted', type: 'boolean', question },
        { key: 'threats', name: 'Threats', type: 'boolean', question, abstain_below: 0.7 },
        { key: 'rude', name: 'Rude', type: 'boolean', question },
        {
          key: 'total',
          type: 'numeric',
          score: {
            items: [{ brick: 'greeted', points: 10 }],
            fail_if: [
              { brick: 'threats', is: true },
              { brick: 'rude', is: true },
            ],
          },
        },
      ];
      const board = createScoreBoard(bricks);
      const answer = (key: string, value: BrickValue, confidence = 1): BrickOutcome => {
        return { key, value, confidence, basis: 'lexical', reason: '', evidence: [] };
      };
      board.add({
        keys: ['greeted', 'threats', 'rude'],
        outcomes: [answer('greeted', true), answer('threats', false, threats), answer('rude', rude)],
      });
      return board.outcomes().at(-1);
    };
    expect(fails(0.5, false)).toMatchObject({
      value: null,
      applicability: 'abstained',
      reason: [
        'Greeted: 10 of 10 (yes).',
        'Withheld: it is not known whether Threats is yes.',
        'Total without a failure: 10 of 10 points.',
      ].join('\n'),
    });
    expect(fails(0.5, true)).toMatchObject({ value: 0 });
    expect(fails(0.9, false)).toMatchObject({ value: 100 });
  });

  it('gives partial credit by answer', () => {
    const credited = (value: BrickValue, more: object = {}) => {
      const board = createScoreBoard([
        { key: 'mood', name: 'Mood', type: 'categorical', question, categories: CATEGORIES, ...more },
        {
          key: 'total',
          type: 'numeric',
          score: { items: [{ brick: 'mood', points: 20, credit: { glad: 1, Calm: 0.5 } }] },
        },
      ]);
      const outcome: BrickOutcome = { key: 'mood', value, confidence: 1, basis: 'lexical', reason: '', evidence: [] };
      board.add({ keys: ['mood'], outcomes: [outcome] });
      return board.outcomes().at(-1);
    };
    expect(credited('glad')).toMatchObject({ value: 100 });
    expect(credited('calm')).toMatchObject({ value: 50, reason: expect.stringContaining('Mood: 10 of 20 (calm).') });
    expect(credited('angry')).toMatchObject({ value: 0 });
    expect(credited(['angry', 'calm'], { many: true })).toMatchObject({ value: 50 });
  });

  it('says in its confidence that conditions, items and failures may be wrong', () => {
    expect(total({}, { is_refund: 0.8 })?.confidence).toBeCloseTo(0.8);
    expect(total({}, { threats: 0.9 })?.confidence).toBeCloseTo(0.9);
    expect(total({}, { greeted: 0.6, mood: 0.5 })?.confidence).toBeCloseTo(0.6 * 0.5 + 0.4 * 0.5);
  });

  it('does not apply when none of its items does', () => {
    const board = createScoreBoard([
      { key: 'is_refund', type: 'boolean', question },
      { key: 'policy_read', type: 'boolean', question, applies_when: { brick: 'is_refund', is: true } },
      { key: 'total', type: 'numeric', score: { items: [{ brick: 'policy_read', points: 1 }] } },
    ]);
    board.add({
      keys: ['is_refund'],
      outcomes: [{ key: 'is_refund', value: false, confidence: 0.9, basis: 'weak', reason: '', evidence: [] }],
    });
    expect(board.outcomes().at(-1)).toMatchObject({ value: null, applicability: 'not_applicable', confidence: 0.9 });
  });
});

describe('chanceWithinStep', () => {
  const item = (points: number, earned: number, confidence: number, isKnown = true): ItemSpread => ({
    points,
    earned,
    confidence,
    isKnown,
  });

  /** Every combination of right and wrong, one by one. */
  function enumerate(items: readonly ItemSpread[], value: number, step: number): number {
    const possible = items.reduce((sum, { points }) => sum + points, 0);
    let ways: [sum: number, chance: number][] = [[0, 1]];
    for (const { points, earned, confidence, isKnown } of items) {
      const isEnd = earned === 0 || earned === points;
      const other = earned === 0 ? points : 0;
      const each: [number, number][] = !isKnown
        ? [
            [0, 0.5],
            [points, 0.5],
          ]
        : isEnd
          ? [
              [earned, confidence],
              [other, 1 - confidence],
            ]
          : [
              [earned, confidence],
              [0, (1 - confidence) / 2],
              [points, (1 - confidence) / 2],
            ];
      ways = ways.flatMap(([sum, chance]) =>
        each.map(([more, with_]): [number, number] => [sum + more, chance * with_]),
      );
    }
    return ways
      .filter(([sum]) => Math.abs(Math.round(((sum / possible) * 100) / step) * step - value) <= step)
      .reduce((sum, [, chance]) => sum + chance, 0);
  }

  it('equals the enumeration of every way the items can be wrong', () => {
    const items = [item(10, 10, 0.9), item(20, 14, 0.7), item(5, 0, 0.6), item(1, 1, 0.8), item(4, 0, 0.5, false)];
    const value = Math.round((25 / 36) * 100);
    for (const step of [1, 5, 10, 25]) {
      const chance = chanceWithinStep({ value, outOf: 100, step, items, failChances: [] });
      expect(chance).toBeCloseTo(enumerate(items, value, step), 9);
    }
  });

  it('stays quick and close with many items of odd fractions', () => {
    const items = Array.from({ length: 200 }, (_, n) => item(1 + n / 7, (1 + n / 7) * 0.437, 0.9));
    const chance = chanceWithinStep({ value: 44, outOf: 100, step: 100, items, failChances: [] });
    expect(chance).toBeCloseTo(1, 6);
  });
});
