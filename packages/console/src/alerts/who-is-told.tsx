/** Which channels an alert is sent to, shown in its form: an alert that notifies nobody is useless. */
import { useState } from 'react';
import { useMay } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { KINDS, NewChannel } from '../settings/new-channel.tsx';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';

export function WhoIsTold() {
  const mayManage = useMay('channels:manage');
  const { data: channels } = useRead((api) => api.channels.list(), { enabled: mayManage });
  const [isAdding, setIsAdding] = useState(false);
  if (!mayManage || channels === undefined) return null;
  const told = channels.filter(({ topics, enabled }) => enabled && topics.includes('alerts'));
  return (
    <Panel
      title="Who is notified"
      className="mt-5"
      actions={
        !isAdding && (
          <Button isSmall onClick={() => setIsAdding(true)}>
            New channel
          </Button>
        )
      }
    >
      {isAdding && (
        <section aria-label="New channel">
          <NewChannel topics={['alerts']} onClose={() => setIsAdding(false)} />
        </section>
      )}
      {told.length === 0 ? (
        !isAdding && (
          <p className="p-4 text-sm text-soft sm:p-5">
            Only the webhook, if there is one. A channel sends alerts by mail or to a chat.
          </p>
        )
      ) : (
        <ul className="divide-y divide-line text-sm">
          {told.map(({ name, kind, to, host }) => (
            <li key={name} className="flex flex-wrap gap-x-3 px-4 py-2.5 sm:px-5">
              <span className="font-medium">{name}</span>
              <span className="min-w-0 truncate text-soft">{`${KINDS[kind]} to ${to?.join(', ') ?? host}`}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
