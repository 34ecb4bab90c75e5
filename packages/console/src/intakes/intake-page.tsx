/** One intake: its form with a dry run beside it, its log, and who changed it. Without a name, a new one. */
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useDeleteIntake, useIntake, useIntakePresets, useRotateIntake, useSaveIntake } from '../api/intakes.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { TextField } from '../ui/text-field.tsx';
import { DryRun } from './dry-run.tsx';
import { FetchSecretFields } from './fetch-secret-fields.tsx';
import { EMPTY_INTAKE, type IntakeDraft, toDocument, toDraft } from './intake-draft.ts';
import { IntakeForm } from './intake-form.tsx';
import { IntakeLog } from './intake-log.tsx';
import { PresetSteps } from './preset-steps.tsx';

export function NewIntakePage() {
  const navigate = useNavigate();
  const { data: presets = [] } = useIntakePresets();
  const [name, setName] = useState('');
  const [service, setService] = useState('');
  const preset = presets.find((each) => each.name === service);
  const choose = (chosen: string) => {
    if (name === '' || name === service) setName(chosen);
    setService(chosen);
  };
  return (
    <>
      <PageHeader title="New intake">A named address for one service that pushes conversations.</PageHeader>
      <Editor
        key={service}
        name={name}
        initial={preset === undefined ? EMPTY_INTAKE : toDraft({ ...preset.definition, kits: [{ kit: '' }] })}
        onSaved={() => navigate({ to: '/intakes/$name', params: { name } })}
        head={
          <>
            <ChoiceField
              label="Service"
              value={service}
              options={[['', 'Another one'], ...presets.map((each): [string, string] => [each.name, each.title])]}
              note={
                preset === undefined
                  ? 'A preset fills in signature, handshake and mapping.'
                  : `${preset.summary} ${preset.secret.made_by === 'service' ? `Its secret: ${preset.secret.label}.` : 'The intake generates the secret.'}`
              }
              onChange={choose}
            />
            <TextField
              label="Name"
              isCode
              isRequired
              value={name}
              placeholder="support-calls"
              note="Lower-case letters, digits, - and _. It is part of the address."
              onChange={setName}
            />
          </>
        }
      />
    </>
  );
}

export function IntakePage({ name }: { name: string }) {
  const { data, error, refetch } = useIntake(name);
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data === undefined) return <Rows label="Loading the intake" />;
  const url = `${location.origin}${data.path}`;
  return (
    <>
      <PageHeader
        title={name}
        beside={<Tag tone={data.intake.enabled ? 'ok' : 'bad'}>{data.intake.enabled ? 'enabled' : 'disabled'}</Tag>}
        actions={<Actions name={name} />}
      >
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs break-all">{url}</span>
          <CopyButton text={url} label="Copy the URL" />
        </span>
        <span className="mt-1 block">
          Revision {data.revision} · secret {data.secret_hint}
          {data.verify_token !== undefined && (
            <>
              {' '}
              · verify token <span className="font-mono text-xs">{data.verify_token}</span>
            </>
          )}
        </span>
      </PageHeader>
      <div className="space-y-5">
        <PresetSteps intake={data} />
        <IntakeLog name={name} />
        <Editor name={name} initial={toDraft(data.intake)} head={null} onSaved={() => undefined} />
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
  const rotate = useRotateIntake(name);
  const remove = useDeleteIntake(name);
  const close = () => setAsking(undefined);
  const error = rotate.error ?? remove.error;
  return (
    <>
      {error !== null && <Notice tone="bad">{describeError(error)}</Notice>}
      <Button isSmall onClick={() => setAsking('rotate')}>
        Rotate the secret…
      </Button>
      <Button isSmall kind="danger" onClick={() => setAsking('delete')}>
        Delete…
      </Button>
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
          Both secrets work for another day, so nothing is refused until the service has the new one.
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
          Its address answers 404 from now on, and its log is deleted. Its runs stay.
        </ConfirmDialog>
      )}
      {secret !== undefined && <Secret secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <ShownOnce
      title="The intake’s secret"
      secret={secret}
      note="The service that pushes sends or signs with it. It is stored encrypted and not shown again; rotate it if it gets lost."
      onClose={onClose}
    />
  );
}

interface EditorProps {
  name: string;
  initial: IntakeDraft;
  head: ReactNode;
  onSaved(): void;
}

function Editor({ name, initial, head, onSaved }: EditorProps) {
  const [draft, setDraft] = useState(initial);
  const [given, setGiven] = useState('');
  const [fetchSecrets, setFetchSecrets] = useState<Record<string, string>>({});
  const [secret, setSecret] = useState<string>();
  const [isSaved, setIsSaved] = useState(false);
  const save = useSaveIntake();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const secrets = Object.fromEntries(Object.entries(fetchSecrets).filter(([, value]) => value !== ''));
    const request = { name, intake: toDocument(draft), secret: given === '' ? undefined : given, secrets };
    const saved = await save.mutateAsync(request).catch(() => undefined);
    if (saved === undefined) return;
    setGiven('');
    setFetchSecrets({});
    setSecret(saved.secret);
    setIsSaved(true);
  };
  // Not before the secret was kept: until then nobody leaves the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it was saved.
  useEffect(() => {
    if (!isSaved || secret !== undefined) return;
    setIsSaved(false);
    onSaved();
  }, [isSaved, secret]);
  return (
    <form onSubmit={submit} className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="space-y-5">
        <Panel title="Definition">
          <div className="grid gap-4 p-4 sm:p-5">
            {head}
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
              note="Only if the service chose it; at least 16 characters. Empty keeps the current one; a new intake gets one."
              onChange={setGiven}
            />
            <FetchSecretFields rest={draft.rest} values={fetchSecrets} onChange={setFetchSecrets} />
            <label className="flex items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={draft.isEnabled}
                onChange={(event) => setDraft({ ...draft, isEnabled: event.target.checked })}
              />
              Enabled: a disabled intake stores what it gets but skips it; you can replay it later
            </label>
          </div>
        </Panel>
        <IntakeForm draft={draft} onChange={setDraft} />
        {save.error !== null && <Notice tone="bad">{describeError(save.error)}</Notice>}
        {save.isSuccess && save.error === null && <Notice tone="ok">Saved.</Notice>}
        <Button type="submit" kind="primary" isBusy={save.isPending}>
          Save
        </Button>
      </div>
      <div className="xl:sticky xl:top-6">
        <DryRun name={name} draft={draft} />
      </div>
      {secret !== undefined && <Secret secret={secret} onClose={() => setSecret(undefined)} />}
    </form>
  );
}
