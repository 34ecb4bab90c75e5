import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isTerminal, type Run } from '../api/runs.ts';
import { useApi, useMay } from '../session/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';

/** What can be done with a run. The curl names a variable, never the key. */
export function RunActions({ run }: { run: Run }) {
  const mayWrite = useMay('runs:write');
  const mayErase = useMay('runs:erase');
  const mayReadInput = useMay('runs:read_input');
  const [isErasing, setIsErasing] = useState(false);
  const api = useApi();
  const queries = useQueryClient();
  const path = `/v1/runs/${run.run_id}`;
  const refresh = () => queries.invalidateQueries({ queryKey: ['run', run.run_id] });
  const cancel = useMutation({ mutationFn: () => api.post(`${path}/cancel`), onSettled: refresh });
  const erase = useMutation({
    mutationFn: () => api.remove(path),
    onSettled: refresh,
    onSuccess: () => setIsErasing(false),
  });
  const curl = `curl -s '${location.origin}${path}' -H "Authorization: Bearer $BRICKWORK_API_KEY"`;
  return (
    <>
      {mayWrite && mayReadInput && run.erased_at === undefined && (
        <Link to="/playground" search={{ run: run.run_id }} className={buttonClass('plain', true)}>
          Open in playground
        </Link>
      )}
      <CopyButton text={curl} label="Copy as curl" />
      {mayWrite && !isTerminal(run.status) && (
        <Button isSmall isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      )}
      {mayErase && run.erased_at === undefined && (
        <Button isSmall kind="danger" onClick={() => setIsErasing(true)}>
          Erase…
        </Button>
      )}
      {isErasing && (
        <ConfirmDialog
          title="Erase what this run holds?"
          confirm="Erase for good"
          kind="danger"
          isBusy={erase.isPending}
          onConfirm={() => erase.mutate()}
          onClose={() => setIsErasing(false)}
        >
          <p>
            Input, output, external id and metadata go for good. That there was a run, and how it ended, stays.
            {!isTerminal(run.status) && ' The run is cancelled first.'}
          </p>
          {erase.error !== null && (
            <Notice tone="bad" className="mt-3">
              {erase.error.message}
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
