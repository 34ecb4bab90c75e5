/** A request that is filled in, by hand or with the examples of the document. */
import { type Operation, type Parameter, type Reference, resolve } from './document.ts';

/** What a request is filled in with; values of parameters as they were typed. */
export interface Filled {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  header: Readonly<Record<string, string>>;
  /** JSON text. */
  body: string | undefined;
}

/** What the document's examples say; nothing optional. */
export function exampleRequest(operation: Operation, reference: Reference): Filled {
  const given = (place: Parameter['in']) =>
    Object.fromEntries(
      operation.parameters
        .filter(({ in: at, required }) => at === place && (required === true || place === 'path'))
        .map((parameter) => [parameter.name, exampleOf(parameter, operation, reference)]),
    );
  const { body } = operation;
  return {
    path: given('path'),
    query: given('query'),
    header: given('header'),
    body: body === undefined ? undefined : JSON.stringify(body.example ?? {}, null, 2),
  };
}

/** `runId` is the `run_id` of the example that is answered, else `RUN_ID` to be replaced. */
function exampleOf({ name, schema, example }: Parameter, operation: Operation, reference: Reference): string {
  const known = example ?? schema.example ?? schema.default ?? resolve(schema, reference.schemas).enum?.[0];
  if (known !== undefined) return String(known);
  const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const found = [operation.body?.example, ...Object.values(operation.responses).map(firstExample)]
    .map((value) => memberOf(value, field))
    .find((value) => value !== undefined);
  return found ?? field.toUpperCase();
}

export function firstExample({ content = {} }: { content?: Record<string, { example?: unknown }> }): unknown {
  return Object.values(content)[0]?.example;
}

function memberOf(value: unknown, field: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const member = (value as Record<string, unknown>)[field];
  return typeof member === 'string' || typeof member === 'number' ? String(member) : undefined;
}

/** With the query; a parameter of the path that is empty stays to be seen. */
export function addressOf({ path }: Operation, filled: Filled): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    filled.path[name] ? encodeURIComponent(filled.path[name]) : whole,
  );
  const query = new URLSearchParams(Object.entries(filled.query).filter(([, value]) => value !== ''));
  return query.size === 0 ? filledPath : `${filledPath}?${query}`;
}

/** Undefined where the text is not JSON. */
export function parsedBody({ body }: Filled): unknown {
  if (body === undefined || body.trim() === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
