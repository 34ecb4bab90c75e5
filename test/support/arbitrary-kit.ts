/** For property tests: kit documents as users might write them, and outputs that are valid for a kit. */
import {
  type BrickDocument,
  EXTRACTORS,
  INPUT_FIELD_TYPES,
  type KitDocument,
  kitDocument,
  METRICS,
  OUTPUT_FIELDS,
  type PlainValue,
} from '@brickwork/contract';
import { isMany, maxItemsOf } from '@brickwork/engine/bricks/is-many';
import { valueRange } from '@brickwork/engine/bricks/numeric/value-range';
import type { Brick, Kit } from '@brickwork/engine/kits/normalise-kit';
import fc from 'fast-check';

const words = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength })
    .filter((text) => text.isWellFormed() && !text.includes('\0'));
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const phrases = fc.array(words(20), { maxLength: 3 });

const common = {
  name: optional(words(30)),
  description: optional(words(60)),
  question: words(60),
  speaker: optional(fc.constantFrom('agent', 'customer', 'Zoë')),
  output: optional(fc.subarray([...OUTPUT_FIELDS])),
  hints: optional(fc.record({ keywords: phrases, exclude: phrases, examples: phrases }, { requiredKeys: [] })),
  on_invalid: optional(fc.constantFrom('fail' as const, 'omit' as const)),
  votes: optional(fc.integer({ min: 1, max: 9 })),
};

const many = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ many: fc.constant(true as const), max_items: optional(fc.integer({ min: 1, max: 30 })) }),
) as fc.Arbitrary<{ many?: true; max_items?: number | undefined }>;

const range = fc
  .record({ min: fc.integer({ min: -50, max: 50 }), step: fc.constantFrom(1, 2, 5, 0.5, 0.25, 0.1), steps: fc.nat(20) })
  .map(({ min, step, steps }) => ({ min, step, max: min + step * (steps + 1) }));

const numeric = fc
  .record({ ...common, range: optional(range), anchors: fc.boolean() })
  .map(({ range, anchors, ...rest }) => ({
    ...rest,
    type: 'numeric' as const,
    ...range,
    ...(anchors && {
      anchors: { [String(range?.min ?? 0)]: 'the lowest', [String(range?.max ?? 100)]: 'the highest' },
    }),
  }));

const metric = fc
  .record({ name: common.name, output: common.output, metric: fc.constantFrom(...METRICS) })
  .map((brick) => ({
    ...brick,
    type: 'numeric' as const,
    hints: { keywords: ['refund'] },
  }));

const boolean = fc
  .record({ ...common, true_when: optional(words(40)) })
  .map((brick) => ({ ...brick, type: 'boolean' as const }));

const categorical = fc
  .record({
    ...common,
    categories: fc.uniqueArray(fc.record({ value: words(20), description: optional(words(40)) }), {
      minLength: 2,
      maxLength: 6,
      selector: ({ value }) => value.trim().toLowerCase(),
    }),
  })
  .chain((brick) => many.map((list) => ({ ...brick, ...list, type: 'categorical' as const })));

const text = fc
  .record({
    ...common,
    extract: optional(fc.constantFrom(...EXTRACTORS, '/INV-\\d+/i', '/(?<year>\\d{4})/')),
    absent: optional(fc.constantFrom('', 'none', null)),
  })
  .chain((brick) =>
    many.map((list) => {
      const { absent: _absent, extract, ...rest } = brick;
      const one = { ...brick, type: 'text' as const };
      return list.many === true
        ? { ...rest, ...list, ...(extract !== 'summary' && { extract }), type: 'text' as const }
        : one;
    }),
  );

const keys = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/), { minLength: 1, maxLength: 8 });

/** A document that `checkKit` accepts, without undefined members (no file can hold them). */
export const arbitraryKit: fc.Arbitrary<KitDocument> = fc
  .record({
    kit: fc.stringMatching(/^[a-z][a-z0-9_]{1,20}$/),
    name: optional(words(30)),
    description: optional(words(80)),
    engine: optional(fc.constantFrom('auto', 'local')),
    fields: optional(
      fc.dictionary(
        fc.constantFrom('account', 'meta', 'constructor', 'valueOf'),
        fc.record({ type: fc.constantFrom(...INPUT_FIELD_TYPES), required: fc.boolean() }),
      ),
    ),
    knowledge: optional(fc.constant([{ name: 'policy', text: 'Refunds within 14 days.' }])),
    keys: keys.chain((names) =>
      fc.tuple(
        ...names.map((key) =>
          fc.oneof(numeric, metric, boolean, categorical, text).map((brick) => ({ ...brick, key })),
        ),
      ),
    ),
  })
  .map(({ fields, keys: bricks, ...rest }) => ({
    ...rest,
    bricks,
    ...(fields && { input: { fields: { ...fields, transcript: { type: 'conversation', required: true } } } }),
  }))
  .map((document) => kitDocument.parse(JSON.parse(JSON.stringify(document))));

/** A test on one brick that `checkKit` accepts: which of its values is up to `pick`. */
function testOn(
  brick: BrickDocument,
  pick: number,
): { brick: string; is: PlainValue } | { brick: string; at_least: number } {
  if (brick.type === 'numeric') return { brick: brick.key, at_least: valueRange(brick).min ?? pick };
  if (brick.type === 'boolean') return { brick: brick.key, is: pick % 2 === 0 };
  if (brick.type === 'text') return { brick: brick.key, is: 'refund' };
  return { brick: brick.key, is: brick.categories[pick % brick.categories.length]?.value ?? '' };
}

const shapes = fc.record({
  kind: fc.constantFrom('none', 'plain', 'not', 'all', 'any'),
  of: fc.tuple(fc.nat(100), fc.nat(100)),
  pick: fc.nat(10),
  abstains: fc.boolean(),
});

/** A kit with conditions on earlier bricks, with abstaining bricks and with a score over them. */
export const arbitraryScorecard: fc.Arbitrary<KitDocument> = fc
  .record({
    kit: arbitraryKit,
    shapes: fc.array(shapes, { minLength: 8, maxLength: 8 }),
    points: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 8, maxLength: 8 }),
    out_of: fc.constantFrom(10, 100),
    fails: fc.boolean(),
  })
  .map(({ kit, shapes: given, points, out_of, fails }) => {
    const bricks = kit.bricks.map((brick, index): BrickDocument => {
      const shape = given[index];
      const earlier = (at: number) => kit.bricks[at % Math.max(1, index)];
      const [left, right] = [earlier(shape?.of[0] ?? 0), earlier(shape?.of[1] ?? 0)];
      if (shape === undefined || index === 0 || left === undefined || right === undefined) return brick;
      const tests = [testOn(left, shape.pick), testOn(right, shape.pick + 1)] as const;
      const conditions = {
        none: undefined,
        plain: tests[0],
        not: { not: tests[0] },
        all: { all: [...tests] },
        any: { any: [...tests] },
      };
      const applies_when = conditions[shape.kind as keyof typeof conditions];
      return {
        ...brick,
        ...(applies_when !== undefined && { applies_when }),
        ...(shape.abstains && { abstain_below: 0.5 }),
      };
    });
    const items = bricks.map((brick, index) => ({ ...testOn(brick, index), points: points[index] ?? 1 }));
    const last = bricks.at(-1);
    const score: BrickDocument = {
      key: 'total_of_all_items',
      type: 'numeric',
      score: { items, out_of, ...(fails && last !== undefined && { fail_if: [testOn(last, 3)] }) },
    };
    return { ...kit, bricks: [...bricks, score] };
  });

/** What a run of the kit could return. */
export function arbitraryOutput(kit: Kit): fc.Arbitrary<{ bricks: Record<string, Record<string, unknown>> }> {
  return fc.record({
    kit_code: fc.constant('ABCDEFGH'),
    kit_version_id: fc.uuid(),
    bricks: fc.record(Object.fromEntries(kit.bricks.map((brick) => [brick.key, arbitraryBrickOutput(brick)]))),
  });
}

function arbitraryBrickOutput(brick: Brick): fc.Arbitrary<Record<string, unknown>> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    reason: fc.string(),
    evidence: fc.array(fc.string(), { maxLength: 3 }),
  };
  return fc.record({
    value: arbitraryValue(brick),
    ...Object.fromEntries(brick.output.map((field) => [field, fields[field] ?? fc.constant(undefined)])),
  });
}

export function arbitraryValue(brick: BrickDocument): fc.Arbitrary<unknown> {
  if (isMany(brick)) {
    const item = brick.type === 'text' ? fc.string() : fc.constantFrom(...brick.categories.map(({ value }) => value));
    return fc.uniqueArray(item, { maxLength: Math.min(4, maxItemsOf(brick)) });
  }
  switch (brick.type) {
    case 'boolean':
      return fc.boolean();
    case 'text':
      return fc.string();
    case 'categorical':
      return fc.constantFrom(...brick.categories.map((category) => category.value));
    case 'numeric': {
      const { min = 0, max = min + 1_000, step } = valueRange(brick);
      if (step === undefined) return fc.double({ min, max, noNaN: true });
      return fc.nat(Math.round((max - min) / step)).map((steps) => Math.min(max, min + steps * step));
    }
  }
}
