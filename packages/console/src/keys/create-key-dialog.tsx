import { type CreateKeyRequest, type Environment, ROLE_MEANINGS, ROLES, type Role } from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useSession } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { AgentField } from '../members/agent-field.tsx';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';

const EXPIRIES: readonly [string, string][] = [
  ['', 'Never'],
  ['7', 'In 7 days'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
];

export function CreateKeyDialog({ onClose }: { onClose(): void }) {
  const { me } = useSession();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const [environment, setEnvironment] = useState<Environment>(me.environment);
  const [agent, setAgent] = useState('');
  const [days, setDays] = useState('');
  const create = useChange((api, request: CreateKeyRequest) => api.keys.create(request));
  if (create.data !== undefined) {
    return (
      <ShownOnce
        title="Your new key"
        secret={create.data.key}
        note="Copy it now: only a hash is stored, so it cannot be shown again."
        onClose={onClose}
      />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({
      role,
      environment,
      ...(role === 'agent' && { agent: agent.trim() }),
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(days !== '' && { expires_at: new Date(Date.now() + Number(days) * 86_400_000).toISOString() }),
    });
  };
  return (
    <Dialog
      title="Create a key"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="create-key" kind="primary" isBusy={create.isPending}>
            Create
          </Button>
        </>
      }
    >
      <form id="create-key" onSubmit={submit} className="grid gap-4 text-ink sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Field label="Name" note="What it is for, such as “crm sync”.">
            {(id) => (
              <input
                id={id}
                value={name}
                maxLength={100}
                onChange={(event) => setName(event.target.value)}
                className={`${INPUT} w-full`}
              />
            )}
          </Field>
        </div>
        <div className="sm:col-span-2">
          <ChoiceField
            label="Role"
            note={ROLE_MEANINGS[role]}
            value={role}
            options={ROLES.map((each) => [each, each] as const)}
            onChange={(next: Role) => setRole(next)}
          />
        </div>
        {role === 'agent' && (
          <div className="sm:col-span-2">
            <AgentField value={agent} onChange={setAgent} />
          </div>
        )}
        <Field label="Environment">
          {(id) => (
            <select
              id={id}
              value={environment}
              disabled={me.environment === 'test'}
              onChange={(event) => setEnvironment(event.target.value === 'live' ? 'live' : 'test')}
              className={`${INPUT} w-full`}
            >
              <option>live</option>
              <option>test</option>
            </select>
          )}
        </Field>
        <ChoiceField label="Expires" value={days} options={EXPIRIES} onChange={setDays} />
      </form>
      {create.error !== null && (
        <Notice tone="bad" className="mt-3">
          {describeError(create.error)}
        </Notice>
      )}
    </Dialog>
  );
}
