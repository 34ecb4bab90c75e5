/** What was written, and what came of it. What failed can be written again. */
import type { DestinationDelivery } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { formatAgo, formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';

type Status = DestinationDelivery['status'];

const SHOWN = 100;
const STATUSES = ['pending', 'succeeded', 'skipped', 'dead', 'cancelled'] as const;
const TONES: Readonly<Record<Status, 'ok' | 'bad' | 'warn' | 'plain'>> = {
  pending: 'plain',
  succeeded: 'ok',
  skipped: 'warn',
  dead: 'bad',
  cancelled: 'plain',
};
const CAUSES: Readonly<Record<DestinationDelivery['cause'], string>> = {
  run: 'run ended',
  review: 'reviewed',
  replay: 'requested manually',
  test: 'test',
};

export function DestinationLog({ name }: { name: string }) {
  const [status, setStatus] = useState<Status>();
  const { data, error, refetch } = useRead(
    (api) => api.destinations.deliveries(name, { status, limit: SHOWN }).then((page) => page.data),
    { keep: true, refetchInterval: 3_000 },
  );
  const replay = useChange((api, body: { delivery_ids?: string[] }) => api.destinations.replay(name, body));
  const test = useChange((api) => api.destinations.test(name));
  const problem = test.error ?? replay.error;
  return (
    <Panel
      title="Deliveries"
      actions={
        <>
          <Button isSmall isBusy={test.isPending} onClick={() => test.mutate()}>
            Write the newest run now
          </Button>
          <Button isSmall isBusy={replay.isPending} onClick={() => replay.mutate({})}>
            Retry all failed
          </Button>
          <select
            aria-label="Status"
            value={status ?? ''}
            onChange={(event) => setStatus(STATUSES.find((each) => each === event.target.value))}
            className={`${INPUT} h-8 text-[13px]`}
          >
            <option value="">Any status</option>
            {STATUSES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </>
      }
    >
      {problem !== null && (
        <Notice tone="bad" className="m-4">
          {describeError(problem)}
        </Notice>
      )}
      {test.data !== undefined && problem === null && (
        <Notice tone={test.data.status === 'succeeded' ? 'ok' : 'bad'} className="m-4">
          {test.data.status === 'succeeded'
            ? `${test.data.run_id} was written.`
            : `${test.data.run_id} was not written: ${test.data.detail ?? test.data.outcome}`}
        </Notice>
      )}
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Rows label="Loading deliveries" />
      ) : data.length === 0 ? (
        <EmptyState title="Nothing written yet">Runs are written as they end. You can also write one now.</EmptyState>
      ) : (
        <ScrollArea label="Deliveries" className="max-h-96">
          <ul className="divide-y divide-line">
            {data.map((delivery) => (
              <LogLine
                key={delivery.delivery_id}
                delivery={delivery}
                onReplay={() => replay.mutate({ delivery_ids: [delivery.delivery_id] })}
              />
            ))}
          </ul>
        </ScrollArea>
      )}
    </Panel>
  );
}

function LogLine({ delivery, onReplay }: { delivery: DestinationDelivery; onReplay(): void }) {
  const { run_id: runId, status, cause, attempts, outcome, detail, updated_at: updatedAt } = delivery;
  return (
    <li className="px-4 py-3 text-sm sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Tag tone={TONES[status]}>{status}</Tag>
        <Link to="/runs/$runId" params={{ runId }} className="font-mono text-[13px] text-accent hover:underline">
          {runId}
        </Link>
        <span className="text-muted">
          {CAUSES[cause]}
          {attempts > 1 && ` · ${attempts} attempts`}
          {outcome !== undefined && !['succeeded', 'skipped'].includes(outcome) && ` · ${outcome}`}
        </span>
        <span className="ml-auto flex items-center gap-3">
          <time dateTime={updatedAt} title={formatTime(updatedAt)} className="text-muted">
            {formatAgo(updatedAt)}
          </time>
          <Button isSmall onClick={onReplay}>
            {status === 'pending' ? 'Try now' : 'Write again'}
          </Button>
        </span>
      </div>
      {detail !== undefined && (
        <p className="mt-1 text-soft">
          <Said>{detail}</Said>
        </p>
      )}
    </li>
  );
}
