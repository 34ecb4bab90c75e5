import type { ChangeMemberRequest, Member } from '@brickwork/client';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { formatAgo, formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Said } from '../ui/said.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { MemberLink } from './member-link.tsx';
import { type RoleChoice, RoleFields, toRoleRequest } from './role-fields.tsx';

interface MemberDialogProps {
  member: Member;
  onClose(): void;
}

export function RoleDialog({ member, onClose }: MemberDialogProps) {
  const [role, setRole] = useState<RoleChoice>({ role: member.role, agent: member.agent ?? '' });
  const change = useChange((api, { id, change: wanted }: { id: string; change: ChangeMemberRequest }) =>
    api.members.change(id, wanted),
  );
  return (
    <Dialog
      title={`Role of ${member.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isBusy={change.isPending}
            onClick={() => change.mutate({ id: member.id, change: toRoleRequest(role) }, { onSuccess: onClose })}
          >
            Change the role
          </Button>
        </>
      }
    >
      <div className="space-y-4 text-ink">
        <RoleFields value={role} onChange={setRole} />
      </div>
      <p className="mt-3 text-sm">They are signed out everywhere and sign in again with the new role.</p>
      <Fault error={change.error} />
    </Dialog>
  );
}

export function RemoveDialog({ member, onClose }: MemberDialogProps) {
  const remove = useChange((api, id: string) => api.members.remove(id));
  return (
    <ConfirmDialog
      title={`Remove ${member.name}?`}
      confirm="Remove"
      kind="danger"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(member.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        They are signed out immediately and can no longer sign in. Their reviews and published versions keep their name.
        Keys that they created are revoked.
      </p>
      <Fault error={remove.error} />
    </ConfirmDialog>
  );
}

export function ResetDialog({ member, onClose }: MemberDialogProps) {
  const reset = useChange((api, id: string) => api.members.reset(id));
  if (reset.data !== undefined) return <MemberLink invitation={reset.data} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={`Reset the sign-in of ${member.name}?`}
      confirm="Reset"
      kind="danger"
      isBusy={reset.isPending}
      onConfirm={() => reset.mutate(member.id)}
      onClose={onClose}
    >
      <p>
        For a lost phone or a forgotten password. The old password, codes and sessions stop working immediately; you get
        a link that works once, for a day.
      </p>
      <Fault error={reset.error} />
    </ConfirmDialog>
  );
}

export function SessionsDialog({ member, onClose }: MemberDialogProps) {
  const { data, error } = useRead((api) => api.members.sessions(member.id));
  const end = useChange((api, id: string) => api.members.endSessions(id));
  return (
    <Dialog
      title={`Where ${member.name} is signed in`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            kind="danger"
            disabled={(data ?? []).length === 0}
            isBusy={end.isPending}
            onClick={() => end.mutate(member.id)}
          >
            Sign out everywhere
          </Button>
        </>
      }
    >
      {error !== null ? (
        <ErrorState error={error} />
      ) : data === undefined ? (
        <Rows count={2} label="Loading sessions" />
      ) : data.length === 0 ? (
        <p>Nowhere at the moment.</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.map((session) => (
            <li key={session.id} className="py-2.5 text-sm">
              <span className="flex items-center gap-2">
                <span className="min-w-0 flex-1 truncate" title={session.browser}>
                  <Said>{session.browser}</Said>
                </span>
                <Tag tone={session.environment === 'live' ? 'ok' : 'warn'}>{session.environment}</Tag>
              </span>
              <span className="text-muted" title={formatTime(session.last_used_at)}>
                used {formatAgo(session.last_used_at)}, ends {formatAgo(session.expires_at)} at the latest
              </span>
            </li>
          ))}
        </ul>
      )}
      <Fault error={end.error} />
    </Dialog>
  );
}

function Fault({ error }: { error: unknown }) {
  if (error === null) return null;
  return (
    <Notice tone="bad" className="mt-3">
      {describeError(error)}
    </Notice>
  );
}
