/** From one conversation's payload to what a run needs, by the intake's expressions and rules. */
import { createHash } from 'node:crypto';
import type { IntakeDocument } from '@brickwork/contract';
import { judgeRule, type RuleVerdict } from './choose-kits.ts';
import { evaluate, MappingFault, valueAt } from './expression-value.ts';
import { MOST_PAIRS } from './intake.ts';
import { type FetchRequest, planRecording } from './plan-fetch.ts';
import type { Expressions } from './run-expressions.ts';

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
      /** The key by which two deliveries count as one. */
      key: string;
      rules: RuleVerdict[];
      /** Its conversation is heard first. */
      recording?: FetchRequest;
    }
  | { outcome: 'skipped'; reason: string; externalId: string | undefined }
  /** `detail` may quote the payload: only for who sent it. */
  | { outcome: 'failed'; reason: string; detail?: string; externalId: string | undefined };

const MOST_EXTERNAL_ID = 255;
/** As `metadata` in POST /v1/runs. */
const MOST_KEY = 64;
const MOST_VALUE = 512;

/** `whole` is the payload with what was fetched for it. */
export async function mapPayload(
  expressions: Expressions,
  name: string,
  { map, kits, recording: wanted }: IntakeDocument,
  { payload, whole }: { payload: string; whole: string },
): Promise<MappedPayload> {
  const input = map.input === undefined ? '{}' : await evaluate(expressions, 'map.input', map.input, whole);
  if (input === undefined || !input.startsWith('{'))
    throw new MappingFault(
      `map.input gives ${kindOf(input)}, not an object such as {"transcript": …}. Check the paths in the expression.`,
    );
  const externalId = await externalIdOf(expressions, map.external_id, whole);
  const occurredAt = momentOf(await textOf(expressions, 'map.occurred_at', map.occurred_at, whole));
  const metadata = await metadataOf(expressions, map.metadata, whole);
  const key =
    (await textOf(expressions, 'map.idempotency_key', map.idempotency_key, whole)) ??
    externalId ??
    createHash('sha256').update(payload).digest('hex');
  const parts = [
    `"payload":${whole}`,
    `"input":${input}`,
    ...(externalId === undefined ? [] : [`"external_id":${JSON.stringify(externalId)}`]),
    `"metadata":${JSON.stringify(metadata ?? {})}`,
  ];
  const scope = `{${parts.join(',')}}`;
  const conversation = {
    metadata: metadata ?? {},
    text: kits.some(({ contains }) => contains !== undefined) ? textIn(JSON.parse(input)) : '',
    sampleKey: `${name}\n${externalId ?? key}`,
  };
  const rules: RuleVerdict[] = [];
  for (const [index, rule] of kits.entries()) {
    const holds = async (expression: string) =>
      (await valueAt(expressions, `kits[${index}].when`, expression, scope)) === true;
    rules.push(await judgeRule(rule, conversation, holds));
  }
  const mapped = { outcome: 'mapped' as const, input, externalId, occurredAt, metadata, key, rules };
  return wanted === undefined ? mapped : { ...mapped, recording: await planRecording(expressions, wanted, whole) };
}

async function externalIdOf(
  expressions: Expressions,
  expression: string | undefined,
  json: string,
): Promise<string | undefined> {
  const externalId = await textOf(expressions, 'map.external_id', expression, json);
  if (externalId !== undefined && externalId.length > MOST_EXTERNAL_ID)
    throw new MappingFault(`map.external_id gives more than ${MOST_EXTERNAL_ID} characters.`);
  return externalId;
}

/** For the log of what could not be mapped: as much of an id as there is. */
export async function readExternalId(
  expressions: Expressions,
  { map }: IntakeDocument,
  json: string,
): Promise<string | undefined> {
  try {
    return await externalIdOf(expressions, map.external_id, json);
  } catch (error) {
    if (error instanceof MappingFault) return undefined;
    throw error;
  }
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
