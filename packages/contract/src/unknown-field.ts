/** Finds a field that a schema does not know, at any depth: ignored, a misspelt condition or limit would be lost without a word. */
import { z } from 'zod';

export interface UnknownField {
  /** Where it stands: `['runs', 0, 'expcted']`. */
  path: (string | number)[];
  name: string;
  /** The fields that the object around it takes. */
  known: string[];
}

/** Which unknown fields count. */
export type Refuses = (name: string, known: readonly string[]) => boolean;

/** The first one. Maps with free names (`metadata`, `input`) and objects that their own code checks (loose ones) know every field. */
export function findUnknownField(
  schema: z.core.$ZodType,
  value: unknown,
  refuses: Refuses = () => true,
): UnknownField | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (schema instanceof z.ZodObject) return inObject(schema, value as Record<string, unknown>, refuses);
  // An object where a list belongs has no position that could be named: the schema says what it should be.
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? inEach(Object.entries(value), () => schema.element, Number, refuses) : undefined;
  if (schema instanceof z.ZodRecord) return inEach(Object.entries(value), () => schema.valueType, String, refuses);
  if (schema instanceof z.ZodUnion) return inUnion(schema.options, value, refuses);
  const inner = innerOf(schema);
  return inner === undefined ? undefined : findUnknownField(inner, value, refuses);
}

function inObject(schema: z.ZodObject, value: Record<string, unknown>, refuses: Refuses): UnknownField | undefined {
  const known = Object.keys(schema.shape);
  const isOpen = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever);
  const names = Object.keys(value);
  const unknown = isOpen ? undefined : names.find((name) => !known.includes(name) && refuses(name, known));
  if (unknown !== undefined) return { path: [unknown], name: unknown, known };
  const fields = Object.entries(value).filter(([name]) => known.includes(name));
  return inEach(fields, (name) => schema.shape[name], String, refuses);
}

function inEach(
  entries: readonly (readonly [string, unknown])[],
  schemaOf: (name: string) => z.core.$ZodType | undefined,
  toSegment: (name: string) => string | number,
  refuses: Refuses,
): UnknownField | undefined {
  for (const [name, value] of entries) {
    const schema = schemaOf(name);
    const found = schema && findUnknownField(schema, value, refuses);
    if (found !== undefined) return { ...found, path: [toSegment(name), ...found.path] };
  }
  return undefined;
}

/** In the alternative that is meant: one that knows every field, else one that knows all of the outer ones, else any of them. */
function inUnion(options: readonly z.core.$ZodType[], value: object, refuses: Refuses): UnknownField | undefined {
  const meant = options.filter((option) => isMeant(option, value));
  const found: UnknownField[] = [];
  for (const option of meant.length === 0 ? options : meant) {
    const unknown = findUnknownField(option, value, refuses);
    if (unknown === undefined) return undefined;
    found.push(unknown);
  }
  const deeper = found.find(({ path }) => path.length > 1);
  if (deeper !== undefined) return deeper;
  const known = [...new Set(found.flatMap((each) => each.known))];
  // Fields of two alternatives at once: the schema itself says that they do not go together.
  const unknown = found.find(({ name }) => !known.includes(name));
  return unknown && { ...unknown, known };
}

/** An object whose fixed values (`type: "basic"`) are those of this alternative. */
function isMeant(option: z.core.$ZodType, value: object): boolean {
  const schema = innermost(option);
  if (schema instanceof z.ZodArray) return Array.isArray(value);
  if (!(schema instanceof z.ZodObject)) return schema instanceof z.ZodRecord || schema instanceof z.ZodUnion;
  const given = value as Record<string, unknown>;
  return (
    !Array.isArray(value) &&
    Object.entries(schema.shape).every(
      ([name, field]) => !(field instanceof z.ZodLiteral) || field.safeParse(given[name]).success,
    )
  );
}

function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = innerOf(schema);
  return inner === undefined ? schema : innermost(inner);
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodPipe) return schema.in instanceof z.ZodTransform ? schema.out : schema.in;
  if (schema instanceof z.ZodLazy) return schema.unwrap() as z.core.$ZodType;
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return schema.unwrap() as z.core.$ZodType;
  return undefined;
}
