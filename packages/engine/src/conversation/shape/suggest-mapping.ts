/**
 * The jq program that turns an unknown shape into turns, or into something that is known. It keeps speakers and times where they can be found. `suggest-mapping.test.ts`
 * runs the programs with jq and reads what comes out.
 */
import { isRecord } from '../expect-input.ts';
import { sideOfWord } from '../infer-side.ts';
import { type FieldPath, findItemFields, type ItemFields, type TimeField } from './item-fields.ts';

const MAX_DEPTH = 5;
/** Of a list: more do not tell more. */
const MOST_ITEMS = 500;
const SAFE_NAME = /^[a-z_]\w{0,39}$/i;

/** `isKnown` says whether a value can be read as it is. Undefined where nothing looks like words. */
export function suggestMapping(value: unknown, isKnown: (value: unknown) => boolean): string | undefined {
  const places = placesOf(value);
  const known = places.find((place) => place.path !== '' && isKnown(place.value));
  if (known !== undefined) return known.path;
  const lists = places.filter((place): place is Place & { value: unknown[] } => Array.isArray(place.value));
  return (
    bySides(value) ??
    byItems(places) ??
    lists.map(byRows).find((program) => program !== undefined) ??
    lists.map(byLines).find((program) => program !== undefined)
  );
}

interface Place {
  path: string;
  value: unknown;
  /** What a path with `[]` leads to: the items of all lists on the way. */
  items: unknown[];
}

/** Every object and list down to some depth, lists by their first items. */
function placesOf(value: unknown): Place[] {
  const places: Place[] = [];
  const visit = (place: Place, depth: number) => {
    places.push(place);
    if (depth >= MAX_DEPTH) return;
    const { path, items } = place;
    if (items.some(Array.isArray)) {
      const inner = items.filter(Array.isArray).flat().slice(0, MOST_ITEMS);
      if (inner.some((item) => isRecord(item) || Array.isArray(item)))
        visit({ path: `${path === '' ? '.' : path}[]`, value: undefined, items: inner }, depth + 1);
    }
    const owners = items.length === 1 && isRecord(items[0]) ? Object.values(items[0]) : [];
    // An object whose members each hold a list is a list of those who speak.
    if (owners.length > 1 && owners.every((owner) => isRecord(owner) && Object.values(owner).some(Array.isArray)))
      visit({ path: `${path === '' ? '.' : path}[]`, value: undefined, items: owners }, depth + 1);
    const records = items.filter(isRecord);
    const names = new Set(records.slice(0, 20).flatMap((record) => Object.keys(record).slice(0, 100)));
    for (const name of names) {
      const members = records.flatMap((record) => (name in record ? [record[name]] : []));
      if (
        !/^[\w .@-]{1,60}$/.test(name) ||
        !members.some((member) => typeof member === 'object' || typeof member === 'string')
      )
        continue;
      visit(
        { path: `${path}${step(name)}`, value: path.includes('[]') ? undefined : members[0], items: members },
        depth + 1,
      );
    }
  };
  visit({ path: '', value, items: [value] }, 0);
  return places;
}

function step(name: string): string {
  return SAFE_NAME.test(name) ? `.${name}` : `.[${JSON.stringify(name)}]`;
}

/** The longest list of objects with words; also an object whose members are the items, and lists of words. */
function byItems(places: readonly Place[]): string | undefined {
  const found = places.flatMap((place) => {
    const { path, items } = place;
    const isList = path.endsWith('[]');
    const members = isList ? items : items.length === 1 && isRecord(items[0]) ? Object.values(items[0]) : [];
    const records = members.filter(isRecord).slice(0, MOST_ITEMS);
    if (records.length === 0 || (!isList && (records.length < 2 || records.length < members.length))) return [];
    const at = isList ? path : `${path === '' ? '.' : path}[]`;
    const program =
      byWords(at, records) ??
      byExchange(at, records) ??
      byKeys(at, records) ??
      bySpokenWords(at, records) ??
      byOwner(at, records, places) ??
      byFields(at, records);
    return program === undefined ? [] : [{ program, weight: weightOf(records, program) }];
  });
  return found.toSorted((left, right) => right.weight - left.weight)[0]?.program;
}

/** Lists of people or labels have words too; a conversation has more of them, and someone who says them. */
function weightOf(records: readonly Record<string, unknown>[], program: string): number {
  const text = findItemFields(records)?.text;
  const length =
    text === undefined ? 0 : records.reduce((sum, record) => sum + String(valueAt(record, text) ?? '').length, 0);
  return (length + records.length * 10) * (program.includes('speaker:') ? 4 : 1);
}

function byFields(at: string, records: readonly Record<string, unknown>[]): string | undefined {
  const fields = findItemFields(records);
  if (fields === undefined) return undefined;
  const filter = fields.isPartial ? ` | select(${pathOf(fields.text)} | type == "string")` : '';
  const since = fields.start?.isClock ? `([${at}${pathOf(fields.start.path)}] | min) as $t0 | ` : '';
  const list = `${since}[${at}${filter} | ${turnOf(fields, records)}]`;
  return fields.isNewestFirst ? `${list} | reverse` : list;
}

function turnOf(fields: ItemFields, records: readonly Record<string, unknown>[], text = pathOf(fields.text)): string {
  const parts = [...speakerOf(fields), `text: ${text}`];
  if (fields.start !== undefined) parts.push(`start: ${timeOf(fields.start, records)}`);
  if (fields.end !== undefined) parts.push(`end: ${timeOf(fields.end, records)}`);
  else if (fields.start !== undefined && fields.duration !== undefined)
    parts.push(`end: (${timeOf(fields.start, records)} + ${timeOf(fields.duration, records)})`);
  return `{${parts.join(', ')}}`;
}

function speakerOf({ speaker, flag, direction }: ItemFields): string[] {
  if (speaker !== undefined) return [`speaker: ${pathOf(speaker)}`];
  if (direction !== undefined) {
    return [
      `speaker: (if (${pathOf(direction)} | ascii_downcase | startswith("in")) then "customer" else "agent" end)`,
    ];
  }
  if (flag === undefined) return [];
  const [yes, no] = flag.isCustomer ? ['customer', 'agent'] : ['agent', 'customer'];
  return [`speaker: (if ${pathOf(flag.path)} then "${yes}" else "${no}" end)`];
}

function timeOf(
  { path, perSecond, isDigits, isClock }: TimeField,
  records: readonly Record<string, unknown>[],
): string {
  const isWhole = records.every((record) => valueAt(record, path) !== undefined && valueAt(record, path) !== null);
  const steps = [
    ...(isDigits ? ['tonumber'] : []),
    ...(isClock ? ['. - $t0'] : []),
    ...(perSecond === 1 ? [] : [`. / ${perSecond}`]),
  ];
  if (steps.length === 0) return pathOf(path);
  return isWhole
    ? `(${pathOf(path)} | ${steps.join(' | ')})`
    : `(${pathOf(path)} | if . == null then null else ${steps.join(' | ')} end)`;
}

function pathOf(path: FieldPath): string {
  const rendered = path.map((part) => (typeof part === 'number' ? `[${part}]` : step(part))).join('');
  return rendered.startsWith('[') ? `.${rendered}` : rendered;
}

function valueAt(record: Record<string, unknown>, path: FieldPath): unknown {
  return path.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[Number(part)];
    return isRecord(value) ? value[part] : undefined;
  }, record);
}

const WORD_NAMES = ['word', 'token', 'punctuated_word', 'text', 'value', 'content', 'w'];

/** A list of single words: those of one speaker on end are a turn. */
function byWords(at: string, records: readonly Record<string, unknown>[]): string | undefined {
  const name = WORD_NAMES.find((word) => records.every((record) => typeof record[word] === 'string'));
  if (name === undefined || records.length < 4) return undefined;
  if (records.some((record) => /\s\S/.test(String(record[name]).trim()))) return undefined;
  const fields = findItemFields(records.map((record) => ({ ...record, [name]: `${String(record[name])} word` })));
  if (fields?.speaker === undefined) return undefined;
  const turn = turnOf({ ...fields, text: [name] }, records);
  const end = fields.end === undefined ? '' : ' | .[-1].end = $w.end';
  return `reduce (${at} | ${turn}) as $w ([]; if length > 0 and .[-1].speaker == $w.speaker then .[-1].text += " " + $w.text${end} else . + [$w] end)`;
}

/** Items whose words are a list: `{ speaker, words: [{ word, start, end }] }`. */
function bySpokenWords(at: string, records: readonly Record<string, unknown>[]): string | undefined {
  const [first = {}] = records;
  for (const [name, member] of Object.entries(first)) {
    const word = Array.isArray(member) ? member.find(isRecord) : undefined;
    const text = word === undefined ? undefined : WORD_NAMES.find((key) => typeof word[key] === 'string');
    if (word === undefined || text === undefined || typeof first.text === 'string') continue;
    const inner = findItemFields([{ ...word, [text]: 'some words' }]);
    const outer = findItemFields(records.map(({ [name]: _words, ...rest }) => ({ ...rest, text: 'some words' })));
    const parts = [
      ...(outer === undefined ? [] : speakerOf(outer)),
      `text: ([${step(name)}[]${step(text)}] | join(" "))`,
    ];
    if (inner?.start !== undefined) parts.push(`start: ${timeOf(within(name, 0, inner.start), records)}`);
    if (inner?.end !== undefined) parts.push(`end: ${timeOf(within(name, -1, inner.end), records)}`);
    return `[${at} | {${parts.join(', ')}}]`;
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

/** Items with what both said: `{ user: "…", bot: "…" }`. */
function byExchange(at: string, records: readonly Record<string, unknown>[]): string | undefined {
  const pair = EXCHANGES.find((names) =>
    names.every((name) =>
      records.some((record) => typeof record[name] === 'string' && String(record[name]).includes(' ')),
    ),
  );
  if (pair === undefined) return undefined;
  const label = (name: string) =>
    ({
      question: 'customer',
      answer: 'agent',
      input: 'user',
      output: 'assistant',
      prompt: 'user',
      query: 'user',
      response: 'assistant',
    })[name] ?? name;
  // Times belong to what is said only where an item has one of both.
  const isOne = records.every((record) => pair.filter((name) => typeof record[name] === 'string').length === 1);
  const { start, end } = (isOne ? findItemFields(records) : undefined) ?? {};
  const times = [start && `, start: ${timeOf(start, records)}`, end && `, end: ${timeOf(end, records)}`].join('');
  const turns = pair.map((name) => `{speaker: "${label(name)}", text: .${name}${times}}`).join(', ');
  return `[${at} | ${turns} | select(.text)]`;
}

/** Lists of two sides, such as `{ agent: [...], customer: [...] }`, put in the order of time. */
function bySides(value: unknown, path = '', depth = 0): string | undefined {
  if (!isRecord(value) || depth > 3) return undefined;
  const sides = Object.entries(value).filter(
    ([name, member]) => sideOfWord(name) !== undefined && Array.isArray(member) && member.some(isRecord),
  );
  if (sides.length > 1) {
    const turns = sides.map(([name, member]) => {
      const records = Array.isArray(member) ? member.filter(isRecord) : [];
      const fields = findItemFields(records);
      if (fields === undefined) return undefined;
      const { speaker: _speaker, flag: _flag, direction: _direction, ...words } = fields;
      return { name, fields, turn: turnOf(words, records).replace('{', `{speaker: "${name}", `) };
    });
    if (turns.every((turn) => turn !== undefined)) {
      const program = `[${turns.map((turn) => `(${path}${step(turn.name)}[] | ${turn.turn})`).join(', ')}]`;
      return turns.every(({ fields }) => fields.start !== undefined) ? `${program} | sort_by(.start)` : program;
    }
  }
  for (const [name, member] of Object.entries(value)) {
    const found = bySides(member, `${path}${step(name)}`, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `[{ "Lena": "Hello." }, { "Tom": "Hi." }]`: the key is who speaks. */
function byKeys(at: string, records: readonly Record<string, unknown>[]): string | undefined {
  const entries = records.map((record) => Object.entries(record));
  const isPair = entries.every((members) => members.length === 1 && typeof members[0]?.[1] === 'string');
  const keys = new Set(entries.map(([member]) => member?.[0]));
  if (!isPair || keys.size < 2 || keys.size > Math.max(2, records.length / 2)) return undefined;
  return `[${at} | to_entries[] | {speaker: .key, text: .value}]`;
}

/** Lists of what each one said, below who said it: `{ name: "Lena", utterances: [...] }`. */
function byOwner(
  at: string,
  records: readonly Record<string, unknown>[],
  places: readonly Place[],
): string | undefined {
  const [, outer, inner] = /^(.*\[\])((?:\.\w+)+\[\])$/.exec(at) ?? [];
  const fields = findItemFields(records);
  if (outer === undefined || inner === undefined || fields === undefined || speakerOf(fields).length > 0)
    return undefined;
  const owners = places.find((place) => place.path === outer)?.items.filter(isRecord) ?? [];
  const plain = owners.map((owner) =>
    Object.fromEntries(Object.entries(owner).filter(([, member]) => typeof member !== 'object')),
  );
  const speaker = findItemFields(plain.map((owner) => ({ ...owner, text: 'some words' })))?.speaker;
  if (speaker === undefined || new Set(plain.map((owner) => valueAt(owner, speaker))).size < 2) return undefined;
  const turn = turnOf(fields, records).replace('{', '{speaker: $who, ');
  const list = `[${outer} | ${pathOf(speaker)} as $who | ${inner} | ${turn}]`;
  return fields.start === undefined ? list : `${list} | sort_by(.start)`;
}

/** Rows: `[["Agent", "Hello."], …]`, `[[0.5, 1.2, "Lena", "Hello."], …]`. */
function byRows({ path, value }: { path: string; value: unknown[] }): string | undefined {
  const rows = value.filter((item) => Array.isArray(item) && item.length >= 2).slice(0, MOST_ITEMS);
  if (rows.length === 0 || rows.length < Math.min(value.length, MOST_ITEMS)) return undefined;
  const records = rows.map((row) => Object.fromEntries(Array.isArray(row) ? row.entries() : []));
  const fields = findItemFields(records);
  if (fields === undefined) return undefined;
  const turn = turnOf(fields, records).replaceAll(/\.\["(\d+)"\]/g, '.[$1]');
  return `[${path === '' ? '.' : path}[] | ${turn}]`;
}

/** Lines of a transcript in a list. */
function byLines({ path, value }: { path: string; value: unknown[] }): string | undefined {
  if (
    value.length === 0 ||
    !value.every((item) => typeof item === 'string') ||
    !value.some((item) => item.includes(' '))
  )
    return undefined;
  return `${path === '' ? '.' : path} | join("\\n")`;
}
