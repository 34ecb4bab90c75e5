/** What changed between two versions of a kit, and which changes break consumers of its output or callers. */
import type { BrickType } from '@brickwork/contract/kit';
import canonicalize from 'canonicalize';
import { canExpectNull } from '../bricks/applicability.ts';
import { brickType } from '../bricks/brick-types.ts';
import { isMany } from '../bricks/is-many.ts';
import type { Brick, Kit } from './normalise-kit.ts';

export interface FieldChange {
  field: string;
  from?: unknown;
  to?: unknown;
}

export interface KitDiff {
  breaking: boolean;
  /** One sentence for each thing that breaks a consumer. */
  breaks: { key?: string; message: string }[];
  added: { key: string; type: BrickType }[];
  removed: { key: string; type: BrickType }[];
  changed: { key: string; breaking: boolean; changes: FieldChange[] }[];
  /** Changes of the kit itself: name, engine, input, knowledge. */
  kit: FieldChange[];
}

export function diffKits(from: Kit, to: Kit): KitDiff {
  const before = new Map(from.bricks.map((brick) => [brick.key, brick]));
  const after = new Map(to.bricks.map((brick) => [brick.key, brick]));
  const added = to.bricks.filter((brick) => !before.has(brick.key)).map(keyAndType);
  const removed = from.bricks.filter((brick) => !after.has(brick.key)).map(keyAndType);
  const breaks: KitDiff['breaks'] = removed.map(({ key }) => ({ key, message: `"${key}" is gone from the output.` }));
  const changed: KitDiff['changed'] = [];
  for (const brick of to.bricks) {
    const old = before.get(brick.key);
    if (old === undefined) continue;
    const changes = fieldChanges(old, brick);
    if (changes.length === 0) continue;
    const messages = brickBreaks(old, brick);
    if (canExpectNull(to.bricks, brick) && !canExpectNull(from.bricks, old))
      messages.push(`"${brick.key}" may now be null.`);
    breaks.push(...messages.map((message) => ({ key: brick.key, message })));
    changed.push({ key: brick.key, breaking: messages.length > 0, changes });
  }
  breaks.push(...inputBreaks(from, to).map((message) => ({ message })));
  const { bricks: _old, ...fromKit } = from;
  const { bricks: _new, ...toKit } = to;
  return { breaking: breaks.length > 0, breaks, added, removed, changed, kit: fieldChanges(fromKit, toKit) };
}

function keyAndType({ key, type }: Brick): { key: string; type: BrickType } {
  return { key, type };
}

function fieldChanges(from: object, to: object): FieldChange[] {
  const before = new Map<string, unknown>(Object.entries(from));
  const after = new Map<string, unknown>(Object.entries(to));
  const changes: FieldChange[] = [];
  for (const field of new Set([...before.keys(), ...after.keys()])) {
    if (canonicalize(before.get(field)) === canonicalize(after.get(field))) continue;
    changes.push({
      field,
      ...(before.has(field) && { from: before.get(field) }),
      ...(after.has(field) && { to: after.get(field) }),
    });
  }
  return changes;
}

function brickBreaks(from: Brick, to: Brick): string[] {
  const breaks: string[] = [];
  if (from.type === to.type && isMany(from) !== isMany(to)) {
    breaks.push(
      isMany(to) ? `"${to.key}" is a list now, it was one value.` : `"${to.key}" is one value now, it was a list.`,
    );
  } else if (from.type === to.type) breaks.push(...brickType(to).breaks(from, to));
  else breaks.push(`"${to.key}" is ${to.type} now, it was ${from.type}.`);
  for (const field of from.output) {
    if (!to.output.includes(field)) breaks.push(`"${to.key}" no longer has ${field}.`);
  }
  if (from.on_invalid !== 'omit' && to.on_invalid === 'omit') {
    breaks.push(`"${to.key}" may now be left out of the output.`);
  }
  return breaks;
}

function inputBreaks(from: Kit, to: Kit): string[] {
  const breaks: string[] = [];
  for (const [name, field] of Object.entries(to.input.fields)) {
    const old = Object.hasOwn(from.input.fields, name) ? from.input.fields[name] : undefined;
    if (field.required && old?.required !== true) breaks.push(`Runs must now send input.${name}.`);
    if (old !== undefined && old.type !== field.type) {
      breaks.push(`input.${name} must be a ${field.type} now, it was a ${old.type}.`);
    }
  }
  return breaks;
}
