/** Where people are notified of alerts, failing webhooks, spend caps and how the week went. */
import type { Channel } from '@brickwork/client';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useAsk, useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { KINDS, NewChannel, TOPICS } from './new-channel.tsx';

export function ChannelsPanel() {
  const mayManage = useMay('channels:manage');
  const { data: channels } = useRead((api) => api.channels.list(), { enabled: mayManage });
  const [isAdding, setIsAdding] = useState(false);
  if (!mayManage) return null;
  return (
    <Panel
      title="Notifications"
      actions={
        !isAdding && (
          <Button isSmall onClick={() => setIsAdding(true)}>
            New channel
          </Button>
        )
      }
    >
      {isAdding && <NewChannel topics={['alerts', 'deliveries', 'spend']} onClose={() => setIsAdding(false)} />}
      {channels?.length === 0 && !isAdding && (
        <p className="p-4 text-sm text-soft sm:p-5">
          There are no channels yet. A channel notifies people of alerts, failing webhooks and spend caps, or sends the
          Monday summary, by mail or in a chat.
        </p>
      )}
      <ul className="divide-y divide-line">
        {channels?.map((channel) => (
          <ChannelRow key={channel.name} channel={channel} />
        ))}
      </ul>
    </Panel>
  );
}

function ChannelRow({ channel: { name, kind, to, host, topics, enabled } }: { channel: Channel }) {
  const test = useAsk((api, name: string) => api.channels.test(name));
  const remove = useChange((api, name: string) => api.channels.delete(name));
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        <span className="min-w-0 text-sm text-soft">
          {KINDS[kind]} to {to?.join(', ') ?? host}
        </span>
        <span className="text-sm text-muted">
          {enabled ? topics.map((topic) => TOPICS[topic]).join(', ') : 'disabled'}
        </span>
        <span className="ml-auto flex gap-2">
          <Button isSmall isBusy={test.isPending} onClick={() => test.mutate(name)}>
            Send a test
          </Button>
          <MoreMenu of={name} items={[{ label: 'Delete', isDanger: true, onSelect: () => remove.mutate(name) }]} />
        </span>
      </div>
      {test.data !== undefined && (
        <Notice tone={test.data.status === 'succeeded' ? 'ok' : 'bad'} className="mt-2">
          {test.data.status === 'succeeded'
            ? 'The test message was sent.'
            : `The test message did not arrive: ${test.data.outcome ?? 'it will be retried'}.`}
        </Notice>
      )}
      {(test.error ?? remove.error) !== null && (
        <Notice tone="bad" className="mt-2">
          {describeError(test.error ?? remove.error)}
        </Notice>
      )}
    </li>
  );
}
