/** The order of a list of runs, as it stands in a query: `sort=-answer.score` puts the highest score first. */
import { itemType } from '@brickwork/engine/bricks/brick-types';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { decodeId } from '../core/ids.ts';
import { type KnownAnswers, unknown } from './check-answer-filter.ts';

export interface RunOrder {
  by: 'created_at' | 'occurred_at' | { field: 'answer' | 'confidence'; brick: string };
  isDescending: boolean;
}

/** After the last run of a page: what it was sorted by, as text (null: no value), and which it was. */
export interface OrderPosition {
  key: string | null;
  runId: string;
}

/** The default order of a list. */
const NEWEST_FIRST = '-created_at';

/** Undefined: newest first. */
export function readRunOrder(sort: string | undefined): RunOrder | undefined {
  if (sort === undefined || sort === NEWEST_FIRST) return undefined;
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  if (name === 'created_at' || name === 'occurred_at') return { by: name, isDescending };
  const [, field, brick = ''] = /^(answer|confidence)\.(.{1,64})$/s.exec(name) ?? [];
  if (field === undefined || brick.includes('\0'))
    throw wrong('must be created_at, occurred_at, answer.BRICK or confidence.BRICK, with - in front to reverse it');
  return { by: { field: field as 'answer' | 'confidence', brick }, isDescending };
}

/** A brick that the kit never had would sort nothing and look like an order. `showsTexts`: whether the caller may see unmasked texts. */
export async function checkRunOrder(
  { by }: RunOrder,
  kitCode: string | undefined,
  known: () => KnownAnswers,
  showsTexts: boolean,
): Promise<void> {
  if (typeof by === 'string') return;
  if (kitCode === undefined) throw wrong('answers belong to a kit; add kit_code to the request');
  const bricks = (await known().bricks()) ?? [];
  const keys = bricks.map(({ key }) => key);
  if (keys.length > 0 && !keys.includes(by.brick)) throw wrong(unknown('the kit has no such brick', by.brick, keys));
  // The position of a text among others reveals it, and so does a cursor, which contains the last one.
  const isText = bricks.some((brick) => brick.key === by.brick && itemType(brick).compareAs === 'texts');
  if (by.field === 'answer' && isText && !showsTexts)
    throw new ServiceError('forbidden', {
      detail:
        'sort: you see masked texts, and their order would reveal them. This needs the permission identities:read.',
    });
}

export function writePosition({ key, runId }: OrderPosition): string {
  return encodeURIComponent(JSON.stringify([key, runId]));
}

export function readPosition(order: RunOrder, text: string): OrderPosition | undefined {
  try {
    const [key, runId] = JSON.parse(decodeURIComponent(text)) as [unknown, unknown];
    if (typeof runId !== 'string' || decodeId('run', runId) === undefined) return undefined;
    return isKeyOf(order, key) ? { key, runId } : undefined;
  } catch {
    return undefined;
  }
}

/** Microseconds of a time, or a JSON value as the database can read it. */
function isKeyOf({ by }: RunOrder, key: unknown): key is string | null {
  if (typeof by === 'string') return typeof key === 'string' && /^-?\d{1,17}$/.test(key);
  if (key === null) return true;
  if (typeof key !== 'string') return false;
  const value = JSON.stringify(JSON.parse(key));
  return value.isWellFormed() && !/\\u(0000|d[89a-f])/i.test(value);
}

function wrong(sentence: string): ServiceError {
  return new ServiceError('invalid_parameter', { detail: `sort: ${sentence}${/[.?]$/.test(sentence) ? '' : '.'}` });
}
