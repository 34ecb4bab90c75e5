/** JSON Schema of a reply: the same for every call of a kit version, whichever keys are asked for. Reason and evidence come before the value. */
import type { BrickDocument } from '@brickwork/contract';
import { valueRange } from '../../../kits/value-range.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Providers limit how large a schema may be; beyond this, values are left to our own check. */
const MAX_TYPED_BRICKS = 40;
const MAX_ENUM = 300;

export function replySchema(bricks: readonly BrickDocument[], hasKnowledge: boolean): JsonSchema {
  const categories = bricks.reduce(
    (sum, brick) => sum + (brick.type === 'categorical' ? brick.categories.length : 0),
    0,
  );
  const isTyped = bricks.length <= MAX_TYPED_BRICKS && categories <= MAX_ENUM;
  const answer = isTyped
    ? {
        anyOf: byValue(bricks).map(({ keys, value }) =>
          answerSchema({ type: 'string', enum: keys }, value, hasKnowledge),
        ),
      }
    : answerSchema(
        { type: 'string' },
        { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
        hasKnowledge,
      );
  return closed({ nonce: { type: 'string' }, answers: { type: 'array', items: answer } });
}

/**
 * Bricks whose values have the same form share one shape of answer: the schema is part of every prompt, and one shape for each
 * of twenty bricks took more tokens (1,900) than the rules and the bricks together.
 */
function byValue(bricks: readonly BrickDocument[]): { keys: string[]; value: JsonSchema }[] {
  const shapes = new Map<string, { keys: string[]; value: JsonSchema }>();
  for (const brick of bricks) {
    const value = valueSchema(brick);
    const name = JSON.stringify(value);
    const shape = shapes.get(name) ?? { keys: [], value };
    shape.keys.push(brick.key);
    shapes.set(name, shape);
  }
  return [...shapes.values()];
}

function answerSchema(key: JsonSchema, value: JsonSchema, hasKnowledge: boolean): JsonSchema {
  return closed({
    key,
    reason: { type: 'string' },
    evidence: { type: 'array', items: closed({ turn: { type: 'integer' }, quote: { type: 'string' } }) },
    ...(hasKnowledge && { knowledge: { type: 'array', items: { type: 'string' } } }),
    value,
    confidence: { type: 'number' },
  });
}

function valueSchema(brick: BrickDocument): JsonSchema {
  switch (brick.type) {
    case 'boolean':
      return { type: 'boolean' };
    case 'numeric': {
      const { min, step } = valueRange(brick);
      return { type: Number.isInteger(step) && Number.isInteger(min ?? 0) ? 'integer' : 'number' };
    }
    case 'categorical':
      return { type: 'string', enum: brick.categories.map(({ value }) => value) };
    case 'text':
      return { type: 'string' };
  }
}

function closed(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
