import type { Recording, RecordingStatus } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useCallsWord } from '../api/use-calls-word.ts';
import { useChange } from '../api/use-change.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatAgo, formatBytes, formatClock, formatTime } from '../ui/format.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import { Said } from '../ui/said.tsx';
import { Tag } from '../ui/status-badge.tsx';

export const STATUS_WORDS: Readonly<Record<RecordingStatus, string>> = {
  uploading: 'incomplete',
  running: 'transcribing',
  succeeded: 'done',
  failed: 'failed',
};

export function RecordingItem({ recording }: { recording: Recording }) {
  const { status, created_at: createdAt, error, warnings = [], run_ids: runIds } = recording;
  const name = recording.name ?? recording.external_id ?? recording.recording_id;
  const calls = useCallsWord();
  return (
    <li className="px-4 py-3 text-sm sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {status !== 'succeeded' && <Tag tone={status === 'failed' ? 'bad' : 'plain'}>{STATUS_WORDS[status]}</Tag>}
        <Said className="min-w-0 font-medium wrap-anywhere">{name}</Said>
        <span className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="text-muted tabular-nums">
            {progressOf(recording)} ·{' '}
            <time dateTime={createdAt} title={formatTime(createdAt)}>
              {formatAgo(createdAt)}
            </time>
          </span>
          {runIds.map((runId) => (
            <Link
              key={runId}
              to="/runs/$runId"
              params={{ runId }}
              aria-label={`Open the ${calls.one}: ${name}`}
              className={buttonClass('plain', true)}
            >
              Open the {calls.one}
            </Link>
          ))}
          <Actions recording={recording} name={name} />
        </span>
      </div>
      {error !== undefined && (
        <p className="mt-1 wrap-anywhere text-bad">
          <Said>{error}</Said>
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="mt-1 text-[13px] text-muted">
          {warning}
        </p>
      ))}
    </li>
  );
}

function Actions({ recording: { recording_id: id, status }, name }: { recording: Recording; name: string }) {
  const mayChange = useMay('runs:write');
  const [isAsking, setIsAsking] = useState(false);
  const retry = useChange((api) => api.recordings.retry(id));
  const remove = useChange((api) => api.recordings.delete(id));
  const error = retry.error ?? remove.error;
  if (!mayChange) return null;
  return (
    <>
      {error !== null && (
        <span role="alert" className="text-bad">
          {describeError(error)}
        </span>
      )}
      {status === 'failed' && (
        <Button isSmall isBusy={retry.isPending} aria-label={`Retry ${name}`} onClick={() => retry.mutate()}>
          Retry
        </Button>
      )}
      <MoreMenu of={name} items={[{ label: 'Delete…', isDanger: true, onSelect: () => setIsAsking(true) }]} />
      {isAsking && (
        <ConfirmDialog
          title="Delete the recording?"
          confirm="Delete"
          kind="danger"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setIsAsking(false) })}
          onClose={() => setIsAsking(false)}
        >
          Its audio is deleted, and processing stops. The conversation in its run stays: erase the run to delete the
          transcript too.
        </ConfirmDialog>
      )}
    </>
  );
}

/** How far it is, or how long it was. */
function progressOf({ status, size_bytes: size, received_bytes: received, heard_seconds: heard, seconds }: Recording) {
  const bytes = size === undefined ? formatBytes(received) : `${formatBytes(received)} of ${formatBytes(size)}`;
  if (status === 'uploading') return bytes;
  if (status !== 'running') return seconds === undefined ? formatBytes(received) : formatClock(seconds);
  const length = seconds === undefined ? '' : ` of ${formatClock(seconds)}`;
  return heard === 0 && received < (size ?? received + 1)
    ? `${bytes} fetched`
    : `${formatClock(heard)}${length} transcribed`;
}
