/** Reads the user's JSON by hand: every fault contains the path (`transcript[3].text`), never the value. */
import { ServiceError } from '../core/service-error.ts';
import { readTimecode } from './timecode.ts';

export function inputFault(path: string, must: string): ServiceError {
  return new ServiceError('kit_input_invalid', { detail: `${path} ${must}` });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function expectRecord(value: unknown, path: string): Record<string, unknown> {
  if (!isRecord(value)) throw inputFault(path, 'must be an object');
  return value;
}

export function expectArray(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw inputFault(path, 'must be an array');
  return value;
}

export function expectText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw inputFault(path, 'must be a string');
  return value;
}

export function optionalText(value: unknown, path: string): string | undefined {
  return value === undefined || value === null ? undefined : expectText(value, path);
}

/** A speaker's label. Recorders number their speakers, so a number is a label too. */
export function optionalLabel(value: unknown, path: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw inputFault(path, 'must be a string');
  return value.trim() === '' ? undefined : value;
}

/** Seconds as a number, or as a time code such as `00:01:02.5`. */
export function optionalSeconds(value: unknown, path: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  const seconds = typeof value === 'string' ? readTimecode(value) : value;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) {
    throw inputFault(path, 'must be a number of seconds');
  }
  return seconds;
}

/** An end before its start means that the times are wrong: they cannot be used. */
export function expectOrder(
  { startSeconds, endSeconds }: { startSeconds?: number | undefined; endSeconds?: number | undefined },
  path: string,
): void {
  if (startSeconds !== undefined && endSeconds !== undefined && endSeconds < startSeconds) {
    throw inputFault(path, 'must not end before it starts: `end` is less than `start`');
  }
}
