/**
 * Which request a fetch step makes for a payload. Secrets are not known here: placeholders stand for them, which the
 * sender replaces.
 */
import type { IntakeDocument, IntakeFetch } from '@brickwork/contract';
import { evaluate, MappingFault, valueAt } from './expression-value.ts';
import type { Expressions } from './run-expressions.ts';

export interface FetchRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  /** As it is sent. */
  body: string | undefined;
  read: 'json' | 'text';
}

const PLACEHOLDER = /\{([^{}]*)\}/g;
const MOST_URL = 2_000;

export async function planFetch(
  expressions: Expressions,
  field: string,
  { method, url, headers = {}, body, body_type: bodyType, read }: IntakeFetch,
  payload: string,
): Promise<FetchRequest> {
  const fill = (part: string, template: string, encode: (value: string, position: number) => string) =>
    fillTemplate(expressions, `${field}.${part}`, template, payload, encode);
  // The URL that a service sends is used as it is.
  const target = await fill('url', url, (value, position) => (position === 0 ? value : encodeURIComponent(value)));
  if (target.length > MOST_URL) throw new MappingFault(`${field}.url gives more than ${MOST_URL} characters.`);
  const filled: Record<string, string> = {};
  for (const [name, template] of Object.entries(headers))
    filled[name.toLowerCase()] = await fill(`headers.${name}`, template, headerText);
  return {
    method,
    url: target,
    headers: { ...(body !== undefined && { 'content-type': CONTENT_TYPES[bodyType] }), ...filled },
    body: body === undefined ? undefined : await bodyOf(expressions, `${field}.body`, body, bodyType, payload),
    read,
  };
}

const CONTENT_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

/** Where a recording is. */
export function planRecording(
  expressions: Expressions,
  { url, headers }: NonNullable<IntakeDocument['recording']>,
  payload: string,
): Promise<FetchRequest> {
  const step = { as: 'recording', method: 'GET', body_type: 'json', read: 'text', url, headers } as const;
  return planFetch(expressions, 'recording', step, payload);
}

/** The expressions in the templates of a step, with their fields: they are checked when an intake is stored. */
export function expressionsOfFetch(
  { url, headers = {}, body }: Pick<IntakeFetch, 'url' | 'headers' | 'body'>,
  field: string,
): [string, string][] {
  const templates: [string, string][] = [
    [`${field}.url`, url],
    ...Object.entries(headers).map(([name, template]): [string, string] => [`${field}.headers.${name}`, template]),
  ];
  const found = templates.flatMap(([name, template]) =>
    [...template.matchAll(PLACEHOLDER)].map(([, expression = '']): [string, string] => [name, expression]),
  );
  // The URL must not hold a secret: proxies log it.
  const inside = found.filter(([name, expression]) => name.endsWith('.url') || !expression.startsWith('secret:'));
  return body === undefined ? inside : [...inside, [`${field}.body`, body]];
}

async function fillTemplate(
  expressions: Expressions,
  field: string,
  template: string,
  payload: string,
  encode: (value: string, position: number) => string,
): Promise<string> {
  let filled = '';
  let end = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    const value = await valueAt(expressions, field, match[1] ?? '', payload);
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new MappingFault(`${field}: {${match[1]}} gives nothing that can be used there. Check the path.`);
    filled += template.slice(end, match.index) + encode(String(value), match.index);
    end = match.index + match[0].length;
  }
  return filled + template.slice(end);
}

function headerText(value: string): string {
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw new MappingFault('A header of a fetch step gives characters that are not allowed in a header.');
  return value;
}

async function bodyOf(
  expressions: Expressions,
  field: string,
  expression: string,
  type: 'json' | 'form',
  payload: string,
): Promise<string> {
  const json = await evaluate(expressions, field, expression, payload);
  if (json?.startsWith('{') !== true) throw new MappingFault(`${field} gives no object.`);
  if (type === 'json') return json;
  const fields = Object.entries(JSON.parse(json) as Record<string, unknown>);
  return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString();
}
