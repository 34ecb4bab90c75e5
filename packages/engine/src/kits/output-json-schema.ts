/** What a run of a kit returns, as a JSON Schema (2020-12) of its `output`. */
import { BASES, type Basis, type OutputField } from '@brickwork/contract/kit';
import { canBeNull, possibleApplicability } from '../bricks/applicability.ts';
import type { JsonSchema } from '../bricks/brick-type.ts';
import { brickType } from '../bricks/brick-types.ts';
import { isScore } from '../bricks/numeric/is-score.ts';
import type { Brick, Kit } from './normalise-kit.ts';

/** The version whose output it is; if omitted, any. */
export interface KitIdentity {
  kitCode: string;
  kitVersionId: string;
}

export function outputJsonSchema(kit: Kit, identity?: KitIdentity): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Output of ${kit.name}`,
    type: 'object',
    properties: {
      kit_code: identity === undefined ? { type: 'string' } : { const: identity.kitCode },
      kit_version_id: identity === undefined ? { type: 'string' } : { const: identity.kitVersionId },
      bricks: {
        type: 'object',
        properties: Object.fromEntries(kit.bricks.map((brick) => [brick.key, brickSchema(brick, kit)])),
        required: kit.bricks.filter((brick) => brick.on_invalid !== 'omit').map((brick) => brick.key),
        additionalProperties: false,
      },
    },
    required: ['kit_code', 'kit_version_id', 'bricks'],
    additionalProperties: false,
    $defs: { evidence_span: EVIDENCE_SPAN, knowledge_ref: KNOWLEDGE_REF },
  };
}

function brickSchema(brick: Brick, { bricks, knowledge = [] }: Kit): JsonSchema {
  const hasKnowledge = knowledge.length > 0;
  const value = brickType(brick).valueSchema(brick);
  const applicability = possibleApplicability(bricks, brick);
  const properties: Record<string, JsonSchema> = {
    value: canBeNull(bricks, brick) ? { anyOf: [value, { type: 'null' }] } : value,
    ...(applicability.length > 0 && { applicability: { enum: applicability } }),
  };
  for (const field of brick.output) properties[field] = FIELD_SCHEMAS[field];
  if (brick.output.includes('confidence')) properties.basis = { enum: basesOf(brick) };
  if (brick.output.includes('evidence')) {
    properties.evidence_spans = { type: 'array', items: { $ref: '#/$defs/evidence_span' } };
    if (hasKnowledge) properties.knowledge_refs = { type: 'array', items: { $ref: '#/$defs/knowledge_ref' } };
  }
  if (brick.output.includes('confidence')) properties.confidence_basis = { type: 'object' };
  return {
    title: brick.name,
    ...(brick.description !== undefined && { description: brick.description }),
    type: 'object',
    properties,
    required: ['value', ...brick.output],
    additionalProperties: false,
  };
}

/** How the value can have been found; scores and conditions only if the brick has them. */
function basesOf(brick: Brick): Basis[] {
  return BASES.filter((basis) => {
    if (basis === 'score') return isScore(brick);
    return basis !== 'condition' || brick.applies_when !== undefined;
  });
}

const FIELD_SCHEMAS: Readonly<Record<OutputField, JsonSchema>> = {
  confidence: { type: 'number', minimum: 0, maximum: 1 },
  reason: { type: 'string' },
  evidence: { type: 'array', items: { type: 'string' } },
};

const KNOWLEDGE_REF: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, passage: { type: 'integer', minimum: 1 }, text: { type: 'string' } },
  required: ['name', 'passage', 'text'],
  additionalProperties: false,
};

const EVIDENCE_SPAN: JsonSchema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    turn: { type: 'integer', minimum: 0 },
    speaker: { type: 'string' },
    start: { type: 'integer', minimum: 0 },
    end: { type: 'integer', minimum: 0 },
  },
  required: ['text', 'turn', 'start', 'end'],
  additionalProperties: false,
};
