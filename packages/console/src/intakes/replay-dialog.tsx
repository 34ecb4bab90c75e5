/** Everything that made no run since a time is read again. */
import type { ReplayRequest } from '@brickwork/client';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';

const PERIODS = [
  ['1', 'the last hour'],
  ['24', 'the last day'],
  ['168', 'the last 7 days'],
  ['720', 'everything still stored'],
] as const;

const WHICH = [
  ['failed', 'Failed'],
  ['both', 'Failed and skipped'],
  ['all', 'All, including those that created a run'],
] as const;

const OUTCOMES = {
  failed: ['failed'],
  both: ['failed', 'skipped'],
  all: ['failed', 'skipped', 'accepted', 'replayed'],
} as const;

export function ReplayDialog({ name, onClose }: { name: string; onClose(): void }) {
  const [hours, setHours] = useState<(typeof PERIODS)[number][0]>('24');
  const [which, setWhich] = useState<keyof typeof OUTCOMES>('failed');
  const replay = useChange((api, request: ReplayRequest) => api.intakes.replay(name, request));
  const submit = () => {
    const since = new Date(Date.now() - Number(hours) * 3_600_000).toISOString();
    replay.mutate({ since, outcomes: [...OUTCOMES[which]] });
  };
  return (
    <Dialog
      title="Replay deliveries"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" isBusy={replay.isPending} onClick={submit}>
            Replay
          </Button>
        </>
      }
    >
      <p>
        They are read again with the saved definition. Deliveries that already created a run are skipped: the same
        external id means the same conversation.
      </p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <ChoiceField label="Which" value={which} options={WHICH} onChange={(chosen) => setWhich(chosen)} />
        <ChoiceField label="Received in" value={hours} options={PERIODS} onChange={(chosen) => setHours(chosen)} />
      </div>
      {replay.error !== null && (
        <Notice tone="bad" className="mt-4">
          {describeError(replay.error)}
        </Notice>
      )}
      {replay.data !== undefined && (
        <Notice tone="ok" className="mt-4">
          {`${replay.data.replayed} queued again.${replay.data.more ? ' There are more: replay again.' : ''}`}
        </Notice>
      )}
    </Dialog>
  );
}
