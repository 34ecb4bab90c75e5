/** Who the workspace's agents are: it tells the sides of conversations whose labels do not. */
import type { SetWorkspaceSpeakers } from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay, useSession } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { AgentsInCalls } from './agents-in-calls.tsx';
import { SpeakerRules } from './speaker-rules.tsx';

export function AgentsPanel() {
  const { data, error, refetch } = useRead((api) => api.speakers.get());
  const isLive = useSession().me.environment === 'live';
  const mayChange = useMay('kits:write') && isLive;
  return (
    <Panel title="Agents">
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Rows label="Loading the agents" count={3} />
      ) : (
        <>
          <AgentsForm agents={data.agents} mayChange={mayChange} isLive={isLive} />
          <SpeakerRules mayChange={mayChange} />
        </>
      )}
    </Panel>
  );
}

interface AgentsFormProps {
  agents: readonly string[];
  mayChange: boolean;
  isLive: boolean;
}

function AgentsForm({ agents, mayChange, isLive }: AgentsFormProps) {
  const [text, setText] = useState(agents.join('\n'));
  const save = useChange((api, speakers: SetWorkspaceSpeakers) => api.speakers.set(speakers));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lines = text.split('\n').map((line) => line.trim());
    save.mutate(
      { agents: [...new Set(lines.filter((line) => line !== ''))] },
      {
        onSuccess: ({ agents: saved }) => setText(saved.join('\n')),
      },
    );
  };
  return (
    <form onSubmit={submit} className="max-w-2xl p-4 sm:p-5">
      <p className="mb-4 text-sm text-soft">
        Speakers whose name or mail address matches are agents, and the others in the conversation are customers. The
        list is used when a conversation’s labels do not say which side somebody is on. A side in a run’s input takes
        precedence.
      </p>
      <Field
        label="Names and mail addresses"
        note="One per line; * stands for any characters, and case does not matter."
      >
        {(id) => (
          <textarea
            id={id}
            rows={8}
            value={text}
            disabled={!mayChange}
            placeholder={'*@acme.com\nAcme *\nLena Fischer'}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            className={`${INPUT} h-auto w-full py-2`}
          />
        )}
      </Field>
      {mayChange && (
        <div className="mt-3">
          <AgentsInCalls
            agents={text.split('\n').map((line) => line.trim())}
            onAdd={(agent) => setText(text.trimEnd() === '' ? agent : `${text.trimEnd()}\n${agent}`)}
          />
        </div>
      )}
      {!mayChange && (
        <Notice tone="info" className="mt-3">
          {isLive
            ? 'You may not change this: it needs kits:write.'
            : 'Live runs use this list, so changing it needs a live key.'}
        </Notice>
      )}
      {save.error !== null && (
        <Notice tone="bad" className="mt-3">
          {describeError(save.error)}
        </Notice>
      )}
      {save.isSuccess && (
        <Notice tone="ok" className="mt-3">
          Saved. Runs evaluated from now on use it.
        </Notice>
      )}
      {mayChange && (
        <Button type="submit" kind="primary" isBusy={save.isPending} className="mt-4">
          Save
        </Button>
      )}
    </form>
  );
}
