/** What quality is compared by, and of which calls: the groups and filters of insights. */
import type { BrickSchema, KitVersion } from '@brickwork/client';
import { useRead } from '../api/use-read.ts';
import { WhereChips } from '../runs/where-chips.tsx';
import { INPUT } from '../ui/field.tsx';

export interface QualitySearch {
  by?: string | undefined;
  where?: string | undefined;
}

interface QualityControlsProps {
  search: QualitySearch;
  onSearch(part: QualitySearch): void;
  bricks: readonly BrickSchema[];
  versions: readonly KitVersion[];
}

const TIMES = ['day', 'week', 'month', 'version'] as const;

export function QualityControls({ search: { by = 'week', where }, onSearch, bricks, versions }: QualityControlsProps) {
  const dimensions = useRead((api) => api.dimensions.list()).data ?? [];
  const known = [
    ...TIMES.map((time) => [time, time] as const),
    ...dimensions.map(({ name, label }) => [name, label.toLowerCase()] as const),
  ];
  // Of an address that somebody wrote, such as `metadata.shift`.
  const choices = known.some(([name]) => name === by)
    ? known
    : [...known, [by, by.replace(/^metadata\./, '')] as const];
  return (
    <div className="flex flex-wrap items-start gap-2">
      <select
        aria-label="Compare by"
        value={by}
        onChange={(event) => onSearch({ by: event.target.value })}
        className={`${INPUT} h-8 text-[13px]`}
      >
        {choices.map(([name, label]) => (
          <option key={name} value={name}>{`By ${label}`}</option>
        ))}
      </select>
      <WhereChips where={where} onWhere={(next) => onSearch({ where: next })} bricks={bricks} versions={versions} />
    </div>
  );
}
