/**
 * From a body to what its runs need, by the intake's expressions and rules. Runs in a process of its own: the expressions are a user's. It
 * reaches nothing, so whoever calls it fetches what a conversation still needs, and calls again with the answers.
 */
import type { IntakeDocument } from '@brickwork/contract';
import { findExcess } from '../core/parse-json.ts';
import { evaluate, MappingFault, valueAt } from './expression-value.ts';
import { type MappedPayload, mapPayload, readExternalId } from './map-payload.ts';
import { type FetchRequest, planFetch } from './plan-fetch.ts';
import { readBody, type SentBody, UnreadableBody } from './read-body.ts';
import { type Expressions, openExpressions } from './run-expressions.ts';

/** What was fetched for a conversation, step by step: the text of each answer. */
export type Fetched = readonly string[];

export type MappedConversation =
  | MappedPayload
  /** It needs a response first. */
  | { outcome: 'fetch'; step: number; request: FetchRequest; externalId: string | undefined };

export type MappedDelivery =
  | { outcome: 'read'; conversations: MappedConversation[]; isEnvelope: boolean }
  | { outcome: 'failed'; reason: string; detail?: string };

/** Of one delivery: each makes a run per kit. */
const MOST_CONVERSATIONS = 100;

/** `fetched` has the answers by the position of the conversation. */
export async function mapDelivery(
  name: string,
  document: IntakeDocument,
  body: SentBody,
  fetched: Readonly<Record<number, Fetched>>,
): Promise<MappedDelivery> {
  const expressions = openExpressions();
  try {
    const payloads = await splitBody(expressions, document, await readBody(body));
    const conversations: MappedConversation[] = [];
    for (const [index, payload] of payloads.entries())
      conversations.push(await mapConversation(expressions, name, document, payload, fetched[index] ?? []));
    return { outcome: 'read', conversations, isEnvelope: document.each !== undefined };
  } catch (error) {
    if (error instanceof UnreadableBody) return { outcome: 'failed', reason: error.message };
    return toFailure(error);
  }
}

async function splitBody(
  expressions: Expressions,
  { each }: IntakeDocument,
  payload: string,
): Promise<readonly string[]> {
  if (each === undefined) return [payload];
  const list = await evaluate(expressions, 'each', each, payload);
  if (list === undefined) return [];
  const value = JSON.parse(list) as unknown;
  // A list of one is its element in JSONata.
  const items = Array.isArray(value) ? value : [value];
  if (items.length > MOST_CONVERSATIONS)
    throw new MappingFault(
      `each gives ${items.length} conversations; the maximum per delivery is ${MOST_CONVERSATIONS}.`,
    );
  return items.map((item) => JSON.stringify(item));
}

async function mapConversation(
  expressions: Expressions,
  name: string,
  document: IntakeDocument,
  payload: string,
  fetched: Fetched,
): Promise<MappedConversation> {
  const { when, fetch = [] } = document;
  try {
    if (when !== undefined && (await valueAt(expressions, 'when', when, payload)) !== true) {
      const externalId = await readExternalId(expressions, document, payload);
      return { outcome: 'skipped', reason: 'The intake’s `when` is not true for this payload.', externalId };
    }
    const whole = withFetched(document, payload, fetched);
    const step = fetch[fetched.length];
    if (step !== undefined) {
      const request = await planFetch(expressions, `fetch[${fetched.length}]`, step, whole);
      const externalId = await readExternalId(expressions, document, whole);
      return { outcome: 'fetch', step: fetched.length, request, externalId };
    }
    return await mapPayload(expressions, name, document, { payload, whole });
  } catch (error) {
    return { ...toFailure(error), externalId: await readExternalId(expressions, document, payload) };
  }
}

function toFailure(error: unknown): { outcome: 'failed'; reason: string; detail?: string } {
  if (!(error instanceof MappingFault)) throw error;
  return { outcome: 'failed', reason: error.message, ...(error.detail !== undefined && { detail: error.detail }) };
}

function withFetched({ fetch = [] }: IntakeDocument, payload: string, fetched: Fetched): string {
  if (fetched.length === 0) return payload;
  const answers = fetched.map(
    (text, index) => [fetch[index]?.as ?? '', readAnswer(text, index, fetch[index]?.read)] as const,
  );
  const value = JSON.parse(payload) as unknown;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return JSON.stringify({ ...(isObject ? value : { payload: value }), fetched: Object.fromEntries(answers) });
}

function readAnswer(text: string, index: number, read: 'json' | 'text' | undefined): unknown {
  if (read === 'text') return text;
  const excess = findExcess(text);
  if (excess !== undefined) throw new MappingFault(`fetch[${index}]: the answer ${excess}`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new MappingFault(`fetch[${index}]: the response is not JSON. Set \`read: text\` if it is a text.`);
  }
}
