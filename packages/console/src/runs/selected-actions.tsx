/** What can be done with the runs that are selected. */
import type { RunItem } from '@brickwork/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useKept } from '../session/use-kept.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { AddToGoldenSet } from './add-to-golden-set.tsx';
import type { Column } from './columns.ts';
import { DownloadSelected } from './download-selected.tsx';
import { EraseRuns } from './erase-runs.tsx';

interface SelectedActionsProps {
  selected: ReadonlyMap<string, RunItem>;
  columns: readonly Column[];
  onClear(): void;
}

export function SelectedActions({ selected, columns, onClear }: SelectedActionsProps) {
  const navigate = useNavigate();
  const mayRun = useMay('runs:write');
  const mayReview = useMay('reviews:write');
  const mayChangeKits = useMay('kits:write');
  const mayReadInput = useMay('runs:read_input');
  const mayErase = useMay('runs:erase');
  const [, keepRuns] = useKept<readonly string[]>('backfill.runs', []);
  const [shown, setShown] = useState<'erase' | 'golden'>();
  const queue = useChange(async (api, chosen: readonly RunItem[]) => {
    const total = { added: 0, already: 0 };
    for (const [kit, own] of Map.groupBy(chosen, ({ kit_code }) => kit_code)) {
      const queued = await api.reviewQueue.add(
        kit,
        own.map(({ run_id }) => run_id),
      );
      total.added += queued.added;
      total.already += queued.already;
    }
    return total;
  });
  const runs = [...selected.values()];
  const answered = runs.filter(({ status, erased_at }) => status === 'succeeded' && erased_at === undefined);
  const ids = answered.map(({ run_id }) => run_id);
  const [kit, ...otherKits] = [...new Set(answered.map(({ kit_code }) => kit_code))];
  const ofOneKit = otherKits.length === 0 ? kit : undefined;
  const oneKitOnly = { disabled: ofOneKit === undefined, title: ofOneKit === undefined ? whyNot(kit) : undefined };
  const evaluateAgain = () => {
    keepRuns(ids);
    void navigate({ to: '/new-backfill', search: { kit: ofOneKit, chosen: true } });
  };
  return (
    <span className="ml-auto flex flex-wrap items-center justify-end gap-2 text-sm">
      <Button isSmall kind="quiet" onClick={onClear}>
        {formatNumber(selected.size)} selected ×
      </Button>
      {mayReview && (
        <Button
          isSmall
          disabled={ids.length === 0}
          title={ids.length === 0 ? whyNot(kit) : undefined}
          isBusy={queue.isPending}
          onClick={() => queue.mutate(answered)}
        >
          Review these
        </Button>
      )}
      {mayChangeKits && mayReadInput && (
        <Button isSmall {...oneKitOnly} onClick={() => setShown('golden')}>
          Add to golden set…
        </Button>
      )}
      {mayRun && (
        <Button isSmall {...oneKitOnly} onClick={evaluateAgain}>
          Evaluate again
        </Button>
      )}
      <DownloadSelected runs={runs} columns={columns} />
      {mayErase && (
        <MoreMenu
          items={[
            {
              label: `Erase ${formatNumber(selected.size)}…`,
              isDanger: true,
              onSelect: () => setShown('erase'),
            },
          ]}
        />
      )}
      <span role="status" className="basis-full empty:hidden">
        {queue.data !== undefined && <Queued {...queue.data} />}
      </span>
      {queue.error !== null && (
        <Notice tone="bad" className="basis-full">
          {describeError(queue.error)}
        </Notice>
      )}
      {shown === 'golden' && ofOneKit !== undefined && (
        <AddToGoldenSet kit={ofOneKit} runIds={ids} onClose={() => setShown(undefined)} />
      )}
      {shown === 'erase' && (
        <EraseRuns
          chosen={{ run_ids: [...selected.keys()] }}
          onClose={() => {
            setShown(undefined);
            onClear();
          }}
        />
      )}
    </span>
  );
}

function whyNot(kit: string | undefined): string {
  return kit === undefined ? 'Select calls that have succeeded.' : 'Select calls of one kit.';
}

function Queued({ added, already }: { added: number; already: number }) {
  const parts = [
    added > 0 && `${formatNumber(added)} ${added === 1 ? 'call is' : 'calls are'} now waiting for review.`,
    already > 0 && `${formatNumber(already)} ${already === 1 ? 'was' : 'were'} already in the queue.`,
  ];
  return (
    <Notice tone="ok">
      {parts.filter(Boolean).join(' ')}{' '}
      <Link to="/review" search={{}} className="rounded text-accent underline underline-offset-2">
        Go to review
      </Link>
    </Notice>
  );
}
