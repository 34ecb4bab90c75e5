/** Requests as nobody should send them, for every endpoint of the contract; the same seed makes the same requests. */
import { ENDPOINTS, type Endpoint } from '@brickwork/contract';
import type { SeededRandom } from '../support/seeded-random.ts';
import type { Targets } from './targets.ts';

export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | undefined;
}

/** In every text that is sent: no log may ever hold it. */
export const MARKER = 'zebra-quartz-conversation';

const STRINGS = [
  '',
  ' ',
  'null',
  '-1',
  '1e309',
  '0x10',
  "' OR 1=1 --",
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  '\u202e\u0007',
  '🦓'.repeat(50),
  'a'.repeat(3_000),
  '{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  `${MARKER}\nAgent: hello\nCustomer: hi`,
  '2026-02-30T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
  'run_00000000000000000000000000',
  'run_zzzzzzzzzzzzzzzzzzzzzzzzzz',
  'AAAAAAAA',
];
const NUMBERS = [0, -0, -1, 1, 0.1, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, -(2 ** 63)];
const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD'];
const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'a/b/c',
  '',
];

export interface HostileOptions {
  random: SeededRandom;
  /** Keys that work. */
  keys: readonly string[];
  /** Ids that exist: of runs, kits, versions. */
  ids: readonly string[];
  kitCode: string;
  targets?: Targets | undefined;
}

type Target = Pick<Endpoint, 'method' | 'path' | 'body' | 'query' | 'bodyExample'>;

/** The console's sessions are not part of the contract, but anybody can send requests to them. */
const SESSIONS: readonly Target[] = (['GET', 'POST', 'DELETE'] as const).map((method) => ({
  method,
  path: '/console/session',
  ...(method === 'POST' && { bodyExample: { key: 'svc_live_x' } }),
}));
const ALL: readonly Target[] = [...ENDPOINTS, ...SESSIONS];

/** Bodies that are shaped otherwise than the example of their endpoint. */
const OTHER_BODIES: Readonly<Record<string, readonly object[]>> = {
  '/v1/kits/:kitId/golden-sets/:name': [
    { lines: [{ external_id: 'one', input: { transcript: 'Agent: Hello.\nCustomer: Hi.' }, expected: { turns: 2 } }] },
  ],
};

export function hostileRequest({ random, keys, ids, kitCode, targets = {} }: HostileOptions): HostileRequest {
  const endpoint = random.pick(ALL);
  const some = (share: number) => random.next() < share;
  const method = some(0.05) ? random.pick(METHODS) : endpoint.method;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encode(random.pick(some(0.5) ? (targets[name] ?? ids) : some(0.5) ? ids : STRINGS)),
  );
  const body = hasBody(endpoint, method) || some(0.03) ? bodyOf(random, endpoint, kitCode) : undefined;
  return {
    method,
    path: some(0.3) ? path : `${path}${queryOf(random, endpoint, ids)}`,
    headers: {
      ...(some(0.95) ? { authorization: `Bearer ${random.pick(keys)}` } : { authorization: headerText(random) }),
      // Said explicitly: for methods that have no body by custom, Node's client would send one without any framing.
      ...(body === undefined ? {} : { 'content-length': String(body.length) }),
      ...(body === undefined ? {} : { 'content-type': some(0.9) ? 'application/json' : random.pick(CONTENT_TYPES) }),
      ...(some(0.2) ? { 'idempotency-key': some(0.5) ? ['a', 'b'] : headerText(random) } : {}),
      ...(some(0.1) ? { 'x-request-id': headerText(random) } : {}),
      ...(some(0.05) ? { 'content-encoding': 'gzip' } : {}),
      ...(some(0.05) ? { cookie: `brickwork_session=${headerText(random)}`, 'x-csrf-token': headerText(random) } : {}),
      ...(some(0.05) ? { 'x-forwarded-for': headerText(random) } : {}),
    },
    body,
  };
}

function hasBody(endpoint: Target, method: string): boolean {
  return (endpoint.body ?? endpoint.bodyExample) !== undefined && method !== 'GET' && method !== 'HEAD';
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** What a header may carry at all: anything else the client's own library refuses to send. */
function headerText(random: SeededRandom): string {
  return random.pick(STRINGS).replace(/[^\x20-\x7e\x80-\xff]/g, '?') || 'Basic';
}

function queryOf(random: SeededRandom, endpoint: Target, ids: readonly string[]): string {
  const known = Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {});
  // A parameter that is not known is refused before anything else is looked at: few requests have one.
  const unknown = random.next() < 0.1;
  if (known.length === 0 && !unknown) return '';
  const pairs: string[] = [];
  for (let count = random.between(0, 4); count > 0; count -= 1) {
    const name = known.length > 0 && !unknown ? random.pick(known) : random.pick(STRINGS);
    const value =
      random.next() < 0.3
        ? random.pick(ids)
        : random.next() < 0.5
          ? String(random.pick(NUMBERS))
          : random.pick(STRINGS);
    pairs.push(`${encode(name)}=${encode(value)}`);
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function bodyOf(random: SeededRandom, endpoint: Target, kitCode: string): Buffer {
  const dice = random.next();
  if (dice < 0.05) return Buffer.from(`${'['.repeat(random.between(1, 20_000))}`);
  if (dice < 0.1) return Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]);
  if (dice < 0.15) return Buffer.from('{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}');
  if (dice < 0.2) return Buffer.from(`{"input":{"transcript":"${MARKER} \\ud800"},"kit_code":"${kitCode}"}`);
  const example = random.pick([(endpoint.bodyExample ?? {}) as object, ...(OTHER_BODIES[endpoint.path] ?? [])]);
  const valid = 'kit_code' in example ? { ...example, kit_code: kitCode } : example;
  const start = dice < 0.4 ? valid : dice < 0.9 ? mutate(random, valid) : junk(random, 3);
  const text = JSON.stringify(start) ?? 'undefined';
  return Buffer.from(dice < 0.45 ? text.slice(0, random.between(0, text.length)) : text);
}

/** The example with some of its values replaced, dropped or doubled. */
function mutate(random: SeededRandom, value: unknown): unknown {
  if (random.next() < 0.15) return junk(random, 2);
  if (Array.isArray(value)) return value.flatMap((item) => (random.next() < 0.1 ? [] : [mutate(random, item)]));
  if (typeof value === 'string' && random.next() < 0.05) return `${value}\0`; // Well-formed but for what cannot be stored.
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const dice = random.next();
      if (dice < 0.1) return [];
      if (dice < 0.15) return [[random.pick(STRINGS), member]];
      return [[name, mutate(random, member)]];
    }),
  );
}

function junk(random: SeededRandom, depth: number): unknown {
  const kind = random.between(0, depth > 0 ? 6 : 4);
  if (kind === 0) return null;
  if (kind === 1) return random.next() < 0.5;
  if (kind === 2) return random.pick(NUMBERS);
  if (kind <= 4) return random.pick(STRINGS);
  const items = Array.from({ length: random.between(0, 4) }, () => junk(random, depth - 1));
  return kind === 5 ? items : Object.fromEntries(items.map((item) => [random.pick(STRINGS), item]));
}
