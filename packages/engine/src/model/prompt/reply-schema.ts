/** JSON Schema of a reply: the same for every call of a kit version, whichever keys are asked for. Reason and evidence come before the value. */
import type { BrickDocument } from '@brickwork/contract/kit';
import type { JsonSchema } from '../../bricks/brick-type.ts';
import { brickType, itemType } from '../../bricks/brick-types.ts';
import { isMany } from '../../bricks/is-many.ts';

/** Providers limit how large a schema may be; beyond this, values are left to our own check. */
const MAX_TYPED_BRICKS = 40;
const MAX_ENUM = 300;

export function replySchema(bricks: readonly BrickDocument[], hasKnowledge: boolean): JsonSchema {
  const isTyped = bricks.length <= MAX_TYPED_BRICKS && sum(bricks.map(enumSize)) <= MAX_ENUM;
  const answer = isTyped
    ? {
        anyOf: byValue(bricks).map(({ keys, value }) =>
          answerSchema({ type: 'string', enum: keys }, value, hasKnowledge),
        ),
      }
    : answerSchema({ type: 'string' }, { anyOf: untypedValues(bricks) }, hasKnowledge);
  return closed({ nonce: { type: 'string' }, answers: { type: 'array', items: answer } });
}

/** A schema for any value of these bricks. */
function untypedValues(bricks: readonly BrickDocument[]): JsonSchema[] {
  const hasNull = bricks.some((brick) => brickType(brick).placeholder(brick) === null);
  return [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    ...(hasNull ? [{ type: 'null' }] : []),
    ...(bricks.some(isMany) ? [{ type: 'array', items: { type: 'string' } }] : []),
  ];
}

/** How many values the schema of the brick would list. */
function enumSize(brick: BrickDocument): number {
  const { enum: values } = itemType(brick).replySchema(brick);
  return Array.isArray(values) ? values.length : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Bricks whose values have the same form share one answer schema: the schema is part of every prompt, and separate ones for twenty bricks
 * took more tokens (1,900) than the rules and the bricks together.
 */
function byValue(bricks: readonly BrickDocument[]): { keys: string[]; value: JsonSchema }[] {
  const shapes = new Map<string, { keys: string[]; value: JsonSchema }>();
  for (const brick of bricks) {
    const value = brickType(brick).replySchema(brick);
    const name = JSON.stringify(value);
    const shape = shapes.get(name) ?? { keys: [], value };
    shape.keys.push(brick.key);
    shapes.set(name, shape);
  }
  return [...shapes.values()];
}

function answerSchema(key: JsonSchema, value: JsonSchema, hasKnowledge: boolean): JsonSchema {
  const quote = { turn: { type: 'integer' }, quote: { type: 'string' } };
  return closed({
    key,
    reason: { type: 'string' },
    evidence: {
      type: 'array',
      items: closed(value.type === 'array' ? { ...quote, item: { type: 'integer' } } : quote),
    },
    ...(hasKnowledge && { knowledge: { type: 'array', items: { type: 'string' } } }),
    value,
    confidence: { type: 'number' },
  });
}

function closed(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
