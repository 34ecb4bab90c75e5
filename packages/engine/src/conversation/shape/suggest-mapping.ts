/**
 * The program that turns an unknown structure into turns, or into a known format. It keeps speakers and times if they can be found. Every
 * program is run on the value itself, and only a program whose result can be read with its speakers is suggested: `suggest-mapping.test.ts`
 * runs them with jq too.
 */
import { isRecord } from '../expect-input.ts';
import { sideOfWord } from '../infer-side.ts';
import { type FieldPath, findItemFields, type ItemFields, type TimeField } from './item-fields.ts';
import { MOST_ITEMS, type Place, placesOf } from './places.ts';
import {
  bind,
  byStart,
  EACH,
  entries,
  grouped,
  isText,
  joined,
  least,
  list,
  literal,
  object,
  type Program,
  path,
  pipe,
  reversed,
  type Step,
  select,
  together,
  variable,
  wordsToTurns,
} from './program.ts';
import { byLines, byRows } from './row-programs.ts';
import { type Member, speakerOf, timeOf, turnOf, valueAt } from './turn-program.ts';

/** Each is run on the whole value: a limit for structures with very long lists. */
const MOST_TRIED = 8;

export interface Mapping {
  /** As written in jq. */
  jq: string;
  /** Its result for the value. */
  result: unknown;
}

/**
 * `isKnown` says whether a value inside can be read as it is, `isRead` whether what a program made can be read with at least two speakers.
 * Undefined where no program gets that far.
 */
export function suggestMapping(
  value: unknown,
  isKnown: (value: unknown) => boolean,
  isRead: (value: unknown) => boolean,
): Mapping | undefined {
  let left = MOST_TRIED;
  for (const program of programsFor(value, isKnown)) {
    if (left === 0) return undefined;
    left -= 1;
    const outputs = outputsOf(program, value);
    const [result] = outputs;
    if (outputs.length === 1 && isRead(result)) return { jq: program.jq, result };
  }
  return undefined;
}

/** The likeliest first. */
function* programsFor(value: unknown, isKnown: (value: unknown) => boolean): Generator<Program> {
  const places = placesOf(value);
  for (const place of places) if (place.path.length > 0 && isKnown(place.value)) yield path(place.path);
  const sides = bySides(value);
  if (sides !== undefined) yield sides;
  yield* byItems(places);
  const lists = places.filter((place): place is Place & { value: unknown[] } => Array.isArray(place.value));
  for (const read of [byRows, byLines]) for (const place of lists) yield* read(place);
}

/** None if the program fails, as jq would. */
function outputsOf(program: Program, value: unknown): unknown[] {
  try {
    return program.run(value);
  } catch {
    return [];
  }
}

/** Lists of objects with words, the longest first; also an object whose members are the items. */
function byItems(places: readonly Place[]): Program[] {
  const found = places.flatMap((place) => {
    const { path: steps, items } = place;
    const isList = steps.at(-1) === EACH;
    const members = isList ? items : items.length === 1 && isRecord(items[0]) ? Object.values(items[0]) : [];
    const records = members.filter(isRecord).slice(0, MOST_ITEMS);
    if (records.length === 0 || (!isList && (records.length < 2 || records.length < members.length))) return [];
    const at: readonly Step[] = isList ? steps : [...steps, EACH];
    const programs = [
      byWords(at, records),
      byExchange(at, records),
      byKeys(at, records),
      bySpokenWords(at, records),
      byOwner(at, records, places),
      byFields(at, records),
    ].filter((program) => program !== undefined);
    return programs
      .slice(0, 2)
      .map((program, index) => ({ program, weight: weightOf(records, program) / (1 + index) }));
  });
  return found.toSorted((left, right) => right.weight - left.weight).map(({ program }) => program);
}

/** Lists of people or labels have words too; a conversation has more of them, and speakers. */
function weightOf(records: readonly Record<string, unknown>[], { jq }: Program): number {
  const text = findItemFields(records)?.text;
  const length =
    text === undefined ? 0 : records.reduce((sum, record) => sum + String(valueAt(record, text) ?? '').length, 0);
  return (length + records.length * 10) * (jq.includes('speaker:') ? 4 : 1);
}

function byFields(at: readonly Step[], records: readonly Record<string, unknown>[]): Program | undefined {
  const fields = findItemFields(records);
  if (fields === undefined) return undefined;
  const words = fields.isPartial ? [select(pipe(path(fields.text), isText))] : [];
  const turns = list(pipe(path(at), ...words, turnOf(fields, records)));
  const ordered = fields.isNewestFirst ? pipe(turns, reversed) : turns;
  if (fields.start?.isClock !== true) return ordered;
  return bind(grouped(pipe(list(path([...at, ...fields.start.path])), least)), 't0', ordered);
}

const WORD_NAMES = ['word', 'token', 'punctuated_word', 'text', 'value', 'content', 'w'];

/** A list of single words: consecutive words of one speaker are a turn. */
function byWords(at: readonly Step[], records: readonly Record<string, unknown>[]): Program | undefined {
  const name = WORD_NAMES.find((word) => records.every((record) => typeof record[word] === 'string'));
  if (name === undefined || records.length < 4) return undefined;
  if (records.some((record) => /\s\S/.test(String(record[name]).trim()))) return undefined;
  const fields = findItemFields(records.map((record) => ({ ...record, [name]: `${String(record[name])} word` })));
  if (fields?.speaker === undefined) return undefined;
  const words = pipe(path(at), turnOf(fields, records, { text: path([name]) }));
  return wordsToTurns(words, fields.end !== undefined || fields.duration !== undefined);
}

/** Items whose words are a list: `{ speaker, words: [{ word, start, end }] }`. */
function bySpokenWords(at: readonly Step[], records: readonly Record<string, unknown>[]): Program | undefined {
  const [first = {}] = records;
  for (const [name, member] of Object.entries(first)) {
    const word = Array.isArray(member) ? member.find(isRecord) : undefined;
    const text = word === undefined ? undefined : WORD_NAMES.find((key) => typeof word[key] === 'string');
    if (word === undefined || text === undefined || typeof first.text === 'string') continue;
    const inner = findItemFields([{ ...word, [text]: 'some words' }]);
    const outer = findItemFields(records.map(({ [name]: _words, ...rest }) => ({ ...rest, text: 'some words' })));
    const words = grouped(pipe(list(path([name, EACH, text])), joined(' ')));
    const members: Member[] = [...(outer === undefined ? [] : speakerOf(outer)), ['text', words]];
    if (inner?.start !== undefined) members.push(['start', timeOf(within(name, 0, inner.start), records)]);
    if (inner?.end !== undefined) members.push(['end', timeOf(within(name, -1, inner.end), records)]);
    return list(pipe(path(at), object(members)));
  }
  return undefined;
}

function within(name: string, index: number, field: TimeField): TimeField {
  return { ...field, path: [name, index, ...field.path] };
}

const EXCHANGES: ReadonlyArray<readonly [string, string]> = [
  ['user', 'bot'],
  ['user', 'assistant'],
  ['human', 'ai'],
  ['human', 'assistant'],
  ['customer', 'agent'],
  ['agent', 'customer'],
  ['question', 'answer'],
  ['input', 'output'],
  ['prompt', 'response'],
  ['query', 'response'],
];
const LABEL_OF: Readonly<Record<string, string>> = {
  question: 'customer',
  answer: 'agent',
  input: 'user',
  output: 'assistant',
  prompt: 'user',
  query: 'user',
  response: 'assistant',
};

/** Items with the words of both: `{ user: "…", bot: "…" }`. */
function byExchange(at: readonly Step[], records: readonly Record<string, unknown>[]): Program | undefined {
  const pair = EXCHANGES.find((names) =>
    names.every((name) =>
      records.some((record) => typeof record[name] === 'string' && String(record[name]).includes(' ')),
    ),
  );
  if (pair === undefined) return undefined;
  // Times belong to the words only if an item has one of each.
  const isOne = records.every((record) => pair.filter((name) => typeof record[name] === 'string').length === 1);
  const { start, end } = (isOne ? findItemFields(records) : undefined) ?? {};
  const turns = pair.map((name) => {
    const members: Member[] = [
      ['speaker', literal(LABEL_OF[name] ?? name)],
      ['text', path([name])],
    ];
    if (start !== undefined) members.push(['start', timeOf(start, records)]);
    if (end !== undefined) members.push(['end', timeOf(end, records)]);
    return object(members);
  });
  return list(pipe(path(at), together(...turns), select(path(['text']))));
}

/** Lists of two sides, such as `{ agent: [...], customer: [...] }`, sorted by time. */
function bySides(value: unknown, at: readonly Step[] = []): Program | undefined {
  if (!isRecord(value) || at.length > 3) return undefined;
  const sides = Object.entries(value).filter(
    ([name, member]) => sideOfWord(name) !== undefined && Array.isArray(member) && member.some(isRecord),
  );
  if (sides.length > 1) {
    const turns = sides.map(([name, member]) => {
      const records = Array.isArray(member) ? member.filter(isRecord) : [];
      const fields = findItemFields(records);
      if (fields === undefined) return undefined;
      const speaker: Member[] = [['speaker', literal(name)]];
      return { fields, turn: grouped(pipe(path([...at, name, EACH]), turnOf(fields, records, { speaker }))) };
    });
    if (turns.every((turn) => turn !== undefined)) {
      const program = list(together(...turns.map(({ turn }) => turn)));
      return turns.every(({ fields }) => fields.start !== undefined) ? pipe(program, byStart) : program;
    }
  }
  for (const [name, member] of Object.entries(value)) {
    const found = bySides(member, [...at, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `[{ "Lena": "Hello." }, { "Tom": "Hi." }]`: the key is the speaker. */
function byKeys(at: readonly Step[], records: readonly Record<string, unknown>[]): Program | undefined {
  const members = records.map((record) => Object.entries(record));
  const isPair = members.every((pairs) => pairs.length === 1 && typeof pairs[0]?.[1] === 'string');
  const keys = new Set(members.map(([pair]) => pair?.[0]));
  if (!isPair || keys.size < 2 || keys.size > Math.max(2, records.length / 2)) return undefined;
  const turn = object([
    ['speaker', path(['key'])],
    ['text', path(['value'])],
  ]);
  return list(pipe(path(at), entries, turn));
}

/** A list per speaker, under the speaker: `{ name: "Lena", utterances: [...] }`. */
function byOwner(
  at: readonly Step[],
  records: readonly Record<string, unknown>[],
  places: readonly Place[],
): Program | undefined {
  const owner = at.slice(0, -1).lastIndexOf(EACH);
  const [outer, inner] = [at.slice(0, owner + 1), at.slice(owner + 1)];
  const fields: ItemFields | undefined = findItemFields(records);
  if (owner < 0 || inner.length < 2 || fields === undefined || speakerOf(fields).length > 0) return undefined;
  const owners = places.find(({ path: steps }) => isSame(steps, outer))?.items.filter(isRecord) ?? [];
  const plain = owners.map((one) =>
    Object.fromEntries(Object.entries(one).filter(([, member]) => typeof member !== 'object')),
  );
  const speaker: FieldPath | undefined = findItemFields(plain.map((one) => ({ ...one, text: 'some words' })))?.speaker;
  if (speaker === undefined || new Set(plain.map((one) => valueAt(one, speaker))).size < 2) return undefined;
  const turn = turnOf(fields, records, { speaker: [['speaker', variable('who')]] });
  const turns = list(pipe(path(outer), bind(path(speaker), 'who', pipe(path(inner), turn))));
  return fields.start === undefined ? turns : pipe(turns, byStart);
}

function isSame(one: readonly Step[], other: readonly Step[]): boolean {
  return one.length === other.length && one.every((step, index) => step === other[index]);
}
