/** Entry point `@brickwork/contract/kit`: what an engine needs of the contract. Kits, answers, vocabulary and errors; nothing of endpoints. */
export * from './bricks/boolean.ts';
export * from './bricks/brick-document.ts';
export type { BrickHints } from './bricks/brick-fields.ts';
export * from './bricks/brick-output.ts';
export * from './bricks/brick-schema.ts';
export * from './bricks/categorical.ts';
export type { BrickTest, Condition, Score, ScoreItem } from './bricks/condition.ts';
export * from './bricks/numeric.ts';
export * from './bricks/text.ts';
export * from './errors.ts';
export * from './kit-document.ts';
export * from './run-errors.ts';
export * from './vocabulary.ts';
