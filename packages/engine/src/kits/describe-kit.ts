/** The kit schema response: a kit's input and the output of each brick. A document for users, in wire names. */
import type { BrickSchema } from '@brickwork/contract/kit';
import type { JsonSchema } from '../bricks/brick-type.ts';
import { brickType } from '../bricks/brick-types.ts';
import type { Brick, Kit } from './normalise-kit.ts';
import { outputJsonSchema } from './output-json-schema.ts';

export interface KitDescription {
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
  version: number;
  status: string;
  name: string;
  description?: string;
  input: Kit['input'];
  bricks: BrickSchema[];
  json_schema: JsonSchema;
}

/** One version of a kit with the ids it was given. */
export interface IdentifiedKit {
  kitId: string;
  kitCode: string;
  kitVersionId: string;
  version: number;
  status: string;
  kit: Kit;
  /** Brick ids in the order of the kit's bricks. */
  brickIds: readonly string[];
}

export function describeKit(identified: IdentifiedKit): KitDescription {
  const { kit, kitId, kitCode, kitVersionId, version, status, brickIds } = identified;
  return {
    kit_id: kitId,
    kit_code: kitCode,
    kit_version_id: kitVersionId,
    version,
    status,
    name: kit.name,
    ...(kit.description !== undefined && { description: kit.description }),
    input: kit.input,
    bricks: kit.bricks.map((brick, index) => describeBrick(brick, brickIds[index] ?? '')),
    json_schema: outputJsonSchema(kit, { kitCode, kitVersionId }),
  };
}

function describeBrick(brick: Brick, brickId: string): BrickSchema {
  return {
    brick_id: brickId,
    key: brick.key,
    name: brick.name,
    type: brick.type,
    ...(brick.description !== undefined && { description: brick.description }),
    output_fields: ['value', ...brick.output],
    ...brickType(brick).describe(brick),
    ...(brick.section !== undefined && { section: brick.section }),
    ...(brick.applies_when !== undefined && { applies_when: brick.applies_when }),
    ...(brick.abstain_below !== undefined && { abstain_below: brick.abstain_below }),
  };
}
