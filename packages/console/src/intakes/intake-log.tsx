/** The deliveries and their results. Stored ones can be viewed and replayed: one, the selected ones, or all since a time. */
import type { IntakeDelivery, ReplayRequest } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { formatAgo, formatBytes, formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { PayloadDialog } from './payload-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';

const SHOWN = 100;
/** The reason names the recording that the runs wait for. */
const RECORDING_ID = /\brec_[0-9a-z]+/;
const OUTCOMES = ['received', 'accepted', 'replayed', 'skipped', 'failed', 'refused'] as const;
const TONES: Readonly<Record<IntakeDelivery['outcome'], 'ok' | 'bad' | 'warn' | 'plain'>> = {
  received: 'plain',
  accepted: 'ok',
  replayed: 'plain',
  skipped: 'warn',
  failed: 'bad',
  refused: 'bad',
};

export function IntakeLog({ name }: { name: string }) {
  const [outcome, setOutcome] = useState<IntakeDelivery['outcome']>();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  const [shown, setShown] = useState<string>();
  const { data, error, refetch } = useRead((api) => api.intakes.deliveries(name, { outcome, limit: SHOWN }), {
    keep: true,
    refetchInterval: 3_000,
  });
  const replay = useChange((api, request: ReplayRequest) => api.intakes.replay(name, request));
  const replayThese = (ids: readonly string[]) =>
    replay.mutate({ delivery_ids: [...ids] }, { onSuccess: () => setTicked([]) });
  const toggle = (id: string) =>
    setTicked(ticked.includes(id) ? ticked.filter((each) => each !== id) : [...ticked, id]);
  return (
    <Panel
      title="Deliveries"
      actions={
        <>
          {ticked.length > 0 && (
            <Button isSmall isBusy={replay.isPending} onClick={() => replayThese(ticked)}>
              Replay {ticked.length} selected
            </Button>
          )}
          <Button isSmall onClick={() => setIsAsking(true)}>
            Replay since…
          </Button>
          <select
            aria-label="Outcome"
            value={outcome ?? ''}
            onChange={(event) => setOutcome(OUTCOMES.find((each) => each === event.target.value))}
            className={`${INPUT} h-8 text-[13px]`}
          >
            <option value="">Any outcome</option>
            {OUTCOMES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </>
      }
    >
      {replay.error !== null && (
        <Notice tone="bad" className="m-4">
          {describeError(replay.error)}
        </Notice>
      )}
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Rows label="Loading deliveries" />
      ) : data.length === 0 ? (
        <EmptyState title="Nothing received">
          Push something to the path above, or try a payload in the dry run.
        </EmptyState>
      ) : (
        <ScrollArea label="Deliveries" className="max-h-96">
          <ul className="divide-y divide-line">
            {data.map((delivery) => (
              <LogLine
                key={delivery.delivery_id}
                delivery={delivery}
                isTicked={ticked.includes(delivery.delivery_id)}
                onTick={() => toggle(delivery.delivery_id)}
                onShow={() => setShown(delivery.delivery_id)}
                onReplay={() => replayThese([delivery.delivery_id])}
              />
            ))}
          </ul>
        </ScrollArea>
      )}
      {isAsking && <ReplayDialog name={name} onClose={() => setIsAsking(false)} />}
      {shown !== undefined && <PayloadDialog name={name} deliveryId={shown} onClose={() => setShown(undefined)} />}
    </Panel>
  );
}

interface LogLineProps {
  delivery: IntakeDelivery;
  isTicked: boolean;
  onTick(): void;
  onShow(): void;
  onReplay(): void;
}

function LogLine({ delivery, isTicked, onTick, onShow, onReplay }: LogLineProps) {
  const { outcome, reason, external_id: externalId, runs, items, bytes, kept, received_at: receivedAt } = delivery;
  const what = externalId ?? delivery.delivery_id;
  return (
    <li className="px-4 py-3 text-sm sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {kept && outcome !== 'received' && (
          <input type="checkbox" aria-label={`Select ${what}`} checked={isTicked} onChange={onTick} />
        )}
        <Tag tone={TONES[outcome]}>{outcome}</Tag>
        {externalId !== undefined && <Said className="font-mono text-[13px]">{externalId}</Said>}
        {runs.map(({ kit, run_id }) => (
          <Link key={run_id} to="/runs/$runId" params={{ runId: run_id }} className="text-accent hover:underline">
            {kit}
          </Link>
        ))}
        {reason !== undefined && RECORDING_ID.test(reason) && (
          <Link to="/recordings" className="text-accent hover:underline">
            Recordings
          </Link>
        )}
        <span className="ml-auto text-muted">
          {formatBytes(bytes)} ·{' '}
          <time dateTime={receivedAt} title={formatTime(receivedAt)}>
            {formatAgo(receivedAt)}
          </time>
        </span>
        {kept && (
          <span className="flex gap-2">
            <Button isSmall aria-label={`Payload of ${what}`} onClick={onShow}>
              Payload
            </Button>
            {outcome !== 'received' && (
              <Button isSmall aria-label={`Replay ${what}`} onClick={onReplay}>
                Replay
              </Button>
            )}
          </span>
        )}
      </div>
      <Reasons delivery={delivery} />
      {items === undefined ? (
        reason !== undefined && <Said className="mt-1 block text-soft">{reason}</Said>
      ) : (
        <Conversations items={items} />
      )}
    </li>
  );
}

/** What kits refused, where the line itself gives no reason. */
function Reasons({ delivery: { reason, failed } }: { delivery: IntakeDelivery }) {
  if (reason !== undefined) return null;
  return failed.map(({ kit, detail, error }) => (
    <Said key={kit} className="mt-1 block text-bad">{`${kit}: ${detail ?? error}`}</Said>
  ));
}

function Conversations({ items }: { items: NonNullable<IntakeDelivery['items']> }) {
  return (
    <ul className="mt-2 space-y-1">
      {items.map(({ outcome, reason, external_id: externalId }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a conversation may have no id.
          key={index}
          className="flex flex-wrap items-baseline gap-2"
        >
          <Tag tone={TONES[outcome]}>{outcome}</Tag>
          {externalId !== undefined && <Said className="font-mono text-[13px]">{externalId}</Said>}
          {reason !== undefined && <Said className="text-soft">{reason}</Said>}
        </li>
      ))}
    </ul>
  );
}
