import type { Delivery, DeliveryAttempt, WebhookEndpoint } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { collect } from '../api/collect.ts';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { useRead, useReadAll } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { formatAgo, formatDuration, formatTime } from '../ui/format.ts';
import { JsonView } from '../ui/json-view.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { SaveSheet } from '../ui/save-sheet.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';

const STATUSES = ['pending', 'succeeded', 'dead', 'cancelled'] as const;
const TONES: Readonly<Record<string, 'ok' | 'bad' | 'warn' | 'plain'>> = {
  succeeded: 'ok',
  dead: 'bad',
  pending: 'warn',
};

export interface WebhooksSearch {
  status?: string | undefined;
  /** How many deliveries are shown. */
  shown?: number | undefined;
}

interface DeliveryLogProps {
  endpoint: WebhookEndpoint;
  search: WebhooksSearch;
  onSearch(search: WebhooksSearch): void;
}

const SHOWN_AT_ONCE = 50;
/** Whoever needs more reads them by the API. */
const MOST_SAVED = 10_000;

const COLUMNS = ['When', 'Event', 'Status', 'Attempts', 'Last answer', 'Next attempt', 'Run', 'Event (id)', 'Id'];

const rowOf = (delivery: Delivery) => [
  delivery.created_at,
  delivery.event_type,
  delivery.status,
  delivery.attempt_count,
  lastAnswer(delivery),
  delivery.next_attempt_at,
  delivery.run_id,
  delivery.event_id,
  delivery.id,
];

function lastAnswer({ attempts }: Delivery): string | number {
  const last = attempts.at(-1);
  return last === undefined ? 'not tried yet' : (last.http_status ?? last.outcome ?? 'in progress');
}

export function DeliveryLog({ endpoint, search, onSearch }: DeliveryLogProps) {
  const status = STATUSES.find((each) => each === search.status);
  const shown = search.shown ?? SHOWN_AT_ONCE;
  const { data, error, refetch } = useReadAll((api) => api.webhooks.deliveries(endpoint.id, { status }), {
    limit: shown + 1,
    keep: true,
    refetchInterval: 3_000,
  });
  const deliveries = data?.slice(0, shown);
  const recover = useChange((api) => api.webhooks.recover(endpoint.id));
  return (
    <Panel
      title="Deliveries"
      actions={
        <>
          <select
            aria-label="Delivery status"
            value={status ?? ''}
            onChange={(event) => onSearch({ status: event.target.value === '' ? undefined : event.target.value })}
            className={`${INPUT} h-8 text-[13px]`}
          >
            <option value="">Any status</option>
            {STATUSES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
          <Button isSmall isBusy={recover.isPending} onClick={() => recover.mutate()}>
            Retry failed deliveries
          </Button>
          {deliveries !== undefined && deliveries.length > 0 && (
            <SaveSheet
              isSmall
              name="deliveries"
              columns={COLUMNS}
              rows={async (api) =>
                (await collect(api.webhooks.deliveries(endpoint.id, { status }), MOST_SAVED)).map(rowOf)
              }
            />
          )}
        </>
      }
    >
      {recover.data !== undefined && (
        <Notice tone="ok" className="m-4 mb-0">
          {recover.data.recovered === 0
            ? 'No failed deliveries.'
            : `${recover.data.recovered} deliveries are being retried.`}
        </Notice>
      )}
      {error !== null && deliveries === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : deliveries === undefined ? (
        <Rows label="Loading deliveries" />
      ) : deliveries.length === 0 ? (
        <EmptyState title="Nothing sent yet">Send a test event, or wait for a run to end.</EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {deliveries.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {data !== undefined && data.length > shown && (
        <footer className="border-t border-line px-4 py-2.5 text-center">
          <Button isSmall onClick={() => onSearch({ ...search, shown: shown + SHOWN_AT_ONCE })}>
            Show older deliveries
          </Button>
        </footer>
      )}
    </Panel>
  );
}

function DeliveryItem({ delivery }: { delivery: Delivery }) {
  const replay = useChange((api, deliveryId: string) => api.webhooks.replay(deliveryId));
  return (
    <li className="px-4 py-3 sm:px-5">
      <details>
        <summary className="rounded">
          <span className="inline-flex w-[calc(100%-1.5rem)] flex-wrap items-center gap-x-4 gap-y-1 pl-1 align-middle text-sm">
            <Tag tone={TONES[delivery.status] ?? 'plain'}>{delivery.status}</Tag>
            <span className="font-medium">{delivery.event_type}</span>
            <span className="text-muted">
              {lastAnswer(delivery)}
              {delivery.attempt_count > 1 && ` · ${delivery.attempt_count} attempts`}
            </span>
            <time dateTime={delivery.created_at} title={formatTime(delivery.created_at)} className="ml-auto text-muted">
              {formatAgo(delivery.created_at)}
            </time>
          </span>
        </summary>
        <div className="mt-3 space-y-3 pl-5 text-sm">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
            <span className="font-mono text-xs">{delivery.event_id}</span>
            {delivery.run_id !== undefined && (
              <Link to="/runs/$runId" params={{ runId: delivery.run_id }} className="text-accent hover:underline">
                The run
              </Link>
            )}
            {delivery.next_attempt_at !== undefined && <span>next attempt {formatAgo(delivery.next_attempt_at)}</span>}
            <Button isSmall isBusy={replay.isPending} onClick={() => replay.mutate(delivery.id)}>
              Send again
            </Button>
          </p>
          {replay.error !== null && <Notice tone="bad">{describeError(replay.error)}</Notice>}
          <Payload eventId={delivery.event_id} />
          <ol className="space-y-2">
            {delivery.attempts.map((attempt) => (
              <AttemptItem key={attempt.id} attempt={attempt} />
            ))}
          </ol>
        </div>
      </details>
    </li>
  );
}

/** The body that is signed and sent. */
function Payload({ eventId }: { eventId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useRead((api) => api.webhooks.event(eventId), { enabled: isOpen });
  return (
    <div className="rounded-lg border border-line">
      <Button kind="quiet" isSmall aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide the payload' : 'Show the payload'}
      </Button>
      {isOpen &&
        (error !== null ? (
          <Notice tone="bad" className="m-3">
            {describeError(error)}
          </Notice>
        ) : data === undefined ? (
          <Rows count={2} label="Loading the payload" />
        ) : (
          <JsonView value={data} label="The payload as JSON" />
        ))}
    </div>
  );
}

function AttemptItem({ attempt }: { attempt: DeliveryAttempt }) {
  return (
    <li className="rounded-lg border border-line p-3">
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <span className="font-medium">Attempt {attempt.number}</span>
        <span>{attempt.outcome ?? 'in progress'}</span>
        {attempt.http_status !== undefined && <span>HTTP {attempt.http_status}</span>}
        {attempt.latency_ms !== undefined && <span>{formatDuration(attempt.latency_ms)}</span>}
        <span className="text-muted">{formatTime(attempt.started_at)}</span>
      </div>
      <div className="mt-1 font-mono text-xs text-muted">
        {attempt.id} → {attempt.url}
      </div>
      {attempt.response_body !== undefined && attempt.response_body !== '' && (
        <div className="mt-2 max-h-40 overflow-y-auto rounded bg-sunken p-2 font-mono text-xs">
          <Said>{attempt.response_body}</Said>
        </div>
      )}
    </li>
  );
}
