/**
 * What to say about a shape that is not known: what was recognised in it, the closest known format, and the command that turns it into turns. Field names are
 * repeated only where they look like names of fields; values never are.
 */
import { isRecord } from './expect-input.ts';
import { VENDOR_READERS } from './formats/vendor-formats.ts';

const TEXT_NAMES = [
  'text',
  'message',
  'content',
  'body',
  'transcript',
  'utterance',
  'sentence',
  'words',
  'line',
  'value',
  'display',
];
const SPEAKER_NAMES = [
  'speaker',
  'speaker_name',
  'speakername',
  'role',
  'author',
  'sender',
  'from',
  'name',
  'user',
  'who',
  'participant',
  'channel',
  'speaker_id',
  'speakerid',
];
const MAX_DEPTH = 5;
const MAX_FIELDS = 8;

export function describeShape(value: unknown): string {
  const known =
    'must be a text, an array of turns ([{"speaker": "agent", "text": "…"}]), messages or mails, or the export of a known recorder';
  if (!isRecord(value) && !Array.isArray(value)) return known;
  const names = new Set<string>();
  const lists: FoundList[] = [];
  explore(value, '', names, lists, 0);
  const fields = [...names].filter((name) => /^[a-z_][\w-]{0,39}$/i.test(name));
  const recognised = fields.length === 0 ? 'no fields' : `the fields ${fields.slice(0, MAX_FIELDS).join(', ')}`;
  const closest = closestFormat(names);
  const list = lists.toSorted((left, right) => right.length - left.length)[0];
  return [
    known,
    `; recognised ${Array.isArray(value) ? 'a list' : 'an object'} with ${recognised}`,
    closest === undefined ? '' : `; the closest known format is ${closest}`,
    list === undefined ? '' : `. Send turns instead: jq '${mappingOf(list)}'`,
  ].join('');
}

interface FoundList {
  path: string;
  length: number;
  text: string;
  speaker: string | undefined;
}

/** Field names of the first levels, and the lists of objects that have a text. */
function explore(value: unknown, path: string, names: Set<string>, lists: FoundList[], depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    const first = value.find(isRecord);
    if (first === undefined) return;
    const text = textField(first);
    if (text !== undefined) {
      const speaker = Object.keys(first).find((name) => SPEAKER_NAMES.includes(name.toLowerCase()) && name !== text);
      lists.push({ path: `${path}[]`, length: value.length, text, speaker });
    }
    explore(first, `${path}[]`, names, lists, depth + 1);
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value).slice(0, 100)) {
      names.add(name);
      const isField = /^[a-z_]\w{0,39}$/i.test(name);
      explore(member, `${path}.${isField ? name : JSON.stringify(name.slice(0, 40))}`, names, lists, depth + 1);
    }
  }
}

/** By its name, else the field with the longest text. */
function textField(item: Record<string, unknown>): string | undefined {
  const texts = Object.entries(item).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && /^[a-z_]\w{0,39}$/i.test(entry[0]),
  );
  const named = texts.find(([name]) => TEXT_NAMES.includes(name.toLowerCase()));
  const longest = texts.toSorted(([, left], [, right]) => right.length - left.length)[0];
  return named?.[0] ?? (longest?.[1].includes(' ') ? longest[0] : undefined);
}

function mappingOf({ path, text, speaker }: FoundList): string {
  const of = path.startsWith('[') ? `.${path}` : path;
  return speaker === undefined ? `[${of} | {text: .${text}}]` : `[${of} | {speaker: .${speaker}, text: .${text}}]`;
}

function closestFormat(names: ReadonlySet<string>): string | undefined {
  const scored = Object.entries(VENDOR_READERS).map(([name, { marks }]) => ({
    name,
    score: marks.filter((mark) => names.has(mark)).length,
  }));
  const best = scored.toSorted((left, right) => right.score - left.score)[0];
  return best !== undefined && best.score > 0 ? best.name : undefined;
}
