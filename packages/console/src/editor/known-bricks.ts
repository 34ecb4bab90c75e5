/** What conditions and scores may refer to: the bricks of the text, each with the values it can have. */
import { parseDocument } from 'yaml';

/** Values by brick; none where they cannot be listed. */
export type KnownBricks = ReadonlyMap<string, readonly string[]>;

/** The line of the caret is left out: half a line would spoil the reading of the others, and a brick must not refer to itself. */
export function knownBricks(above: readonly string[], below: readonly string[]): KnownBricks {
  const own = above.findLast((line) => OWN_KEY.test(line));
  const ownKey = own === undefined ? undefined : OWN_KEY.exec(own)?.[1];
  const { bricks } = asGroup(read([...above, '', ...below].join('\n')));
  const known = new Map<string, readonly string[]>();
  for (const brick of Array.isArray(bricks) ? bricks.map(asGroup) : []) {
    if (typeof brick.key === 'string' && brick.key !== ownKey) known.set(brick.key, valuesOf(brick));
  }
  return known;
}

const OWN_KEY = /^\s*- key:\s*(\w+)/;

function read(text: string): unknown {
  try {
    return parseDocument(text, { prettyErrors: false }).toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

function valuesOf({ type, categories }: Readonly<Record<string, unknown>>): string[] {
  if (type === 'boolean') return ['true', 'false'];
  if (!Array.isArray(categories)) return [];
  return categories.map((category) => asGroup(category).value).filter((value) => typeof value === 'string');
}

function asGroup(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
