/** The shadow of a kit: a version that answers a share of live runs alongside the live one, to be compared before it is published. */
import type { Backfill, KitVersion, ShadowRequest } from '@brickwork/client';
import { isApiError } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useCallsWord } from '../api/use-calls-word.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { type Engine, EngineField } from '../ui/engine-field.tsx';
import { formatNumber, formatShare, formatTime, fromField, toField } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import { BackfillStatus, describeCredits } from './backfill-status.tsx';

export function ShadowTab({ kitId, versions }: { kitId: string; versions: readonly KitVersion[] }) {
  const { data, error, refetch } = useRead(
    // Null: the kit never had one.
    (api) =>
      api.shadows.get(kitId).catch((error: unknown) => {
        if (isApiError(error) && error.code === 'not_found') return null;
        throw error;
      }),
    { refetchInterval: ({ state: { data } }) => (data?.status === 'running' ? 5_000 : false) },
  );
  const mayWrite = useMay('kits:write');
  const { many, isEngineer } = useCallsWord();
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data === undefined) return <Rows label="Loading the live trial" count={3} />;
  return (
    <div className="space-y-6 p-4 sm:p-5">
      <p className="max-w-3xl text-sm text-soft">
        {`A live trial (shadow) answers a share of live ${many} with another version, in the background and without webhooks. ${isEngineer ? 'Its runs' : 'Its answers'} are left out of lists and insights; the comparison shows what would change if you published it.`}
      </p>
      {data !== null && <Shown kitId={kitId} shadow={data} />}
      {mayWrite && <ShadowForm key={data?.backfill_id} kitId={kitId} shadow={data ?? undefined} versions={versions} />}
    </div>
  );
}

function Shown({ kitId, shadow }: { kitId: string; shadow: Backfill }) {
  const { backfill_id, kit_version, shadow: share = 0, status, done, succeeded, failed, created_at } = shadow;
  const { one, many } = useCallsWord();
  const stop = useChange((api) => api.shadows.stop(kitId));
  const mayWrite = useMay('kits:write');
  return (
    <section aria-label="The live trial" className="space-y-3 rounded-lg border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="font-medium">{`v${kit_version} on ${formatShare(share)} of live ${many}`}</h3>
        <BackfillStatus status={status} />
        <span className="ml-auto flex flex-wrap gap-2">
          <Link to="/backfills/$backfillId" params={{ backfillId: backfill_id }} className={buttonClass('plain', true)}>
            Comparison
          </Link>
          {mayWrite && status === 'running' && (
            <Button isSmall kind="danger" isBusy={stop.isPending} onClick={() => stop.mutate()}>
              Stop
            </Button>
          )}
        </span>
      </div>
      <p className="text-sm text-muted">
        {`Since ${formatTime(created_at)}: ${formatNumber(done)} ${done === 1 ? one : many}, ${formatNumber(succeeded)} succeeded, ${formatNumber(failed)} failed; ${describeCredits(shadow)}.`}
      </p>
      {stop.error !== null && <Notice tone="bad">{describeError(stop.error)}</Notice>}
    </section>
  );
}

interface ShadowFormProps {
  kitId: string;
  shadow: Backfill | undefined;
  versions: readonly KitVersion[];
}

function ShadowForm({ kitId, shadow, versions }: ShadowFormProps) {
  const choices = versions.filter(({ live }) => !live);
  const [version, setVersion] = useState(shadow?.kit_version_id ?? '');
  const [share, setShare] = useState(toField(shadow?.shadow ?? 0.1));
  const [limit, setLimit] = useState(shadow?.max_credits === undefined ? '' : String(shadow.max_credits));
  const [engine, setEngine] = useState<Engine>(shadow?.engine ?? 'auto');
  const { many } = useCallsWord();
  const save = useChange((api, request: ShadowRequest) => api.shadows.put(kitId, request));
  if (choices.length === 0)
    return <p className="text-sm text-muted">Push a draft first: only the live version exists.</p>;
  const chosen = choices.find(({ kit_version_id }) => kit_version_id === version) ?? choices[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === undefined) return;
    save.mutate({
      kit_version_id: chosen.kit_version_id,
      share: fromField(share),
      engine,
      ...(limit !== '' && { max_credits: Number(limit) }),
    });
  };
  return (
    <form onSubmit={submit} aria-label="Live trial" className="grid max-w-3xl gap-4 sm:grid-cols-2">
      <ChoiceField
        label="Version"
        value={chosen?.kit_version_id ?? ''}
        options={choices.map(
          ({ kit_version_id, version: number, status }) => [kit_version_id, `v${number} (${status})`] as const,
        )}
        onChange={setVersion}
      />
      <EngineField value={engine} onChange={setEngine} />
      <TextField
        label={`Share of live ${many} (percent)`}
        type="number"
        min={0.01}
        max={100}
        isRequired
        value={share}
        onChange={setShare}
      />
      <TextField
        label="Maximum cost (credits)"
        type="number"
        min={0}
        value={limit}
        onChange={setLimit}
        note="If empty: no limit."
      />
      {save.error !== null && (
        <Notice tone="bad" className="sm:col-span-2">
          {describeError(save.error)}
        </Notice>
      )}
      <div className="sm:col-span-2">
        <Button type="submit" kind="primary" isBusy={save.isPending}>
          {shadow?.status === 'running' ? 'Change the live trial' : 'Start the live trial'}
        </Button>
      </div>
    </form>
  );
}
