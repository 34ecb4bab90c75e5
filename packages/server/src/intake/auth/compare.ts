/** Shared by the checks of deliveries: comparing secrets, reading headers, and the age of a timestamp. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { SentDelivery } from './sent-delivery.ts';

/** In constant time: the hashes have the same length for any input. */
export function isSame(given: string | Buffer, expected: string | Buffer): boolean {
  const hash = (value: string | Buffer) => createHash('sha256').update(value).digest();
  return timingSafeEqual(hash(given), hash(expected));
}

export function headerOf({ headers }: Pick<SentDelivery, 'headers'>, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Services sign the URL that they were given. Behind a proxy both schemes are possible, and only one has the right signature. */
export function urlsOf({ host, path }: SentDelivery): string[] {
  return [`https://${host}${path}`, `http://${host}${path}`];
}

/** Only after the signature is verified: a caller who cannot sign learns nothing about clocks. */
export function checkAge(timestamp: string, toleranceSeconds: number, now: Date): string | undefined {
  const sentAt = /^\d{1,16}(\.\d{1,9})?$/.test(timestamp)
    ? Number(timestamp) * (timestamp.length > 11 && !timestamp.includes('.') ? 1 : 1_000)
    : Date.parse(timestamp);
  if (Number.isNaN(sentAt)) return 'The timestamp is neither Unix time nor an ISO date.';
  return Math.abs(now.getTime() - sentAt) > toleranceSeconds * 1_000
    ? `The timestamp is more than ${toleranceSeconds} seconds off.`
    : undefined;
}
