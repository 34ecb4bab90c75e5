/** One vendor's export: how it is recognised and read. A detector checks only the outer structure, and no two detectors accept the same export. */
import type { Channel, LeftOut, Person, Side, Speech, Turn } from '../conversation.ts';
import { expectArray, expectRecord, isRecord } from '../expect-input.ts';
import { earliest } from '../instant.ts';
import { isSpoken, joinTurns, type SpokenPart } from '../join-turns.ts';
import type { Aliases } from '../sides/assign-sides.ts';
import type { WrittenTo } from '../sides/shared-mailbox.ts';

export interface VendorFormat {
  is(value: unknown): boolean;
  read(value: unknown, path: string): ReadTurns;
  /** Field names that only this export has; they find the closest format of an unknown shape. */
  marks: readonly string[];
}

/** Data of an export about the conversation in addition to its words. */
export interface About {
  /** RFC 3339. */
  occurredAt?: string | undefined;
  /** A time without a zone: `2025-03-03T17:40:00`, in the workspace's time zone. */
  occurredLocal?: string | undefined;
  channel?: Channel | undefined;
  people?: readonly Person[] | undefined;
  warnings?: readonly string[] | undefined;
}

export interface ReadTurns extends About {
  text: string;
  turns: Turn[];
  leftOut?: LeftOut[] | undefined;
  speech?: Speech[] | undefined;
  aliases?: Aliases;
  writtenTo?: WrittenTo;
}

export interface VendorPart extends SpokenPart {
  /** Other names of the speaker that may indicate the side: a role, a mail address. */
  aliases?: ReadonlyArray<string | undefined>;
  /** When it was said, RFC 3339; the first one is when the conversation took place. */
  at?: string | undefined;
  /** The speaker, if the export contains more than a label. */
  name?: string | undefined;
  email?: string | undefined;
}

/** Reads the items of a list; an item that is not speech returns nothing. */
export function readItems(
  value: unknown,
  path: string,
  read: (item: Record<string, unknown>, path: string) => VendorPart | undefined,
  about: About = {},
): ReadTurns {
  const parts = expectArray(value, path).flatMap((item, index) => {
    const here = `${path}[${index}]`;
    return read(expectRecord(item, here), here) ?? [];
  });
  return joinParts(parts, about);
}

export function joinParts(all: readonly VendorPart[], about: About = {}): ReadTurns {
  // A person who only wrote a note did not take part.
  const parts = all.filter(isSpoken);
  const aliases = new Map<string, Set<string>>();
  const people = new Map<string, Person>();
  for (const { speaker, aliases: names = [], name, email } of parts) {
    if (speaker === undefined) continue;
    const known = aliases.get(speaker) ?? new Set();
    for (const alias of names) if (alias !== undefined && alias !== '') known.add(alias);
    if (known.size > 0) aliases.set(speaker, known);
    if (!people.has(speaker) && (name !== undefined || email !== undefined)) {
      people.set(speaker, { speaker, ...(name !== undefined && { name }), ...(email !== undefined && { email }) });
    }
  }
  return {
    ...joinTurns(all),
    aliases: new Map([...aliases].map(([speaker, names]) => [speaker, [...names]])),
    ...about,
    occurredAt: about.occurredAt ?? earliest(parts.map(({ at }) => at)),
    people: about.people ?? [...people.values()],
  };
}

export function firstRecord(value: unknown): Record<string, unknown> | undefined {
  return Array.isArray(value) ? value.find(isRecord) : undefined;
}

export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The names of a message's files, from the first of the fields that has one. */
export function fileNames(value: unknown, ...fields: readonly string[]): string[] {
  return recordsOf(value).map((file) => fields.flatMap((field) => textOf(file[field]) ?? [])[0] ?? 'a file');
}

/** The member if it is an object, otherwise an empty one. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Objects by their id. */
export function byId(value: unknown, id = 'id'): Map<string, Record<string, unknown>> {
  return new Map(recordsOf(value).map((item) => [labelOf(item[id]) ?? '', item]));
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

/** For exports with a length instead of an end. */
export function endOf(start: number | undefined, length: number | undefined): number | undefined {
  return start === undefined || length === undefined ? undefined : start + length;
}

/** Seconds from the first point in time to this one: positions in a recording that began then. */
export function secondsSince(begin: string | undefined, instant: string | undefined): number | undefined {
  if (begin === undefined || instant === undefined) return undefined;
  const seconds = (Date.parse(instant) - Date.parse(begin)) / 1000;
  return seconds >= 0 ? seconds : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** First and last name, if known. */
export function fullName(first: unknown, last: unknown): string | undefined {
  const names = [textOf(first), textOf(last)].filter((name) => name !== undefined);
  return names.length === 0 ? undefined : names.join(' ');
}

/** A name, a number or an id as a label. */
export function labelOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value);
}

/** A message sent by a company is its agent's. */
export function sideOfDirection(isFromCustomer: boolean): Side {
  return isFromCustomer ? 'customer' : 'agent';
}

/** Some APIs list the newest message first: reverses the list if its times decrease. */
export function oldestFirst<Item>(items: readonly Item[], timeOf: (item: Item) => string | undefined): Item[] {
  const times = items.flatMap((item) => timeOf(item) ?? []);
  const [first, last] = [times[0], times.at(-1)];
  return first !== undefined && last !== undefined && first > last ? items.toReversed() : [...items];
}
