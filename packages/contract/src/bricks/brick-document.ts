/** The registry of brick types in the contract: a type is a file in this folder and an entry below. */
import { z } from 'zod';
import { booleanBrick } from './boolean.ts';
import { fieldsDescription } from './brick-fields.ts';
import { categoricalBrick, categoricalDescription } from './categorical.ts';
import { numericBrick, numericDescription } from './numeric.ts';
import { textBrick } from './text.ts';

export const brickDocument = z.discriminatedUnion('type', [numericBrick, booleanBrick, categoricalBrick, textBrick]);

export type BrickDocument = z.infer<typeof brickDocument>;
export type BrickType = BrickDocument['type'];
/** The document of one type: `BrickOf<'numeric'>`. */
export type BrickOf<Type extends BrickType> = Extract<BrickDocument, { type: Type }>;

export const BRICK_TYPES: readonly BrickType[] = brickDocument.options.map(({ shape }) => shape.type.value);

/** What a kit's schema says of a brick because of its type. */
export const typeDescription = z.object({
  ...numericDescription,
  ...categoricalDescription,
  ...fieldsDescription,
  good: z
    .union([z.boolean(), z.string(), z.array(z.string())])
    .exactOptional()
    .describe('Which values are good: true or false, `high` or `low`, or a list of categories.'),
});
export type TypeDescription = z.infer<typeof typeDescription>;
