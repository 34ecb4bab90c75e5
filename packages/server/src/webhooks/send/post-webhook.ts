/**
 * One POST to an untrusted receiver: a guarded connection, one deadline for everything (connecting, headers, body), no
 * redirects, no compression, and at most 16 KiB of its response stored.
 */
import { errors } from 'undici';
import type { PostOutcome, PostWebhook } from '../deliver.ts';
import type { GuardedConnect } from './guarded-connect.ts';
import { type Connection, createKeptConnections } from './kept-connections.ts';

const KEPT_BYTES = 16 * 1024;

export function createPostWebhook(guard: GuardedConnect): PostWebhook {
  const connections = createKeptConnections(guard, KEPT_BYTES);
  return async (url, headers, body, signal, owner) => {
    const caller = { signal, owner };
    const kept = connections.take(url.origin, caller);
    const outcome = await post(kept, url, headers, body, signal);
    // The receiver closed the idle connection: send again on a new one. Sending twice is better than not at all.
    if (!kept.isReused || outcome.fault !== 'connection_reset' || signal.aborted) return outcome;
    return post(connections.dial(url.origin, caller), url, headers, body, signal);
  };
}

async function post(
  connection: Connection,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<PostOutcome> {
  let isAnswered = false;
  try {
    const response = await connection.client.request({
      method: 'POST',
      path: url.pathname + url.search,
      signal,
      body,
      headers: { ...headers, host: url.host, 'accept-encoding': 'identity' },
    });
    isAnswered = true;
    const { kept, isWhole } = await firstBytes(response.body, signal);
    if (isWhole) connection.keep();
    else connection.drop();
    const retryAfter = response.headers['retry-after'];
    return {
      status: response.statusCode,
      response: kept,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
    };
  } catch (error) {
    connection.drop();
    if (signal.aborted) return { fault: 'timeout' };
    const fault = faultOf(error);
    return { fault: isAnswered && fault === 'connection_reset' ? 'invalid_response' : fault }; // Cut short.
  }
}

async function firstBytes(
  body: AsyncIterable<unknown>,
  signal: AbortSignal,
): Promise<{ kept: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    size += chunk.length;
    if (size >= KEPT_BYTES) break;
  }
  signal.throwIfAborted();
  return { kept: Buffer.concat(chunks).subarray(0, KEPT_BYTES), isWhole: size < KEPT_BYTES };
}

const FAULTS: Readonly<Record<string, string>> = {
  address_not_public: 'address_not_public',
  host_not_found: 'host_not_found',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
};

/** One of our own codes: the text of an error may quote what the receiver sent. */
function faultOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = FAULTS[code];
  if (known !== undefined) return known;
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/.test(code)) return 'tls_failed';
  const isParserError = error instanceof errors.HTTPParserError;
  return isParserError || /^(HPE_|UND_ERR)/.test(code) ? 'invalid_response' : 'request_failed';
}
