import type { InviteRequest } from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { MemberLink } from './member-link.tsx';
import { type RoleChoice, RoleFields, toRoleRequest } from './role-fields.tsx';

/** On the page itself, because most people come here to invite somebody. */
export function InviteForm() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<RoleChoice>({ role: 'viewer', agent: '' });
  const invite = useChange((api, request: InviteRequest) => api.members.invite(request));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate({ email: email.trim(), ...toRoleRequest(role) }, { onSuccess: () => setEmail('') });
  };
  return (
    <Panel title="Invite somebody">
      <form onSubmit={submit} className="grid items-start gap-4 p-4 sm:grid-cols-2 sm:p-5">
        <Field label="E-mail" note="The service does not send e-mail: you get a link to pass on.">
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
        <div className="sm:col-span-2">
          <Button type="submit" kind="primary" isBusy={invite.isPending}>
            Create the link
          </Button>
          {invite.error !== null && (
            <Notice tone="bad" className="mt-3">
              {describeError(invite.error)}
            </Notice>
          )}
        </div>
      </form>
      {invite.data !== undefined && <MemberLink invitation={invite.data} onClose={invite.reset} />}
    </Panel>
  );
}
