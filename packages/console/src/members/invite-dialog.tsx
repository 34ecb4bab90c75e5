import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useInvite } from '../api/members.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { MemberLink } from './member-link.tsx';
import { type RoleChoice, RoleFields, toRoleRequest } from './role-fields.tsx';

export function InviteDialog({ onClose }: { onClose(): void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<RoleChoice>({ role: 'viewer', agent: '' });
  const invite = useInvite();
  if (invite.data !== undefined) return <MemberLink invitation={invite.data} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate({ email: email.trim(), ...toRoleRequest(role) });
  };
  return (
    <Dialog
      title="Invite somebody"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="invite" kind="primary" isBusy={invite.isPending}>
            Create the link
          </Button>
        </>
      }
    >
      <form id="invite" onSubmit={submit} className="space-y-4 text-ink">
        <Field label="E-mail" note="The service sends no mail: you get a link to pass on.">
          {(id) => (
            <input
              id={id}
              type="email"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              className={`${INPUT} w-full`}
            />
          )}
        </Field>
        <RoleFields value={role} onChange={setRole} />
      </form>
      {invite.error !== null && (
        <Notice tone="bad" className="mt-3">
          {describeError(invite.error)}
        </Notice>
      )}
    </Dialog>
  );
}
