/** Where people are told of alerts, failing webhooks and spend caps. */
import { type FormEvent, useState } from 'react';
import { type Channel, useChannels, useDeleteChannel, useSaveChannel, useTestChannel } from '../api/channels.ts';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';

const KINDS = { email: 'E-mail', slack: 'Slack', teams: 'Microsoft Teams', webhook: 'Webhook' } as const;
type Kind = keyof typeof KINDS;
const TOPICS = { alerts: 'Alerts', deliveries: 'Failing webhooks', spend: 'Spend caps' } as const;
type Topic = keyof typeof TOPICS;

export function ChannelsPanel() {
  const mayManage = useMay('channels:manage');
  const { data: channels } = useChannels(mayManage);
  const [isAdding, setIsAdding] = useState(false);
  if (!mayManage) return null;
  return (
    <Panel
      title="Notifications"
      actions={
        !isAdding && (
          <Button isSmall onClick={() => setIsAdding(true)}>
            New channel
          </Button>
        )
      }
    >
      {isAdding && <NewChannel onClose={() => setIsAdding(false)} />}
      {channels?.length === 0 && !isAdding && (
        <p className="p-4 text-sm text-soft sm:p-5">
          Nobody is told of alerts, failing webhooks or spend caps yet. A channel sends them by mail or to a chat.
        </p>
      )}
      <ul className="divide-y divide-line">
        {channels?.map((channel) => (
          <ChannelRow key={channel.name} channel={channel} />
        ))}
      </ul>
    </Panel>
  );
}

function ChannelRow({ channel: { name, kind, to, host, topics, enabled } }: { channel: Channel }) {
  const test = useTestChannel();
  const remove = useDeleteChannel();
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        <span className="min-w-0 truncate text-sm text-soft">
          {KINDS[kind]} to {to?.join(', ') ?? host}
        </span>
        <span className="text-sm text-muted">
          {enabled ? topics.map((topic) => TOPICS[topic]).join(', ') : 'disabled'}
        </span>
        <span className="ml-auto flex gap-2">
          <Button isSmall isBusy={test.isPending} onClick={() => test.mutate(name)}>
            Send a test
          </Button>
          <Button isSmall kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate(name)}>
            Delete {name}
          </Button>
        </span>
      </div>
      {test.data !== undefined && (
        <Notice tone={test.data.status === 'succeeded' ? 'ok' : 'bad'} className="mt-2">
          {test.data.status === 'succeeded'
            ? 'The test message was sent.'
            : `The test message did not arrive: ${test.data.outcome ?? 'it is tried again'}.`}
        </Notice>
      )}
      {(test.error ?? remove.error) !== null && (
        <Notice tone="bad" className="mt-2">
          {describeError(test.error ?? remove.error)}
        </Notice>
      )}
    </li>
  );
}

function NewChannel({ onClose }: { onClose(): void }) {
  const save = useSaveChannel();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('slack');
  const [target, setTarget] = useState('');
  const [topics, setTopics] = useState<readonly Topic[]>(['alerts', 'deliveries', 'spend']);
  const toggle = (topic: Topic) =>
    setTopics((before) => (before.includes(topic) ? before.filter((each) => each !== topic) : [...before, topic]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const where =
      kind === 'email' ? { to: target.split(/[\s,;]+/).filter((each) => each !== '') } : { url: target.trim() };
    save.mutate({ name: name.trim(), settings: { kind, topics: [...topics], ...where } }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} className="max-w-xl space-y-4 border-b border-line p-4 sm:p-5">
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        isRequired
        pattern="[a-z0-9][a-z0-9_\-]*"
        placeholder="ops"
      />
      <ChoiceField<Kind>
        label="Kind"
        value={kind}
        onChange={setKind}
        options={(Object.keys(KINDS) as Kind[]).map((each) => [each, KINDS[each]] as const)}
      />
      <TextField
        label={kind === 'email' ? 'Mail addresses' : 'Address of the incoming webhook'}
        note={
          kind === 'email' ? 'Separated by commas.' : 'It is a secret: it is stored encrypted and never shown again.'
        }
        value={target}
        onChange={setTarget}
        isRequired
      />
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <legend className="mb-1">Tells of</legend>
        {(Object.keys(TOPICS) as Topic[]).map((topic) => (
          <label key={topic} className="flex items-center gap-1.5">
            <input type="checkbox" checked={topics.includes(topic)} onChange={() => toggle(topic)} />
            {TOPICS[topic]}
          </label>
        ))}
      </fieldset>
      {save.error !== null && <Notice tone="bad">{describeError(save.error)}</Notice>}
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
