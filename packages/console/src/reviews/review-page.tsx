/** The review queues: what is left for each kit, and the way in. */
import type { KitSummary as Kit, ReviewQueue } from '@brickwork/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useKits } from '../api/kits.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { KitCalibrations } from './kit-calibrations.tsx';
import { OpenAppeals } from './open-appeals.tsx';
import { PolicyForm } from './policy-form.tsx';

export function ReviewPage({ done }: { done: string | undefined }) {
  const { data: kits, error, refetch } = useKits();
  // A draft has no calls.
  const published = (kits ?? []).filter(({ version }) => version !== undefined);
  const finished = kits?.find(({ kit_id }) => kit_id === done);
  return (
    <>
      <PageHeader title="Review">
        Check whether answers are right. Each call is handed to one person at a time; a kit’s policy says which are
        drawn.
      </PageHeader>
      {finished !== undefined && <Finished kit={finished} />}
      <OpenAppeals />
      <Panel>
        {error !== null ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : kits === undefined ? (
          <Rows label="Loading kits" />
        ) : published.length === 0 ? (
          <EmptyState title="No kit is published yet">Publish a kit to review its calls.</EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {published.map((kit) => (
              <KitQueue key={kit.kit_id} kit={kit} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

/** A kit without any call was not finished by anybody. */
function Finished({ kit: { kit_code, name } }: { kit: Kit }) {
  const { data } = useRead((api) => api.runs.page({ kit_code, status: 'succeeded', type: 'api', limit: 1 }));
  if (data === undefined) return null;
  if (data.data.length > 0)
    return (
      <Notice tone="ok" className="mb-4">
        {`Nothing is left to review for ${name}. Thank you.`}
      </Notice>
    );
  return (
    <Notice tone="warn" className="mb-4">
      {`${name} has no calls yet. Send some through the API, or `}
      <Link to="/import" className="underline">
        import them
      </Link>
      ; then they can be reviewed.
    </Notice>
  );
}

/** Calls that are queued where nothing waits, and among how many of the latest. */
const DRAWN = 10;
const DRAWN_FROM = 100;

function KitQueue({ kit }: { kit: Kit }) {
  const { data: queue, error } = useRead((api) => api.reviewQueue.get(kit.kit_id), { refetchInterval: 10_000 });
  const navigate = useNavigate();
  const next = useChange((api, kitId: string) => api.reviewQueue.next(kitId));
  const mayChange = useMay('kits:write');
  const [shown, setShown] = useState<'policy' | 'calibration'>();
  const toggle = (what: 'policy' | 'calibration') => setShown(shown === what ? undefined : what);
  const fill = useChange(async (api, { kit_id, kit_code }: Kit) => {
    const filter = { kit_code, status: 'succeeded', type: 'api', reviewed: false } as const;
    const { data } = await api.runs.page({ ...filter, limit: DRAWN_FROM });
    const left = data.filter(({ erased_at }) => erased_at === undefined).map(({ run_id }) => run_id);
    // Not simply the latest ones, which may all be of one agent.
    const some = left.toSorted(() => Math.random() - 0.5).slice(0, DRAWN);
    if (some.length > 0) await api.reviewQueue.add(kit_id, some);
  });
  const isEmpty = queue !== undefined && queue.open + queue.leased === 0;
  const start = async () => {
    if (isEmpty) await fill.mutateAsync(kit);
    const { item } = await next.mutateAsync(kit.kit_id);
    if (item === undefined) await navigate({ to: '/review', search: { done: kit.kit_id } });
    else
      await navigate({
        to: '/runs/$runId',
        params: { runId: item.run_id },
        search: { queue: kit.kit_id, item: item.item_id },
      });
  };
  return (
    <li className="px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="font-semibold">{kit.name}</h2>
          {queue !== undefined && <Progress queue={queue} />}
          {queue?.policy?.problem !== undefined && <Notice tone="warn">{queue.policy.problem}</Notice>}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button aria-expanded={shown === 'calibration'} onClick={() => toggle('calibration')}>
            Calibrate
          </Button>
          {mayChange && (
            <Button aria-expanded={shown === 'policy'} onClick={() => toggle('policy')}>
              Policy
            </Button>
          )}
          <Button
            kind="primary"
            disabled={queue === undefined}
            isBusy={fill.isPending || next.isPending}
            title={isEmpty ? `The queue is empty: this adds ${DRAWN} of the latest calls without reviews.` : undefined}
            onClick={() => void start().catch(() => {})}
          >
            {isEmpty ? `Review ${DRAWN} calls` : 'Review'} <span className="sr-only">{kit.name}</span>
          </Button>
        </div>
      </div>
      {(error ?? fill.error ?? next.error) !== null && (
        <Notice tone="bad" className="mt-3">
          {describeError(error ?? fill.error ?? next.error)}
        </Notice>
      )}
      {shown === 'policy' && queue !== undefined && (
        <PolicyForm kit={kit} queue={queue} onSaved={() => setShown(undefined)} />
      )}
      {shown === 'calibration' && <KitCalibrations kit={kit} />}
    </li>
  );
}

function Progress({ queue }: { queue: ReviewQueue }) {
  if (queue.policy === undefined && queue.reviewed === 0)
    return (
      <p className="mt-1 text-sm text-muted">
        Nothing is waiting. Start with some of the latest calls; a policy keeps the queue filled.
      </p>
    );
  const total = queue.open + queue.leased + queue.reviewed;
  return (
    <div className="mt-1.5">
      <p className="text-sm text-soft">
        {formatNumber(queue.open)} open · {formatNumber(queue.leased)} in progress · {formatNumber(queue.reviewed)} done
      </p>
      <div aria-hidden="true" className="mt-1.5 h-1.5 w-64 max-w-full overflow-hidden rounded-full bg-sunken">
        <div className="h-full bg-accent" style={{ width: `${total === 0 ? 0 : (100 * queue.reviewed) / total}%` }} />
      </div>
    </div>
  );
}
