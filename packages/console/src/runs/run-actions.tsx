import { isTerminal } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import type { Run } from '../api/runs.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { Notice } from '../ui/notice.tsx';

/** What can be done with a run. The curl names a variable, never the key. */
export function RunActions({ run }: { run: Run }) {
  const mayWrite = useMay('runs:write');
  const mayErase = useMay('runs:erase');
  const mayReadInput = useMay('runs:read_input');
  const [isErasing, setIsErasing] = useState(false);
  const path = `/v1/runs/${run.run_id}`;
  const cancel = useChange((api) => api.runs.cancel(run.run_id));
  const erase = useChange((api) => api.runs.erase(run.run_id));
  const curl = `curl -s '${location.origin}${path}' -H "Authorization: Bearer $BRICKWORK_API_KEY"`;
  return (
    <>
      {mayWrite && mayReadInput && run.erased_at === undefined && (
        <Link to="/playground" search={{ run: run.run_id }} className={buttonClass('plain', true)}>
          Open in playground
        </Link>
      )}
      {mayWrite && <CopyButton text={curl} label="Copy as curl" />}
      {mayWrite && !isTerminal(run.status) && (
        <Button isSmall isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      )}
      {mayErase && run.erased_at === undefined && (
        <MoreMenu items={[{ label: 'Erase…', isDanger: true, onSelect: () => setIsErasing(true) }]} />
      )}
      {isErasing && (
        <ConfirmDialog
          title="Erase this run’s data?"
          confirm="Erase permanently"
          kind="danger"
          isBusy={erase.isPending}
          onConfirm={() => erase.mutate(undefined, { onSuccess: () => setIsErasing(false) })}
          onClose={() => setIsErasing(false)}
        >
          <p>
            Input, output, external id and metadata are erased permanently. The record that a run took place, and how it
            ended, stays.
            {!isTerminal(run.status) && ' The run is cancelled first.'}
          </p>
          {erase.error !== null && (
            <Notice tone="bad" className="mt-3">
              {describeError(erase.error)}
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
