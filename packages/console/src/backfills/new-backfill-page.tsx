/** A backfill, estimated before it starts: changing the form afterwards needs a new estimate. */

import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import {
  type BackfillEstimate,
  type BackfillRequest,
  useEstimateBackfill,
  useStartBackfill,
} from '../api/backfills.ts';
import { describeError } from '../api/describe-error.ts';
import { type BrickSchema, type Kit, type KitVersion, useKitSchema, useKits, useKitVersions } from '../api/kits.ts';
import { useTimezone } from '../api/settings.ts';
import { filterOf, withoutAnswers } from '../runs/runs-search.ts';
import { WhereChips } from '../runs/where-chips.tsx';
import { useKept } from '../session/use-kept.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { type Engine, EngineField } from '../ui/engine-field.tsx';
import { formatCredits, formatDuration, formatNumber, roundedSum } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';

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
  const estimate = useEstimateBackfill();
  const start = useStartBackfill();

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
                <fieldset>
                  <legend className="mb-1.5 text-sm font-medium">Filters</legend>
                  <WhereChips where={where} onWhere={setWhere} bricks={bricks} />
                  <p className="-mt-2 text-[13px] text-muted">
                    Without filters: all runs of the kit. Only runs that have succeeded and still have their input are
                    evaluated again; sandbox runs are not.
                  </p>
                </fieldset>
                <TextField label="External id" value={externalId} onChange={setExternalId} note="Empty: any." />
              </>
            ) : (
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                <span>
                  {selected.length === 1
                    ? 'The run you selected.'
                    : `The ${formatNumber(selected.length)} runs you selected.`}
                </span>
                <Button kind="quiet" isSmall onClick={() => setByFilter(true)}>
                  Use filters instead
                </Button>
              </p>
            )}
          </div>
        </Panel>
        <Panel title="Evaluated with">
          <div className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
            <ChoiceField
              label="Version"
              value={versionId}
              options={versions.map((version) => [version.kit_version_id, nameOfVersion(version)] as const)}
              onChange={setChosen}
            />
            <EngineField value={engine} onChange={setEngine} />
            <label className="flex items-center gap-2 text-sm sm:col-span-2">
              <input
                type="checkbox"
                checked={sendsWebhooks}
                onChange={(event) => setSendsWebhooks(event.target.checked)}
              />
              Send webhooks for the new runs
            </label>
          </div>
        </Panel>
      </div>
      <div className="xl:sticky xl:top-6">
        <Panel title="How many, and what it costs">
          <form onSubmit={submit} className="space-y-4 p-4 sm:p-5">
            <TextField
              label="At most this many runs"
              type="number"
              min={1}
              max={100_000}
              step={1}
              value={sample}
              onChange={setSample}
              note="Chosen at random. Empty: all that match, 100,000 at most."
            />
            <div aria-live="polite">
              {found === undefined ? (
                <p className="text-sm text-soft">
                  {estimate.data === undefined
                    ? 'Nothing starts before you have seen what it costs.'
                    : 'The form has changed: estimate again.'}
                </p>
              ) : (
                <Figures estimate={found} />
              )}
            </div>
            {found !== undefined && found.runs > 0 && (
              <TextField
                label="Most credits it may cost"
                type="number"
                min={0}
                isRequired
                value={shownLimit}
                onChange={setLimit}
                note="Never exceeded: it stops before a run that could exceed it. The runs evaluated by then are a fair sample."
              />
            )}
            {error !== null && <Notice tone="bad">{describeError(error)}</Notice>}
            {found === undefined ? (
              <Button type="submit" kind="primary" isBusy={estimate.isPending} disabled={versionId === ''}>
                Estimate
              </Button>
            ) : (
              <Button type="submit" kind="primary" isBusy={start.isPending} disabled={found.runs === 0}>
                {`Evaluate ${formatNumber(found.runs)} runs again`}
              </Button>
            )}
          </form>
        </Panel>
      </div>
    </div>
  );
}

/** A fifth more than the estimate, and what is set aside for a run while it is evaluated. */
const suggestedLimit = ({ credits, most_credits_per_run }: BackfillEstimate) =>
  roundedSum(credits * 1.2 + most_credits_per_run);

function nameOfVersion({ version, live, status }: KitVersion): string {
  return `v${version} (${live ? 'live' : status})`;
}

function Figures({
  estimate: { runs, without_input, input_tokens, credits, seconds },
}: {
  estimate: BackfillEstimate;
}) {
  if (runs === 0)
    return (
      <p className="text-sm text-soft">
        {without_input === 0
          ? 'No run matches. Remove a filter, or choose another kit.'
          : `${formatNumber(without_input)} runs match, but none of them still has its input.`}
      </p>
    );
  const figures = [
    ['Runs', formatNumber(runs)],
    ['Left out: input erased', without_input === 0 ? undefined : formatNumber(without_input)],
    ['Tokens of the model', input_tokens === 0 ? 'none' : `about ${formatNumber(input_tokens)}`],
    ['Credits', credits === 0 ? 'none' : `about ${formatCredits(credits)}`],
    ['Time, when nothing else waits', `about ${formatDuration(seconds * 1_000)}`],
  ] as const;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1.5 text-sm">
      {figures.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="text-right font-medium tabular-nums">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
