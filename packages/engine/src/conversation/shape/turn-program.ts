/** The part of a hint that turns an item into a turn: `{speaker: .who, text: .said, start: (.ms | . / 1000)}`. */
import { isRecord } from '../expect-input.ts';
import type { FieldPath, ItemFields, TimeField } from './item-fields.ts';
import {
  choose,
  dividedBy,
  grouped,
  minus,
  object,
  type Program,
  path,
  pipe,
  plus,
  startsIn,
  toNumber,
  unlessNull,
} from './program.ts';

export type Member = readonly [string, Program];

export function turnOf(
  fields: ItemFields,
  records: readonly Record<string, unknown>[],
  { speaker = speakerOf(fields), text = path(fields.text) }: { speaker?: readonly Member[]; text?: Program } = {},
): Program {
  return object([...speaker, ['text', text], ...timesOf(fields, records)]);
}

export function speakerOf({ speaker, flag, direction }: ItemFields): Member[] {
  if (speaker !== undefined) return [['speaker', path(speaker)]];
  if (direction !== undefined) {
    return [['speaker', choose(grouped(pipe(path(direction), startsIn)), 'customer', 'agent')]];
  }
  if (flag === undefined) return [];
  const [yes, no] = flag.isCustomer ? ['customer', 'agent'] : ['agent', 'customer'];
  return [['speaker', choose(path(flag.path), yes, no)]];
}

function timesOf({ start, end, duration }: ItemFields, records: readonly Record<string, unknown>[]): Member[] {
  if (start === undefined) return end === undefined ? [] : [['end', timeOf(end, records)]];
  const begin = timeOf(start, records);
  if (end !== undefined)
    return [
      ['start', begin],
      ['end', timeOf(end, records)],
    ];
  const length = duration === undefined ? [] : [['end', plus(begin, timeOf(duration, records))] as const];
  return [['start', begin], ...length];
}

export function timeOf(
  { path: steps, perSecond, isDigits, isClock }: TimeField,
  records: readonly Record<string, unknown>[],
): Program {
  const isWhole = records.every((record) => valueAt(record, steps) !== undefined && valueAt(record, steps) !== null);
  const changes = [
    ...(isDigits ? [toNumber] : []),
    ...(isClock ? [minus('t0')] : []),
    ...(perSecond === 1 ? [] : [dividedBy(perSecond)]),
  ];
  if (changes.length === 0) return path(steps);
  const changed = pipe(...changes);
  return grouped(pipe(path(steps), isWhole ? changed : unlessNull(changed)));
}

export function valueAt(record: Record<string, unknown>, steps: FieldPath): unknown {
  return steps.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[Number(part)];
    return isRecord(value) ? value[part] : undefined;
  }, record);
}
