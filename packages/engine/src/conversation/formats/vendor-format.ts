/** One vendor's export: how it is recognised and read. A detector looks at the outside only, and no two detectors accept the same export. */
import type { Side, Turn } from '../conversation.ts';
import { expectArray, expectRecord, isRecord } from '../expect-input.ts';
import { joinTurns, type SpokenPart } from '../join-turns.ts';
import type { Aliases } from '../sides/assign-sides.ts';
import type { WrittenTo } from '../sides/shared-mailbox.ts';

export interface VendorFormat {
  is(value: unknown): boolean;
  read(value: unknown, path: string): ReadTurns;
  /** Field names that only this export has; they find the closest format of an unknown shape. */
  marks: readonly string[];
}

export interface ReadTurns {
  text: string;
  turns: Turn[];
  aliases?: Aliases;
  writtenTo?: WrittenTo;
}

export interface VendorPart extends SpokenPart {
  /** Other names of the speaker that may show the side: a role, a mail address. */
  aliases?: ReadonlyArray<string | undefined>;
}

/** Reads the items of a list; an item that is not speech gives nothing. */
export function readItems(
  value: unknown,
  path: string,
  read: (item: Record<string, unknown>, path: string) => VendorPart | undefined,
): ReadTurns {
  const parts = expectArray(value, path).flatMap((item, index) => {
    const here = `${path}[${index}]`;
    return read(expectRecord(item, here), here) ?? [];
  });
  return joinParts(parts);
}

export function joinParts(parts: readonly VendorPart[]): ReadTurns {
  const aliases = new Map<string, Set<string>>();
  for (const { speaker, aliases: names = [] } of parts) {
    if (speaker === undefined) continue;
    const known = aliases.get(speaker) ?? new Set();
    for (const name of names) if (name !== undefined && name !== '') known.add(name);
    if (known.size > 0) aliases.set(speaker, known);
  }
  return { ...joinTurns(parts), aliases: new Map([...aliases].map(([speaker, names]) => [speaker, [...names]])) };
}

export function firstRecord(value: unknown): Record<string, unknown> | undefined {
  return Array.isArray(value) ? value.find(isRecord) : undefined;
}

export function secondsOfMs(value: unknown): number | undefined {
  const ms = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof ms === 'number' && Number.isFinite(ms) && ms >= 0 ? ms / 1000 : undefined;
}

/** Seconds as a number, as `"12.4"` or as `"12.400s"`. */
export function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? Number(value.replace(/s$/, '')) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A name, a number or an id as a label. */
export function labelOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value);
}

/** A message that a company sends is its agent's. */
export function sideOfDirection(isFromCustomer: boolean): Side {
  return isFromCustomer ? 'customer' : 'agent';
}
