/** The normal form of a kit: every default is written out, so that a stored version keeps its meaning. */
import {
  type BrickDocument,
  type InputField,
  type KitDocument,
  OUTPUT_FIELDS,
  type OutputField,
} from '@brickwork/contract/kit';
import { brickType } from '../bricks/brick-types.ts';

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
  return { ...brickType(brick).normalise(withoutNo(brick)), name: brick.name ?? brick.key, output };
}

/** `many: false` is the default, so it is left out. */
function withoutNo(brick: BrickDocument): BrickDocument {
  if (!('many' in brick) || brick.many === true) return brick;
  const { many: _many, ...rest } = brick;
  return rest;
}
