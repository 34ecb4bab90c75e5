import type { ReactNode } from 'react';
import { formatTime } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';

interface Change {
  event_id: string;
  at: string;
  state: 'ok' | 'raised';
}

interface ChangeListProps<Of extends Change> {
  changes: readonly Of[] | undefined;
  error: Error | null;
  children: (change: Of) => ReactNode;
}

/** When it was raised and resolved, newest first. */
export function ChangeList<Of extends Change>({ changes, error, children }: ChangeListProps<Of>) {
  return (
    <Panel title="History">
      {error !== null ? (
        <ErrorState error={error} />
      ) : changes === undefined ? (
        <Rows label="Loading the history" count={2} />
      ) : changes.length === 0 ? (
        <p className="p-4 text-sm text-soft">It has never been raised.</p>
      ) : (
        <ol className="divide-y divide-line">
          {changes.map((change) => (
            <li key={change.event_id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
              <Tag tone={change.state === 'raised' ? 'bad' : 'ok'}>
                {change.state === 'raised' ? 'raised' : 'resolved'}
              </Tag>
              <time dateTime={change.at} className="text-muted">
                {formatTime(change.at)}
              </time>
              <span className="min-w-0">{children(change)}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
