/** The metadata that a record has beside its conversation: the dimensions that every workspace has, and pairs of its own. */
import { DIMENSION_NAMES, pickName } from './field-names.ts';
import { isNothing } from './is-nothing.ts';

const LONGEST_KEY = 64;
const LONGEST_VALUE = 512;

/** As metadata holds it; undefined for what it cannot hold. */
function metadataValue(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return text === '' || text.length > LONGEST_VALUE || text.includes('\0') ? undefined : text;
}

/** What `pairs` say stands; columns and fields named like a dimension add to it. Dimensions come first: there is a limit to pairs. */
export function withMetadata(
  values: Readonly<Record<string, unknown>>,
  pairs: Readonly<Record<string, unknown>> = {},
): { metadata?: Record<string, string> } {
  const present = Object.keys(values).filter((name) => metadataValue(values[name]) !== undefined);
  const named = Object.entries(DIMENSION_NAMES).map(([dimension, names]): [string, unknown] => {
    const name = pickName(present, names);
    const value = name === undefined || isTrack(dimension, values[name]) ? undefined : values[name];
    return [dimension, metadataValue(pairs[dimension]) ?? value];
  });
  const found = [...named, ...Object.entries(pairs).filter(([key]) => !(key in DIMENSION_NAMES))].flatMap(
    ([key, value]): [string, string][] => {
      const text = key === '' || key.length > LONGEST_KEY ? undefined : metadataValue(value);
      return text === undefined ? [] : [[key, text]];
    },
  );
  return found.length === 0 ? {} : { metadata: Object.fromEntries(found) };
}

/** The number of an audio track, which recorders call a channel, too. */
function isTrack(dimension: string, value: unknown): boolean {
  return dimension === 'channel' && /^\d{1,2}$/.test(String(value).trim());
}

/** Of the columns or fields of turns: those that say one thing are about the conversation. Some exports leave them empty in some turns. */
export function constantsOf(turns: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const names = new Set(turns.flatMap((turn) => Object.keys(turn)));
  const same = [...names].flatMap((name): [string, unknown][] => {
    const values = new Set(turns.map((turn) => metadataValue(turn[name])).filter((value) => value !== undefined));
    return values.size === 1 ? [[name, [...values][0]]] : [];
  });
  return Object.fromEntries(same);
}

/** What each column or field of a record becomes: a key of metadata, `conversation`, `external_id`, `occurred_at` or `input`; undefined for those left out. */
export type FieldUses = Readonly<Record<string, string | undefined>>;

/** The empty ones are not listed. */
export function fieldUses(
  values: Readonly<Record<string, unknown>>,
  used: Readonly<Record<string, string | undefined>>,
  { metadata = {} }: { metadata?: Record<string, string> },
  pairs: Readonly<Record<string, unknown>> = {},
): FieldUses {
  const uses = new Map<string, string | undefined>();
  for (const [name, value] of Object.entries(values))
    if (value !== pairs && !isNothing(value)) uses.set(name, used[name]);
  for (const [key, value] of Object.entries(pairs))
    if (!isNothing(value)) uses.set(`metadata.${key}`, key in metadata ? `metadata ${key}` : undefined);
  for (const [dimension, names] of Object.entries(DIMENSION_NAMES)) {
    const name = pickName(
      Object.keys(values).filter((each) => metadataValue(values[each]) === metadata[dimension]),
      names,
    );
    if (name !== undefined && dimension in metadata && !(dimension in pairs)) uses.set(name, `metadata ${dimension}`);
  }
  return Object.fromEntries(uses);
}
