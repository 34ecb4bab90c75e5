/** Uploads of this browser. */
import { describeError } from '../api/describe-error.ts';
import { Button } from '../ui/button.tsx';
import { formatBytes } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { isWithoutTranscriber, type Upload, type Uploads } from './uploads.ts';

export function UploadList({ list, uploads }: { list: readonly Upload[]; uploads: Uploads }) {
  if (list.length === 0) return null;
  return (
    <Panel title="Uploads" className="mb-5">
      <ul className="divide-y divide-line">
        {list.map((upload) => (
          <UploadItem key={upload.id} upload={upload} uploads={uploads} />
        ))}
      </ul>
    </Panel>
  );
}

const WORDS = { waiting: 'waiting', sending: 'sending', stopped: 'not sent' } as const;

function UploadItem({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { id, blob, plan, state, sentBytes, error } = upload;
  const { name = '' } = plan;
  return (
    <li className="px-4 py-3 text-sm sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Tag tone={state === 'stopped' ? 'bad' : 'plain'}>{WORDS[state]}</Tag>
        <Said className="min-w-0 font-medium wrap-anywhere">{name}</Said>
        <span className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-2">
          {state !== 'waiting' && (
            <progress value={sentBytes} max={blob.size} aria-label={`${name}, sent`} className="w-28 sm:w-40" />
          )}
          <span className="text-muted tabular-nums">{`${formatBytes(sentBytes)} of ${formatBytes(blob.size)}`}</span>
          {state === 'stopped' && (
            <Button isSmall aria-label={`Try ${name} again`} onClick={() => uploads.resume(id)}>
              Try again
            </Button>
          )}
          <Button isSmall aria-label={`Do not send ${name}`} onClick={() => uploads.cancel(id)}>
            {state === 'stopped' ? 'Remove' : 'Stop'}
          </Button>
        </span>
      </div>
      {state === 'stopped' && !isWithoutTranscriber(error) && (
        <p role="alert" className="mt-1 text-bad">
          {`${describeError(error)}${sentBytes > 0 ? ' It will continue where it stopped.' : ''}`}
        </p>
      )}
    </li>
  );
}
