/** A backfill, estimated before it starts: changing the form afterwards needs a new estimate. */

import type { BackfillRequest, BrickSchema, KitSummary as Kit, KitVersion } from '@brickwork/client';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useKitSchema, useKits, useKitVersions } from '../api/kits.ts';
import { useTimezone } from '../api/settings.ts';
import { useAsk, useChange } from '../api/use-change.ts';
import { filterOf, withoutAnswers } from '../runs/runs-search.ts';
import { WhereChips } from '../runs/where-chips.tsx';
import { useKept } from '../session/use-kept.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { type Engine, EngineField } from '../ui/engine-field.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import { CostPanel, suggestedLimit } from './cost-panel.tsx';

/** What the form starts with: a kit's code, and the filters of a list of runs. */
export interface NewBackfillSearch {
  kit?: string | undefined;
  where?: string | undefined;
  q?: string | undefined;
  /** The runs that were selected in the list, instead of filters. */
  chosen?: boolean | undefined;
}

export function NewBackfillPage({ search }: { search: NewBackfillSearch }) {
  const { data: kits, error, refetch } = useKits();
  const [code, setCode] = useState(search.kit);
  const kit = kits?.find(({ kit_code }) => kit_code === code) ?? kits?.[0];
  return (
    <>
      <PageHeader title="New backfill">
        Evaluate past runs again. The original runs stay as they are; the new ones count in usage, but not in insights.
      </PageHeader>
      {error !== null && kits === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : kits === undefined ? (
        <Rows label="Loading kits" />
      ) : kit === undefined ? (
        <EmptyState title="There are no kits yet">A backfill needs a kit that has been run.</EmptyState>
      ) : (
        <BackfillForm
          key={kit.kit_id}
          kits={kits}
          kit={kit}
          onKit={setCode}
          // What was filtered in the list belongs to the kit that was chosen there.
          where={kit.kit_code === search.kit ? search.where : withoutAnswers(search.where)}
          externalId={search.q ?? ''}
          isChosen={search.chosen === true && kit.kit_code === search.kit}
        />
      )}
    </>
  );
}

interface BackfillFormProps {
  kits: readonly Kit[];
  kit: Kit;
  onKit(code: string): void;
  where: string | undefined;
  externalId: string;
  isChosen: boolean;
}

const NO_BRICKS: readonly BrickSchema[] = [];

function BackfillForm({ kits, kit, onKit, where: givenWhere, externalId: givenId, isChosen }: BackfillFormProps) {
  const navigate = useNavigate();
  const versions = useKitVersions(kit.kit_id).data ?? [];
  const bricks = useKitSchema(kit.kit_id).data?.bricks ?? NO_BRICKS;
  const [chosen, setChosen] = useState('');
  const [engine, setEngine] = useState<Engine>('auto');
  const [where, setWhere] = useState(givenWhere);
  const [externalId, setExternalId] = useState(givenId);
  const [selected] = useKept<readonly string[]>('backfill.runs', []);
  const [byFilter, setByFilter] = useState(!isChosen || selected.length === 0);
  const [sample, setSample] = useState('');
  const [limit, setLimit] = useState<string>();
  const [sendsWebhooks, setSendsWebhooks] = useState(false);
  const estimate = useAsk((api, request: Omit<BackfillRequest, 'max_credits'>) => api.backfills.estimate(request));
  const start = useChange((api, request: BackfillRequest) => api.backfills.start(request));

  const versionId = chosen === '' ? (versions[0]?.kit_version_id ?? '') : chosen;
  const { occurred_after, occurred_before, external_id, reviewed, ...filter } = filterOf(
    { where, q: externalId.trim() === '' ? undefined : externalId.trim() },
    useTimezone(),
  );
  for (const name of ['status', 'type', 'kit_code', 'kit_version_id'] as const) delete filter[name];
  const request: Omit<BackfillRequest, 'max_credits'> = {
    kit_version_id: versionId,
    engine,
    ...(byFilter
      ? { filter: { ...filter, occurred_after, occurred_before, external_id, reviewed } }
      : { run_ids: selected }),
    ...(sample !== '' && { sample: Number(sample) }),
    webhooks: sendsWebhooks,
  };
  const asked = estimate.variables;
  const found = asked !== undefined && JSON.stringify(asked) === JSON.stringify(request) ? estimate.data : undefined;
  const shownLimit = limit ?? (found === undefined ? '' : suggestedLimit(found));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (found === undefined) return estimate.mutate(request);
    start.mutate(
      { ...request, max_credits: Number(shownLimit) },
      {
        onSuccess: ({ backfill_id }) => navigate({ to: '/backfills/$backfillId', params: { backfillId: backfill_id } }),
      },
    );
  };
  const error = start.error ?? (found === undefined && !estimate.isPending ? estimate.error : null);
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="space-y-5">
        <Panel title="Which runs">
          <div className="space-y-4 p-4 sm:p-5">
            <ChoiceField
              label="Kit"
              value={kit.kit_code}
              options={kits.map(({ kit_code, name }) => [kit_code, name] as const)}
              onChange={onKit}
            />
            {isChosen && selected.length === 0 && (
              <Notice tone="info">
                The selection was lost when the page reloaded. Select the runs again, or use filters.
              </Notice>
            )}
            {byFilter ? (
              <>
                <Filters where={where} onWhere={setWhere} bricks={bricks} />
                <TextField label="External id" value={externalId} onChange={setExternalId} note="If empty: any." />
              </>
            ) : (
              <SelectedRuns count={selected.length} onFilter={() => setByFilter(true)} />
            )}
          </div>
        </Panel>
        <EvaluatedWith
          versions={versions}
          versionId={versionId}
          onVersion={setChosen}
          engine={engine}
          onEngine={setEngine}
          sendsWebhooks={sendsWebhooks}
          onWebhooks={setSendsWebhooks}
        />
      </div>
      <div className="xl:sticky xl:top-6">
        <CostPanel
          sample={sample}
          onSample={setSample}
          found={found}
          isStale={estimate.data !== undefined}
          limit={shownLimit}
          onLimit={setLimit}
          isBusy={estimate.isPending || start.isPending}
          isReady={versionId !== ''}
          error={error}
          onSubmit={submit}
        />
      </div>
    </div>
  );
}

interface FiltersProps {
  where: string | undefined;
  onWhere(where: string | undefined): void;
  bricks: readonly BrickSchema[];
}

function Filters(props: FiltersProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Filters</legend>
      <WhereChips {...props} />
      <p className="-mt-2 text-[13px] text-muted">
        Without filters: all runs of the kit. Only runs that have succeeded and still have their input are evaluated
        again; sandbox runs are not.
      </p>
    </fieldset>
  );
}

interface EvaluatedWithProps {
  versions: readonly KitVersion[];
  versionId: string;
  onVersion(versionId: string): void;
  engine: Engine;
  onEngine(engine: Engine): void;
  sendsWebhooks: boolean;
  onWebhooks(sends: boolean): void;
}

function EvaluatedWith(props: EvaluatedWithProps) {
  const { versions, versionId, onVersion, engine, onEngine, sendsWebhooks, onWebhooks } = props;
  return (
    <Panel title="Evaluated with">
      <div className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
        <ChoiceField
          label="Version"
          value={versionId}
          options={versions.map((version) => [version.kit_version_id, nameOfVersion(version)] as const)}
          onChange={onVersion}
        />
        <EngineField value={engine} onChange={onEngine} />
        <label className="flex items-center gap-2 text-sm sm:col-span-2">
          <input type="checkbox" checked={sendsWebhooks} onChange={(event) => onWebhooks(event.target.checked)} />
          Send webhooks for the new runs
        </label>
      </div>
    </Panel>
  );
}

function SelectedRuns({ count, onFilter }: { count: number; onFilter(): void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span>{count === 1 ? 'The run you selected.' : `The ${formatNumber(count)} runs you selected.`}</span>
      <Button kind="quiet" isSmall onClick={onFilter}>
        Use filters instead
      </Button>
    </p>
  );
}

function nameOfVersion({ version, live, status }: KitVersion): string {
  return `v${version} (${live ? 'live' : status})`;
}
