/**
 * The request for one run. Expressions are users' programs, so they run in the process of expressions; it knows neither secrets nor other
 * runs. The values can change path, query and body, but never the host, which the definition fixes.
 */
import type { DestinationRequest } from '@brickwork/contract';
import type { DestinationPlan } from './plan-destination.ts';

/** Where expressions run. `owner` is the workspace: processes are shared fairly between owners. */
export interface EvaluateExpressions {
  /** The JSON text of each result, undefined if it returns nothing, or what is wrong as a sentence without words of the run. */
  evaluate(
    expressions: Readonly<Record<string, string>>,
    json: string,
    owner: string,
  ): Promise<{ results: Record<string, string | undefined> } | { fault: string }>;
  /** The first expression that cannot be parsed, as a sentence. */
  parse(expressions: Readonly<Record<string, string>>, owner: string): Promise<string | undefined>;
}

export interface RenderedRequest {
  method: DestinationRequest['method'];
  url: string;
  headers: Record<string, string>;
  /** JSON. */
  body: string;
}

const PLACEHOLDER = /\{([^{}]*)\}/g;
const MOST_BODY = 256 * 1024;
const MOST_URL = 4_000;

/** Every expression of a request, by its field. */
export function expressionsOf({ path, query, body }: DestinationRequest): Record<string, string> {
  const inPath = [...path.matchAll(PLACEHOLDER)].map(([, expression = ''], index): [string, string] => [
    `path[${index}]`,
    expression,
  ]);
  return { ...Object.fromEntries(inPath), ...(query !== undefined && { query }), body };
}

export async function renderRequest(
  expressions: EvaluateExpressions,
  { baseUrl, request }: DestinationPlan,
  scope: Record<string, unknown>,
  owner: string,
): Promise<RenderedRequest | { fault: string }> {
  const evaluated = await expressions.evaluate(expressionsOf(request), JSON.stringify(scope), owner);
  if ('fault' in evaluated) return { fault: `request.${evaluated.fault}` };
  const { results } = evaluated;
  if ((results.body?.length ?? 0) > MOST_BODY) return { fault: 'request.body returns more than 256 KB.' };
  if (results.body?.startsWith('{') !== true) return { fault: 'request.body does not return an object.' };
  const url = urlOf(baseUrl, request.path, results);
  if (typeof url !== 'string') return url;
  return {
    method: request.method,
    url,
    headers: { 'content-type': 'application/json', ...lowerCased(request.headers ?? {}) },
    body: results.body,
  };
}

function urlOf(
  baseUrl: string,
  template: string,
  results: Readonly<Record<string, string | undefined>>,
): string | { fault: string } {
  const parts = [...template.matchAll(PLACEHOLDER)].map((_, index) => segmentOf(results[`path[${index}]`]));
  if (parts.includes(undefined)) return { fault: 'request.path: an expression returns nothing usable.' };
  let index = 0;
  const path = template.replace(PLACEHOLDER, () => parts[index++] ?? '');
  const url = URL.parse(baseUrl + path);
  // A record named ".." would otherwise change the path.
  if (url === null || url.origin + url.pathname !== baseUrl + (path.split('?')[0] ?? ''))
    return { fault: 'request.path returns a path that is not valid in a URL.' };
  const query = queryOf(results.query);
  if (query === undefined) return { fault: 'request.query does not return an object.' };
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url.href.length > MOST_URL ? { fault: `request.path returns more than ${MOST_URL} characters.` } : url.href;
}

function segmentOf(json: string | undefined): string | undefined {
  const value: unknown = json === undefined ? undefined : JSON.parse(json);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value);
  return text === '' || !text.isWellFormed() ? undefined : encodeURIComponent(text);
}

function queryOf(json: string | undefined): [string, string][] | undefined {
  if (json === undefined) return [];
  if (!json.startsWith('{')) return undefined;
  const pairs = Object.entries(JSON.parse(json) as Record<string, unknown>);
  return pairs.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]);
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
