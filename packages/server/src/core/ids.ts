/**
 * Identifiers. Inside the database they are UUIDv7 (16 bytes, time-ordered, so index inserts stay on the right edge);
 * on the wire most carry a prefix and the same 128 bits in Crockford base32 (26 characters, sortable as text).
 */
import type * as contract from '@brickwork/contract';
import { takeRandom } from './take-random.ts';

const HEX = '0123456789abcdef';
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const VALUE_OF = new Int8Array(128).fill(-1);
for (const [value, character] of [...ALPHABET].entries()) VALUE_OF[character.charCodeAt(0)] = value;

type PrefixesOf<Group> = Group extends { ID_PREFIXES: readonly (infer Prefix extends string)[] } ? Prefix : never;
type Contract = typeof contract;

/** Declared where the ids are described: `ID_PREFIXES` of the contract's groups. */
export type IdPrefix = { [Name in keyof Contract]: PrefixesOf<Contract[Name]> }[keyof Contract];

/** A UUID version 7: 48 bits of milliseconds, then 74 random bits. */
export function newUuid(now: Date = new Date()): string {
  const bytes = takeRandom(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return uuidOfHex(bytes.toString('hex'));
}

export function newId(prefix: IdPrefix, now?: Date): string {
  return encodeId(prefix, newUuid(now));
}

/** With plain numbers, five bits at a time: BigInt took a tenth of the cost of accepting a run. */
export function encodeId(prefix: IdPrefix, uuid: string): string {
  let id = `${prefix}_`;
  let pending = 0;
  let bits = 2; // 26 characters hold 130 bits: the first two are zero.
  for (let index = 0; index < uuid.length; index += 1) {
    const digit = hexDigit(uuid.charCodeAt(index));
    if (digit < 0) continue; // A hyphen.
    pending = (pending << 4) | digit;
    bits += 4;
    if (bits < 5) continue;
    bits -= 5;
    id += ALPHABET[pending >> bits];
    pending &= (1 << bits) - 1;
  }
  return id;
}

/** The UUID behind a wire id, or undefined for anything that is not an id of that kind. */
export function decodeId(prefix: IdPrefix, id: string): string | undefined {
  if (id.length !== prefix.length + 27 || !id.startsWith(`${prefix}_`)) return undefined;
  let hex = '';
  let pending = 0;
  let bits = -2;
  for (let index = prefix.length + 1; index < id.length; index += 1) {
    const digit = VALUE_OF[id.charCodeAt(index)] ?? -1;
    if (digit < 0 || (bits === -2 && digit > 7)) return undefined;
    pending = (pending << 5) | digit;
    bits += 5;
    while (bits >= 4) {
      bits -= 4;
      hex += HEX[pending >> bits];
      pending &= (1 << bits) - 1;
    }
  }
  return uuidOfHex(hex);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = (code | 32) - 97;
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

function uuidOfHex(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A UUIDv7 begins with the milliseconds of its creation. */
export function timeOfUuid(uuid: string): Date {
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));
}

/** The first (or last) UUIDv7 of a millisecond: a bound for ids by time. */
export function uuidAt(time: Date, isLast = false): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return isLast
    ? `${hex.slice(0, 8)}-${hex.slice(8)}-ffff-ffff-ffffffffffff`
    : `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
