import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useCreateKey } from '../api/keys.ts';
import { type Environment, ROLE_MEANINGS, ROLES, type Role } from '../api/me.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
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
  const create = useCreateKey();
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
          <Field label="Role" note={ROLE_MEANINGS[role]}>
            {(id) => (
              <select
                id={id}
                value={role}
                onChange={(event) => setRole(ROLES.find((each) => each === event.target.value) ?? 'viewer')}
                className={`${INPUT} w-full`}
              >
                {ROLES.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            )}
          </Field>
        </div>
        {role === 'agent' && (
          <div className="sm:col-span-2">
            <Field label="Agent" note="Whose calls it sees: the value of the dimension “agent”.">
              {(id) => (
                <input
                  id={id}
                  value={agent}
                  required
                  maxLength={512}
                  onChange={(event) => setAgent(event.target.value)}
                  className={`${INPUT} w-full`}
                />
              )}
            </Field>
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
        <Field label="Expires">
          {(id) => (
            <select
              id={id}
              value={days}
              onChange={(event) => setDays(event.target.value)}
              className={`${INPUT} w-full`}
            >
              {EXPIRIES.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </form>
      {create.error !== null && (
        <Notice tone="bad" className="mt-3">
          {describeError(create.error)}
        </Notice>
      )}
    </Dialog>
  );
}
