import type { ApiKey } from '@brickwork/client';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useSession } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatAgo, formatTime } from '../ui/format.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { SaveSheet } from '../ui/save-sheet.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';

const COLUMNS = [
  'Name',
  'Key',
  'Environment',
  'Role',
  'Agent',
  'State',
  'Created',
  'Last used',
  'Expires',
  'Revoked',
  'Id',
];

const rowOf = (key: ApiKey) => [
  key.name,
  key.hint,
  key.environment,
  key.role,
  key.agent,
  stateOf(key),
  key.created_at,
  key.last_used_at,
  key.expires_at,
  key.revoked_at,
  key.id,
];

export function KeysPage() {
  const { data, error, refetch } = useRead((api) => api.keys.list());
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const keys = data?.toReversed();
  return (
    <>
      <PageHeader
        title="Keys"
        actions={
          <>
            {keys !== undefined && keys.length > 0 && (
              <SaveSheet name="keys" columns={COLUMNS} rows={keys.map(rowOf)} />
            )}
            <Button kind="primary" onClick={() => setIsCreating(true)}>
              Create a key
            </Button>
          </>
        }
      >
        A key is shown once, when it is created. Its role decides what it may do, and its environment which data it
        sees.
      </PageHeader>
      <Panel>
        {error !== null ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : keys === undefined ? (
          <Rows label="Loading keys" />
        ) : keys.length === 0 ? (
          <EmptyState title="No keys" />
        ) : (
          <ul className="divide-y divide-line">
            {keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
            ))}
          </ul>
        )}
      </Panel>
      {isCreating && <CreateKeyDialog onClose={() => setIsCreating(false)} />}
      {revoking !== undefined && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

function stateOf({ revoked_at, expires_at }: ApiKey): 'revoked' | 'expired' | 'active' {
  if (revoked_at !== undefined) return 'revoked';
  return expires_at !== undefined && new Date(expires_at).getTime() < Date.now() ? 'expired' : 'active';
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke(): void }) {
  const { me } = useSession();
  const state = stateOf(apiKey);
  const isOwn = apiKey.id === me.key_id;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 sm:px-5">
      <div className={`min-w-0 flex-1 basis-60 ${state === 'active' ? '' : 'text-muted'}`}>
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{apiKey.name === undefined ? 'Unnamed' : <Said>{apiKey.name}</Said>}</span>
          {isOwn && <Tag tone="accent">this session</Tag>}
          {state !== 'active' && <Tag tone="bad">{state}</Tag>}
        </div>
        <div className="font-mono text-[13px] text-muted">{apiKey.hint}</div>
      </div>
      <Tag tone={apiKey.environment === 'live' ? 'ok' : 'warn'}>{apiKey.environment}</Tag>
      <span className="w-20 text-sm">{apiKey.role}</span>
      <span className="w-44 text-sm text-muted">
        {apiKey.last_used_at === undefined ? 'never used' : `used ${formatAgo(apiKey.last_used_at)}`}
        {state === 'active' && apiKey.expires_at !== undefined && (
          <span className="block" title={formatTime(apiKey.expires_at)}>
            expires {formatAgo(apiKey.expires_at)}
          </span>
        )}
      </span>
      <MoreMenu
        of={apiKey.name ?? apiKey.hint}
        items={[{ label: 'Revoke…', isDanger: true, isDisabled: state === 'revoked' || isOwn, onSelect: onRevoke }]}
      />
    </li>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const revoke = useChange((api, keyId: string) => api.keys.revoke(keyId));
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name ?? apiKey.hint}?`}
      confirm="Revoke"
      kind="danger"
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate(apiKey.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>It stops working immediately, on every node, and cannot be restored.</p>
      {revoke.error !== null && (
        <Notice tone="bad" className="mt-3">
          {describeError(revoke.error)}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
