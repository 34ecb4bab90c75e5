/** Erases the runs that are selected, or all that match: after their number was typed, and with progress. */
import type { ErasureRequest } from '@brickwork/client';
import { useEffect, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange, useRefresh } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { INPUT } from '../ui/field.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { ErasureMentions } from './erasure-mentions.tsx';

interface EraseRunsProps {
  /** The runs themselves, or the conditions of the list. */
  chosen: { run_ids: readonly string[] } | { filter: Readonly<Record<string, unknown>> };
  onClose(): void;
}

/** Of one erasure. */
const MOST_ERASED = 100_000;

export function EraseRuns({ chosen, onClose }: EraseRunsProps) {
  const [typed, setTyped] = useState('');
  const start = useChange((api, request: ErasureRequest) => api.erasures.create(request));
  const erasureId = start.data?.erasure_id;
  // The list counts the newest runs, an erasure all of them.
  const counted = useRead('filter' in chosen && erasureId === undefined && ((api) => api.erasures.count(chosen)));
  const count = 'filter' in chosen ? counted.data?.total : chosen.run_ids.length;
  const { data: erasure } = useRead(erasureId !== undefined && ((api) => api.erasures.get(erasureId)), {
    refetchInterval: ({ state: { data } }) => (data === undefined || data.status === 'running' ? 500 : false),
  });
  const refresh = useRefresh('runs');
  const hasEnded = erasure !== undefined && erasure.status !== 'running';
  useEffect(() => {
    if (hasEnded) refresh();
  }, [hasEnded, refresh]);
  const isPossible = count !== undefined && count > 0 && count <= MOST_ERASED;
  const error = start.error ?? counted.error;
  if (start.data !== undefined)
    return (
      <Dialog title={erasure?.status === 'succeeded' ? 'Erased' : 'Erasing'} onClose={onClose}>
        <progress
          aria-label="Erased"
          className="h-1.5 w-full accent-accent"
          value={erasure?.erased ?? 0}
          max={start.data.total}
        />
        <p className="mt-2" role="status">
          {formatNumber(erasure?.erased ?? 0)} of {formatNumber(start.data.total)}
          {erasure?.status !== 'succeeded' && '. You can leave this page; erasing continues.'}
        </p>
        <ErasureMentions mentions={start.data.mentions} onFollow={onClose} />
      </Dialog>
    );
  return (
    <Dialog
      title={titleOf(count)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep as they are</Button>
          {isPossible && (
            <Button
              kind="danger"
              disabled={typed.trim() !== String(count)}
              isBusy={start.isPending}
              onClick={() => start.mutate({ ...chosen, expected: count })}
            >
              Erase permanently
            </Button>
          )}
        </>
      }
    >
      <p>
        Their conversations, answers, ids and metadata are deleted permanently. Only the record that there were runs,
        and how they ended, is kept.
      </p>
      {isPossible ? (
        <label className="mt-4 block">
          Type {count} to confirm
          <input
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className={`${INPUT} mt-1 block w-40`}
          />
        </label>
      ) : (
        <p className="mt-4" role="status">
          {whyNotOf(count, counted.isPending)}
        </p>
      )}
      {error !== null && (
        <div className="mt-3">
          <Notice tone="bad">{describeError(error)}</Notice>
        </div>
      )}
    </Dialog>
  );
}

function titleOf(count: number | undefined): string {
  if (count === 1) return 'Erase one run?';
  return count === undefined || count > MOST_ERASED ? 'Erase runs?' : `Erase ${formatNumber(count)} runs?`;
}

function whyNotOf(count: number | undefined, isCounting: boolean): string {
  if (count === undefined) return isCounting ? 'Counting…' : '';
  if (count === 0) return 'No run that matches is left to erase.';
  return `More than ${formatNumber(MOST_ERASED)} runs match, and one erasure takes no more. Choose a shorter period.`;
}
