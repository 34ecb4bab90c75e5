/** Rules for speakers: in which runs a label is on which side. */
import type { SetWorkspaceSpeakers, SpeakerRule } from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Said } from '../ui/said.tsx';
import { SuggestInput } from '../ui/suggest-input.tsx';

export function SpeakerRules({ mayChange }: { mayChange: boolean }) {
  const { data } = useRead((api) => api.speakers.get());
  const save = useChange((api, speakers: SetWorkspaceSpeakers) => api.speakers.set(speakers));
  if (data === undefined) return null;
  const { agents, rules } = data;
  const remove = (index: number) => save.mutate({ agents, rules: rules.toSpliced(index, 1) });
  return (
    <section aria-label="Rules for speakers" className="max-w-2xl border-t border-line p-4 sm:p-5">
      <h3 className="font-semibold">Rules</h3>
      <p className="mt-1 mb-3 text-sm text-soft">
        Which side a label is on in some runs, such as “in runs of the intake phone_system, 0 is the agent”. The first
        rule that matches a speaker applies, and rules take precedence over the list above.
      </p>
      {rules.length === 0 ? (
        <p className="text-sm text-soft">No rules.</p>
      ) : (
        <ol className="list-decimal space-y-2 pl-5 text-sm">
          {rules.map((rule, index) => (
            <li key={JSON.stringify(rule)}>
              <Said>{described(rule)}</Said>
              {mayChange && (
                <Button isSmall className="ml-3" isBusy={save.isPending} onClick={() => remove(index)}>
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {save.error !== null && (
        <Notice tone="bad" className="mt-3">
          {describeError(save.error)}
        </Notice>
      )}
      {mayChange && (
        <NewRule
          isBusy={save.isPending}
          onAdd={(rule, onSuccess) => save.mutate({ agents, rules: [...rules, rule] }, { onSuccess })}
        />
      )}
    </section>
  );
}

const EMPTY = { label: '', side: 'agent' as 'agent' | 'customer', key: 'intake', value: '' };

interface NewRuleProps {
  isBusy: boolean;
  onAdd(rule: SpeakerRule, onSuccess: () => void): void;
}

function NewRule({ isBusy, onAdd }: NewRuleProps) {
  const [draft, setDraft] = useState(EMPTY);
  const set = (change: Partial<typeof EMPTY>) => setDraft({ ...draft, ...change });
  const known = useKnownValues(draft.key.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { label, side, key, value } = draft;
    const metadata = value.trim() === '' ? undefined : { [key.trim()]: value.trim() };
    onAdd({ ...(metadata !== undefined && { metadata }), speakers: { [label.trim()]: side } }, () => setDraft(EMPTY));
  };
  return (
    <form onSubmit={submit} className="mt-4 grid gap-3 sm:grid-cols-2">
      <Field label="Speaker" note="A label or mail address; * stands for any characters.">
        {(id) => (
          <input
            id={id}
            required
            maxLength={200}
            value={draft.label}
            placeholder="0"
            onChange={(event) => set({ label: event.target.value })}
            className={`${INPUT} w-full`}
          />
        )}
      </Field>
      <Field label="Side">
        {(id) => (
          <select
            id={id}
            value={draft.side}
            onChange={(event) => set({ side: event.target.value === 'customer' ? 'customer' : 'agent' })}
            className={`${INPUT} w-full`}
          >
            <option value="agent">agent</option>
            <option value="customer">customer</option>
          </select>
        )}
      </Field>
      <Field label="Metadata" note="For runs of an intake: intake and its name.">
        {(id) => (
          <input
            id={id}
            required
            maxLength={64}
            value={draft.key}
            onChange={(event) => set({ key: event.target.value })}
            className={`${INPUT} w-full`}
          />
        )}
      </Field>
      <Field label="Value" note="If empty: in all runs.">
        {(id) => (
          <SuggestInput
            id={id}
            maxLength={512}
            value={draft.value}
            placeholder="phone_system"
            onChange={(value) => set({ value })}
            suggests="Values"
            suggestions={known
              .filter((value) => value !== draft.value && value.toLowerCase().includes(draft.value.toLowerCase()))
              .map((value) => ({ value, label: value }))}
            onChoose={({ value }) => set({ value })}
            className="w-full"
          />
        )}
      </Field>
      <div>
        <Button type="submit" isBusy={isBusy}>
          Add rule
        </Button>
      </div>
    </form>
  );
}

/** Names of intakes, or the values of the dimension that the key is of. */
function useKnownValues(key: string): string[] {
  const isIntake = key === 'intake';
  const maySeeIntakes = useMay('webhooks:manage');
  const intakes = useRead((api) => api.intakes.list(), { enabled: isIntake && maySeeIntakes }).data ?? [];
  const dimension = useRead((api) => api.dimensions.list()).data?.find(({ metadata_key }) => metadata_key === key);
  const values = useRead(
    dimension !== undefined && ((api) => api.dimensions.values(dimension.name, { limit: 50 })),
  ).data;
  return isIntake ? intakes.map(({ name }) => name) : (values ?? []).map(({ value }) => value);
}

function described({ kit_code, metadata = {}, speakers }: SpeakerRule): string {
  const conditions = [
    ...(kit_code === undefined ? [] : [`kit ${kit_code}`]),
    ...Object.entries(metadata).map(([key, value]) => `${key} is ${value}`),
  ];
  const sides = Object.entries(speakers).map(([label, side]) => `${label} is the ${side}`);
  return `${conditions.length === 0 ? 'In all runs' : `Where ${conditions.join(' and ')}`}: ${sides.join(', ')}`;
}
