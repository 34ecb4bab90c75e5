/**
 * The authentication headers of requests. OAuth tokens are requested through the outbound guard and kept in memory until shortly before
 * they expire; concurrent requests for one share a request.
 */
import type { DestinationAuth } from '@brickwork/contract';
import type { Clock } from '../../core/clock.ts';
import type { SendRequest } from '../../core/outbound.ts';
import { vendorMessage } from './vendor-message.ts';

export interface Authorize {
  request: SendRequest;
  /** Throws with the reason if a URL is not public or not well-formed. */
  parseUrl(text: string): URL;
  clock: Clock;
}

export type Secrets = Readonly<Record<string, string>>;

export type Authorized =
  | { headers: Record<string, string> }
  | { outcome: string; detail: string | undefined; retryAfter?: string | undefined };

export interface Caller {
  /** The destination: tokens are cached per destination. */
  key: string;
  /** The workspace. */
  owner: string;
  signal: AbortSignal;
}

export interface Authorizer {
  headersFor(auth: DestinationAuth, secrets: Secrets, caller: Caller): Promise<Authorized>;
  /** The service no longer accepts the token. True if another one can be requested. */
  forget(auth: DestinationAuth, key: string): boolean;
}

type OAuth = Extract<DestinationAuth, { type: 'oauth' }>;
type Token = { token: string } | Exclude<Authorized, { headers: unknown }>;

/** Salesforce does not report how long its tokens are valid; it is at least fifteen minutes. */
const DEFAULT_SECONDS = 600;
const MARGIN_SECONDS = 30;
const MOST_BYTES = 64 * 1024;

interface Kept {
  token: Promise<Token>;
  /** Other secrets need another token. */
  basis: string;
  until: number;
}

export function createAuthorizer(deps: Authorize): Authorizer {
  const kept = new Map<string, Kept>();
  const tokenFor = async (auth: OAuth, secrets: Secrets, caller: Caller): Promise<Token> => {
    const basis = JSON.stringify([auth, secrets]);
    const known = kept.get(caller.key);
    if (known !== undefined && known.basis === basis && known.until > deps.clock.now().getTime()) return known.token;
    const entry: Kept = { token: Promise.resolve({ token: '' }), basis, until: Number.POSITIVE_INFINITY };
    entry.token = requestToken(deps, auth, secrets, caller).then((answer) => {
      if ('token' in answer) entry.until = deps.clock.now().getTime() + answer.seconds * 1_000;
      else if (kept.get(caller.key) === entry) kept.delete(caller.key);
      return answer;
    });
    kept.set(caller.key, entry);
    return entry.token;
  };
  return {
    async headersFor(auth, secrets, caller) {
      if (auth.type === 'none') return { headers: {} };
      if (auth.type === 'basic') return { headers: { authorization: basic(auth.user, secrets.password ?? '') } };
      if (auth.type === 'header') return { headers: { [auth.header.toLowerCase()]: secrets.token ?? '' } };
      if (auth.type === 'bearer') return { headers: { authorization: `Bearer ${secrets.token ?? ''}` } };
      const answer = await tokenFor(auth, secrets, caller);
      return 'token' in answer ? { headers: { authorization: `Bearer ${answer.token}` } } : answer;
    },
    forget: (auth, key) => auth.type === 'oauth' && kept.delete(key),
  };
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

async function requestToken(
  { request, parseUrl }: Authorize,
  { grant, token_url: tokenUrl, scope }: OAuth,
  secrets: Secrets,
  { signal, owner }: Caller,
): Promise<{ token: string; seconds: number } | Exclude<Authorized, { headers: unknown }>> {
  const form = new URLSearchParams({
    grant_type: grant,
    client_id: secrets.client_id ?? '',
    client_secret: secrets.client_secret ?? '',
    ...(grant === 'refresh_token' && { refresh_token: secrets.refresh_token ?? '' }),
    ...(scope !== undefined && { scope }),
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const url = parseUrl(tokenUrl);
  const answer = await request(
    { method: 'POST', url, headers, body: form.toString(), mostBytes: MOST_BYTES },
    signal,
    owner,
  );
  if (answer.fault !== undefined) return { outcome: `token_${answer.fault}`, detail: undefined };
  const { status, response, retryAfter } = answer;
  const hidden = Object.values(secrets);
  if (status < 200 || status >= 300)
    return { outcome: `token_http_${status}`, detail: vendorMessage(response, hidden), retryAfter };
  const token = readToken(response);
  return token ?? { outcome: 'token_invalid', detail: 'The token endpoint’s response has no access_token.' };
}

function readToken(response: Buffer): { token: string; seconds: number } | undefined {
  let body: unknown;
  try {
    body = JSON.parse(response.toString('utf8'));
  } catch {
    return undefined;
  }
  if (typeof body !== 'object' || body === null) return undefined;
  const { access_token: token, expires_in: seconds } = body as Record<string, unknown>;
  // A header cannot contain anything else.
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8000}$/.test(token)) return undefined;
  return { token, seconds: typeof seconds === 'number' ? Math.max(0, seconds - MARGIN_SECONDS) : DEFAULT_SECONDS };
}
