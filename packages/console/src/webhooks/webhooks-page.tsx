import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { DeliveryLog, type WebhooksSearch } from './delivery-log.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointPanel } from './endpoint-panel.tsx';

interface WebhooksPageProps {
  search: WebhooksSearch;
  onSearch(search: WebhooksSearch): void;
}

export function WebhooksPage({ search, onSearch }: WebhooksPageProps) {
  const { data, error, refetch } = useRead((api) => api.webhooks.list());
  const { environment } = useSession().me;
  const [secret, setSecret] = useState<string>();
  const endpoint = data?.[0];
  return (
    <>
      <PageHeader title="Webhooks">
        One endpoint in the {environment} environment receives a signed event for every run that ends, retried for a
        day.
      </PageHeader>
      <div className="space-y-5">
        {error !== null ? (
          <Panel>
            <ErrorState error={error} onRetry={() => refetch()} />
          </Panel>
        ) : data === undefined ? (
          <Panel>
            <Rows label="Loading the endpoint" count={3} />
          </Panel>
        ) : endpoint === undefined ? (
          <Panel title="Register an endpoint">
            <EndpointForm onSecret={setSecret} />
          </Panel>
        ) : (
          <>
            <EndpointPanel endpoint={endpoint} onSecret={setSecret} />
            <DeliveryLog endpoint={endpoint} search={search} onSearch={onSearch} />
          </>
        )}
      </div>
      {secret !== undefined && (
        <ShownOnce
          title="The endpoint’s secret"
          secret={secret}
          note="Your receiver verifies signatures with it. It is stored encrypted and not shown again; rotate it if you lose it."
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}
