import { type BrickDocument, type BrickValue, type KitDocument, OUTPUT_FIELDS } from '@brickwork/contract/kit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryScorecard, arbitraryValue } from '../../../../test/support/arbitrary-kit.ts';
import { draws } from '../../../../test/support/draws.ts';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { toBrickOutputs } from '../evaluation/to-brick-outputs.ts';
import { checkKit } from '../kits/check-kit.ts';
import type { Kit } from '../kits/normalise-kit.ts';
import { outputJsonSchema } from '../kits/output-json-schema.ts';
import { createScoreBoard } from './score-board.ts';

const question = 'Was it so?';

function kitOf(document: unknown): Kit {
  const checked = checkKit(document);
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
  return checked.kit;
}

function answer(key: string, value: BrickValue, confidence = 0.9): BrickOutcome {
  return { key, value, confidence, basis: 'lexical', reason: `Because of ${key}.`, evidence: [] };
}

/** Settles the bricks with these answers, asking only what is ready, and says what was asked in each round. */
function evaluate(bricks: readonly BrickDocument[], answers: readonly BrickOutcome[]) {
  const board = createScoreBoard(bricks);
  const rounds: string[][] = [];
  for (let ready = board.ready(); ready.length > 0; ready = board.ready()) {
    const keys = ready.map(({ key }) => key);
    rounds.push(keys);
    board.add({ keys, outcomes: answers.filter(({ key }) => keys.includes(key)) });
  }
  return { rounds, outcomes: new Map(board.outcomes().map((outcome) => [outcome.key, outcome])) };
}

const REASON: BrickDocument = {
  key: 'contact_reason',
  name: 'Contact reason',
  type: 'categorical',
  question,
  categories: [{ value: 'refund' }, { value: 'return' }, { value: 'billing' }],
};
const POLICY: BrickDocument = {
  key: 'policy_read',
  type: 'boolean',
  question,
  applies_when: { brick: 'contact_reason', is: ['refund', 'return'] },
};

describe('applies_when', () => {
  it('leaves a brick out of the questions and says why', () => {
    const { rounds, outcomes } = evaluate([POLICY, REASON], [answer('contact_reason', 'billing', 0.8)]);
    expect(rounds).toEqual([['contact_reason']]);
    expect(outcomes.get('policy_read')).toEqual({
      key: 'policy_read',
      value: null,
      applicability: 'not_applicable',
      confidence: 0.8,
      basis: 'condition',
      reason: 'Applies only when Contact reason is refund or return; Contact reason is billing.',
      evidence: [],
    });
  });

  it('asks the brick once its condition holds, and gives its answer as it is', () => {
    const given = [answer('contact_reason', 'return'), answer('policy_read', true)];
    const { rounds, outcomes } = evaluate([POLICY, REASON], given);
    expect(rounds).toEqual([['contact_reason'], ['policy_read']]);
    expect(outcomes.get('policy_read')).toBe(given[1]);
  });

  it('combines conditions with all, any and not, and compares numbers and texts', () => {
    const bricks: BrickDocument[] = [
      { key: 'count', type: 'numeric', question },
      { key: 'city', type: 'text', question },
      {
        key: 'asked',
        type: 'boolean',
        question,
        applies_when: {
          all: [{ brick: 'count', at_least: 3, at_most: 5 }, { not: { brick: 'city', is: 'New York' } }],
        },
      },
      {
        key: 'either',
        type: 'boolean',
        question,
        applies_when: {
          any: [
            { brick: 'count', at_least: 9 },
            { brick: 'city', is: 'new  york' },
          ],
        },
      },
    ];
    const asked = (count: number, city: string) =>
      evaluate(bricks, [answer('count', count), answer('city', city), answer('asked', true), answer('either', true)])
        .rounds[1];
    expect(asked(4, 'Boston')).toEqual(['asked']);
    expect(asked(6, 'Boston')).toBeUndefined();
    expect(asked(4, 'new york')).toEqual(['either']);
    expect(asked(9, 'Boston')).toEqual(['either']);
  });

  it('does not hold for a brick that does not apply itself', () => {
    const third: BrickDocument = {
      key: 'third',
      type: 'boolean',
      question,
      applies_when: { brick: 'policy_read', is: false },
    };
    const { outcomes } = evaluate([third, POLICY, REASON], [answer('contact_reason', 'billing')]);
    expect(outcomes.get('third')).toMatchObject({
      applicability: 'not_applicable',
      reason: 'Applies only when policy_read is no; policy_read does not apply.',
    });
  });

  it('is not known where it rests on a brick that abstained or was left out', () => {
    const unsure = { ...REASON, abstain_below: 0.7 };
    expect(
      evaluate([POLICY, unsure], [answer('contact_reason', 'refund', 0.6)]).outcomes.get('policy_read'),
    ).toMatchObject({
      value: null,
      applicability: 'abstained',
      reason: 'Applies only when Contact reason is refund or return, which is not known: Contact reason is not sure.',
    });
    expect(evaluate([POLICY, REASON], []).outcomes.get('policy_read')).toMatchObject({ applicability: 'abstained' });
  });
});

describe('abstain_below', () => {
  it('holds an answer back and keeps confidence, reason and evidence', () => {
    const brick: BrickDocument = { key: 'rude', type: 'boolean', question, abstain_below: 0.7 };
    const span = { text: 'hi', turn: 0, start: 0, end: 2 };
    const { outcomes } = evaluate([brick], [{ ...answer('rude', true, 0.69), evidence: [span] }]);
    expect(outcomes.get('rude')).toEqual({
      ...answer('rude', true, 0.69),
      value: null,
      applicability: 'abstained',
      evidence: [span],
    });
    expect(evaluate([brick], [answer('rude', true, 0.7)]).outcomes.get('rude')?.value).toBe(true);
  });
});

const scorecardAndAnswers = arbitraryScorecard.chain((document) =>
  fc.record({
    document: fc.constant(document),
    answers: fc.tuple(
      ...document.bricks.map((brick) =>
        fc.record({
          value: arbitraryValue(brick),
          confidence: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
      ),
    ),
  }),
);

describe('any scorecard', () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true });

  it('is accepted and gives outputs that fit its schema', () => {
    fc.assert(
      fc.property(scorecardAndAnswers, ({ document, answers }) => {
        const kit = kitOf(document);
        const { outcomes } = evaluate(kit.bricks, toOutcomes(kit, answers));
        expect(outcomes.size).toBe(kit.bricks.length);
        const bricks = toBrickOutputs(kit, [...outcomes.values()], { includeSpans: true });
        const validate = ajv.compile(outputJsonSchema(kit));
        if (!validate({ kit_code: 'ABCDEFGH', kit_version_id: 'v', bricks }))
          throw new Error(JSON.stringify(validate.errors));
        for (const { key, output = OUTPUT_FIELDS } of kit.bricks) {
          for (const field of output) expect(bricks[key]).toHaveProperty(field);
        }
      }),
      // Every kit's schema is compiled, which takes a while.
      { numRuns: draws(30) },
    );
  });

  it('has the score that a sum over its own outputs gives', () => {
    fc.assert(
      fc.property(scorecardAndAnswers, ({ document, answers }) => {
        const kit = kitOf(document);
        const { outcomes } = evaluate(kit.bricks, toOutcomes(kit, answers));
        const total = outcomes.get('total_of_all_items');
        expect(total?.value).toEqual(recomputed(document, outcomes));
        expect(total?.confidence).toBeGreaterThanOrEqual(0);
        expect(total?.confidence).toBeLessThanOrEqual(1);
      }),
      { numRuns: draws(100) },
    );
  });
});

function toOutcomes(kit: Kit, answers: readonly { value: unknown; confidence: number }[]): BrickOutcome[] {
  return kit.bricks.flatMap((brick, index) => {
    const given = answers[index];
    if (given === undefined || brick.key === 'total_of_all_items') return [];
    return [answer(brick.key, given.value as BrickValue, given.confidence)];
  });
}

/** Written without any of the code it checks: `at_least` of the generated kits is the brick's lowest value, `is` a plain value. */
function recomputed(document: KitDocument, outcomes: ReadonlyMap<string, BrickOutcome>): number | null {
  const score = document.bricks.find(({ key }) => key === 'total_of_all_items');
  if (score?.type !== 'numeric' || score.score === undefined) throw new Error('a scorecard has a score');
  const { items, fail_if = [], out_of = 100 } = score.score;
  const holds = ({
    brick,
    is,
    at_least = Number.NEGATIVE_INFINITY,
  }: (typeof items)[number] | (typeof fail_if)[number]) => {
    const outcome = outcomes.get(brick);
    if (outcome === undefined || outcome.applicability !== undefined) return false;
    const fold = (value: unknown) => String(value).trim().replace(/\s+/g, ' ').toLowerCase();
    return is === undefined
      ? Number(outcome.value) >= at_least
      : [outcome.value].flat().some((item) => fold(is) === fold(item));
  };
  if (fail_if.some(holds)) return 0;
  const isOpen = fail_if.some(
    ({ brick }) => !outcomes.has(brick) || outcomes.get(brick)?.applicability === 'abstained',
  );
  if (isOpen) return null;
  let earned = 0;
  let possible = 0;
  for (const item of items) {
    if (outcomes.get(item.brick)?.applicability !== undefined) continue;
    possible += item.points;
    if (holds(item)) earned += item.points;
  }
  return possible === 0 ? null : Math.round((earned / possible) * out_of);
}
