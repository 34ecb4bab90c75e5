/** One intake as steps: its address and secret, a test, what becomes of it, the kits that read it; then its log and who changed it. */
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatTime } from '../ui/format.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { TextField } from '../ui/text-field.tsx';
import { AddressStep } from './address-step.tsx';
import { DryRun } from './dry-run.tsx';
import { FetchSecretFields } from './fetch-secret-fields.tsx';
import { type IntakeDraft, toDocument, toDraft } from './intake-draft.ts';
import { IntakeForm } from './intake-form.tsx';
import { IntakeLog } from './intake-log.tsx';
import { IntakeSecret } from './intake-secret.tsx';
import { KitsStep } from './kits-step.tsx';

export function IntakePage({ name }: { name: string }) {
  const { data, error, refetch } = useRead((api) => api.intakes.get(name));
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data === undefined) return <Rows label="Loading the intake" />;
  return (
    <>
      <PageHeader
        title={name}
        beside={<Tag tone={data.intake.enabled ? 'ok' : 'bad'}>{data.intake.enabled ? 'enabled' : 'disabled'}</Tag>}
        actions={<Actions name={name} />}
      >
        {data.intake.description ?? 'An address for a service that pushes conversations.'}
      </PageHeader>
      <div className="space-y-5">
        <Panel title="2. Copy the address and the secret">
          <AddressStep intake={data} />
        </Panel>
        <Editor name={name} initial={toDraft(data.intake)} />
        <IntakeLog name={name} />
        <Panel title="Changes">
          <ul className="divide-y divide-line">
            {data.changes.map(({ revision, change, by, created_at }) => (
              <li key={revision} className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:px-5">
                <span className="w-28">Revision {revision}</span>
                <span className="font-medium">{change.replace('_', ' ')}</span>
                <span className="text-muted">
                  <Said>{by.name}</Said>
                </span>
                <time dateTime={created_at} className="ml-auto text-muted">
                  {formatTime(created_at)}
                </time>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}

function Actions({ name }: { name: string }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'rotate' | 'delete'>();
  const [secret, setSecret] = useState<string>();
  const rotate = useChange((api) => api.intakes.rotate(name));
  const remove = useChange((api) => api.intakes.delete(name));
  const close = () => setAsking(undefined);
  const error = rotate.error ?? remove.error;
  return (
    <>
      {error !== null && <Notice tone="bad">{describeError(error)}</Notice>}
      <MoreMenu
        items={[
          { label: 'Rotate the secret…', onSelect: () => setAsking('rotate') },
          { label: 'Delete…', isDanger: true, onSelect: () => setAsking('delete') },
        ]}
      />
      {asking === 'rotate' && (
        <ConfirmDialog
          title="Rotate the secret?"
          confirm="Rotate"
          isBusy={rotate.isPending}
          onConfirm={async () => {
            const rotated = await rotate.mutateAsync().catch(() => undefined);
            setSecret(rotated?.secret);
            close();
          }}
          onClose={close}
        >
          Both secrets work for another day, so that you have time to enter the new one in the service.
        </ConfirmDialog>
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title="Delete the intake?"
          confirm="Delete"
          kind="danger"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate({ to: '/intakes' }), onError: close })}
          onClose={close}
        >
          Its address returns 404 from now on, and its log is deleted. Its runs stay.
        </ConfirmDialog>
      )}
      {secret !== undefined && <IntakeSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

function Editor({ name, initial }: { name: string; initial: IntakeDraft }) {
  const [draft, setDraft] = useState(initial);
  const [given, setGiven] = useState('');
  const [fetchSecrets, setFetchSecrets] = useState<Record<string, string>>({});
  const save = useChange((api, secrets: { secret: string | undefined; secrets: Record<string, string> | undefined }) =>
    api.intakes.put(name, toDocument(draft), secrets),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const secrets = Object.fromEntries(Object.entries(fetchSecrets).filter(([, value]) => value !== ''));
    save.mutate(
      {
        secret: given === '' ? undefined : given,
        // Those that are left out stay as they are.
        secrets: Object.keys(secrets).length > 0 ? secrets : undefined,
      },
      {
        onSuccess: () => {
          setGiven('');
          setFetchSecrets({});
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="space-y-5">
      <DryRun name={name} draft={draft} />
      <Panel title="5. Choose the kits that read it">
        <div className="space-y-4 p-4 sm:p-5">
          <KitsStep rules={draft.rules} onChange={(rules) => setDraft({ ...draft, rules })} />
          {save.error !== null && <Notice tone="bad">{describeError(save.error)}</Notice>}
          {save.isSuccess && save.error === null && <Notice tone="ok">Saved.</Notice>}
          <Button type="submit" kind="primary" isBusy={save.isPending}>
            Save
          </Button>
        </div>
      </Panel>
      <details className="group">
        <summary className="w-fit rounded px-1 text-sm font-medium text-soft">
          Advanced: secrets, signature, mapping, rules
        </summary>
        <div className="mt-3 space-y-5">
          <Panel title="Definition">
            <div className="grid gap-4 p-4 sm:p-5">
              <TextField
                label="Description"
                value={draft.description}
                onChange={(description) => setDraft({ ...draft, description })}
              />
              <TextField
                label="Secret"
                type="password"
                isCode
                value={given}
                note="Only if the service chose it; at least 16 characters. Empty keeps the current one."
                onChange={setGiven}
              />
              <FetchSecretFields rest={draft.rest} values={fetchSecrets} onChange={setFetchSecrets} />
              <label className="flex items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  checked={draft.isEnabled}
                  onChange={(event) => setDraft({ ...draft, isEnabled: event.target.checked })}
                />
                Enabled: a disabled intake stores deliveries but creates no runs; you can replay them later
              </label>
            </div>
          </Panel>
          <IntakeForm draft={draft} onChange={setDraft} />
          <Button type="submit" isBusy={save.isPending}>
            Save everything
          </Button>
        </div>
      </details>
    </form>
  );
}
