/** The part of JSON Schema (draft 7) that the schema of kit files is written in. */
export interface JsonSchema {
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  oneOf?: readonly JsonSchema[];
  anyOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  $ref?: string;
  definitions?: Readonly<Record<string, JsonSchema>>;
}

/**
 * The schema with every reference replaced by what it refers to. Conditions may hold conditions, so the result refers to itself; everything
 * that walks it follows a text or a value, which ends.
 */
export function linkSchema(root: JsonSchema): JsonSchema {
  const linked = new Map(Object.keys(root.definitions ?? {}).map((name): [string, JsonSchema] => [name, {}]));
  const targetOf = ({ $ref, allOf }: JsonSchema) =>
    linked.get(($ref ?? allOf?.[0]?.$ref ?? '').split('/').at(-1) ?? '');
  const isGroup = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
  const link = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(link);
    if (!isGroup(value)) return value;
    const target = targetOf(value);
    if (target === undefined) return linkMembers(value);
    // Inside its own definition the target is still empty, and a copy would stay so.
    return value.description === undefined || target.type === undefined
      ? target
      : { ...target, description: value.description };
  };
  const linkMembers = (schema: object) =>
    Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, link(member)]));
  for (const [name, target] of linked) Object.assign(target, linkMembers(root.definitions?.[name] ?? {}));
  return linkMembers(root);
}

export type Path = readonly (string | number)[];

export function variantsOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.oneOf ?? schema.anyOf ?? [schema];
}

/** The variant that a value is meant to be: the one whose constants (such as `type`) it carries. */
export function variantFor(schema: JsonSchema, value: unknown): JsonSchema | undefined {
  const variants = variantsOf(schema);
  if (variants.length === 1) return variants[0];
  return variants.find(({ properties = {} }) => {
    const constants = Object.entries(properties).filter(([, property]) => property.const !== undefined);
    return constants.length > 0 && constants.every(([name, property]) => memberOf(value, name) === property.const);
  });
}

/** The schema of a member, looking into all variants where it is unclear which one is meant. */
export function membersOf(schema: JsonSchema, value: unknown): Readonly<Record<string, JsonSchema>> {
  const chosen = variantFor(schema, value);
  if (chosen !== undefined) return chosen.properties ?? {};
  const merged: Record<string, JsonSchema> = {};
  for (const { properties = {} } of variantsOf(schema)) {
    for (const [name, property] of Object.entries(properties)) {
      const known = merged[name];
      merged[name] =
        known?.const === undefined && known?.enum === undefined
          ? { ...property, ...(known === undefined ? {} : known) }
          : { ...known, enum: [...valuesOf(known), ...valuesOf(property)] };
    }
  }
  return merged;
}

export function valuesOf(schema: JsonSchema): readonly unknown[] {
  if (schema.const !== undefined) return schema.enum ?? [schema.const];
  if (schema.enum !== undefined) return schema.enum;
  if (schema.type === 'boolean') return [true, false];
  return variantsOf(schema).flatMap((variant) => (variant === schema ? [] : valuesOf(variant)));
}

function memberOf(value: unknown, name: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === String(name))?.[1];
}
