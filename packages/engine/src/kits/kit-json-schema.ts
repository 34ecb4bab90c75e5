import { kitDocument } from '@brickwork/contract/kit';
import { z } from 'zod';

/** In files, a brick may also come from another file; the pushed document contains it completely. */
const SHARED_BRICK = {
  type: 'object',
  description: 'A brick in a file of its own; the members beside `use` replace those of the file.',
  properties: { use: { type: 'string', minLength: 1, description: 'The path of the file, from the kit’s directory.' } },
  required: ['use'],
} as const;

/** The JSON Schema of a kit file, for completion and checking in editors. Draft 7, because the editors' YAML support reads it. */
export function kitJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(kitDocument, {
    target: 'draft-7',
    io: 'input',
    override: ({ path, jsonSchema }) => {
      if (path.join('.') === 'properties.bricks.items' && jsonSchema.oneOf !== undefined) {
        jsonSchema.oneOf = [...jsonSchema.oneOf, { ...SHARED_BRICK, required: [...SHARED_BRICK.required] }];
      }
    },
  });
  return { $schema, title: 'Brickwork kit', ...schema };
}
