/** A kit as YAML: keys in the order of its author, one line for each value, and without the defaults that the service wrote out. */
import { stringify } from 'yaml';

const EVERY_FIELD = ['confidence', 'reason', 'evidence'];

/** No line is folded: a changed word then changes one line, and every line can be coloured by itself. */
export function kitText(document: unknown): string {
  return stringify(withoutDefaults(document), { lineWidth: 0, aliasDuplicateObjects: false });
}

function withoutDefaults(document: unknown): unknown {
  if (!isRecord(document)) return document;
  const { bricks } = document;
  return {
    ...without(
      document,
      (name, value) => (name === 'engine' && value === 'auto') || (name === 'name' && value === document.kit),
    ),
    ...(Array.isArray(bricks) && { bricks: bricks.map(withoutBrickDefaults) }),
  };
}

function withoutBrickDefaults(brick: unknown): unknown {
  if (!isRecord(brick)) return brick;
  return without(brick, (name, value) => {
    if (name === 'output') return Array.isArray(value) && EVERY_FIELD.every((field) => value.includes(field));
    return (name === 'name' && value === brick.key) || (name === 'absent' && value === '');
  });
}

function without(
  record: Record<string, unknown>,
  isDefault: (name: string, value: unknown) => boolean,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => !isDefault(name, value)));
}

/** The same document with its keys in the order of another one, so that only what differs is seen as different. */
export function orderLike(value: unknown, other: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(other))
    return value.map((item, index) => orderLike(item, partnerOf(item, other) ?? other[index]));
  if (!isRecord(value) || !isRecord(other)) return value;
  const shared = Object.keys(other).filter((name) => name in value);
  const rest = Object.keys(value).filter((name) => !(name in other));
  return Object.fromEntries([...shared, ...rest].map((name) => [name, orderLike(value[name], other[name])]));
}

/** Bricks are distinguished by their key; everything else by its place. */
function partnerOf(item: unknown, others: readonly unknown[]): unknown {
  if (!isRecord(item) || item.key === undefined) return undefined;
  return others.find((each) => isRecord(each) && each.key === item.key);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
