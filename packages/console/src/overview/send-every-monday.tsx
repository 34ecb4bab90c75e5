/** Which channels are sent the overview of last week on Mondays, what it looks like, and a button to try it. */
import type { Channel } from '@brickwork/client';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useAsk, useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { KINDS, NewChannel } from '../settings/new-channel.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';

export function SendEveryMonday() {
  const mayManage = useMay('channels:manage');
  const [isOpen, setIsOpen] = useState(false);
  if (!mayManage) return null;
  return (
    <>
      <Button isSmall onClick={() => setIsOpen(true)}>
        Send every Monday
      </Button>
      {isOpen && <MondayDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function MondayDialog({ onClose }: { onClose(): void }) {
  const { data: channels, error, refetch } = useRead((api) => api.channels.list());
  const summary = useRead((api) => api.insights.summary());
  const [isAdding, setIsAdding] = useState(false);
  const isFirst = channels?.length === 0;
  return (
    <Dialog title="Send every Monday" onClose={onClose} isWide>
      <p className="text-sm">
        {`A summary of last week for all kits, on Mondays from 7:00${summary.data === undefined ? '' : ` (${summary.data.timezone})`}, once to each channel.`}
      </p>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : channels === undefined ? (
        <Rows count={2} label="Loading channels" />
      ) : (
        <ul className="mt-3 divide-y divide-line rounded-lg border border-line empty:hidden">
          {channels.map((channel) => (
            <ChannelRow key={channel.name} channel={channel} />
          ))}
        </ul>
      )}
      {isAdding || isFirst ? (
        <div className="mt-3 rounded-lg border border-line">
          <NewChannel topics={['summary']} onClose={() => (isFirst ? onClose() : setIsAdding(false))} />
        </div>
      ) : (
        <div className="mt-3">
          <Button isSmall onClick={() => setIsAdding(true)}>
            New channel
          </Button>
        </div>
      )}
      <h3 className="mt-5 text-sm font-medium text-ink">Preview</h3>
      {summary.error !== null ? (
        <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
      ) : summary.data === undefined ? (
        <Rows count={4} label="Loading the preview" />
      ) : (
        <ScrollArea label="Preview" className="mt-2 max-h-80 rounded-lg border border-line p-3">
          <pre className="font-sans text-[13px] whitespace-pre-wrap text-ink">{summary.data.text}</pre>
        </ScrollArea>
      )}
    </Dialog>
  );
}

function ChannelRow({ channel }: { channel: Channel }) {
  const { name, kind, to, host, topics, enabled } = channel;
  const subscribe = useChange((api, isChosen: boolean) => {
    const { quiet_hours, digest_minutes } = channel;
    const others = topics.filter((topic) => topic !== 'summary');
    const chosen = isChosen ? [...others, 'summary' as const] : others;
    return api.channels.put(name, { kind, topics: chosen, to, quiet_hours, digest_minutes, enabled });
  });
  const send = useAsk((api, name: string) => api.channels.sendSummary(name));
  const isSent = topics.includes('summary');
  const [isWanted, setIsWanted] = useState(isSent);
  const choose = (chosen: boolean) => {
    setIsWanted(chosen);
    subscribe.mutate(chosen, { onError: () => setIsWanted(isSent) });
  };
  // A channel is for something: its last topic stays.
  const isOnly = isSent && topics.length === 1;
  return (
    <li className="px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label className="flex min-w-0 flex-1 items-center gap-2 text-ink">
          <input
            type="checkbox"
            checked={isWanted}
            disabled={subscribe.isPending || isOnly}
            onChange={() => choose(!isWanted)}
          />
          <span className="text-sm font-medium">{name}</span>
          <span className="min-w-0 truncate text-sm text-soft" title={to?.join(', ') ?? host}>
            {KINDS[kind]} to {to?.join(', ') ?? host}
          </span>
        </label>
        <Button isSmall isBusy={send.isPending} onClick={() => send.mutate(name)}>
          Send one now
        </Button>
      </div>
      {isOnly && (
        <p className="mt-1 text-[13px] text-muted">
          The channel gets only this summary. To stop it, delete the channel in the settings.
        </p>
      )}
      {isSent && !enabled && (
        <p className="mt-1 text-[13px] text-muted">The channel is disabled, so nothing is sent.</p>
      )}
      {send.data !== undefined && (
        <Notice tone={send.data.status === 'succeeded' ? 'ok' : 'bad'} className="mt-2">
          {send.data.status === 'succeeded'
            ? `The summary was sent to ${name}.`
            : `The summary did not arrive: ${send.data.outcome ?? 'no response'}.`}
        </Notice>
      )}
      {(subscribe.error ?? send.error) !== null && (
        <Notice tone="bad" className="mt-2">
          {describeError(subscribe.error ?? send.error)}
        </Notice>
      )}
    </li>
  );
}
