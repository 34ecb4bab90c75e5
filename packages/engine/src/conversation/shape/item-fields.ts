/**
 * Determines which fields of a list's items are the words, the speaker and the times, first by name and then by value. Reads many items,
 * because a single one may lack a field, and because a speaker is a field with few different values.
 */
import { isRecord } from '../expect-input.ts';
import { readTimecode } from '../timecode.ts';

/** A field inside of an item: its names from the outside in; a number is an index of a list. */
export type FieldPath = ReadonlyArray<string | number>;

export interface TimeField {
  path: FieldPath;
  /** How many of its units make a second; a time code counts as it is. */
  perSecond: number;
  isDigits: boolean;
  /** A point in time: counted from the first one. */
  isClock: boolean;
}

export interface ItemFields {
  text: FieldPath;
  speaker?: FieldPath;
  /** A field that is true for agents (or, with `isCustomer`, for customers). */
  flag?: { path: FieldPath; isCustomer: boolean };
  /** A field whose value begins with "in" for customers and with "out" for agents. */
  direction?: FieldPath;
  start?: TimeField;
  end?: TimeField;
  duration?: TimeField;
  /** Some items have no words. */
  isPartial: boolean;
  isNewestFirst: boolean;
}

interface Field {
  path: FieldPath;
  values: unknown[];
}

const TEXT_NAMES =
  'text message content body transcript utterance sentence said words line value display snippet msg comment plain plaintext txt txn phrase payload'.split(
    ' ',
  );
const SPEAKER_NAMES =
  'speaker speakername speakerlabel role author sender who participant participantname name displayname username nickname user agent from by owner actor party spk speakerid participantid userid authorid senderid actorid channel track side label id'.split(
    ' ',
  );
const PERSON = /^(?:speaker|author|sender|participant|user|actor|from|by|who)/;
/** Fields with these names often have the same value everywhere: then they are not the speaker. */
const WEAK_NAMES = new Set('name user agent from by owner channel track side label id'.split(' '));
const START_NAMES =
  /^(?:start|begin|from|offset|t0|t|time|timestamp|ts|at|position|in)(?:time|offset|ms|millis|seconds?|secs?|s|us|ns|at|position)*$/;
const END_NAMES =
  /^(?:end|stop|to|until|finish|t1|out)(?:time|ts|offset|ms|millis|seconds?|secs?|s|us|ns|at|position)*$/;
const DURATION_NAMES = /^(?:duration|length|dur)(?:ms|millis|seconds?|secs?|s)*$/;
const AGENT_FLAG = /^(?:is|from|by)?(?:agent|bot|staff|operator|assistant|rep|outgoing|outbound|internal)$/;
const CUSTOMER_FLAG = /^(?:is|from|by)?(?:customer|user|client|caller|visitor|contact|incoming|inbound|external)$/;

/** Undefined if no field contains words. */
export function findItemFields(items: readonly Record<string, unknown>[]): ItemFields | undefined {
  const fields = fieldsOf(items);
  const text = findText(fields, items.length);
  if (text === undefined) return undefined;
  const others = fields.filter((field) => field !== text && !isPathIn(field.path, text.path));
  const speaker = findSpeaker(others, items.length);
  const direction = others.find(
    ({ path, values }) => /direction$/.test(nameOf(path)) && values.some((value) => /^(?:in|out)/i.test(String(value))),
  );
  const isNamed = speaker !== undefined && direction !== speaker;
  const flag = isNamed || direction !== undefined ? undefined : findFlag(others);
  const times = findTimes(others, text);
  return {
    text: text.path,
    ...(isNamed && { speaker: speaker.path }),
    ...(!isNamed && direction !== undefined && { direction: direction.path }),
    ...(flag !== undefined && { flag }),
    ...times,
    isPartial: text.values.filter((value) => typeof value === 'string').length < items.length,
    isNewestFirst: others.some((field) => isFallingTime(field.values)),
  };
}

/** A word list has its text in its parent: `words[].word` is not a field of the item. */
function isPathIn(path: FieldPath, outer: FieldPath): boolean {
  return path.length > outer.length && outer.every((name, index) => path[index] === name);
}

const MAX_DEPTH = 3;

function fieldsOf(items: readonly Record<string, unknown>[]): Field[] {
  const fields = new Map<string, Field>();
  const visit = (value: unknown, path: FieldPath, index: number) => {
    if (isRecord(value) && path.length < MAX_DEPTH) {
      for (const [name, member] of Object.entries(value).slice(0, 60)) visit(member, [...path, name], index);
    } else if (Array.isArray(value) && value.length === 2 && value.every((member) => typeof member === 'number')) {
      for (const [at, member] of value.entries()) visit(member, [...path, at], index);
    } else if (Array.isArray(value) && value.length === 1 && isRecord(value[0]) && path.length < MAX_DEPTH - 1) {
      visit(value[0], [...path, 0], index);
    } else if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') {
      visit(value[0], [...path, 0], index);
    } else if (path.length > 0) {
      const key = JSON.stringify(path);
      const field = fields.get(key) ?? { path, values: [] };
      field.values[index] = value;
      fields.set(key, field);
    }
  };
  for (const [index, item] of items.entries()) visit(item, [], index);
  return [...fields.values()];
}

/** `speaker_name`, `speakerName` and `Speaker-Name` alike. */
function nameOf(path: FieldPath): string {
  const last = path.findLast((part) => typeof part === 'string') ?? '';
  return String(last)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function stringsOf(field: Field): string[] {
  return field.values.filter((value): value is string => typeof value === 'string' && value.trim() !== '');
}

function findText(fields: readonly Field[], count: number): Field | undefined {
  // Descriptions of a person are not their speech.
  const texts = fields.filter(
    (field) =>
      stringsOf(field).length >= Math.max(1, count * 0.3) &&
      !isTimes(field) &&
      !(field.path.length > 1 && PERSON.test(firstName(field.path))),
  );
  const spaced = texts.filter((field) => stringsOf(field).some((text) => text.includes(' ')));
  const named = TEXT_NAMES.map((name) => texts.find((field) => nameOf(field.path) === name)).find(Boolean);
  const ending = texts.find((field) => /(?:text|message|utterance|transcript|content)$/.test(nameOf(field.path)));
  const longest = spaced.toSorted((left, right) => meanLength(right) - meanLength(left))[0];
  return named ?? ending ?? longest;
}

function meanLength(field: Field): number {
  const texts = stringsOf(field);
  return texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
}

function isTimes(field: Field): boolean {
  const texts = stringsOf(field);
  return texts.length > 0 && texts.every((text) => isTimeText(text) || /^[\d.]+$/.test(text));
}

function isTimeText(text: string): boolean {
  return readTimecode(text) !== undefined || /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text);
}

/** A name before an id; among fields with unknown names, one with few short repeated values. */
function findSpeaker(fields: readonly Field[], count: number): Field | undefined {
  const labels = fields.filter((field) => isLabels(field) && !stringsOf(field).some(isTimeText));
  const inPerson = labels.filter((field) => PERSON.test(firstName(field.path)));
  const rank = (field: Field) => SPEAKER_NAMES.indexOf(nameOf(field.path));
  const isIdOfItem = (field: Field) =>
    /^(?:id|name|label)$/.test(nameOf(field.path)) && field.path.length === 1 && distinct(field) >= count && count > 2;
  const isSame = (field: Field) => WEAK_NAMES.has(nameOf(field.path)) && distinct(field) < 2 && count > 2;
  const ranked = (some: readonly Field[]) =>
    some
      .filter((field) => rank(field) >= 0 && !isIdOfItem(field) && !isSame(field))
      .toSorted((left, right) => rank(left) - rank(right))[0];
  const ending = labels.find((field) =>
    /(?:speaker|participant|author|sender|speakername|role)$/.test(nameOf(field.path)),
  );
  const recurring = labels
    .filter((field) => distinct(field) > 1 && distinct(field) <= Math.max(2, count / 2) && meanLabel(field) <= 40)
    .toSorted((left, right) => distinct(left) - distinct(right))
    .find((field) => !START_NAMES.test(nameOf(field.path)) && !END_NAMES.test(nameOf(field.path)));
  const person = ranked(inPerson.filter((field) => field.path.length > 1));
  return person ?? ranked(labels) ?? ending ?? recurring;
}

function firstName(path: FieldPath): string {
  return String(path[0]).toLowerCase();
}

function isLabels(field: Field): boolean {
  const known = field.values.filter((value) => value !== undefined && value !== null);
  return (
    known.length > 0 &&
    known.every((value) => typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value)))
  );
}

function distinct(field: Field): number {
  return new Set(field.values.filter((value) => value !== undefined && value !== null)).size;
}

function meanLabel(field: Field): number {
  const lengths = field.values
    .filter((value) => value !== undefined && value !== null)
    .map((value) => String(value).length);
  return lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
}

function findFlag(fields: readonly Field[]): ItemFields['flag'] {
  for (const { path, values } of fields) {
    if (!values.some((value) => typeof value === 'boolean')) continue;
    if (AGENT_FLAG.test(nameOf(path))) return { path, isCustomer: false };
    if (CUSTOMER_FLAG.test(nameOf(path))) return { path, isCustomer: true };
  }
  return undefined;
}

function findTimes(fields: readonly Field[], text: Field): Pick<ItemFields, 'start' | 'end' | 'duration'> {
  const positions = fields.filter(isPositions);
  const clocks = fields.filter(isClock);
  const named = (some: readonly Field[], names: RegExp) =>
    some.find((field) => typeof field.path.at(-1) === 'string' && names.test(nameOf(field.path)));
  const found = named(positions, START_NAMES);
  // Points in time are positions only if something has a duration: a chat has none.
  const [clockStart, clockEnd] = [named(clocks, START_NAMES), named(clocks, END_NAMES)];
  if (found === undefined && clockStart !== undefined && clockEnd !== undefined) {
    return { start: timeField(clockStart, clockUnit(clockStart)), end: timeField(clockEnd, clockUnit(clockEnd)) };
  }
  const start = found ?? positions.find(isRising);
  if (start === undefined) return {};
  const later = positions.find(
    (field) => field !== start && found === undefined && isRising(field) && isAfter(field, start),
  );
  const end = named(positions, END_NAMES) ?? later;
  const duration = end === undefined ? named(positions, DURATION_NAMES) : undefined;
  const unit = unitOf(start, text);
  return {
    start: timeField(start, unit),
    ...(end !== undefined && { end: timeField(end, unit) }),
    ...(duration !== undefined && { duration: timeField(duration, unit) }),
  };
}

function timeField(field: Field, unit: number): TimeField {
  const name = nameOf(field.path);
  const named = /(?:ms|millis|milliseconds)$/.test(name) ? 1_000 : /us$/.test(name) ? 1_000_000 : undefined;
  return {
    path: field.path,
    perSecond: named ?? unit,
    isDigits: stringsOf(field).length > 0 && stringsOf(field).every((value) => /^[\d.]+$/.test(value)),
    isClock: isClock(field),
  };
}

function isClock({ values }: Field): boolean {
  const known = values.filter((value) => value !== undefined && value !== null);
  return known.length > 0 && known.every((value) => typeof value === 'number' && value >= MOST_SECONDS);
}

function clockUnit({ values }: Field): number {
  return values.some((value) => Number(value) > MOST_SECONDS * 1_000) ? 1_000 : 1;
}

/** Numbers that grow from item to item, rather than count or identify items. */
function isRising({ path, values }: Field): boolean {
  if (/(?:id|index|number|nr|no|seq|sequence|count|order)$/.test(nameOf(path))) return false;
  const numbers = values.map(Number);
  const isCount = numbers.every((value, index) => value === (numbers[0] ?? 0) + index);
  const isOrdered = numbers.every((value, index) => index === 0 || value >= (numbers[index - 1] ?? 0));
  return values.length > 2 && !isCount && isOrdered && new Set(numbers).size > 1;
}

function isAfter(field: Field, start: Field): boolean {
  return field.values.every((value, index) => Number(value) >= Number(start.values[index]));
}

/** Ten years of seconds: larger numbers are points in time and not positions in a recording. */
const MOST_SECONDS = 300_000_000;

function isPositions({ values }: Field): boolean {
  const known = values.filter((value) => value !== undefined && value !== null);
  return (
    known.length > 0 &&
    known.every(
      (value) =>
        (typeof value === 'number' && value >= 0 && value < MOST_SECONDS) ||
        (typeof value === 'string' && (readTimecode(value) !== undefined || /^\d{1,9}(?:\.\d{1,9})?$/.test(value))),
    )
  );
}

/** Nobody talks more slowly: whole numbers that would imply it are milliseconds. */
const LEAST_CHARACTERS_PER_SECOND = 0.5;

function unitOf(start: Field, text: Field): number {
  const times = start.values.map(Number).filter((value) => Number.isFinite(value));
  if (times.some((time) => !Number.isInteger(time)) || times.length === 0) return 1;
  const characters = stringsOf(text).reduce((sum, value) => sum + value.length, 0);
  return Math.max(...times.slice(0, 10_000)) * LEAST_CHARACTERS_PER_SECOND > characters ? 1_000 : 1;
}

/** Points in time, in decreasing order. */
function isFallingTime(values: readonly unknown[]): boolean {
  const times = values.flatMap((value) => {
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(value)) return [Date.parse(value)];
    return typeof value === 'number' && value > MOST_SECONDS ? [value] : [];
  });
  return times.length > 1 && times.every((time, index) => index === 0 || time < (times[index - 1] ?? 0));
}
