/** Maps a provider's error response to one of our kinds of fault. The provider's text is never passed on: it may quote the conversation. */
import { CallFault, type CallFaultKind } from '../call-fault.ts';
import type { TokenCount } from '../model-client.ts';
import { readRetryAfter } from './read-retry-after.ts';

export interface ProviderResponse {
  status: number;
  headers: Headers;
  body: string;
}

export function classifyResponse(response: ProviderResponse, now: number, tokens?: TokenCount): CallFault {
  const { status, headers, body } = response;
  const kind = kindOf(status, body.slice(0, 20_000));
  const code = codeOf(body);
  return new CallFault(kind, {
    fact: `answered with status ${status}${code === undefined ? '' : ` (${code})`}`,
    tokens,
    ...((kind === 'rate_limited' || kind === 'unavailable') && { retryAfterMs: readRetryAfter(headers, body, now) }),
  });
}

const QUOTA =
  /insufficient_quota|billing_hard_limit|credit balance|exceeded your current quota|PerDay|billing_not_active|payment required/i;
const TOO_LONG =
  /context_length_exceeded|maximum context length|context (?:length|window|size)|prompt is too long|too many tokens|input token count|exceeds? the (?:maximum|available|limit|model)[^"]{0,40}(?:tokens|context)|request_too_large|string_above_max_length/i;
const REFUSED = /content_filter|content_policy|content management policy|safety|prohibited_content|responsibleai/i;

function kindOf(status: number, body: string): CallFaultKind {
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'quota';
  if (status === 404) return 'model_missing';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 413) return 'too_long';
  if (status === 429) return QUOTA.test(body) ? 'quota' : 'rate_limited';
  if (status >= 500) return 'unavailable';
  if (QUOTA.test(body)) return 'quota';
  if (TOO_LONG.test(body)) return 'too_long';
  if (/api[_ ]key[_ ](?:not[_ ]valid|invalid)|invalid[_ ]api[_ ]key|API_KEY_INVALID/i.test(body)) return 'auth';
  if (/model_not_found|model [^"]{0,80}(?:not found|does not exist)/i.test(body)) return 'model_missing';
  if (REFUSED.test(body)) return 'refused';
  return 'bad_request';
}

/** Only a machine-readable code: letters, digits and a few marks. */
function codeOf(body: string): string | undefined {
  const found = /"(?:code|type|status)"\s*:\s*"([A-Za-z][A-Za-z0-9_.-]{1,60})"/.exec(body);
  return found?.[1];
}
