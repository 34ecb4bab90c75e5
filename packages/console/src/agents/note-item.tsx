/** A coaching note, and how the calls after it went against those before. */
import type { CoachingNote } from '@brickwork/client';
import { formatShare, formatShort, intervalText } from '@brickwork/contract/figures';
import type { ReactNode } from 'react';
import { Direction } from '../insights/estimate.tsx';
import { formatDay, formatNumber } from '../ui/format.ts';

export function NoteItem({ note, actions }: { note: CoachingNote; actions?: ReactNode }) {
  return (
    <li className="space-y-2 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-60 whitespace-pre-wrap">{note.text}</p>
        {actions}
      </div>
      <p className="text-[13px] text-muted">
        {`${formatDay(note.noted_on)}${note.by.kind === 'person' ? ` · ${note.by.name}` : ''}`}
      </p>
      {note.effect.length === 0 ? (
        <p className="text-[13px] text-muted">No calls with these questions around this day yet.</p>
      ) : (
        <ul className="space-y-1">
          {note.effect.map((effect) => (
            <EffectLine key={effect.brick} effect={effect} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Goes without saying. */
const YES = 'share of “Yes”';

type Effect = CoachingNote['effect'][number];

function EffectLine({ effect }: { effect: Effect }) {
  const { name, what, before, after, enough, direction, news } = effect;
  const format = what === 'mean' ? formatShort : formatShare;
  const verdict = !enough
    ? 'fewer than 10 calls before or after: too few to compare'
    : direction === undefined
      ? 'no clear change'
      : 'a clear change';
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0">
        {name} {what !== YES && <span className="text-[13px] text-muted">{what}</span>}
      </span>
      <span className="whitespace-nowrap tabular-nums">
        <Direction direction={direction} news={news} /> {sideText(before, format)} <span aria-hidden="true">→</span>
        <span className="sr-only">to</span> {sideText(after, format)}
      </span>
      <span className="basis-full text-[13px] text-muted">
        {`${formatNumber(before.calls)} calls before, ${formatNumber(after.calls)} after; ${verdict}`}
      </span>
    </li>
  );
}

function sideText({ value, low, high }: Effect['before'], format: (value: number) => string): string {
  if (value === undefined) return '–';
  return `${format(value)} (${intervalText({ value, low, high }, format)})`;
}
