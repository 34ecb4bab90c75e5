import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryKit, arbitraryOutput } from '../../../../test/support/arbitrary-kit.ts';
import { draws } from '../../../../test/support/draws.ts';
import { checkKit } from './check-kit.ts';
import type { Brick, Kit } from './normalise-kit.ts';
import { outputJsonSchema } from './output-json-schema.ts';

function kitOf(value: unknown): Kit {
  const checked = checkKit(value);
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
  return checked.kit;
}

const ajv = new Ajv2020({ strict: true, allErrors: true });

const kitAndOutput = arbitraryKit
  .map(kitOf)
  .chain((kit) => fc.record({ kit: fc.constant(kit), output: arbitraryOutput(kit) }));

/** A value of the wrong kind for the brick, whatever its range or categories. */
function wrongValue(brick: Brick): unknown {
  return brick.type === 'boolean' ? 'true' : true;
}

describe('outputJsonSchema', () => {
  it('is a valid schema of any kit: its outputs are valid, others are refused: wrong values, missing and unknown fields and bricks', () => {
    fc.assert(
      fc.property(kitAndOutput, ({ kit, output }) => {
        const validate = ajv.compile(outputJsonSchema(kit));
        if (!validate(output)) throw new Error(JSON.stringify(validate.errors));
        const [brick] = kit.bricks;
        if (brick === undefined) throw new Error('a kit has a brick');
        const { [brick.key]: good, ...others } = output.bricks;
        const { value: _value, ...valueless } = good ?? {};
        const wrong = [
          { ...good, value: wrongValue(brick) },
          ...(brick.type === 'numeric' && brick.metric === 'word_count' ? [{ ...good, value: null }] : []),
          { ...good, applicability: 'not_applicable' },
          { ...good, surprise: 1 },
          { ...good, confidence: 1.01 },
          { ...good, evidence: [1] },
          valueless,
        ];
        for (const outcome of wrong) {
          expect(validate({ ...output, bricks: { ...others, [brick.key]: outcome } })).toBe(false);
        }
        expect(validate({ ...output, bricks: { ...output.bricks, surprise_brick: { value: 1 } } })).toBe(false);
        expect(validate({ ...output, bricks: others })).toBe(brick.on_invalid === 'omit');
        expect(validate({ bricks: output.bricks })).toBe(false);
      }),
      { numRuns: draws(100) },
    );
  });

  it('holds values to the range, the whole numbers and the categories of the brick, and ids to the version', () => {
    const question = 'How?';
    const kit = kitOf({
      kit: 'review',
      bricks: [
        { key: 'score', type: 'numeric', question, min: 0, max: 10, step: 5, output: [] },
        { key: 'share', type: 'numeric', metric: 'talk_ratio', output: ['evidence'] },
        { key: 'mood', type: 'categorical', question, categories: [{ value: 'good' }, { value: 'bad' }], output: [] },
      ],
    });
    const identity = { kitCode: 'ABCDEFGH', kitVersionId: '01890000-0000-7000-8000-000000000000' };
    const validate = ajv.compile(outputJsonSchema(kit, identity));
    const fits = (score: number, share: number, mood: string, code = 'ABCDEFGH') =>
      validate({
        kit_code: code,
        kit_version_id: identity.kitVersionId,
        bricks: {
          score: { value: score },
          share: {
            value: share,
            evidence: ['Hello'],
            evidence_spans: [{ text: 'Hello', turn: 0, speaker: 'Ann', start: 0, end: 5 }],
          },
          mood: { value: mood },
        },
      });
    expect(fits(5, 0.4, 'good')).toBe(true);
    expect(fits(10, 1, 'bad')).toBe(true);
    expect(fits(3, 0.4, 'good')).toBe(false);
    expect(fits(15, 0.4, 'good')).toBe(false);
    expect(fits(-5, 0.4, 'good')).toBe(false);
    expect(fits(5, 1.2, 'good')).toBe(false);
    expect(fits(5, 0.4, 'fair')).toBe(false);
    expect(fits(5, 0.4, 'good', 'HGFEDCBA')).toBe(false);
  });
});
