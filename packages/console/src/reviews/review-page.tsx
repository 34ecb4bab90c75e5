/** The review queues: what is left for each kit, and the way in. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { type Kit, useKits } from '../api/kits.ts';
import { type ReviewQueue, useNextItem, useReviewQueue } from '../api/reviews.ts';
import { useMay } from '../api/session.ts';
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
  const finished = kits?.find(({ kit_id }) => kit_id === done);
  return (
    <>
      <PageHeader title="Review">
        Check whether answers are right. Runs are drawn by each kit’s policy and handed to one person at a time.
      </PageHeader>
      {done !== undefined && (
        <Notice tone="ok" className="mb-4">
          Nothing is left to review{finished === undefined ? '' : ` for ${finished.name}`}. Thank you.
        </Notice>
      )}
      <OpenAppeals />
      <Panel>
        {error !== null ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : kits === undefined ? (
          <Rows label="Loading kits" />
        ) : kits.length === 0 ? (
          <EmptyState title="No kits yet">Runs of a published kit can be reviewed.</EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {kits.map((kit) => (
              <KitQueue key={kit.kit_id} kit={kit} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

function KitQueue({ kit }: { kit: Kit }) {
  const { data: queue, error } = useReviewQueue(kit.kit_id);
  const navigate = useNavigate();
  const next = useNextItem();
  const mayChange = useMay('kits:write');
  const [shown, setShown] = useState<'policy' | 'calibration'>();
  const toggle = (what: 'policy' | 'calibration') => setShown(shown === what ? undefined : what);
  const start = async () => {
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
            disabled={queue === undefined || queue.open + queue.leased === 0}
            isBusy={next.isPending}
            onClick={() => void start().catch(() => {})}
          >
            Review <span className="sr-only">{kit.name}</span>
          </Button>
        </div>
      </div>
      {(error ?? next.error) !== null && (
        <Notice tone="bad" className="mt-3">
          {describeError(error ?? next.error)}
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
    return <p className="mt-1 text-sm text-muted">No policy: no runs are selected for review.</p>;
  const total = queue.open + queue.leased + queue.reviewed;
  return (
    <div className="mt-1.5">
      <p className="text-sm text-soft">
        {formatNumber(queue.open)} open · {formatNumber(queue.leased)} with somebody · {formatNumber(queue.reviewed)}{' '}
        done
      </p>
      <div aria-hidden="true" className="mt-1.5 h-1.5 w-64 max-w-full overflow-hidden rounded-full bg-sunken">
        <div className="h-full bg-accent" style={{ width: `${total === 0 ? 0 : (100 * queue.reviewed) / total}%` }} />
      </div>
    </div>
  );
}
