/**
 * API keys: `svc_live_` or `svc_test_`, 30 random base62 characters (178 bits), then a CRC-32 of everything before it in 6 base62
 * characters, which rejects typos before any database call. Only the SHA-256 and a hint are ever stored.
 */
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '@brickwork/contract';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export interface NewApiKey {
  /** The key itself; shown once. */
  secret: string;
  hash: Buffer;
  hint: string;
}

export function makeApiKey(keyPrefix: string, environment: Environment): NewApiKey {
  let body = `${keyPrefix}_${environment}_`;
  for (let index = 0; index < 30; index += 1) body += BASE62[randomInt(62)];
  return describeApiKey(body + checksum(body));
}

/** What is stored of a key. */
export function describeApiKey(secret: string): NewApiKey {
  return { secret, hash: hashApiKey(secret), hint: `${secret.slice(0, -36)}…${secret.slice(-4)}` };
}

export function isWellFormedApiKey(keyPrefix: string, text: string): boolean {
  const [, environment] = /^.+_(live|test)_[0-9A-Za-z]{36}$/.exec(text) ?? [];
  if (environment === undefined || !text.startsWith(`${keyPrefix}_${environment}_`)) return false;
  return text.length === keyPrefix.length + 6 + 36 && checksum(text.slice(0, -6)) === text.slice(-6);
}

export function hashApiKey(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < 6; index += 1) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
