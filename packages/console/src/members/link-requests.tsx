import type { LinkRequest } from '@brickwork/client';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatAgo, formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { NotLoaded } from '../ui/states.tsx';

/** Accounts at the identity provider that have a member's address. The member can confirm, or an admin approves here. */
export function LinkRequests() {
  const { data = [], error, refetch } = useRead((api) => api.signIn.linkRequests());
  if (error !== null) return <NotLoaded what="Link requests" error={error} onRetry={refetch} />;
  if (data.length === 0) return null;
  return (
    <Panel title="Wants to sign in with the identity provider">
      <ul className="divide-y divide-line">
        {data.map((request) => (
          <LinkRow key={request.id} request={request} />
        ))}
      </ul>
    </Panel>
  );
}

function LinkRow({ request }: { request: LinkRequest }) {
  const [isOpen, setIsOpen] = useState(false);
  const approve = useChange((api, id: string) => api.signIn.approveLink(id));
  const refuse = useChange((api, id: string) => api.signIn.refuseLink(id));
  const { member } = request;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 text-sm sm:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <span className="font-medium">
          <Said>{request.name}</Said>
        </span>
        <div className="truncate text-[13px] text-muted" title={`${request.subject} at ${request.issuer}`}>
          {member.email} · account {request.subject}
        </div>
      </div>
      <span className="w-52 text-muted" title={formatTime(request.created_at)}>
        {member.role === request.role ? request.role : `${member.role} → ${request.role}`}, requested{' '}
        {formatAgo(request.created_at)}
      </span>
      <span className="flex flex-wrap gap-1.5">
        <Button isSmall onClick={() => setIsOpen(true)}>
          Approve…
        </Button>
        <Button isSmall kind="danger" isBusy={refuse.isPending} onClick={() => refuse.mutate(request.id)}>
          Refuse
        </Button>
      </span>
      {refuse.error !== null && <Notice tone="bad">{describeError(refuse.error)}</Notice>}
      {isOpen && (
        <ConfirmDialog
          title={`Is this the same person as ${member.name}?`}
          confirm="Approve"
          kind="danger"
          isBusy={approve.isPending}
          onConfirm={() => approve.mutate(request.id, { onSuccess: () => setIsOpen(false) })}
          onClose={() => setIsOpen(false)}
        >
          <p>
            The account {request.subject} at {request.issuer} becomes {member.email}, with the role {request.role}. The
            member’s password, codes and sessions stop working. If the address now belongs to somebody else, refuse this
            and remove the old member.
          </p>
          {approve.error !== null && (
            <Notice tone="bad" className="mt-3">
              {describeError(approve.error)}
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </li>
  );
}
