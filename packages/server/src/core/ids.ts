/**
 * Identifiers. Inside the database they are UUIDv7 (16 bytes, time-ordered, so index inserts stay on the right edge);
 * on the wire most carry a prefix and the same 128 bits in Crockford base32 (26 characters, sortable as text).
 */
import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const VALUE_OF = new Map<string, number>([...ALPHABET].map((character, value) => [character, value]));

export type IdPrefix = 'run' | 'evt' | 'dlv' | 'whe' | 'key' | 'ws';

/** A UUID version 7: 48 bits of milliseconds, then 74 random bits. */
export function newUuid(now: Date = new Date()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return uuidOfHex(bytes.toString('hex'));
}

export function newId(prefix: IdPrefix, now?: Date): string {
  return encodeId(prefix, newUuid(now));
}

export function encodeId(prefix: IdPrefix, uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`);
  const characters = new Array<string>(26);
  for (let index = 25; index >= 0; index -= 1) {
    characters[index] = ALPHABET[Number(rest & 31n)] as string;
    rest >>= 5n;
  }
  return `${prefix}_${characters.join('')}`;
}

/** The UUID behind a wire id, or undefined for anything that is no id of that kind. */
export function decodeId(prefix: IdPrefix, id: string): string | undefined {
  if (id.length !== prefix.length + 27 || !id.startsWith(`${prefix}_`)) return undefined;
  let value = 0n;
  for (const character of id.slice(prefix.length + 1)) {
    const digit = VALUE_OF.get(character);
    if (digit === undefined) return undefined;
    value = (value << 5n) | BigInt(digit);
  }
  if (value >> 128n !== 0n) return undefined;
  return uuidOfHex(value.toString(16).padStart(32, '0'));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

function uuidOfHex(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
