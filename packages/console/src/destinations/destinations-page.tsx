import type { Destination } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useRead } from '../api/use-read.ts';
import { buttonClass } from '../ui/button.tsx';
import { formatAgo, formatTime } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';

export function DestinationsPage() {
  const { data, error, refetch } = useRead((api) => api.destinations.list());
  const create = (
    <Link to="/new-destination" className={buttonClass('primary')}>
      New destination
    </Link>
  );
  return (
    <>
      <PageHeader title="Destinations" actions={create}>
        Answers written back to records in HubSpot, Salesforce, Zendesk, Intercom or any other service.
      </PageHeader>
      <Panel>
        {error !== null && data === undefined ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : data === undefined ? (
          <Rows label="Loading destinations" count={3} />
        ) : data.length === 0 ? (
          <EmptyState title="No destinations yet" action={create}>
            A destination writes the answers of every run to the record the call was about, in the fields you choose.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {data.map((destination) => (
              <DestinationRow key={destination.name} destination={destination} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

function DestinationRow({
  destination: { name, host, destination, last_delivery: last },
}: {
  destination: Destination;
}) {
  const { data: presets = [] } = useRead((api) => api.destinations.presets());
  const fields = Object.entries(destination.fields)
    .map(([answer, field]) => `${answer} → ${field}`)
    .join(', ');
  const service = presets.find((each) => each.name === destination.preset)?.title ?? 'A custom request';
  return (
    <li className="relative px-4 py-3.5 hover:bg-sunken sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/destinations/$name"
          params={{ name }}
          className="font-medium outline-offset-[-2px] after:absolute after:inset-0 hover:text-accent"
        >
          {name}
        </Link>
        {!destination.enabled && <Tag tone="bad">disabled</Tag>}
        <span className="text-sm text-soft">
          {service} · {host}
        </span>
        {last !== undefined && (
          <span className="ml-auto flex items-center gap-2 text-sm text-muted">
            {last.status === 'dead' && <Tag tone="bad">last run failed</Tag>}
            <time dateTime={last.updated_at} title={formatTime(last.updated_at)}>
              {formatAgo(last.updated_at)}
            </time>
          </span>
        )}
      </div>
      <p className="mt-0.5 truncate text-sm text-muted" title={fields}>
        {fields}
      </p>
    </li>
  );
}
