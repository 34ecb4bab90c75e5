import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type IntakeDelivery, useIntakeDeliveries } from '../api/intakes.ts';
import { INPUT } from '../ui/field.tsx';
import { formatAgo, formatBytes, formatTime } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';

const OUTCOMES = ['accepted', 'replayed', 'skipped', 'failed', 'refused'] as const;
const TONES: Readonly<Record<IntakeDelivery['outcome'], 'ok' | 'bad' | 'warn' | 'plain'>> = {
  accepted: 'ok',
  replayed: 'plain',
  skipped: 'warn',
  failed: 'bad',
  refused: 'bad',
};

export function IntakeLog({ name }: { name: string }) {
  const [outcome, setOutcome] = useState<IntakeDelivery['outcome']>();
  const { data, error, refetch } = useIntakeDeliveries(name, outcome);
  return (
    <Panel
      title="Last deliveries"
      actions={
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
      }
    >
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
              <LogLine key={delivery.delivery_id} delivery={delivery} />
            ))}
          </ul>
        </ScrollArea>
      )}
    </Panel>
  );
}

function LogLine({ delivery }: { delivery: IntakeDelivery }) {
  const { outcome, reason, external_id: externalId, runs, failed, bytes, received_at: receivedAt } = delivery;
  return (
    <li className="px-4 py-3 text-sm sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Tag tone={TONES[outcome]}>{outcome}</Tag>
        {externalId !== undefined && <Said className="font-mono text-[13px]">{externalId}</Said>}
        {runs.map(({ kit, run_id }) => (
          <Link key={run_id} to="/runs/$runId" params={{ runId: run_id }} className="text-accent hover:underline">
            {kit}
          </Link>
        ))}
        <span className="ml-auto text-muted">
          {formatBytes(bytes)} ·{' '}
          <time dateTime={receivedAt} title={formatTime(receivedAt)}>
            {formatAgo(receivedAt)}
          </time>
        </span>
      </div>
      {reason !== undefined && <Said className="mt-1 block text-soft">{reason}</Said>}
      {reason === undefined &&
        failed.map(({ kit, detail, error }) => (
          <Said key={kit} className="mt-1 block text-bad">{`${kit}: ${detail ?? error}`}</Said>
        ))}
    </li>
  );
}
