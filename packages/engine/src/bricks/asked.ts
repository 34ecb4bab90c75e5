/**
 * A brick as a question: the kind of answer it wants, and its wording. Engines choose how to answer by `as`, so a new type of brick can be
 * asked in one of these ways without a change to any engine.
 */
import type { BooleanBrick, BrickDocument, CategoricalBrick, NumericBrick, TextBrick } from '@brickwork/contract/kit';
import type { ListBrick } from './is-many.ts';

export interface AskedOption<Value> {
  value: Value;
  wording: string;
  /** Without the key, which is English in many kits: for readers of other languages. */
  described?: string;
}

export type Asked = { text: string } & (
  | { as: 'boolean'; brick: BooleanBrick }
  | { as: 'category'; brick: CategoricalBrick; options: AskedOption<string>[] }
  | { as: 'categories'; brick: ListBrick & CategoricalBrick; options: AskedOption<string>[] }
  | { as: 'rating'; brick: NumericBrick; options: AskedOption<number>[] }
  | { as: 'number'; brick: NumericBrick }
  | { as: 'text'; brick: TextBrick }
  | { as: 'summary'; brick: TextBrick }
  | { as: 'texts'; brick: ListBrick & TextBrick }
);

export function questionOf({ question, name, key }: BrickDocument): string {
  return question ?? name ?? key.replaceAll('_', ' ');
}
