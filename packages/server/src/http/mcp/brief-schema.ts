/**
 * Shortened JSON Schemas for assistants, which read all of them before they start. Length limits and patterns are left to the API, which
 * reports errors; descriptions are cut to their first sentence, references are resolved, and a large document is only an object.
 */
export type Json = Record<string, unknown>;

const LEFT_OUT = new Set(
  '$schema $defs id pattern format minLength maxLength minItems maxItems propertyNames example examples title default'.split(
    ' ',
  ),
);
/** Characters of JSON. */
const LARGEST_ARGUMENT = 900;
const LONGEST_SENTENCE = 200;

/** For an object with arguments. */
export function brief(schema: Json): Json {
  const { properties = {}, required } = shortened(schema, (schema.$defs ?? {}) as Json, []) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, bounded(member)])),
    ...(required !== undefined && required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function bounded(member: Json): Json {
  if (JSON.stringify(member).length <= LARGEST_ARGUMENT) return member;
  const { type = 'object', description } = member;
  return { type, ...(description !== undefined && { description }) };
}

/** `within`: the references being resolved; a repeated one becomes any value. */
function shortened(value: unknown, definitions: Json, within: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((inner) => shortened(inner, definitions, within));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as Json & { $ref?: string };
  if ($ref !== undefined) {
    const name = $ref.replace('#/$defs/', '');
    const target = within.includes(name) ? {} : (definitions[name] as Json);
    return shortened({ ...target, ...rest }, definitions, [...within, name]);
  }
  return Object.fromEntries(
    Object.entries(rest).flatMap(([key, inner]) => {
      if (key === 'properties') return [[key, membersOf(inner as Json, definitions, within)]];
      if (LEFT_OUT.has(key) || (key === 'additionalProperties' && inner === false)) return [];
      if (key === 'maximum' && inner === Number.MAX_SAFE_INTEGER) return [];
      return [[key, key === 'description' ? firstSentence(String(inner)) : shortened(inner, definitions, within)]];
    }),
  );
}

const membersOf = (members: Json, definitions: Json, within: readonly string[]) =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, shortened(member, definitions, within)] as const),
  );

export function firstSentence(text: string): string {
  const [first = text] = /^.+?[.!?](?= |$)/s.exec(text) ?? [];
  return first.length <= LONGEST_SENTENCE ? first.replace(/\.$/, '') : `${first.slice(0, LONGEST_SENTENCE)}…`;
}
