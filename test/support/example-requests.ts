/**
 * Requests made of the examples that the contract has, for the tests that ask every endpoint: one with examples needs no line in them, and one
 * without fails there.
 */
import { ENDPOINTS, type Endpoint } from '@brickwork/contract';
import { z } from 'zod';

/** What parameters stand for (`kitId`), and fields of a body (`kit`). */
export type Known = Map<string, string>;

export interface ExampleRequest {
  path: string;
  body?: unknown;
}

const exampleOf = ({ responses }: Endpoint): Record<string, unknown> =>
  (Object.values(responses).find(({ example }) => example !== undefined)?.example ?? {}) as Record<string, unknown>;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Parameters are what is known, else what the example of the answer says: `:name` of something that is put under a name. `isLong`: the texts of
 * the body are as long as they may be.
 */
export function exampleRequest(endpoint: Endpoint, known: Known, { isLong = false } = {}): ExampleRequest {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = known.get(name) ?? exampleOf(endpoint)[snake(name)];
    if (typeof value !== 'string')
      throw new Error(`nothing is known that :${name} of ${endpoint.path} could stand for`);
    return encodeURIComponent(value);
  });
  if (endpoint.body === undefined) return { path };
  if (endpoint.bodyExample === undefined) throw new Error(`${endpoint.id} needs an example of its body`);
  const body = isLong ? longest(endpoint.bodyExample, endpoint.body) : endpoint.bodyExample;
  return { path, body: withKnown(body, known) };
}

function withKnown(example: unknown, known: Known): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
  const filled = (key: string, value: unknown) =>
    key === 'filter' ? withKnown(value, known) : (known.get(key) ?? value);
  return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, filled(key, value)]));
}

/** Ids that an answer has are known from now on: `note_id` as `noteId`. */
export function rememberIds(answer: unknown, known: Known): void {
  for (const [key, value] of Object.entries((answer ?? {}) as Record<string, unknown>))
    if (key.endsWith('_id') && typeof value === 'string' && !known.has(camel(key))) known.set(camel(key), value);
}

/** What makes an element of the list that an endpoint answers with, or of which it answers with one. */
export function makerOf({ path }: Endpoint): Endpoint | undefined {
  const list = path.replace(/\/:\w+$/, '');
  return ENDPOINTS.find(
    (each) =>
      (each.method === 'POST' && each.path === list) ||
      (each.method === 'PUT' && each.path.replace(/\/:\w+$/, '') === list && each.path !== list),
  );
}

/** The body with texts as long as its schema allows. */
function longest(body: unknown, schema: z.ZodType): unknown {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { maxLength?: number; pattern?: string; format?: string; enum?: unknown }>;
  };
  return Object.fromEntries(
    Object.entries(body as Record<string, unknown>).map(([key, value]) => {
      const { maxLength, pattern, format, enum: words } = properties[key] ?? {};
      const isFree = pattern === undefined && format === undefined && words === undefined;
      return [key, typeof value === 'string' && maxLength && isFree ? value.padEnd(maxLength, ' and so on') : value];
    }),
  );
}
