/** How changes read. */
import type { BrickSchema, Changes } from '@brickwork/client';
import { formatShort } from '@brickwork/contract/figures';
import { formatDay, formatWholePercent } from '../ui/format.ts';
import type { Change } from './use-changes.ts';

/** `9 Nov – 15 Nov, compared with 12 Oct – 8 Nov`. */
export const daysText = ({ from, to, against }: Pick<Changes, 'from' | 'to' | 'against'>): string =>
  `${formatDay(from)} – ${formatDay(to)}, compared with ${formatDay(against.from)} – ${formatDay(against.to)}`;

export const placeOf = ({ team, agent }: Pick<Change, 'team' | 'agent'>): string => agent ?? team ?? 'All calls';

/** For a difference: percentage points for shares. */
export function unitOf(what: string, schema: BrickSchema | undefined): (value: number) => string {
  if (what !== 'mean') return formatWholePercent;
  const max = schema?.score === undefined ? schema?.max : (schema.score.out_of ?? 100);
  return max !== undefined && max > 20 ? (value) => String(Math.round(value)) : formatShort;
}

export const signed = (value: number, format: (value: number) => string | number): string =>
  `${value < 0 ? '−' : '+'}${format(Math.abs(value))}`;
