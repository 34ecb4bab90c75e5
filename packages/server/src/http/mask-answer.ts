/**
 * Responses for callers who may not see identities: every endpoint's response is masked here, unless it contains nothing of conversations
 * or the endpoint has masked it with more context. New endpoints are masked by default.
 */
import { Readable } from 'node:stream';
import type { Endpoint } from '@brickwork/contract';
import { may, type Principal } from '../access/principal.ts';
import type { Hide } from '../core/hide.ts';
import type { Answer } from './route.ts';

/** Their texts are written by the people who manage the service, not said in a conversation. */
const WITHOUT_CONVERSATIONS: ReadonlySet<string> = new Set(['Kits', 'Keys', 'Usage', 'Service']);
const OWN_SETTINGS: ReadonlySet<string> = new Set(['getSettings', 'putSettings']);

/** Whether this caller sees placeholders instead of identities. */
export function seesMasked(principal: Principal, isAsked = false): boolean {
  return isAsked || !may(principal, 'identities:read');
}

export async function maskAnswer(
  hide: Hide,
  principal: Principal | undefined,
  { id, tag, access }: Endpoint,
  answer: Answer,
): Promise<Answer> {
  const isOpen = access === 'public' || WITHOUT_CONVERSATIONS.has(tag) || OWN_SETTINGS.has(id);
  if (principal === undefined || isOpen || answer.isMasked === true || !seesMasked(principal)) return answer;
  return {
    ...answer,
    body: await maskBody(hide, principal.workspaceId, answer.body),
    headers: { ...answer.headers, ...MASKED },
  };
}

/** On every masked response. */
export const MASKED = { masked: 'true' } as const;

async function maskBody(hide: Hide, owner: string, body: unknown): Promise<unknown> {
  if (body instanceof Readable) return Readable.from(maskLines(hide, owner, body));
  // In wire form: dates are texts, and absent fields are absent.
  return typeof body === 'string' ? hide(body, owner) : hide(JSON.parse(JSON.stringify(body)), owner);
}

/** JSON lines, server-sent events and CSV, line by line. */
async function* maskLines(hide: Hide, owner: string, stream: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield `${await maskLine(hide, owner, line)}\n`;
  }
  if (rest !== '') yield await maskLine(hide, owner, rest);
}

async function maskLine(hide: Hide, owner: string, line: string): Promise<string> {
  const [, field = '', value = ''] = /^((?:data: )?)(.*)$/s.exec(line) ?? [];
  if (!/^[{[]/.test(value)) return String(await hide(line, owner));
  return field + JSON.stringify(await hide(JSON.parse(value), owner));
}
