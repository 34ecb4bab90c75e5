/** One canary: its state, accuracy night after night, its history and its rule. Without a name, a new one. */
import type { Canary } from '@brickwork/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useKits } from '../api/kits.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { StateTag } from './alert-item.tsx';
import { CanaryForm } from './canary-form.tsx';
import { LastNight, Nights } from './canary-nights.tsx';
import { ChangeList } from './change-list.tsx';
import { BackToAlerts, DeleteRule, NameField } from './rule-page.tsx';

const REFRESH_MS = 30_000;
/** While an evaluation is under way, or the first one has not begun. */
const UNDER_WAY_MS = 2_000;

export function NewCanaryPage({ kit }: { kit: string | undefined }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  return (
    <>
      <BackToAlerts />
      <PageHeader title="New nightly check">
        Evaluates a golden set every night on the live version, and notifies you when the answers drift. In the API: a
        canary.
      </PageHeader>
      <CanaryForm
        name={name}
        rule={undefined}
        kitCode={kit}
        head={<NameField value={name} placeholder="nightly" onChange={setName} />}
        onSaved={() => navigate({ to: '/canaries/$name', params: { name } })}
      />
    </>
  );
}

export function CanaryPage({ name }: { name: string }) {
  const { data, error, refetch } = useRead((api) => api.canaries.get(name), {
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.running !== undefined || data.checked_at === undefined ? UNDER_WAY_MS : REFRESH_MS,
  });
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data === undefined) return <Rows label="Loading the nightly check" />;
  return <LoadedCanary canary={data} />;
}

function LoadedCanary({ canary }: { canary: Canary }) {
  const { name, state, kit_id, kit_code, rule, running, next_at, problem } = canary;
  const navigate = useNavigate();
  const remove = useChange((api) => api.canaries.delete(name));
  const mayWrite = useMay('kits:write');
  const kit = useKits().data?.find((each) => each.kit_id === kit_id);
  const changes = useRead((api) => api.canaries.changes(name), { since: state });
  return (
    <>
      <BackToAlerts />
      <PageHeader
        title={name}
        beside={<StateTag state={state} />}
        actions={
          mayWrite && <DeleteRule what="nightly check" remove={remove} onDeleted={() => navigate({ to: '/alerts' })} />
        }
      >
        {`${kit?.name ?? kit_code} on the golden set ${rule.set}. `}
        {running === undefined ? `Next: ${formatTime(next_at)}.` : 'An evaluation is running.'}
      </PageHeader>
      <div className="space-y-5">
        {problem !== undefined && <Notice tone="warn">{problem}</Notice>}
        <LastNight canary={canary} />
        <Nights canary={canary} />
        <ChangeList changes={changes.data} error={changes.error}>
          {({ found }) => {
            const drifted = found?.bricks.filter((brick) => brick.drifted).map(({ key }) => key) ?? [];
            return drifted.length === 0 ? 'no brick drifted' : `drifted: ${drifted.join(', ')}`;
          }}
        </ChangeList>
        {mayWrite && <CanaryForm name={name} rule={rule} kitCode={kit_code} />}
      </div>
    </>
  );
}
