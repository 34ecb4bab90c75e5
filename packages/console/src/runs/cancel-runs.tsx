/** Cancels all runs that match and have not ended, after saying how many these are. */
import { useCancelRuns, useOpenCount } from '../api/cancel-runs.ts';
import { describeError } from '../api/describe-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';

interface CancelRunsProps {
  /** The conditions of the list. */
  filter: Readonly<Record<string, unknown>>;
  onClose(): void;
}

export function CancelRuns({ filter, onClose }: CancelRunsProps) {
  const counted = useOpenCount(filter);
  const cancel = useCancelRuns();
  const error = counted.error ?? cancel.error;
  const count = counted.data?.matched ?? 0;
  const sofar = cancel.data ?? cancel.sofar;
  return (
    <Dialog
      title={cancel.data === undefined ? 'Cancel runs?' : 'Cancelled'}
      onClose={onClose}
      actions={
        cancel.isIdle && (
          <>
            <Button onClick={onClose}>Keep them running</Button>
            <Button kind="danger" disabled={count === 0} onClick={() => cancel.mutate({ filter, expected: count })}>
              {count === 1 ? 'Cancel one run' : `Cancel ${formatNumber(count)} runs`}
            </Button>
          </>
        )
      }
    >
      <p role="status">
        {cancel.isIdle && counted.data !== undefined && asked(count)}
        {!cancel.isIdle &&
          cancel.error === null &&
          `${formatNumber(sofar?.cancelled ?? 0)} of ${formatNumber(count)} cancelled.${cancel.isPending ? ' Keep this page open.' : ''}`}
      </p>
      {error !== null && (
        <Notice tone="bad" className="mt-3">
          {describeError(error)}
        </Notice>
      )}
    </Dialog>
  );
}

function asked(count: number): string {
  if (count === 0) return 'All runs that match have ended.';
  return `${count === 1 ? 'One run has' : `${formatNumber(count)} runs have`} not ended. Work in progress is stopped.`;
}
