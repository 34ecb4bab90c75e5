/** Who is who: the speakers of the conversation that was evaluated, each with its side, to set and evaluate again. */
import type { Conversation } from '@brickwork/client';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { formatShare } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';

export type SpeakerSides = Readonly<Record<string, 'agent' | 'customer'>>;

interface SpeakerMappingProps {
  speakers: NonNullable<Conversation['speakers']>;
  value: SpeakerSides;
  onChange(value: SpeakerSides): void;
  onRun(): void;
}

const MAX_SHOWN = 20;

export function SpeakerMapping({ speakers, value, onChange, onRun }: SpeakerMappingProps) {
  const set = (label: string, side: string) => {
    const { [label]: _, ...others } = value;
    onChange(side === 'agent' || side === 'customer' ? { ...others, [label]: side } : others);
  };
  return (
    <Panel
      title="Speakers"
      className="mb-5"
      actions={
        <Button isSmall disabled={Object.keys(value).length === 0} onClick={onRun}>
          Run with these sides
        </Button>
      }
    >
      <ul className="flex flex-wrap gap-x-6 gap-y-3 p-4">
        {speakers.slice(0, MAX_SHOWN).map(({ label, side, probability }) => (
          <li key={label} className="flex items-center gap-2 text-sm">
            <Said className="font-medium">{label.length > 60 ? `${label.slice(0, 60)}…` : label}</Said>
            <select
              aria-label={`Side of ${label}`}
              value={value[label] ?? ''}
              onChange={(event) => set(label, event.target.value)}
              className={`${INPUT} h-8 text-[13px]`}
            >
              <option value="">{side === undefined ? 'unknown' : `${side} (${formatShare(probability)} sure)`}</option>
              <option value="agent">agent</option>
              <option value="customer">customer</option>
            </select>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
