import type { WebhookEndpoint } from '@brickwork/client';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { formatTime } from '../ui/format.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { EndpointForm } from './endpoint-form.tsx';

interface EndpointPanelProps {
  endpoint: WebhookEndpoint;
  onSecret(secret: string): void;
}

const REASONS: Readonly<Record<string, string>> = {
  gone: 'A delivery’s last attempt got 410 Gone, so nothing more is sent to it.',
  manual: 'It was disabled manually.',
};

export function EndpointPanel({ endpoint, onSecret }: EndpointPanelProps) {
  const [asking, setAsking] = useState<'delete' | 'rotate' | 'replace'>();
  const test = useChange((api) => api.webhooks.test(endpoint.id));
  const act = useChange((api, action: 'enable' | 'disable') => api.webhooks[action](endpoint.id));
  const rotate = useChange((api) => api.webhooks.rotate(endpoint.id));
  const remove = useChange((api) => api.webhooks.delete(endpoint.id));
  const close = () => setAsking(undefined);
  const error = test.error ?? act.error ?? rotate.error ?? remove.error;
  return (
    <Panel
      title="Endpoint"
      actions={
        <>
          <Button isSmall isBusy={test.isPending} onClick={() => test.mutate()}>
            Send a test event
          </Button>
          <Button isSmall onClick={() => setAsking('replace')}>
            Replace…
          </Button>
          <Button isSmall onClick={() => act.mutate(endpoint.enabled ? 'disable' : 'enable')}>
            {endpoint.enabled ? 'Disable' : 'Enable'}
          </Button>
          <MoreMenu
            items={[
              { label: 'Rotate the secret…', onSelect: () => setAsking('rotate') },
              { label: 'Delete…', isDanger: true, onSelect: () => setAsking('delete') },
            ]}
          />
        </>
      }
    >
      <div className="p-4 sm:p-5">
        <div className="flex flex-wrap items-center gap-3">
          <Said className="font-mono text-sm">{endpoint.url}</Said>
          <Tag tone={endpoint.enabled ? 'ok' : 'bad'}>{endpoint.enabled ? 'enabled' : 'disabled'}</Tag>
        </div>
        <p className="mt-1.5 text-sm text-muted">
          Secret {endpoint.secret_hint} · since {formatTime(endpoint.created_at)}
        </p>
        {!endpoint.enabled && (
          <Notice tone="warn" className="mt-3">
            {REASONS[endpoint.disabled_reason ?? ''] ?? 'It is disabled.'} Its events are held, not lost: enable it to
            have them sent.
          </Notice>
        )}
        {test.isSuccess && (
          <Notice tone="ok" className="mt-3">
            A test event is on its way; see the log below.
          </Notice>
        )}
        {error !== null && (
          <Notice tone="bad" className="mt-3">
            {describeError(error)}
          </Notice>
        )}
      </div>
      {asking === 'delete' && (
        <ConfirmDialog
          title="Delete the endpoint?"
          confirm="Delete"
          kind="danger"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          Deliveries in progress are cancelled, and nothing more is sent to it.
        </ConfirmDialog>
      )}
      {asking === 'rotate' && (
        <ConfirmDialog
          title="Rotate the secret?"
          confirm="Rotate"
          isBusy={rotate.isPending}
          onConfirm={() =>
            rotate.mutate(undefined, {
              onSuccess: ({ secret }) => {
                onSecret(secret);
                close();
              },
            })
          }
          onClose={close}
        >
          For 24 hours deliveries carry both signatures, so a receiver with the old secret keeps working.
        </ConfirmDialog>
      )}
      {asking === 'replace' && (
        <Dialog title="Replace the endpoint" onClose={close}>
          <EndpointForm endpoint={endpoint} onSecret={onSecret} onDone={close} />
        </Dialog>
      )}
    </Panel>
  );
}
