/**
 * One POST to a receiver whom nobody trusts: a fresh, guarded connection, one deadline for everything (dial, headers, body),
 * no redirects, no compression, and at most 16 KiB of its answer kept.
 */
import { Client, errors } from 'undici';
import type { PostOutcome, PostWebhook } from '../webhooks/deliver.ts';
import { type GuardedConnect, guardedConnect } from './guarded-connect.ts';

const KEPT_BYTES = 16 * 1024;

export function createPostWebhook(guard: GuardedConnect): PostWebhook {
  return async (url, headers, body, signal) => {
    const client = new Client(url.origin, {
      connect: guardedConnect(guard, signal),
      pipelining: 0,
      // The signal alone ends it: idle timers would be restarted by every dripped byte.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: KEPT_BYTES,
    });
    try {
      return await post(client, url, headers, body, signal);
    } finally {
      void client.destroy().catch(() => {});
    }
  };
}

async function post(
  client: Client,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<PostOutcome> {
  try {
    const response = await client.request({
      ...{ method: 'POST', path: url.pathname + url.search, signal, body },
      headers: { ...headers, host: url.host, 'accept-encoding': 'identity', connection: 'close' },
    });
    const kept = await firstBytes(response.body, signal);
    const retryAfter = response.headers['retry-after'];
    return {
      status: response.statusCode,
      response: kept,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
    };
  } catch (error) {
    return { fault: signal.aborted ? 'timeout' : faultOf(error) };
  }
}

async function firstBytes(body: AsyncIterable<unknown>, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    size += chunk.length;
    if (size >= KEPT_BYTES) break;
  }
  signal.throwIfAborted();
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES);
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

/** A word of our own: the text of a foreign error may quote what the receiver sent. */
function faultOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = FAULTS[code];
  if (known !== undefined) return known;
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/.test(code)) return 'tls_failed';
  const isParserError = error instanceof errors.HTTPParserError;
  return isParserError || /^(HPE_|UND_ERR)/.test(code) ? 'invalid_response' : 'request_failed';
}
