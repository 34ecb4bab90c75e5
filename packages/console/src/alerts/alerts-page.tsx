import type { Alert, Canary } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useKits } from '../api/kits.ts';
import { useMay } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { buttonClass } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { AlertItem, ItemHead, NAME_CLASS } from './alert-item.tsx';
import { untilChecked } from './until-checked.ts';

/** Raised ones first. */
const byState = <Item extends Pick<Alert, 'state'>>(items: readonly Item[] | undefined) =>
  items?.toSorted((a, b) => Number(b.state === 'raised') - Number(a.state === 'raised'));

export function AlertsPage() {
  const alerts = useRead((api) => api.alerts.list(), {
    refetchInterval: ({ state: { data } }) => untilChecked(data ?? []),
  });
  const canaries = useRead((api) => api.canaries.list(), { refetchInterval: 30_000 });
  const mayWrite = useMay('kits:write');
  const names = new Map(useKits().data?.map(({ kit_id, name }) => [kit_id, name]));
  return (
    <>
      <PageHeader title="Alerts">
        Alerts and nightly checks that watch your kits. Each change of state is sent to your webhook and kept in the
        history.
      </PageHeader>
      <div className="space-y-5">
        <Panel
          title="Alerts"
          actions={
            mayWrite && (
              <Link to="/new-alert" className={buttonClass('primary', true)}>
                New alert
              </Link>
            )
          }
        >
          {alerts.error !== null && alerts.data === undefined ? (
            <ErrorState error={alerts.error} onRetry={() => alerts.refetch()} />
          ) : alerts.data === undefined ? (
            <Rows label="Loading alerts" count={3} />
          ) : alerts.data.length === 0 ? (
            <p className="p-4 text-sm text-soft">
              None yet. An alert watches one figure, such as the share of calls that were not resolved this week, and
              notifies you when it passes a threshold.
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {byState(alerts.data)?.map((alert) => (
                <AlertItem key={alert.name} alert={alert} kitName={names.get(alert.kit_id)} />
              ))}
            </ul>
          )}
        </Panel>
        <Panel
          title="Nightly checks"
          actions={
            mayWrite && (
              <Link to="/new-canary" className={buttonClass('primary', true)}>
                New nightly check
              </Link>
            )
          }
        >
          {canaries.error !== null && canaries.data === undefined ? (
            <ErrorState error={canaries.error} onRetry={() => canaries.refetch()} />
          ) : canaries.data === undefined ? (
            <Rows label="Loading nightly checks" count={2} />
          ) : canaries.data.length === 0 ? (
            <p className="p-4 text-sm text-soft">
              None yet. A nightly check (canary) evaluates a golden set every night on the live version, and notifies
              you when the answers drift although nobody changed the kit.
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {byState(canaries.data)?.map((canary) => (
                <CanaryItem key={canary.name} canary={canary} kitName={names.get(canary.kit_id)} />
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  );
}

function CanaryItem({ canary, kitName }: { canary: Canary; kitName: string | undefined }) {
  const { name, state, since, rule, running, problem, found, kit_code } = canary;
  const drifted = found?.bricks.filter((brick) => brick.drifted).map(({ key }) => key) ?? [];
  return (
    <li className="px-4 py-3 text-sm">
      <ItemHead state={state} since={since}>
        <Link to="/canaries/$name" params={{ name }} className={NAME_CLASS}>
          {name}
        </Link>
      </ItemHead>
      <p className="mt-1 text-[13px] text-soft">
        {`${kitName ?? kit_code} on the golden set ${rule.set}, every night at ${rule.at ?? '03:00'} UTC.`}{' '}
        {running !== undefined
          ? 'An evaluation is running.'
          : found === undefined
            ? 'Not evaluated yet.'
            : drifted.length === 0
              ? 'No brick drifted.'
              : `Drifted: ${drifted.join(', ')}.`}
      </p>
      {problem !== undefined && <p className="mt-1 text-[13px] text-warn">{problem}</p>}
    </li>
  );
}
