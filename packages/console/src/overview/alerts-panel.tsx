import type { KitSummary as Kit } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { AlertItem } from '../alerts/alert-item.tsx';
import { untilChecked } from '../alerts/until-checked.ts';
import { useRead } from '../api/use-read.ts';
import { buttonClass } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';

/** Raised ones first. */
export function AlertsPanel({ kits }: { kits: readonly Kit[] }) {
  const { data, error } = useRead((api) => api.alerts.list(), {
    refetchInterval: ({ state: { data } }) => untilChecked(data ?? []),
  });
  const alerts = data?.toSorted((a, b) => Number(b.state === 'raised') - Number(a.state === 'raised'));
  return (
    <Panel
      title="Alerts"
      actions={
        <Link to="/alerts" className={`${buttonClass('plain', true)} print:hidden`}>
          All alerts
        </Link>
      }
    >
      {error !== null ? (
        <ErrorState error={error} />
      ) : alerts === undefined ? (
        <Rows count={2} label="Loading alerts" />
      ) : alerts.length === 0 ? (
        <p className="p-4 text-sm text-soft">
          None yet. An alert notifies you when a figure of a kit passes a threshold.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {alerts.map((alert) => (
            <AlertItem
              key={alert.name}
              alert={alert}
              kitName={kits.find(({ kit_id }) => kit_id === alert.kit_id)?.name}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}
