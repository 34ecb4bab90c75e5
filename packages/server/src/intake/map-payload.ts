/** From a payload to what a run needs, by the intake's expressions and rules. Runs in a process of its own: the expressions are a user's. */
import { createHash } from 'node:crypto';
import type { IntakeDocument } from '@brickwork/contract';
import { findExcess } from '../core/parse-json.ts';
import { judgeRule, type RuleVerdict } from './choose-kits.ts';
import { MOST_PAIRS } from './intake.ts';
import { type ExpressionFault, type Expressions, openExpressions } from './run-expressions.ts';

/** Everything that can be said about a payload without a database. */
export type MappedPayload =
  | {
      outcome: 'mapped';
      /** JSON text. */
      input: string;
      externalId: string | undefined;
      /** RFC 3339, UTC. */
      occurredAt: string | undefined;
      metadata: Record<string, string> | undefined;
      /** What makes two deliveries one. */
      key: string;
      rules: RuleVerdict[];
    }
  | { outcome: 'skipped'; reason: string }
  /** `detail` may quote the payload: only for who sent it. */
  | { outcome: 'failed'; reason: string; detail?: string };

/** Where the expressions run; `owner` is the workspace: threads are shared fairly between owners. */
export interface PayloadMapper {
  /** Never throws for what an expression does: too slow and too large are faults of the definition. */
  mapPayload(name: string, document: IntakeDocument, payload: string, owner: string): Promise<MappedPayload>;
  /** The first expression that cannot be parsed, as a sentence. */
  checkExpressions(document: IntakeDocument, owner: string): Promise<string | undefined>;
}

const MOST_RESULT = 5_000_000;
const MOST_EXTERNAL_ID = 255;
/** As `metadata` in POST /v1/runs. */
const MOST_KEY = 64;
const MOST_VALUE = 512;

class MappingFault extends Error {
  readonly detail: string | undefined;

  constructor(reason: string, detail?: string) {
    super(reason);
    this.detail = detail;
  }
}

export async function mapPayload(name: string, document: IntakeDocument, payload: string): Promise<MappedPayload> {
  try {
    return await mapOrThrow(openExpressions(), name, document, payload);
  } catch (error) {
    if (!(error instanceof MappingFault)) throw error;
    return { outcome: 'failed', reason: error.message, ...(error.detail !== undefined && { detail: error.detail }) };
  }
}

export async function checkExpressions(document: IntakeDocument): Promise<string | undefined> {
  const expressions = openExpressions();
  for (const [field, expression] of expressionsOf(document)) {
    const fault = await expressions.parse(expression);
    if (fault !== undefined) return `${field}: ${atPosition(fault)}: ${fault.message}`;
  }
  return undefined;
}

async function mapOrThrow(
  expressions: Expressions,
  name: string,
  { when, map, kits }: IntakeDocument,
  payload: string,
): Promise<MappedPayload> {
  if (when !== undefined && (await valueAt(expressions, 'when', when, payload)) !== true)
    return { outcome: 'skipped', reason: 'The intake’s `when` is not true for this payload.' };
  const input = await evaluate(expressions, 'map.input', map.input, payload);
  if (input === undefined || !input.startsWith('{'))
    throw new MappingFault(
      `map.input gives ${kindOf(input)}, not an object such as {"transcript": …}. Check the paths in the expression.`,
    );
  const externalId = await textOf(expressions, 'map.external_id', map.external_id, payload);
  if (externalId !== undefined && externalId.length > MOST_EXTERNAL_ID)
    throw new MappingFault(`map.external_id gives more than ${MOST_EXTERNAL_ID} characters.`);
  const occurredAt = momentOf(await textOf(expressions, 'map.occurred_at', map.occurred_at, payload));
  const metadata = await metadataOf(expressions, map.metadata, payload);
  const key =
    (await textOf(expressions, 'map.idempotency_key', map.idempotency_key, payload)) ??
    externalId ??
    createHash('sha256').update(payload).digest('hex');
  const parts = [
    `"payload":${payload}`,
    `"input":${input}`,
    ...(externalId === undefined ? [] : [`"external_id":${JSON.stringify(externalId)}`]),
    `"metadata":${JSON.stringify(metadata ?? {})}`,
  ];
  const whole = `{${parts.join(',')}}`;
  const conversation = {
    metadata: metadata ?? {},
    text: kits.some(({ contains }) => contains !== undefined) ? textIn(JSON.parse(input)) : '',
    sampleKey: `${name}\n${externalId ?? key}`,
  };
  const rules: RuleVerdict[] = [];
  for (const [index, rule] of kits.entries()) {
    const holds = async (expression: string) =>
      (await valueAt(expressions, `kits[${index}].when`, expression, whole)) === true;
    rules.push(await judgeRule(rule, conversation, holds));
  }
  return { outcome: 'mapped', input, externalId, occurredAt, metadata, key, rules };
}

function expressionsOf({ when, map, kits }: IntakeDocument): [string, string][] {
  const named: [string, string | undefined][] = [
    ['when', when],
    ['map.input', map.input],
    ['map.external_id', map.external_id],
    ['map.occurred_at', map.occurred_at],
    ['map.metadata', map.metadata],
    ['map.idempotency_key', map.idempotency_key],
    ...kits.map((rule, index): [string, string | undefined] => [`kits[${index}].when`, rule.when]),
  ];
  return named.filter((pair): pair is [string, string] => pair[1] !== undefined);
}

async function evaluate(
  expressions: Expressions,
  field: string,
  expression: string,
  json: string,
): Promise<string | undefined> {
  const result = await expressions.evaluate(expression, json);
  if ('fault' in result)
    throw new MappingFault(`${field}: ${atPosition(result.fault)}.`, `${field}: ${result.fault.message}`);
  if ((result.json?.length ?? 0) > MOST_RESULT) throw new MappingFault(`${field} gives more than 5 MB.`);
  // As in the body of a request: whoever reads it later counts on it.
  const excess = result.json === undefined ? undefined : findExcess(result.json);
  if (excess !== undefined) throw new MappingFault(`${field} gives a result that ${excess}`);
  return result.json;
}

async function valueAt(expressions: Expressions, field: string, expression: string, json: string): Promise<unknown> {
  const result = await evaluate(expressions, field, expression, json);
  return result === undefined ? undefined : (JSON.parse(result) as unknown);
}

/** Text, or a number as text; nothing, null and "" count as absent. */
async function textOf(
  expressions: Expressions,
  field: string,
  expression: string | undefined,
  json: string,
): Promise<string | undefined> {
  if (expression === undefined) return undefined;
  const value = await valueAt(expressions, field, expression, json);
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new MappingFault(`${field} gives ${kindOf(JSON.stringify(value))}, not text or a number.`);
  const text = String(value);
  if (!isClean(text)) throw new MappingFault(`${field} gives text that is not well-formed.`);
  return text;
}

/** An RFC 3339 time, or milliseconds since 1970. A date without a time or a zone is refused, not guessed at. */
function momentOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const isMoment = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/.test(text);
  const time = isMoment ? Date.parse(text.replace(' ', 'T')) : /^\d{11,14}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new MappingFault(
      'map.occurred_at gives neither an RFC 3339 time such as 2026-11-15T08:30:00Z nor milliseconds since 1970.',
    );
  return new Date(time).toISOString();
}

async function metadataOf(
  expressions: Expressions,
  expression: string | undefined,
  json: string,
): Promise<Record<string, string> | undefined> {
  if (expression === undefined) return undefined;
  const value = await valueAt(expressions, 'map.metadata', expression, json);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value))
    throw new MappingFault(`map.metadata gives ${kindOf(JSON.stringify(value))}, not an object.`);
  const pairs = Object.entries(value).filter(([, inner]) => inner !== null);
  if (pairs.some(([, inner]) => typeof inner === 'object'))
    throw new MappingFault('map.metadata gives a list or an object where a text, a number or a boolean is expected.');
  const texts = pairs.map(([key, inner]): [string, string] => [key, String(inner)]);
  // Its keys may come from the payload, so they are not named.
  if (texts.length > MOST_PAIRS || !texts.every(isPair))
    throw new MappingFault(
      `map.metadata gives more than ${MOST_PAIRS} pairs, or a key or value that is too long or not well-formed.`,
    );
  return Object.fromEntries(texts);
}

function isPair([key, value]: readonly [string, string]): boolean {
  return key !== '' && key.length <= MOST_KEY && value.length <= MOST_VALUE && isClean(key) && isClean(value);
}

/** Text that the database can store. */
function isClean(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function atPosition({ code, position }: ExpressionFault): string {
  const what = code === undefined ? 'the expression failed' : `JSONata error ${code}`;
  return position === undefined ? what : `${what} at position ${position}`;
}

function kindOf(json: string | undefined): string {
  if (json === undefined || json === 'null') return 'nothing';
  if (json.startsWith('[')) return 'a list';
  if (json.startsWith('{')) return 'an object';
  return json.startsWith('"') ? 'text' : 'a number or a boolean';
}

function textIn(value: unknown): string {
  const found: string[] = [];
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') found.push(next);
    else if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) left.push(inner);
  }
  return found.join('\n').toLowerCase();
}
