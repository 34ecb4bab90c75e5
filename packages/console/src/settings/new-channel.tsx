import type { ChannelSettings } from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { formFaults } from '../api/form-faults.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { SuggestInput } from '../ui/suggest-input.tsx';
import { TextField } from '../ui/text-field.tsx';

export const KINDS = { email: 'E-mail', slack: 'Slack', teams: 'Microsoft Teams', webhook: 'Webhook' } as const;
type Kind = keyof typeof KINDS;
export const TOPICS = {
  alerts: 'Alerts',
  deliveries: 'Failing webhooks',
  spend: 'Spend caps',
  summary: 'Monday summary',
  appeals: 'Appeals',
} as const;
type Topic = keyof typeof TOPICS;

interface NewChannelProps {
  /** The initially selected ones. */
  topics: readonly Topic[];
  onClose(): void;
}

export function NewChannel({ topics: given, onClose }: NewChannelProps) {
  const save = useChange((api, { name, settings }: { name: string; settings: ChannelSettings }) =>
    api.channels.put(name, settings),
  );
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('slack');
  const [target, setTarget] = useState('');
  const [topics, setTopics] = useState(given);
  const [hasText, setHasText] = useState(false);
  const toggle = (topic: Topic) =>
    setTopics((before) => (before.includes(topic) ? before.filter((each) => each !== topic) : [...before, topic]));
  const faults = formFaults(save.error, ['name', 'to', 'url']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const where =
      kind === 'email' ? { to: target.split(/[\s,;]+/).filter((each) => each !== '') } : { url: target.trim() };
    save.mutate(
      { name: name.trim(), settings: { kind, topics: [...topics], include_text: hasText, ...where } },
      { onSuccess: onClose },
    );
  };
  return (
    <form onSubmit={submit} className="max-w-xl space-y-4 border-b border-line p-4 text-ink sm:p-5">
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        isRequired
        pattern="[a-z0-9][a-z0-9_\-]*"
        placeholder="ops"
        error={faults.of('name')}
      />
      <ChoiceField<Kind>
        label="Kind"
        value={kind}
        onChange={setKind}
        options={(Object.keys(KINDS) as Kind[]).map((each) => [each, KINDS[each]] as const)}
      />
      {kind === 'email' ? (
        <MailField value={target} onChange={setTarget} error={faults.of('to')} />
      ) : (
        <TextField
          label="Address of the incoming webhook"
          note="It is a secret: it is stored encrypted and never shown again."
          value={target}
          onChange={setTarget}
          error={faults.of('url')}
          isRequired
        />
      )}
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <legend className="mb-1">Notify about</legend>
        {(Object.keys(TOPICS) as Topic[]).map((topic) => (
          <label key={topic} className="flex items-center gap-1.5">
            <input type="checkbox" checked={topics.includes(topic)} onChange={() => toggle(topic)} />
            {TOPICS[topic]}
          </label>
        ))}
      </fieldset>
      {topics.includes('appeals') && (
        <label className="flex items-center gap-1.5 text-sm">
          <input type="checkbox" checked={hasText} onChange={(event) => setHasText(event.target.checked)} />
          Quote what agents wrote in their appeals
        </label>
      )}
      {faults.rest !== undefined && <Notice tone="bad">{faults.rest}</Notice>}
      <div className="flex gap-2">
        <Button type="submit" kind="primary" isBusy={save.isPending} disabled={topics.length === 0}>
          Save channel
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Addresses of members are suggested to those who may see them. */
function MailField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange(to: string): void;
  error: string | undefined;
}) {
  const mayList = useMay('members:manage');
  const members = useRead((api) => api.members.list(), { enabled: mayList }).data ?? [];
  const [, before = '', part = ''] = /^(.*[\s,;])?([^\s,;]*)$/s.exec(value) ?? [];
  const wanted = part.toLowerCase();
  const found = members.filter(
    ({ email, name }) =>
      !before.includes(email) && email !== part && [email, name].some((each) => each.toLowerCase().includes(wanted)),
  );
  return (
    <Field label="Mail addresses" error={error} note="Separated by commas; members are suggested.">
      {(id) => (
        <SuggestInput
          id={id}
          required
          value={value}
          onChange={onChange}
          suggests="Members"
          suggestions={found.slice(0, 10).map(({ email, name }) => ({ value: email, label: email, about: name }))}
          onChoose={(chosen) => onChange(`${before}${chosen.value}, `)}
          className="w-full"
        />
      )}
    </Field>
  );
}
