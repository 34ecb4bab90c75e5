/** What the page of insights is grouped by, which days and which calls it counts. */
import type { BrickSchema, Dimension, KitVersion } from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { useMay } from '../api/session.ts';
import { WhereChips } from '../runs/where-chips.tsx';
import { Button } from '../ui/button.tsx';
import { dayBefore } from '../ui/days.ts';
import { INPUT } from '../ui/field.tsx';
import { daysOf, groupingsOf, type InsightsSearch, isAlong, SPANS } from './insights-search.ts';

interface ControlsProps {
  search: InsightsSearch;
  dimensions: readonly Dimension[];
  bricks: readonly BrickSchema[];
  versions: readonly KitVersion[];
  onSearch(search: InsightsSearch): void;
}

const TIMES = ['day', 'week', 'month', 'version'] as const;
const OWN_DAYS = 'own';

export function InsightsControls({ search, dimensions, bricks, versions, onSearch }: ControlsProps) {
  const change = (part: InsightsSearch) => onSearch({ ...search, ...part });
  const [by, and] = groupingsOf(search);
  const hasOwnDays = search.from !== undefined;
  const others = [
    ...dimensions.map(({ name, label }) => [name, label.toLowerCase()] as const),
    ...[by, and].flatMap((each) =>
      each?.startsWith('metadata.') ? [[each, each.slice('metadata.'.length)] as const] : [],
    ),
  ];
  return (
    <div className="mb-4 space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label="Group by"
          value={by}
          onChange={(event) => change({ by: event.target.value })}
          className={INPUT}
        >
          {TIMES.map((time) => (
            <option key={time} value={time}>{`By ${time}`}</option>
          ))}
          {others.map(([name, label]) => (
            <option key={name} value={name}>{`By ${label}`}</option>
          ))}
        </select>
        <select
          aria-label="And by"
          value={and ?? ''}
          onChange={(event) => change({ by, and: event.target.value || undefined })}
          className={INPUT}
        >
          <option value="">All together</option>
          {(isAlong(by) ? others : [...TIMES.map((time) => [time, time] as const), ...others])
            .filter(([name]) => name !== by)
            .map(([name, label]) => (
              <option key={name} value={name}>{`and ${label}`}</option>
            ))}
        </select>
        <MetadataKey onChoose={(key) => change(isAlong(by) && and === undefined ? { by: key } : { and: key })} />
        <select
          aria-label="Period"
          value={hasOwnDays ? OWN_DAYS : daysOf(search)}
          onChange={(event) =>
            change(
              event.target.value === OWN_DAYS
                ? { from: dayBefore(daysOf(search) - 1), to: dayBefore(0) }
                : { days: Number(event.target.value), from: undefined, to: undefined },
            )
          }
          className={INPUT}
        >
          {SPANS.map(([count, label]) => (
            <option key={count} value={count}>
              {label}
            </option>
          ))}
          <option value={OWN_DAYS}>From … to …</option>
        </select>
        {hasOwnDays && (
          <>
            <Day label="From" value={search.from} onChoose={(from) => change({ from })} />
            <Day label="To" value={search.to ?? dayBefore(0)} onChoose={(to) => change({ to })} />
          </>
        )}
        <select
          aria-label="Answers"
          value={search.as === 'reviewed' ? 'reviewed' : ''}
          onChange={(event) => change({ as: event.target.value || undefined })}
          className={INPUT}
        >
          <option value="">As given</option>
          <option value="reviewed">As reviewed</option>
        </select>
        {!isAlong(by) && (
          <select
            aria-label="Order"
            value={search.order === 'value' ? 'value' : ''}
            onChange={(event) => change({ order: event.target.value || undefined })}
            className={INPUT}
          >
            <option value="">Most calls first</option>
            <option value="value">Highest figure first</option>
          </select>
        )}
      </div>
      <Filters search={search} bricks={bricks} versions={versions} onChange={change} />
    </div>
  );
}

interface FiltersProps {
  search: InsightsSearch;
  bricks: readonly BrickSchema[];
  versions: readonly KitVersion[];
  onChange(part: InsightsSearch): void;
}

function Filters({ search, bricks, versions, onChange }: FiltersProps) {
  const maySearch = useMay('runs:read_input');
  const [words, setWords] = useState(search.words ?? '');
  const find = (event: FormEvent) => {
    event.preventDefault();
    onChange({ words: words.trim() || undefined });
  };
  return (
    <div className="flex flex-wrap items-start gap-2">
      {maySearch && (
        <form onSubmit={find}>
          <input
            type="search"
            aria-label="Words in the conversation"
            placeholder="Words in the conversation"
            maxLength={256}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            className={`${INPUT} h-8 w-48 text-[13px]`}
          />
        </form>
      )}
      <select
        aria-label="Which calls"
        value={search.type === 'sandbox' ? 'sandbox' : ''}
        onChange={(event) => onChange({ type: event.target.value || undefined })}
        className={`${INPUT} h-8 text-[13px]`}
      >
        <option value="">Live calls</option>
        <option value="sandbox">Sandbox calls</option>
      </select>
      <WhereChips
        where={search.where}
        onWhere={(where) => onChange({ where })}
        bricks={bricks}
        versions={versions}
        hasDates={false}
      />
    </div>
  );
}

/** A day is taken once it is whole: while one types, the field is empty. */
function Day({ label, value, onChoose }: { label: string; value: string | undefined; onChoose(day: string): void }) {
  return (
    <input
      type="date"
      aria-label={label}
      required
      value={value}
      onChange={(event) => event.target.value !== '' && onChoose(event.target.value)}
      className={INPUT}
    />
  );
}

function MetadataKey({ onChoose }: { onChoose(grouping: string): void }) {
  const [key, setKey] = useState('');
  const split = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() !== '') onChoose(`metadata.${key.trim()}`);
  };
  return (
    <form onSubmit={split} className="flex gap-2">
      <input
        aria-label="Metadata key to split by"
        placeholder="Metadata key"
        maxLength={64}
        value={key}
        onChange={(event) => setKey(event.target.value)}
        className={`${INPUT} w-36`}
      />
      <Button type="submit">Split</Button>
    </form>
  );
}
