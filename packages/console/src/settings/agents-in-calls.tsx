/** Agents that calls name, to be added to the list with a click. */
import { useState } from 'react';
import { useRead } from '../api/use-read.ts';
import { Field } from '../ui/field.tsx';
import { formatNumber } from '../ui/format.ts';
import { SuggestInput } from '../ui/suggest-input.tsx';

interface AgentsInCallsProps {
  /** Those in the list already. */
  agents: readonly string[];
  onAdd(agent: string): void;
}

export function AgentsInCalls({ agents, onAdd }: AgentsInCallsProps) {
  const [text, setText] = useState('');
  const found = useRead((api) => api.dimensions.values('agent', { prefix: text.trim(), limit: 50 }), {
    keep: true,
  }).data;
  const left = (found ?? []).filter(({ value }) => !agents.includes(value));
  return (
    <Field label="Add an agent named in calls">
      {(id) => (
        <SuggestInput
          id={id}
          value={text}
          onChange={setText}
          takesFirst
          suggests="Agents"
          placeholder={left.length === 0 && text === '' ? 'All of them are in the list' : 'Choose a name'}
          suggestions={left.slice(0, 20).map(({ value, runs }) => ({
            value,
            label: value,
            about: `${formatNumber(runs)} ${runs === 1 ? 'call' : 'calls'}`,
          }))}
          onChoose={({ value }) => {
            onAdd(value);
            setText('');
          }}
          className="w-full max-w-xs"
        />
      )}
    </Field>
  );
}
