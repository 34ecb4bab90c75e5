import { isTerminal, type RunUsage } from '@brickwork/client';
import { formatMoney } from '@brickwork/contract/figures';
import type { ReactNode } from 'react';
import type { Run } from '../api/runs.ts';
import { useMay } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { formatDuration, formatNumber, formatTime } from '../ui/format.ts';
import { Said } from '../ui/said.tsx';
import { Rows } from '../ui/states.tsx';

export function RunDetails({ run }: { run: Run }) {
  return (
    <div className="divide-y divide-line">
      <Timeline run={run} />
      <Usage run={run} />
      <Part title="Identifiers">
        <Pairs
          pairs={[
            ['Run', run.run_id],
            ['External id', run.external_id],
            ['Kit', `${run.kit_code} · version ${run.kit_version}`],
            ['Kit version', run.kit_version_id],
            ['Type and mode', `${run.type}, ${run.mode}`],
            ['Answered by', run.engine],
            ['Input format', run.conversation?.format],
          ]}
        />
      </Part>
      {run.metadata !== undefined && (
        <Part title="Metadata">
          <Pairs pairs={Object.entries(run.metadata)} />
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="p-4 sm:p-5">
      <h3 className="mb-2.5 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Pairs({ pairs }: { pairs: readonly (readonly [string, string | undefined])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
      {pairs.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd>
                <Said>{value}</Said>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Timeline({ run }: { run: Run }) {
  const since = (moment: string | undefined) =>
    moment === undefined ? undefined : new Date(moment).getTime() - new Date(run.created_at).getTime();
  const steps: [string, string | undefined][] = [
    ['Conversation took place', run.occurred_at === run.created_at ? undefined : run.occurred_at],
    ['Accepted and stored', run.created_at],
    ['Started by a worker', run.started_at],
    [run.status === 'cancelled' ? 'Cancelled' : run.status === 'failed' ? 'Failed' : 'Finished', run.completed_at],
    ['Contents erased', run.erased_at],
  ];
  return (
    <Part title="Timeline">
      <ol className="space-y-2.5 border-l-2 border-line pl-4 text-sm">
        {steps.map(
          ([label, moment]) =>
            moment !== undefined && (
              <li key={label} className="relative">
                <span aria-hidden="true" className="absolute top-1.5 -left-[21px] size-2 rounded-full bg-accent" />
                {label}
                <span className="ml-2 text-muted">
                  {formatTime(moment)}
                  {moment > run.created_at && ` · +${formatDuration(since(moment))}`}
                </span>
              </li>
            ),
        )}
        {!isTerminal(run.status) && <li className="text-muted">In progress…</li>}
      </ol>
    </Part>
  );
}

function creditsOf({ credits, uncharged_credits = 0, estimated }: RunUsage): string {
  const guess = estimated ? ' (estimated)' : '';
  return uncharged_credits > 0 ? `none charged; the model cost ${uncharged_credits}${guess}` : `${credits}${guess}`;
}

function moneyOf({ money, uncharged_money = 0, currency }: RunUsage): string | undefined {
  if (money === undefined || currency === undefined) return undefined;
  return uncharged_money > 0
    ? `none charged; the model cost ${formatMoney(uncharged_money, currency)}`
    : formatMoney(money, currency);
}

function Usage({ run }: { run: Run }) {
  const mayRead = useMay('usage:read');
  const { data, error } = useRead((api) => api.runs.usage(run.run_id), { enabled: mayRead && isTerminal(run.status) });
  if (!mayRead || !isTerminal(run.status) || error !== null) return null;
  return (
    <Part title="Usage">
      {data === undefined ? (
        <Rows count={2} label="Loading usage" />
      ) : (
        <Pairs
          pairs={[
            ['Engine', data.model === undefined ? data.engine : `${data.engine} · ${data.model}`],
            ['Attempts', data.attempts === undefined ? undefined : formatNumber(data.attempts)],
            ['Model calls', formatNumber(data.calls)],
            [
              'Tokens',
              `${formatNumber(data.tokens.input)} in (${formatNumber(data.tokens.cached_input)} cached), ${formatNumber(data.tokens.output)} out`,
            ],
            ['Credits', creditsOf(data)],
            ['Money', moneyOf(data)],
          ]}
        />
      )}
    </Part>
  );
}
