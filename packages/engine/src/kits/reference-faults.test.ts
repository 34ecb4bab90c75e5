import { describe, expect, it } from 'vitest';
import { checkKit } from './check-kit.ts';

const question = 'Was it so?';
const BRICKS = [
  { key: 'reason', type: 'categorical', question, categories: [{ value: 'refund' }, { value: 'other' }] },
  { key: 'angry', type: 'boolean', question },
  { key: 'calls', type: 'numeric', question, min: 0, max: 10 },
  { key: 'words', type: 'numeric', metric: 'word_count' },
  { key: 'city', type: 'text', question },
];

function faults(...more: Record<string, unknown>[]): string[] {
  const checked = checkKit({ kit: 'review', bricks: [...BRICKS, ...more] });
  const all = 'faults' in checked ? checked.faults : [];
  return all.map(({ path, message, hint }) => `${path}: ${message}${hint === undefined ? '' : ` (${hint})`}`);
}

const asked = (applies_when: unknown) => faults({ key: 'asked', type: 'boolean', question, applies_when });
const scored = (score: unknown, more: object = {}) => faults({ key: 'total', type: 'numeric', score, ...more });

describe('conditions', () => {
  it('are accepted in every form', () => {
    expect(
      asked({
        any: [
          { brick: 'reason', is: ['refund', 'other'] },
          {
            all: [
              { brick: 'angry', is: true },
              { brick: 'calls', at_least: 1, at_most: 3 },
            ],
          },
          { not: { brick: 'city', is: 'Boston' } },
        ],
      }),
    ).toEqual([]);
  });

  it('must name a brick of the kit and a value that it can have', () => {
    expect(asked({ brick: 'reasn', is: 'refund' })).toEqual([
      'bricks[5].applies_when.brick: "reasn" is not a brick of the kit (did you mean "reason"?)',
    ]);
    expect(
      asked({
        all: [
          { brick: 'reason', is: ['refund', 'retrun'] },
          { brick: 'angry', is: 'yes' },
        ],
      }),
    ).toEqual([
      'bricks[5].applies_when.all[0].is[1]: "reason" can never be "retrun": it must be one of the categories: refund, other',
      'bricks[5].applies_when.all[1].is: "angry" can never be "yes": it must be true or false',
    ]);
    expect(asked({ brick: 'city', is: null })).toEqual([
      'bricks[5].applies_when.is: "city" can never be null: it must be a string',
    ]);
    expect(asked({ brick: 'city', at_least: 3 })).toEqual([
      'bricks[5].applies_when.at_least: needs a numeric brick; "city" is text',
    ]);
  });

  it('have exactly one form, and a test', () => {
    expect(asked({ brick: 'angry' })).toEqual(['bricks[5].applies_when: needs is, at_least or at_most']);
    expect(asked({})).toEqual(['bricks[5].applies_when: must have exactly one of brick, all, any and not']);
    expect(asked({ brick: 'angry', is: true, not: { brick: 'angry', is: true } })).toEqual([
      'bricks[5].applies_when: must have exactly one of brick, all, any and not',
    ]);
    expect(asked({ is: true, all: [{ brick: 'angry', is: true }] })).toEqual([
      'bricks[5].applies_when: may have is, at_least and at_most only together with brick',
    ]);
    expect(asked({ brick: 'angry', iz: true })).toEqual([
      'bricks[5].applies_when.iz: is not a known key (did you mean "is"?)',
    ]);
  });

  it('may not go in a circle, through scores either', () => {
    expect(asked({ brick: 'asked', is: true })).toEqual(['bricks[5].applies_when: depends on itself: asked → asked']);
    expect(
      faults(
        { key: 'one', type: 'boolean', question, applies_when: { brick: 'total', at_least: 50 } },
        { key: 'total', type: 'numeric', score: { items: [{ brick: 'one', points: 1 }] } },
      ),
    ).toEqual([
      'bricks[5].applies_when: depends on itself: one → total → one',
      'bricks[6].score: depends on itself: total → one → total',
    ]);
  });

  it('are reported together with the other faults of the document', () => {
    expect(
      faults(
        { key: 'asked', type: 'boolean', question, applies_when: { brick: 'gone', is: true } },
        { key: 'x', type: 'numeric', min: 3, max: 1, question },
      ),
    ).toEqual([
      'bricks[5].applies_when.brick: "gone" is not a brick of the kit',
      'bricks[6].max: must be a range: min is 3, max is 1',
    ]);
  });
});

describe('scores', () => {
  it('need to know what an answer is worth', () => {
    expect(
      scored({
        items: [
          { brick: 'angry', points: 1 },
          { brick: 'calls', points: 1 },
          { brick: 'reason', points: 1 },
          { brick: 'words', points: 1 },
          { brick: 'city', is: 'Boston', points: 1 },
        ],
      }),
    ).toEqual([
      'bricks[5].score.items[2]: needs is: which values of "reason" count',
      'bricks[5].score.items[3]: needs at_least or at_most: "words" has no upper end',
    ]);
    expect(scored({ items: [{ brick: 'angry', points: 0 }] })).toEqual([
      'bricks[5].score.items[0].points: must be more than 0',
    ]);
    expect(scored({ items: [{ brick: 'angry', points: 1 }], fail_if: [{ brick: 'angry' }] })).toEqual([
      'bricks[5].score.fail_if[0]: needs is, at_least or at_most',
    ]);
  });

  it('can be reached: items of one brick do not exclude each other', () => {
    expect(
      scored({
        items: [
          { brick: 'reason', is: 'refund', points: 10 },
          { brick: 'reason', is: 'other', points: 5 },
        ],
      }),
    ).toEqual([
      'bricks[5].score.items[0]: no answer of "reason" earns all of its 15 points: the best one earns 10. Write one item with partial credit instead: points: 10, credit: { refund: 1, other: 0.5 }',
    ]);
    expect(
      scored({
        items: [
          { brick: 'calls', at_least: 5, points: 10 },
          { brick: 'calls', at_most: 2, points: 10 },
        ],
      })[0],
    ).toMatch(
      /no answer of "calls" earns all of its 20 points: the best one earns 10. Items of one brick count together/,
    );
    expect(
      scored({
        items: [
          { brick: 'calls', at_least: 2, points: 10 },
          { brick: 'calls', at_least: 5, points: 10 },
          { brick: 'angry', is: false, points: 1 },
        ],
      }),
    ).toEqual([]);
  });

  it('give credit by answers that their brick can have', () => {
    const item = (credit: object, more: object = {}) =>
      scored({ items: [{ brick: 'reason', points: 4, credit, ...more }] });
    expect(item({ refund: 1, other: 0.5 })).toEqual([]);
    expect(item({ refund: 0.8 })).toEqual([
      'bricks[5].score.items[0]: no answer of "reason" earns all of its 4 points: the best one earns 3.2. Give the best answer a credit of 1',
    ]);
    expect(item({ refund: 1, otehr: 0.5 })).toEqual([
      'bricks[5].score.items[0].credit.otehr: "reason" can never be "otehr" (did you mean "other"?)',
    ]);
    expect(item({ refund: 2 })[0]).toContain('bricks[5].score.items[0].credit.refund');
    expect(item({ refund: 1 }, { is: 'refund' })).toEqual([
      'bricks[5].score.items[0].credit: cannot be used together with is, at_least or at_most: it says itself what each answer earns',
    ]);
    expect(scored({ items: [{ brick: 'angry', points: 1, credit: { false: 1, true: 0.2 } }] })).toEqual([]);
    expect(scored({ items: [{ brick: 'city', points: 1, credit: { Boston: 1 } }] })[0]).toContain(
      'needs a yes/no question or categories',
    );
  });

  it('have their own range', () => {
    const items = [{ brick: 'angry', points: 1 }];
    expect(scored({ items }, { min: 0, max: 10 })).toEqual([
      'bricks[5].min: must be left out: a score goes from 0 to score.out_of',
      'bricks[5].max: must be left out: a score goes from 0 to score.out_of',
    ]);
    expect(scored({ items, out_of: 50 }, { step: 7 })).toEqual([
      'bricks[5].step: must divide the score from 0 to 50 into equal parts',
    ]);
    expect(scored({ items }, { metric: 'word_count' })).toEqual([
      'bricks[5].metric: cannot be used together with score: remove one of them',
    ]);
    expect(scored({ items, out_of: 5 }, { step: 0.5 })).toEqual([]);
  });
});

describe('good', () => {
  it('names values of its brick', () => {
    expect(faults({ ...BRICKS[0], key: 'mood', good: ['refund', 'joy'] })).toEqual([
      'bricks[5].good[1]: must be one of the categories: refund, other',
    ]);
    expect(faults({ key: 'more', type: 'text', question, good: true })).toEqual([
      'bricks[5].good: is not a key of a text brick (only a numeric or boolean or categorical brick has it)',
    ]);
  });
});

describe('use', () => {
  it('is for files: a document must have the brick itself', () => {
    expect(faults({ use: '../library/empathy.yaml' })).toEqual([
      'bricks[5].use: must be replaced by its brick (`brickwork kits push` does that with a file)',
    ]);
  });
});
