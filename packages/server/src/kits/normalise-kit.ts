/** The normal form of a kit: every default written out, so that a stored version means the same for ever. */
import {
  type BrickDocument,
  type InputField,
  type KitDocument,
  type NumericBrick,
  OUTPUT_FIELDS,
  type OutputField,
} from '@brickwork/contract';
import { DEFAULT_RANGE } from './value-range.ts';

export type Brick = BrickDocument & { name: string; output: OutputField[] };

export type Kit = Omit<KitDocument, 'bricks'> & {
  name: string;
  engine: string;
  input: { fields: Record<string, InputField & { required: boolean }> };
  bricks: Brick[];
};

const DEFAULT_FIELDS: Readonly<Record<string, InputField>> = { transcript: { type: 'conversation', required: true } };

export function normaliseKit(document: KitDocument): Kit {
  const fields = Object.entries(document.input?.fields ?? DEFAULT_FIELDS).map(([name, field]) => [
    name,
    { ...field, required: field.required ?? false },
  ]);
  const { knowledge = [], ...rest } = document;
  return {
    ...rest,
    name: document.name ?? document.kit,
    engine: document.engine ?? 'auto',
    input: { fields: Object.fromEntries(fields) },
    ...(knowledge.length > 0 && { knowledge }),
    bricks: document.bricks.map(normaliseBrick),
  };
}

function normaliseBrick(brick: BrickDocument): Brick {
  const output = OUTPUT_FIELDS.filter((field) => brick.output === undefined || brick.output.includes(field));
  const named = { name: brick.name ?? brick.key, output };
  switch (brick.type) {
    case 'numeric':
      return { ...normaliseNumeric(brick), ...named };
    case 'text':
      return { ...brick, ...named, absent: brick.absent ?? '' };
    default:
      return { ...brick, ...named };
  }
}

function normaliseNumeric(brick: NumericBrick): NumericBrick {
  const { anchors, ...rest } = brick;
  const range = brick.metric === undefined ? { ...DEFAULT_RANGE, ...rest } : rest;
  if (anchors === undefined) return range;
  // `0`, `0.0` and `-0` name one value; sorted, so that the order of writing makes no difference.
  const sorted = Object.entries(anchors)
    .map(([value, meaning]) => ({ value: Number(value) + 0, meaning }))
    .toSorted((a, b) => a.value - b.value);
  return { ...range, anchors: Object.fromEntries(sorted.map(({ value, meaning }) => [String(value), meaning])) };
}
