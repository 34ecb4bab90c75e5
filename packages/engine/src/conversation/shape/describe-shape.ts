/**
 * Describes an unknown structure: what was recognised in it, the closest known format, and the command that turns it into turns. Field
 * names are repeated only if they look like names of fields; values never are.
 */
import { isRecord } from '../expect-input.ts';
import { VENDOR_READERS } from '../formats/vendor-formats.ts';
import { suggestMapping } from './suggest-mapping.ts';

const MAX_DEPTH = 5;
const MAX_FIELDS = 8;

/** `isKnown` says whether a value inside can be read as it is, `isRead` whether a value is read with at least two speakers. */
export function describeShape(
  value: unknown,
  isKnown: (value: unknown) => boolean,
  isRead: (value: unknown) => boolean,
): string {
  const known =
    'must be a text, an array of turns ([{"speaker": "agent", "text": "…"}]), messages or mails, or the export of a known recorder';
  if (!isRecord(value) && !Array.isArray(value)) return known;
  const names = new Set<string>();
  collectNames(value, names, 0);
  const fields = [...names].filter((name) => /^[a-z_][\w-]{0,39}$/i.test(name));
  const recognised = fields.length === 0 ? 'no fields' : `the fields ${fields.slice(0, MAX_FIELDS).join(', ')}`;
  const closest = closestFormat(names);
  const mapping = suggestMapping(value, isKnown, isRead);
  return [
    known,
    `; recognised ${Array.isArray(value) ? 'a list' : 'an object'} with ${recognised}`,
    closest === undefined ? '' : `; the closest known format is ${closest}`,
    mapping === undefined ? '' : `. Send this instead: jq '${mapping.jq}'`,
  ].join('');
}

/** Field names of the first levels. */
function collectNames(value: unknown, names: Set<string>, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    collectNames(value.find(isRecord) ?? value.find(Array.isArray), names, depth + 1);
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value).slice(0, 100)) {
      names.add(name);
      collectNames(member, names, depth + 1);
    }
  }
}

function closestFormat(names: ReadonlySet<string>): string | undefined {
  const scored = Object.entries(VENDOR_READERS).map(([name, { marks }]) => ({
    name,
    score: marks.filter((mark) => names.has(mark)).length,
  }));
  const best = scored.toSorted((left, right) => right.score - left.score)[0];
  return best !== undefined && best.score > 0 ? best.name : undefined;
}
