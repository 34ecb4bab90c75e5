import type { NewSpendCap, SpendCap } from '@brickwork/client';
import { useState } from 'react';
import { formFaults } from '../api/form-faults.ts';
import { useKits } from '../api/kits.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';

const PERIODS = [
  ['day', 'A day'],
  ['month', 'A month'],
] as const;
const AT_CAP = [
  ['hold', 'Runs wait for the next period, or until the cap is changed'],
  ['local', 'Runs are answered by the local engine'],
  ['fail', 'Runs fail'],
] as const;

export function SpendCapForm({ cap, onClose }: { cap: SpendCap | undefined; onClose(): void }) {
  const kits = useKits().data ?? [];
  const save = useChange((api, { name, ...cap }: NewSpendCap & { name: string }) => api.spendCaps.put(name, cap));
  const [name, setName] = useState(cap?.name ?? '');
  const [kit, setKit] = useState(cap?.kit_id ?? '');
  const [period, setPeriod] = useState<SpendCap['period']>(cap?.period ?? 'month');
  const [amount, setAmount] = useState(String(cap?.money ?? cap?.credits ?? ''));
  const [atCap, setAtCap] = useState<SpendCap['at_cap']>(cap?.at_cap ?? 'hold');
  const price = useRead((api) => api.settings.get()).data?.credit_price;
  const currency = cap?.currency ?? price?.currency;
  const [unit, setUnit] = useState<'credits' | 'money'>(cap?.money === undefined ? 'credits' : 'money');
  const isMoney = unit === 'money';
  const faults = formFaults(save.error, ['name', 'credits', 'money']);
  const submit = () =>
    save.mutate(
      {
        name,
        period,
        at_cap: atCap,
        ...(kit !== '' && { kit }),
        ...(isMoney ? { money: Number(amount) } : { credits: Number(amount) }),
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog
      title={cap === undefined ? 'Set a spend cap' : `Change the cap ${cap.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="spend-cap" isBusy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="spend-cap"
        className="space-y-4 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {cap === undefined && <NameField value={name} onChange={setName} error={faults.of('name')} />}
        <ChoiceField
          label="Applies to"
          value={kit}
          onChange={setKit}
          options={[
            ['', 'The whole workspace'],
            ...kits.map(({ kit_id, name: kitName }) => [kit_id, kitName] as const),
          ]}
        />
        <ChoiceField
          label="In"
          value={period}
          onChange={(next: SpendCap['period']) => setPeriod(next)}
          options={PERIODS}
        />
        {currency !== undefined && (
          <ChoiceField<'credits' | 'money'>
            label="Counted in"
            value={unit}
            onChange={setUnit}
            options={[
              ['credits', 'Credits'],
              ['money', currency],
            ]}
          />
        )}
        <TextField
          label={isMoney ? `At most, in ${currency ?? 'money'}` : 'At most, in credits'}
          type="number"
          min={0.000001}
          value={amount}
          onChange={setAmount}
          isRequired
          error={faults.of(unit)}
        />
        <ChoiceField
          label="When it is reached"
          value={atCap}
          onChange={(next: SpendCap['at_cap']) => setAtCap(next)}
          options={AT_CAP}
        />
        {faults.rest !== undefined && <Notice tone="bad">{faults.rest}</Notice>}
      </form>
    </Dialog>
  );
}

interface NameFieldProps {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
}

function NameField(props: NameFieldProps) {
  return (
    <TextField
      {...props}
      label="Name"
      isRequired
      placeholder="monthly"
      pattern="[a-z0-9][a-z0-9_\-]*"
      note="Lower-case letters, digits, - and _."
    />
  );
}
