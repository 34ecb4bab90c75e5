/**
 * An unknown structure that is unambiguous: one list of words, each by `agent` or `customer` or another word for a side. It is read
 * unchanged, with a warning that describes how it was read. Anything else is refused with a hint.
 */
import { isRecord } from '../expect-input.ts';
import { sideOfWord } from '../infer-side.ts';
import { earliest, instantOf } from '../instant.ts';
import { type FieldPath, findItemFields, type ItemFields } from './item-fields.ts';
import { placesOf } from './places.ts';
import { bind, dictionary, EACH, list, lookUp, type Program, path, pipe, reversed, type Step } from './program.ts';
import { type Member, turnOf, valueAt } from './turn-program.ts';

/** Longer lists cost more than they are worth at this point: they get a hint. */
const MOST_READ = 20_000;
/** Every pair is compared. */
const MOST_LISTS = 40;
/** Speech is under such a name; `name` and `title` are data about people. */
const WORDS =
  /(?:text|message|content|body|transcript|transcription|utterance|sentence|said|words|phrase|comment|line)$/i;
const CLOCKS = /^(?:start|begin|created|sent|time|timestamp|date)/i;

export interface RoleList {
  program: Program;
  /** RFC 3339, if the items have points in time. */
  occurredAt: string | undefined;
}

export function findRoleList(value: unknown): RoleList | undefined {
  const lists = placesOf(value).flatMap(({ path: steps, value: items }) => {
    const isList = !steps.includes(EACH) && Array.isArray(items) && items.length > 0 && items.length <= MOST_READ;
    return isList && items.every(isRecord) ? [{ steps, items }] : [];
  });
  if (lists.length > MOST_LISTS) return undefined;
  const found = lists.flatMap(({ steps, items }): WordList[] => {
    const fields = findItemFields(items);
    if (fields?.speaker === undefined || !hasWords(items, fields.text)) return [];
    const speakers = items.map((item) => valueAt(item, fields.speaker ?? []));
    const { speaker } = fields;
    if (areBothSides(speakers)) return [{ steps, items, fields, people: undefined, speaker }];
    const people = lists.map((list) => findPeople(list, speakers)).find((one) => one !== undefined);
    return people === undefined ? [] : [{ steps, items, fields, people, speaker }];
  });
  const [only] = found;
  // Two such lists may be two conversations.
  if (only === undefined || found.length > 1 || only.fields.isPartial || only.fields.start?.isClock === true)
    return undefined;
  return { program: programOf(only), occurredAt: earliest(only.items.flatMap(clocksOf)) };
}

interface List {
  steps: readonly Step[];
  items: readonly Record<string, unknown>[];
}

interface WordList extends List {
  fields: ItemFields;
  speaker: FieldPath;
  /** If speakers are ids. */
  people: People | undefined;
}

interface People extends List {
  id: string;
  role: string;
}

/** A list of the two participants with their sides, which identifies the speakers. */
function findPeople({ steps, items }: List, speakers: readonly unknown[]): People | undefined {
  const [first = {}] = items;
  if (items.length !== 2) return undefined;
  const names = Object.keys(first).slice(0, 60);
  const id = names.find((name) => {
    const ids = new Set(items.map((item) => item[name]));
    return ids.size === 2 && speakers.every((speaker) => ids.has(speaker)) && !ids.has(undefined);
  });
  const role = names.find((name) => areBothSides(items.map((item) => item[name])));
  return id === undefined || role === undefined ? undefined : { steps, items, id, role };
}

function programOf({ steps, items, fields, people, speaker }: WordList): Program {
  const said: Member[] = [['speaker', people === undefined ? path(speaker) : lookUp('who', speaker)]];
  const turns = list(pipe(path([...steps, EACH]), turnOf(fields, items, { speaker: said })));
  const ordered = fields.isNewestFirst ? pipe(turns, reversed) : turns;
  return people === undefined
    ? ordered
    : bind(dictionary(path(people.steps), [people.id], [people.role]), 'who', ordered);
}

function areBothSides(values: readonly unknown[]): boolean {
  const sides = values.map((value) => (typeof value === 'string' ? sideOfWord(value) : undefined));
  return sides.every((side) => side !== undefined) && new Set(sides).size === 2;
}

function hasWords(items: readonly Record<string, unknown>[], text: FieldPath): boolean {
  return (
    WORDS.test(String(text.findLast((step) => typeof step === 'string'))) &&
    items.some((item) => /\S\s+\S/.test(String(valueAt(item, text) ?? '')))
  );
}

function clocksOf(item: Record<string, unknown>): string[] {
  return Object.entries(item).flatMap(([name, value]) => (CLOCKS.test(name) ? (instantOf(value) ?? []) : []));
}
