import { kitDocument } from '@brickwork/contract';
import { z } from 'zod';

/** The JSON Schema of a kit file, for completion and checking in editors. Draft 7: what their YAML support reads. */
export function kitJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(kitDocument, { target: 'draft-7', io: 'input' });
  return { $schema, title: 'Brickwork kit', ...schema };
}
