/** Tells what in a value does not fit a schema. A first look while typing; the service has the last word when a draft is saved. */
import { type JsonSchema, type Path, variantFor, variantsOf } from './json-schema.ts';

export interface SchemaFault {
  path: Path;
  message: string;
  /** The member that is not there. */
  missing?: string;
}

export function checkSchema(schema: JsonSchema, value: unknown, path: Path = []): SchemaFault[] {
  if (schema.oneOf !== undefined || schema.anyOf !== undefined) return checkVariants(schema, value, path);
  if (schema.const !== undefined && value !== schema.const) return [{ path, message: `must be ${schema.const}` }];
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return [{ path, message: `must be one of ${schema.enum.join(', ')}` }];
  if (schema.type !== undefined && !isOfType(schema.type, value))
    return [
      {
        path,
        message: `must be ${[schema.type]
          .flat()
          .map((type) => TYPES[type])
          .join(' or ')}`,
      },
    ];
  if (typeof value === 'string') return checkText(schema, value, path);
  if (typeof value === 'number') return checkNumber(schema, value, path);
  if (Array.isArray(value)) return checkList(schema, value, path);
  if (typeof value === 'object' && value !== null) return checkMembers(schema, value, path);
  return [];
}

function checkVariants(schema: JsonSchema, value: unknown, path: Path): SchemaFault[] {
  const chosen = variantFor(schema, value);
  if (chosen !== undefined) return checkSchema(chosen, value, path);
  const variants = variantsOf(schema);
  if (variants.some((variant) => checkSchema(variant, value, path).length === 0)) return [];
  const types = variants.flatMap(({ properties }) => properties?.type?.const ?? []);
  if (types.length > 0) return [{ path: [...path, 'type'], message: `must be one of ${types.join(', ')}` }];
  const [first] = variants.flatMap((variant) => checkSchema(variant, value, path));
  return first === undefined ? [] : [first];
}

function checkText({ minLength = 0, maxLength, pattern }: JsonSchema, value: string, path: Path): SchemaFault[] {
  if (value.length < minLength) return [{ path, message: 'must not be empty' }];
  if (maxLength !== undefined && value.length > maxLength)
    return [{ path, message: `must have at most ${maxLength} characters` }];
  if (pattern !== undefined && !new RegExp(pattern, 'su').test(value))
    return [{ path, message: `does not match ${pattern}` }];
  return [];
}

function checkNumber({ minimum, maximum, exclusiveMinimum }: JsonSchema, value: number, path: Path): SchemaFault[] {
  if (minimum !== undefined && value < minimum) return [{ path, message: `must be at least ${minimum}` }];
  if (maximum !== undefined && value > maximum) return [{ path, message: `must be at most ${maximum}` }];
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return [{ path, message: `must be more than ${exclusiveMinimum}` }];
  return [];
}

function checkList(
  { items, minItems = 0, maxItems }: JsonSchema,
  value: readonly unknown[],
  path: Path,
): SchemaFault[] {
  const count: SchemaFault[] =
    value.length < minItems
      ? [{ path, message: `needs at least ${minItems}` }]
      : maxItems !== undefined && value.length > maxItems
        ? [{ path, message: `may have at most ${maxItems}` }]
        : [];
  const each = items === undefined ? [] : value.flatMap((item, index) => checkSchema(items, item, [...path, index]));
  return [...count, ...each];
}

function checkMembers(schema: JsonSchema, value: object, path: Path): SchemaFault[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name): SchemaFault => ({ path, message: `needs ${name}`, missing: name }));
  const each = Object.entries(value).flatMap(([name, member]): SchemaFault[] => {
    const at = [...path, name];
    const known = properties[name];
    if (known !== undefined) return checkSchema(known, member, at);
    if (additionalProperties === false) return [{ path: at, message: 'is not a known field' }];
    return typeof additionalProperties === 'object' ? checkSchema(additionalProperties, member, at) : [];
  });
  return [...missing, ...each];
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object with named fields',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
};

function isOfType(type: string | readonly string[], value: unknown): boolean {
  if (typeof type !== 'string') return type.some((one) => isOfType(one, value));
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
