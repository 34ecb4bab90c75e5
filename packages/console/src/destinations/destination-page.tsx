/** One destination: its form with the request beside it, and its log. Without a name, a new one. */
import type { DestinationDocument } from '@brickwork/client';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type DestinationDraft, newDraft, toDocument, toDraft } from './destination-draft.ts';
import { DestinationForm } from './destination-form.tsx';
import { DestinationLog } from './destination-log.tsx';
import { DestinationPreview } from './destination-preview.tsx';

export function NewDestinationPage() {
  const navigate = useNavigate();
  const { data: presets = [] } = useRead((api) => api.destinations.presets());
  const [name, setName] = useState('');
  const [service, setService] = useState('hubspot');
  const preset = presets.find((each) => each.name === service);
  return (
    <>
      <PageHeader title="New destination">Writes the answers of runs to another service.</PageHeader>
      <Editor
        key={service}
        name={name}
        initial={newDraft(service)}
        stored={[]}
        onSaved={() => navigate({ to: '/destinations/$name', params: { name } })}
        head={
          <>
            <ChoiceField
              label="Service"
              value={service}
              options={[...presets.map((each): [string, string] => [each.name, each.title]), ['', 'Another one']]}
              note={preset?.summary ?? 'A custom request.'}
              onChange={setService}
            />
            <TextField
              label="Name"
              isCode
              isRequired
              value={name}
              placeholder="crm"
              pattern="[a-z0-9][a-z0-9_\-]*"
              note="Lower-case letters, digits, - and _."
              onChange={setName}
            />
          </>
        }
      />
    </>
  );
}

export function DestinationPage({ name }: { name: string }) {
  const { data, error, refetch } = useRead((api) => api.destinations.get(name));
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data === undefined) return <Rows label="Loading the destination" />;
  return (
    <>
      <PageHeader
        title={name}
        beside={
          <Tag tone={data.destination.enabled ? 'ok' : 'bad'}>{data.destination.enabled ? 'enabled' : 'disabled'}</Tag>
        }
        actions={<Remove name={name} />}
      >
        {data.host}
      </PageHeader>
      <div className="space-y-5">
        <DestinationLog name={name} />
        <Editor
          name={name}
          initial={toDraft(data.destination)}
          stored={data.secrets}
          head={null}
          onSaved={() => undefined}
        />
      </div>
    </>
  );
}

function Remove({ name }: { name: string }) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useChange((api) => api.destinations.delete(name));
  return (
    <>
      {remove.error !== null && <Notice tone="bad">{describeError(remove.error)}</Notice>}
      <MoreMenu items={[{ label: 'Delete…', isDanger: true, onSelect: () => setIsAsking(true) }]} />
      {isAsking && (
        <ConfirmDialog
          title="Delete the destination?"
          confirm="Delete"
          kind="danger"
          isBusy={remove.isPending}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => navigate({ to: '/destinations' }),
              onError: () => setIsAsking(false),
            })
          }
          onClose={() => setIsAsking(false)}
        >
          Nothing more is written there; its secrets and log are deleted. Answers already written stay there.
        </ConfirmDialog>
      )}
    </>
  );
}

interface EditorProps {
  name: string;
  initial: DestinationDraft;
  stored: readonly string[];
  head: ReactNode;
  onSaved(): void;
}

function Editor({ name, initial, stored, head, onSaved }: EditorProps) {
  const { data: presets = [] } = useRead((api) => api.destinations.presets());
  const [draft, setDraft] = useState(initial);
  const [secrets, setSecrets] = useState<Record<string, string>>({});
  const [fault, setFault] = useState<string>();
  const save = useChange((api, body: { destination: DestinationDocument; secrets: Record<string, string> }) =>
    api.destinations.put(name, body),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    try {
      const given = Object.entries(secrets).filter(([, value]) => value !== '');
      const body = { destination: toDocument(draft), secrets: Object.fromEntries(given) };
      setFault(undefined);
      save.mutate(body, {
        onSuccess: () => {
          setSecrets({});
          onSaved();
        },
      });
    } catch (error) {
      setFault(describeError(error));
    }
  };
  const error = fault ?? (save.error === null ? undefined : describeError(save.error));
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Panel title="Definition">
        <form onSubmit={submit} className="space-y-5 p-4 sm:p-5">
          {head}
          <DestinationForm
            draft={draft}
            preset={presets.find((each) => each.name === draft.preset)}
            secrets={secrets}
            stored={stored}
            onChange={setDraft}
            onSecrets={setSecrets}
          />
          {error !== undefined && <Notice tone="bad">{error}</Notice>}
          {save.isSuccess && error === undefined && <Notice tone="ok">Saved.</Notice>}
          <Button type="submit" kind="primary" isBusy={save.isPending}>
            Save
          </Button>
        </form>
      </Panel>
      <DestinationPreview name={name} draft={draft} />
    </div>
  );
}
