/** The first step to an intake: which service pushes. Its address is made at once; everything else is chosen on the intake's own page. */
import type { IntakeDocument, IntakePreset } from '@brickwork/client';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';
import { FetchSecretFields } from './fetch-secret-fields.tsx';
import { EMPTY_INTAKE, toDocument } from './intake-draft.ts';
import { IntakeSecret } from './intake-secret.tsx';

const STEPS = [
  'Choose the service',
  'Copy the address and the secret',
  'Send a test',
  'Check the conversation',
  'Choose the kits that read it',
];

/** The secrets that the service made, where it makes any. */
interface Secrets {
  secret: string | undefined;
  secrets: Record<string, string> | undefined;
}

export function NewIntakePage() {
  const navigate = useNavigate();
  const { data: presets = [] } = useRead((api) => api.intakes.presets());
  const [name, setName] = useState('');
  const [service, setService] = useState<string>();
  const [given, setGiven] = useState('');
  const [fetchSecrets, setFetchSecrets] = useState<Record<string, string>>({});
  const preset = presets.find((each) => each.name === service);
  const document: IntakeDocument =
    preset === undefined ? { ...toDocument(EMPTY_INTAKE), kits: [] } : { ...preset.definition, kits: [] };
  const create = useChange((api, secrets: Secrets) => api.intakes.put(name.trim(), document, secrets));
  const choose = (chosen: string) => {
    if (name === '' || name === service) setName(chosen);
    setService(chosen);
  };
  const [isKept, setIsKept] = useState(false);
  // Not before the secret was kept: while it is shown nobody leaves the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was.
  useEffect(() => {
    if (isKept) void navigate({ to: '/intakes/$name', params: { name: name.trim() } });
  }, [isKept]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const secrets = Object.fromEntries(Object.entries(fetchSecrets).filter(([, value]) => value !== ''));
    create.mutate(
      {
        secret: given === '' ? undefined : given,
        secrets: Object.keys(secrets).length > 0 ? secrets : undefined,
      },
      { onSuccess: ({ secret }) => setIsKept(secret === undefined) },
    );
  };
  return (
    <>
      <PageHeader title="New intake">
        Set up an address that one service pushes conversations to, in five steps.
      </PageHeader>
      <div className="items-start gap-5 xl:grid xl:grid-cols-[minmax(0,1fr)_18rem]">
        <form onSubmit={submit}>
          <Panel title="1. Choose the service">
            <div className="space-y-4 p-4 sm:p-5">
              <Services presets={presets} chosen={service} onChoose={choose} />
              {service !== undefined && (
                <div className="grid max-w-xl gap-4 border-t border-line pt-4">
                  {preset !== undefined && <p className="text-sm text-soft">{preset.summary}</p>}
                  <TextField
                    label="Name"
                    isCode
                    isRequired
                    pattern="[a-z0-9][a-z0-9_\-]*"
                    value={name}
                    placeholder="support-calls"
                    note="Lower-case letters, digits, - and _. It is part of the address."
                    onChange={setName}
                  />
                  {preset?.secret.made_by === 'service' && (
                    <TextField
                      label={preset.secret.label}
                      type="password"
                      isCode
                      value={given}
                      note={`${preset.title} generates it. You can also enter it later.`}
                      onChange={setGiven}
                    />
                  )}
                  <FetchSecretFields rest={document} values={fetchSecrets} onChange={setFetchSecrets} />
                </div>
              )}
              {create.error !== null && <Notice tone="bad">{describeError(create.error)}</Notice>}
              <Button type="submit" kind="primary" disabled={service === undefined} isBusy={create.isPending}>
                Create the address
              </Button>
            </div>
          </Panel>
        </form>
        <ol className="mt-5 space-y-2 text-sm xl:mt-0" aria-label="Steps">
          {STEPS.map((step, index) => (
            <li key={step} aria-current={index === 0 ? 'step' : undefined} className="flex items-center gap-3">
              <span
                className={`grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold ${index === 0 ? 'bg-accent text-on-accent' : 'bg-sunken text-soft'}`}
              >
                {index + 1}
              </span>
              <span className={index === 0 ? 'font-medium' : 'text-soft'}>{step}</span>
            </li>
          ))}
        </ol>
      </div>
      {create.data?.secret !== undefined && !isKept && (
        <IntakeSecret secret={create.data.secret} onClose={() => setIsKept(true)} />
      )}
    </>
  );
}

interface ServicesProps {
  presets: readonly IntakePreset[];
  chosen: string | undefined;
  onChoose(service: string): void;
}

/** Anything that pushes JSON. */
const OTHER = { name: '', title: 'Another service', summary: 'Anything that pushes JSON.' };

function Services({ presets, chosen, onChoose }: ServicesProps) {
  const [text, setText] = useState('');
  const shown = [...presets, OTHER].filter(({ title }) => title.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <fieldset>
      <legend className="sr-only">Service</legend>
      <input
        type="search"
        aria-label="Find a service"
        placeholder="Find a service"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`${INPUT} mb-3 w-full max-w-xs`}
      />
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map(({ name, title, summary }) => (
          <label
            key={name}
            className="flex cursor-pointer items-start gap-2.5 rounded-lg border border-line px-3 py-2 text-sm hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="service"
              aria-label={title}
              checked={chosen === name}
              onChange={() => onChoose(name)}
              className="mt-0.5"
            />
            <span className="min-w-0">
              <span className="block font-medium">{title}</span>
              <span className="line-clamp-2 text-[13px] text-muted" title={summary}>
                {summary}
              </span>
            </span>
          </label>
        ))}
      </div>
      {shown.length === 0 && <p className="text-sm text-soft">None of the presets. Choose “Another service”.</p>}
    </fieldset>
  );
}
