/**
 * One request to an untrusted server: a guarded connection, one deadline for everything (connecting, headers, body), no redirects, no
 * compression, and no more of its response than the caller wants.
 */
import { errors } from 'undici';
import type { OutboundOutcome, OutboundRequest, SendRequest } from '../../../core/outbound.ts';
import type { GuardedConnect } from './guarded-connect.ts';
import { type Connection, createKeptConnections } from './kept-connections.ts';

const MOST_HEADER_BYTES = 16 * 1024;

export function createSendRequest(guard: GuardedConnect): SendRequest {
  const connections = createKeptConnections(guard, MOST_HEADER_BYTES);
  return async (request, signal, owner) => {
    const caller = { signal, owner };
    const { origin } = request.url;
    const kept = connections.take(origin, caller);
    const outcome = await send(kept, request, signal);
    // The server closed the idle connection: send again on a new one. Sending twice is better than not at all.
    if (!kept.isReused || outcome.fault !== 'connection_reset' || signal.aborted) return outcome;
    return send(connections.dial(origin, caller), request, signal);
  };
}

async function send(
  connection: Connection,
  { method, url, headers, body, mostBytes }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundOutcome> {
  let isAnswered = false;
  try {
    const response = await connection.client.request({
      method,
      path: url.pathname + url.search,
      signal,
      body: body ?? null,
      headers: { ...headers, host: url.host, 'accept-encoding': 'identity' },
    });
    isAnswered = true;
    const { kept, isWhole } = await firstBytes(response.body, mostBytes, signal);
    if (isWhole) connection.keep();
    else connection.drop();
    return {
      status: response.statusCode,
      response: kept,
      isWhole,
      retryAfter: single(response.headers['retry-after']),
      location: single(response.headers.location),
    };
  } catch (error) {
    connection.drop();
    if (signal.aborted) return { fault: 'timeout' };
    const fault = faultOf(error);
    return { fault: isAnswered && fault === 'connection_reset' ? 'invalid_response' : fault }; // Cut short.
  }
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

async function firstBytes(
  body: AsyncIterable<unknown>,
  mostBytes: number,
  signal: AbortSignal,
): Promise<{ kept: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    size += chunk.length;
    if (size >= mostBytes) break;
  }
  signal.throwIfAborted();
  return { kept: Buffer.concat(chunks).subarray(0, mostBytes), isWhole: size < mostBytes };
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
