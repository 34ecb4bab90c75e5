/** An agent, chosen among those whose calls there are. */
import { useRead } from '../api/use-read.ts';
import { Field } from '../ui/field.tsx';
import { formatNumber } from '../ui/format.ts';
import { SuggestInput } from '../ui/suggest-input.tsx';

interface AgentFieldProps {
  value: string;
  onChange(agent: string): void;
}

export function AgentField({ value, onChange }: AgentFieldProps) {
  const wanted = value.trim();
  const found = useRead((api) => api.dimensions.values('agent', { prefix: wanted, limit: 20 }), { keep: true }).data;
  const isUnknown = wanted !== '' && found !== undefined && !found.some((each) => each.value === wanted);
  return (
    <Field
      label="Agent"
      note={
        isUnknown
          ? `No call names “${wanted}” yet. They will see calls that name exactly this agent.`
          : 'Whose calls they see. Choose one of the agents named in calls.'
      }
    >
      {(id) => (
        <SuggestInput
          id={id}
          required
          maxLength={512}
          value={value}
          onChange={onChange}
          suggests="Agents"
          suggestions={(found ?? [])
            .filter((each) => each.value !== wanted)
            .map((each) => ({
              value: each.value,
              label: each.value,
              about: `${formatNumber(each.runs)} ${each.runs === 1 ? 'call' : 'calls'}`,
            }))}
          onChoose={(chosen) => onChange(chosen.value)}
          className="w-full"
        />
      )}
    </Field>
  );
}
