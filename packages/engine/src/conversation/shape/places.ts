/** The location of something in an unknown structure: every object and list down to some depth, lists by their first items. */
import { isRecord } from '../expect-input.ts';
import { EACH, type Step } from './program.ts';

const MAX_DEPTH = 5;
/** For a list: more items do not add information. */
export const MOST_ITEMS = 500;

export interface Place {
  path: readonly Step[];
  value: unknown;
  /** The result of a path with `[]`: the items of all lists on the way. */
  items: unknown[];
}

export function placesOf(value: unknown): Place[] {
  const places: Place[] = [];
  const visit = (place: Place, depth: number) => {
    places.push(place);
    if (depth >= MAX_DEPTH) return;
    for (const inner of insideOf(place)) visit(inner, depth + 1);
  };
  visit({ path: [], value, items: [value] }, 0);
  return places;
}

function insideOf({ path, items }: Place): Place[] {
  const found: Place[] = [];
  if (items.some(Array.isArray)) {
    const inner = items.filter(Array.isArray).flat().slice(0, MOST_ITEMS);
    if (inner.some((item) => isRecord(item) || Array.isArray(item)))
      found.push({ path: [...path, EACH], value: undefined, items: inner });
  }
  const owners = items.length === 1 && isRecord(items[0]) ? Object.values(items[0]) : [];
  // An object whose members each contain a list is a list of speakers.
  if (owners.length > 1 && owners.every((owner) => isRecord(owner) && Object.values(owner).some(Array.isArray)))
    found.push({ path: [...path, EACH], value: undefined, items: owners });
  const records = items.filter(isRecord);
  const names = new Set(records.slice(0, 20).flatMap((record) => Object.keys(record).slice(0, 100)));
  for (const name of names) {
    const members = records.flatMap((record) => (name in record ? [record[name]] : []));
    const isWorth = members.some((member) => typeof member === 'object' || typeof member === 'string');
    if (!/^[\w .@-]{1,60}$/.test(name) || !isWorth) continue;
    found.push({ path: [...path, name], value: path.includes(EACH) ? undefined : members[0], items: members });
  }
  return found;
}
