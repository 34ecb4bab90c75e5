/** What may be spent on models, and how much of it is. */
import type { SpendCap } from '@brickwork/client';
import { useState } from 'react';
import { useKits } from '../api/kits.ts';
import { useMay, useSession } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatCredits, formatTime } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { SpendCapForm } from './spend-cap-form.tsx';

const AT_CAP = {
  hold: 'then runs wait',
  fail: 'then runs fail',
  local: 'then the local engine answers',
} as const satisfies Record<SpendCap['at_cap'], string>;

export function SpendCaps() {
  const { data: caps, error, refetch } = useRead((api) => api.spendCaps.list());
  const isLive = useSession().me.environment === 'live';
  const may = useMay('spend:manage') && isLive;
  const [edited, setEdited] = useState<SpendCap | 'new'>();
  const [deleted, setDeleted] = useState<SpendCap>();
  return (
    <Panel
      title="Spend caps"
      actions={
        may && (
          <Button isSmall onClick={() => setEdited('new')}>
            Set a cap…
          </Button>
        )
      }
    >
      {error !== null ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : caps === undefined ? (
        <Rows label="Loading spend caps" count={2} />
      ) : caps.length === 0 ? (
        <p className="p-4 text-sm text-soft">
          No caps: models may cost any amount. A cap limits what may be spent per day or month, and decides what happens
          to runs at the cap.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {caps.map((cap) => (
            <CapRow
              key={cap.name}
              cap={cap}
              onEdit={may ? () => setEdited(cap) : undefined}
              onDelete={() => setDeleted(cap)}
            />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <SpendCapForm cap={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {deleted !== undefined && <DeleteCap cap={deleted} onClose={() => setDeleted(undefined)} />}
    </Panel>
  );
}

interface CapRowProps {
  cap: SpendCap;
  onEdit: (() => void) | undefined;
  onDelete(): void;
}

function CapRow({ cap, onEdit, onDelete }: CapRowProps) {
  const kit = useKits().data?.find(({ kit_id }) => kit_id === cap.kit_id)?.name ?? cap.kit_code;
  const share = cap.max_credits === 0 ? 1 : Math.min(1, cap.spent_credits / cap.max_credits);
  const tone = cap.reached ? 'bg-bad' : share >= 0.8 ? 'bg-warn' : 'bg-accent';
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex flex-wrap items-center gap-2 font-medium">
          {cap.name}
          {cap.reached && <Tag tone="bad">reached</Tag>}
        </div>
        <div className="text-[13px] text-muted">
          {kit === undefined ? 'The whole workspace' : kit}, a {cap.period}, {AT_CAP[cap.at_cap]}
        </div>
      </div>
      <div className="min-w-0 flex-1 basis-64">
        <div className="tabular-nums">
          {formatCredits(cap.spent_credits)} of {formatCredits(cap.max_credits)} credits
          {cap.money !== undefined && ` (${formatCredits(cap.money)} ${cap.currency ?? ''})`}
          {cap.reserved_credits > 0 && (
            <span className="text-muted"> · {formatCredits(cap.reserved_credits)} in progress</span>
          )}
        </div>
        <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
          <div className={`h-full ${tone}`} style={{ width: `${share * 100}%` }} />
        </div>
        <div className="mt-1 text-[13px] text-muted">resets {formatTime(cap.resets_at)}</div>
      </div>
      {onEdit !== undefined && (
        <div className="flex gap-2">
          <Button isSmall onClick={onEdit}>
            Change…
          </Button>
          <Button isSmall kind="danger" onClick={onDelete}>
            Delete…
          </Button>
        </div>
      )}
    </li>
  );
}

function DeleteCap({ cap, onClose }: { cap: SpendCap; onClose(): void }) {
  const remove = useChange((api, name: string) => api.spendCaps.delete(name));
  return (
    <ConfirmDialog
      title={`Delete the cap ${cap.name}?`}
      confirm="Delete"
      kind="danger"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(cap.name, { onSuccess: onClose })}
      onClose={onClose}
    >
      Runs that it holds continue, and only other caps limit the cost of models.
    </ConfirmDialog>
  );
}
