/** The part of a Zod schema for a path in a value; explaining a fault needs it to list the allowed keys. */
import { z } from 'zod';
import { memberOf } from '../core/member-of.ts';
import type { PathSegments } from './kit-fault.ts';

type Schema = z.core.$ZodType;

export function schemaAt(schema: Schema, segments: PathSegments, value: unknown): Schema | undefined {
  const settled = settle(schema, value);
  const [segment, ...rest] = segments;
  if (segment === undefined || settled === undefined) return settled;
  const next = childOf(settled, segment);
  return next === undefined ? undefined : schemaAt(next, rest, memberOf(value, segment));
}

/** Removes `optional` and picks the option of a union that matches the value's discriminator. */
function settle(schema: Schema, value: unknown): Schema | undefined {
  if (schema instanceof z.ZodOptional) return settle(schema.unwrap(), value);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const named = memberOf(value, schema.def.discriminator);
    return schema.options.find(
      (option) => option instanceof z.ZodObject && literalOf(option.shape[schema.def.discriminator]) === named,
    );
  }
  return schema;
}

function literalOf(schema: unknown): unknown {
  return schema instanceof z.ZodLiteral ? schema.value : undefined;
}

function childOf(schema: Schema, segment: PropertyKey): Schema | undefined {
  if (schema instanceof z.ZodObject) return schema.shape[String(segment)];
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return undefined;
}
