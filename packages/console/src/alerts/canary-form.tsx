import type { CanaryRule } from '@brickwork/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useKits } from '../api/kits.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { type Engine, EngineField } from '../ui/engine-field.tsx';
import { fromField, toField } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, Rows } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';

interface CanaryFormProps {
  name: string;
  /** The stored one; undefined for a new canary. */
  rule: CanaryRule | undefined;
  kitCode: string | undefined;
  head?: ReactNode;
  onSaved?(): void;
}

/** Shares are shown in percent and sent from 0 to 1. */

export function CanaryForm({ name, rule, kitCode, head, onSaved }: CanaryFormProps) {
  const kits = useKits().data;
  const [chosenKit, setKit] = useState(kitCode);
  const [chosenSet, setSet] = useState(rule?.set ?? '');
  const [engine, setEngine] = useState<Engine>(rule?.engine ?? 'auto');
  const [at, setAt] = useState(rule?.at ?? '03:00');
  const [drop, setDrop] = useState(toField(rule?.max_drop ?? 0.05));
  const [changed, setChanged] = useState(toField(rule?.max_changed ?? 0.1));
  const kit = kits?.find(({ kit_code }) => kit_code === chosenKit) ?? kits?.[0];
  const sets = useRead((api) => api.goldenSets.list(kit?.kit_id ?? ''), { enabled: kit !== undefined }).data;
  const save = useChange((api, { name, rule }: { name: string; rule: CanaryRule }) => api.canaries.put(name, rule));
  if (kits === undefined) return <Rows label="Loading kits" />;
  if (kit === undefined)
    return <EmptyState title="There are no kits yet">A nightly check needs a kit: create one first.</EmptyState>;
  const set = sets?.find((each) => each.name === chosenSet) ?? sets?.[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (set === undefined) return;
    const limits = { max_drop: fromField(drop), max_changed: fromField(changed) };
    const saved = { kit: kit.kit_code, set: set.name, engine, at, ...limits };
    save.mutate({ name, rule: saved }, { onSuccess: () => onSaved?.() });
  };
  return (
    <form onSubmit={submit}>
      <Panel title="Rule">
        <div className="grid max-w-4xl gap-4 p-4 sm:grid-cols-2 sm:p-5">
          {head !== undefined && <div className="sm:col-span-2">{head}</div>}
          <ChoiceField
            label="Kit"
            value={kit.kit_code}
            options={kits.map(({ kit_code, name: kitName }) => [kit_code, kitName] as const)}
            onChange={setKit}
          />
          <ChoiceField
            label="Golden set"
            value={set?.name ?? ''}
            options={sets?.map(({ name: each, lines }) => [each, `${each} (${lines} lines)`] as const) ?? []}
            onChange={setSet}
          />
          {sets?.length === 0 && (
            <Notice tone="warn" className="sm:col-span-2">
              This kit has no golden set. Build one on the kit’s page, under Evaluations.
            </Notice>
          )}
          <TextField
            label="Allowed drop in accuracy (percentage points)"
            type="number"
            min={0}
            max={100}
            isRequired
            value={drop}
            onChange={setDrop}
            note="For each brick, compared with the baseline."
          />
          <TextField
            label="Lines whose answers may change (percent)"
            type="number"
            min={0}
            max={100}
            isRequired
            value={changed}
            onChange={setChanged}
            note="Counts every changed answer, right or wrong: changes mean that the model has changed."
          />
          <TextField label="Every night at (UTC)" type="time" isRequired value={at} onChange={setAt} />
          <EngineField value={engine} onChange={setEngine} />
          {save.error !== null && (
            <Notice tone="bad" className="sm:col-span-2">
              {describeError(save.error)}
            </Notice>
          )}
          {save.isSuccess && (
            <Notice tone="ok" className="sm:col-span-2">
              Saved.
            </Notice>
          )}
          <div className="sm:col-span-2">
            <Button type="submit" kind="primary" isBusy={save.isPending} disabled={set === undefined}>
              Save the check
            </Button>
          </div>
        </div>
      </Panel>
    </form>
  );
}
