import { brickType } from '../bricks/brick-types.ts';
import type { Brick, Kit } from './normalise-kit.ts';
import type { KitIdentity } from './output-json-schema.ts';

export interface KitOutput {
  kit_code: string;
  kit_version_id: string;
  bricks: Record<string, Record<string, unknown>>;
}

/** An example of a run's output, with placeholders instead of answers. */
export function exampleOutput(kit: Kit, identity: KitIdentity): KitOutput {
  return {
    kit_code: identity.kitCode,
    kit_version_id: identity.kitVersionId,
    bricks: Object.fromEntries(kit.bricks.map((brick) => [brick.key, placeholder(brick)])),
  };
}

const FIELDS = { confidence: 0, reason: '', evidence: [] } as const;

function placeholder(brick: Brick): Record<string, unknown> {
  const fields = brick.output.map((field) => [field, FIELDS[field]]);
  return { value: brickType(brick).placeholder(brick), ...Object.fromEntries(fields) };
}
