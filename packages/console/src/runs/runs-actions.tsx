/** What can be done with all runs that match. */
import { isTerminal, type RunCount, type RunFilter } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import { CancelRuns } from './cancel-runs.tsx';
import type { Column } from './columns.ts';
import { DownloadRuns } from './download-runs.tsx';
import { EraseRuns } from './erase-runs.tsx';
import { isOfVersion, type RunsSearch } from './runs-search.ts';

interface RunsActionsProps {
  search: RunsSearch;
  filter: RunFilter;
  columns: readonly Column[];
  counted: RunCount | undefined;
}

export function RunsActions({ search, filter, columns, counted }: RunsActionsProps) {
  const mayRun = useMay('runs:write');
  const mayErase = useMay('runs:erase');
  const [isErasing, setIsErasing] = useState(false);
  const [isCancelling, setIsCancelling] = useState(false);
  const total = counted?.complete === true ? counted.count : undefined;
  const conditions = conditionsOf(filter);
  // Not everything there is: that is what retention is for. Erasing looks at the answers that were given.
  const mayBeErased = Object.keys(conditions).length > 0 && filter.as === undefined;
  // What was erased before is counted, and cannot be erased again.
  const erasable = counted?.complete === true ? counted.count - counted.erased : undefined;
  return (
    <span className="ml-auto flex flex-wrap items-center gap-2 text-sm">
      {mayRun && total !== 0 && search.backfill === undefined && !isOfVersion(search.where) && (
        <Link
          to="/new-backfill"
          search={{ kit: search.kit, where: search.where, q: search.q }}
          className={buttonClass('plain', true)}
        >
          Evaluate these again
        </Link>
      )}
      <DownloadRuns filter={filter} columns={columns} total={total} />
      <MoreMenu
        items={[
          ...(mayRun && filter.status !== undefined && !isTerminal(filter.status)
            ? [{ label: 'Cancel these…', onSelect: () => setIsCancelling(true) }]
            : []),
          ...(mayErase && mayBeErased && counted !== undefined && erasable !== 0
            ? [
                {
                  label: `Erase ${erasable === undefined ? 'these' : formatNumber(erasable)}…`,
                  isDanger: true,
                  onSelect: () => setIsErasing(true),
                },
              ]
            : []),
        ]}
      />
      {isCancelling && <CancelRuns filter={conditions} onClose={() => setIsCancelling(false)} />}
      {isErasing && <EraseRuns chosen={{ filter: conditions }} onClose={() => setIsErasing(false)} />}
    </span>
  );
}

/** Of the filter: what chooses runs, by the names that the API has for it. */
function conditionsOf({
  sort: _sort,
  include: _include,
  as: _as,
  dimensions,
  ...filter
}: RunFilter): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...dimensions, ...filter }).filter(([, value]) => value !== undefined));
}
