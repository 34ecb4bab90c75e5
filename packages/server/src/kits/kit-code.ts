import { randomInt } from 'node:crypto';

/** No I, O, 0 and 1: people read codes aloud and type them. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** 8 characters of 32: one in 10^12, so that trying codes finds nothing. */
export function newKitCode(): string {
  return Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

export function isKitCode(text: string): boolean {
  return /^[A-HJ-NP-Z2-9]{8}$/.test(text);
}
