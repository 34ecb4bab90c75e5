import type { BrickDocument, BrickOutput, BrickValue, KitDocument } from '@brickwork/contract/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryScorecard, arbitraryValue } from '../../../../test/support/arbitrary-kit.ts';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { isScore } from '../bricks/numeric/is-score.ts';
import { createScoreBoard } from '../scorecard/score-board.ts';
import { applyCorrections, type Correction } from './apply-corrections.ts';
import { toBrickOutputs } from './to-brick-outputs.ts';

const question = 'Was it so?';
const BRICKS: BrickDocument[] = [
  { key: 'is_refund', name: 'Refund', type: 'boolean', question },
  { key: 'policy_read', type: 'boolean', question, applies_when: { brick: 'is_refund', is: true } },
  { key: 'greeted', type: 'boolean', question },
  { key: 'rude', type: 'boolean', question },
  { key: 'mood', type: 'text', question },
  {
    key: 'total',
    type: 'numeric',
    score: {
      items: [
        { brick: 'greeted', points: 50 },
        { brick: 'policy_read', points: 50 },
      ],
      fail_if: [{ brick: 'rude', is: true }],
    },
  },
];

function outcome(key: string, value: BrickValue, confidence = 0.9): BrickOutcome {
  return { key, value, confidence, basis: 'lexical', reason: `Because of ${key}.`, evidence: [] };
}

function evaluate(bricks: readonly BrickDocument[], answers: readonly BrickOutcome[]): BrickOutcome[] {
  const board = createScoreBoard(bricks);
  for (let ready = board.ready(); ready.length > 0; ready = board.ready()) {
    const keys = ready.map(({ key }) => key);
    board.add({ keys, outcomes: answers.filter(({ key }) => keys.includes(key)) });
  }
  return board.outcomes();
}

function given(values: Record<string, BrickValue>): Record<string, BrickOutput> {
  const answers = Object.entries(values).map(([key, value]) => outcome(key, value));
  return toBrickOutputs({ kit: 'k', bricks: BRICKS }, evaluate(BRICKS, answers), { includeSpans: true });
}

const REFUND = { is_refund: true, policy_read: true, greeted: true, rude: false, mood: 'calm' };
const NO_REFUND = { is_refund: false, greeted: true, rude: false, mood: 'calm' };
const correct = (corrections: Record<string, Correction>) => new Map(Object.entries(corrections));

describe('applyCorrections', () => {
  it('leaves everything as it was without a correction', () => {
    expect(applyCorrections(BRICKS, given(REFUND), new Map())).toEqual(given(REFUND));
  });

  it('computes conditions and scores again, and says what was corrected and what follows', () => {
    const reviewed = applyCorrections(BRICKS, given(REFUND), correct({ is_refund: { value: false } }));
    expect(reviewed.is_refund).toEqual({
      value: false,
      reason: 'Corrected by a reviewer.',
      evidence: [],
      reviewed: 'corrected',
    });
    expect(reviewed.policy_read).toMatchObject({
      value: null,
      applicability: 'not_applicable',
      confidence: 1,
      reviewed: 'recomputed',
    });
    expect(reviewed.total).toMatchObject({ value: 100 });
    expect(reviewed.total?.reason).toContain('policy_read: does not apply.');
    for (const key of ['greeted', 'rude', 'mood']) expect(reviewed[key]).toEqual(given(REFUND)[key]);
  });

  it('fails a score by a corrected answer, and undoes a failure', () => {
    const failed = applyCorrections(BRICKS, given(REFUND), correct({ rude: { value: true } }));
    expect(failed.total).toMatchObject({ value: 0, reviewed: 'recomputed' });
    const undone = applyCorrections(BRICKS, given({ ...REFUND, rude: true }), correct({ rude: { value: false } }));
    expect(undone.total).toMatchObject({ value: 100, reviewed: 'recomputed' });
  });

  it('has no sure answer where a question applies now and was not asked', () => {
    const reviewed = applyCorrections(BRICKS, given(NO_REFUND), correct({ is_refund: { value: true } }));
    expect(reviewed.policy_read).toMatchObject({ value: null, applicability: 'abstained', reviewed: 'recomputed' });
    const both = correct({ is_refund: { value: true }, policy_read: { value: false } });
    expect(applyCorrections(BRICKS, given(NO_REFUND), both)).toMatchObject({
      policy_read: { value: false, reviewed: 'corrected' },
      total: { value: 50 },
    });
  });

  it('leaves out of a score what does not apply, or what nobody knows', () => {
    const not = applyCorrections(
      BRICKS,
      given({ ...REFUND, policy_read: false }),
      correct({ policy_read: { value: null, applicability: 'not_applicable' } }),
    );
    expect(not).toMatchObject({ policy_read: { value: null, applicability: 'not_applicable' }, total: { value: 100 } });
    const unknown = applyCorrections(
      BRICKS,
      given({ ...REFUND, policy_read: false }),
      correct({ policy_read: { value: null, applicability: 'abstained' } }),
    );
    expect(unknown.total).toMatchObject({ value: 100 });
    expect(unknown.total?.reason).toContain('no sure answer');
  });
});

const reviewedScorecard = arbitraryScorecard.chain((document) =>
  fc.record({
    document: fc.constant(document),
    answers: fc.tuple(
      ...document.bricks.map((brick) =>
        fc.record({
          value: arbitraryValue(brick),
          confidence: fc.double({ min: 0, max: 1, noNaN: true }),
          correction: fc.oneof(
            fc.constant(undefined),
            arbitraryValue(brick).map((value) => ({ value: value as BrickValue })),
            fc.constantFrom(
              { value: null, applicability: 'not_applicable' as const },
              { value: null, applicability: 'abstained' as const },
            ),
          ),
        }),
      ),
    ),
  }),
);

describe('any scorecard with corrections', () => {
  it('equals the evaluation from scratch on the corrected answers', () => {
    fc.assert(
      fc.property(reviewedScorecard, ({ document, answers }) => {
        const asked = document.bricks.filter((brick) => !isScore(brick));
        const raw = asked.map(({ key }, index) =>
          outcome(key, answers[index]?.value as BrickValue, answers[index]?.confidence),
        );
        const first = evaluate(document.bricks, raw);
        const corrections = new Map(
          asked.flatMap(({ key }, index) => {
            const correction = answers[index]?.correction;
            return correction === undefined ? [] : [[key, correction] as const];
          }),
        );
        const outputs = toBrickOutputs(document, first, { includeSpans: true });
        const reviewed = applyCorrections(document.bricks, outputs, corrections);
        expect(answersOf(reviewed)).toEqual(answersOf(fromScratch(document, first, corrections)));
      }),
      { numRuns: 200 },
    );
  });
});

function answersOf(outputs: Readonly<Record<string, BrickOutput>>) {
  return Object.fromEntries(
    Object.entries(outputs).map(([key, { value, applicability }]) => [key, { value, applicability }]),
  );
}

/** The board once more: with the corrections, and with what was known of the rest. A question that was not asked has no sure answer. */
function fromScratch(
  document: KitDocument,
  first: readonly BrickOutcome[],
  corrections: ReadonlyMap<string, Correction>,
): Record<string, BrickOutput> {
  const known = first.map((each): BrickOutcome => {
    const correction = corrections.get(each.key);
    if (correction !== undefined) return { ...outcome(each.key, correction.value, 1), ...correction };
    return each.applicability === 'not_applicable' ? { ...each, applicability: 'abstained' } : each;
  });
  const stated = document.bricks.map((brick) =>
    // A verdict that a question does not apply needs no condition.
    corrections.get(brick.key)?.applicability === 'not_applicable' ? { ...brick, applies_when: undefined } : brick,
  );
  return toBrickOutputs(document, evaluate(stated as BrickDocument[], known));
}
