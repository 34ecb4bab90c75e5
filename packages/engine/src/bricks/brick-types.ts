/** The registry of brick types: the compiler asks for a module for every type of the contract. */
import type { BrickDocument, BrickOf, BrickType } from '@brickwork/contract/kit';
import { booleanType } from './boolean/boolean-type.ts';
import type { BrickTypeModule } from './brick-type.ts';
import { categoricalType } from './categorical/categorical-type.ts';
import { isMany } from './is-many.ts';
import { listType } from './list-type.ts';
import { numericType } from './numeric/numeric-type.ts';
import { textType } from './text/text-type.ts';

/** In the order in which the prompt explains them: another order would be another prompt, which no provider has cached. */
const TYPES: { readonly [Type in BrickType]: BrickTypeModule<BrickOf<Type>> } = {
  boolean: booleanType,
  numeric: numericType,
  categorical: categoricalType,
  text: textType,
};

const LISTS: { readonly [Type in BrickType]: BrickTypeModule<BrickDocument> } = {
  boolean: booleanType,
  numeric: numericType,
  categorical: listType(categoricalType),
  text: listType(textType),
};

/** The module of the brick: `brickType(brick).valueSchema(brick)`. */
export function brickType(brick: BrickDocument): BrickTypeModule<BrickDocument> {
  return isMany(brick) ? LISTS[brick.type] : TYPES[brick.type];
}

/** The module of the type itself: the rules for a single value, or an item of a list. */
export function itemType({ type }: Pick<BrickDocument, 'type'>): BrickTypeModule<BrickDocument> {
  return TYPES[type];
}

export function isBrickType(value: unknown): value is BrickType {
  return typeof value === 'string' && Object.hasOwn(TYPES, value);
}

export const PROMPT_RULES: readonly string[] = Object.entries(TYPES).map(
  ([type, { promptRule }]) => `${type} → ${promptRule}`,
);

export const PROMPT_NOTES: readonly string[] = Object.values(TYPES).flatMap(({ promptNote = [] }) => promptNote);
