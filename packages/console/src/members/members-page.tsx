import type { Invitation, Member } from '@brickwork/client';
import { type ComponentType, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useSession } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { formatAgo, formatTime } from '../ui/format.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { SaveSheet } from '../ui/save-sheet.tsx';
import { EmptyState, ErrorState, NotLoaded, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { InviteForm } from './invite-form.tsx';
import { LinkRequests } from './link-requests.tsx';
import { RemoveDialog, ResetDialog, RoleDialog, SessionsDialog } from './member-dialogs.tsx';

type MemberDialog = ComponentType<{ member: Member; onClose(): void }>;

const COLUMNS = ['Name', 'E-mail', 'Role', 'Agent', 'Sign-in method', 'Since', 'Last seen', 'Id'];

const rowOf = (member: Member) => [
  member.name,
  member.email,
  member.role,
  member.agent,
  member.signs_in_by,
  member.created_at,
  member.last_seen_at,
  member.id,
];

export function MembersPage() {
  const { data, error, refetch } = useRead((api) => api.members.list());
  const [open, setOpen] = useState<{ member: Member; Dialog: MemberDialog }>();
  return (
    <>
      <PageHeader
        title="Members"
        actions={
          data !== undefined && data.length > 0 && <SaveSheet name="members" columns={COLUMNS} rows={data.map(rowOf)} />
        }
      >
        Who works in this workspace, and what they may do. Reviews and published versions carry their names.
      </PageHeader>
      <div className="space-y-5">
        <Panel>
          {error !== null ? (
            <ErrorState error={error} onRetry={() => refetch()} />
          ) : data === undefined ? (
            <Rows label="Loading members" />
          ) : data.length === 0 ? (
            <EmptyState title="Nobody yet">
              <p>Invite yourself first, as admin, to sign in without a key.</p>
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {data.map((member) => (
                <MemberRow key={member.id} member={member} onOpen={(Dialog) => setOpen({ member, Dialog })} />
              ))}
            </ul>
          )}
        </Panel>
        <LinkRequests />
        <Invitations />
        <InviteForm />
      </div>
      {open !== undefined && <open.Dialog member={open.member} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function MemberRow({ member, onOpen }: { member: Member; onOpen(dialog: MemberDialog): void }) {
  const isSelf = useSession().me.actor.id === member.id;
  const byProvider = member.signs_in_by === 'provider';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">
            <Said>{member.name}</Said>
          </span>
          {isSelf && <Tag tone="accent">you</Tag>}
          {byProvider && <Tag>identity provider</Tag>}
          {member.signs_in_by === undefined && <Tag tone="warn">has not signed in yet</Tag>}
        </div>
        <div className="truncate text-[13px] text-muted" title={member.email}>
          {member.email}
        </div>
      </div>
      <span className="w-36 truncate text-sm" title={member.agent}>
        {member.role}
        {member.agent !== undefined && (
          <span className="block truncate text-muted">
            <Said>{member.agent}</Said>
          </span>
        )}
      </span>
      <span className="w-36 text-sm text-muted" title={member.last_seen_at && formatTime(member.last_seen_at)}>
        {member.last_seen_at === undefined ? 'never seen' : `seen ${formatAgo(member.last_seen_at)}`}
      </span>
      <span className="flex flex-wrap gap-1.5">
        <Button isSmall disabled={byProvider} onClick={() => onOpen(RoleDialog)}>
          Role…
        </Button>
        <Button isSmall onClick={() => onOpen(SessionsDialog)}>
          Sessions…
        </Button>
        <MoreMenu
          of={member.name}
          items={[
            { label: 'Reset the sign-in…', isDisabled: byProvider, onSelect: () => onOpen(ResetDialog) },
            { label: 'Remove…', isDanger: true, onSelect: () => onOpen(RemoveDialog) },
          ]}
        />
      </span>
    </li>
  );
}

function Invitations() {
  const { data = [], error, refetch } = useRead((api) => api.members.invitations());
  if (error !== null) return <NotLoaded what="Invitations" error={error} onRetry={refetch} />;
  if (data.length === 0) return null;
  return (
    <Panel title="Open invitations">
      <ul className="divide-y divide-line">
        {data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Panel>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const revoke = useChange((api, id: string) => api.members.revokeInvitation(id));
  const isOld = new Date(invitation.expires_at).getTime() < Date.now();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 text-sm sm:px-5">
      <span className="min-w-0 flex-1 basis-60 truncate font-medium" title={invitation.email}>
        {invitation.email}
      </span>
      <span className="w-36">{invitation.member_id === undefined ? invitation.role : 'reset'}</span>
      <span className="w-52 text-muted" title={formatTime(invitation.expires_at)}>
        by <Said>{invitation.invited_by.name}</Said>, {isOld ? 'expired' : `ends ${formatAgo(invitation.expires_at)}`}
      </span>
      <MoreMenu
        of={invitation.email}
        items={[{ label: 'Revoke', isDanger: true, onSelect: () => revoke.mutate(invitation.id) }]}
      />
      {revoke.error !== null && <Notice tone="bad">{describeError(revoke.error)}</Notice>}
    </li>
  );
}
