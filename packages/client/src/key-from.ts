import { toHex, webCrypto } from './web-crypto.ts';

export interface KeyParts {
  /** The system the record is from, such as `zendesk`. */
  source: string;
  recordId: string;
  /** What runs: a kit code, or better a version id, so that a new version is a new run. */
  kit: string;
  /** Give the input too where a changed record shall be a new run; without it, that is a conflict (409). */
  input?: unknown;
}

/**
 * The same Idempotency-Key for the same record, in every process and after every crash. Readable at its start, for logs; at most 160
 * characters of ASCII.
 */
export async function keyFrom({ source, recordId, kit, input }: KeyParts): Promise<string> {
  const identity = JSON.stringify([source, recordId, kit, ...(input === undefined ? [] : [input])]);
  const digest = await (await webCrypto()).subtle.digest('SHA-256', new TextEncoder().encode(identity));
  const readable = [source, recordId, kit].map((part) => part.replace(/[^\w.-]+/g, '_').slice(0, 30)).join(':');
  return `${readable}:${toHex(new Uint8Array(digest))}`;
}
