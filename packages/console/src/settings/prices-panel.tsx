/** What a credit costs, so that usage, caps and the overview show money. */
import type { SettingsChange, WorkspaceSettings } from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { formFaults } from '../api/form-faults.ts';
import { useMay, useSession } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { formatMoney } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';

export function PricesPanel() {
  const { data, error, refetch } = useRead((api) => api.settings.get());
  return (
    <Panel title="Price of a credit">
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Rows label="Loading the price" count={1} />
      ) : (
        <PriceForm key={JSON.stringify(data.credit_price)} price={data.credit_price} />
      )}
    </Panel>
  );
}

function PriceForm({ price }: { price: WorkspaceSettings['credit_price'] }) {
  const [amount, setAmount] = useState(price === null ? '' : String(price.amount));
  const [currency, setCurrency] = useState(price?.currency ?? '');
  const save = useChange((api, change: SettingsChange) => api.settings.set(change));
  const isLive = useSession().me.environment === 'live';
  const mayChange = useMay('spend:manage') && isLive;
  const faults = formFaults(save.error, ['credit_price.amount', 'credit_price.currency']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ credit_price: { amount: Number(amount), currency: currency.trim().toUpperCase() } });
  };
  return (
    <form onSubmit={submit} className="max-w-2xl space-y-4 p-4 sm:p-5">
      <p className="text-sm text-soft">
        {price === null
          ? 'A credit has no price yet, so usage and the overview show credits.'
          : `A credit costs ${formatMoney(price.amount, price.currency)}, as set ${price.set_by === 'workspace' ? 'here' : 'by the operator'}. Usage, spend caps and the overview use it to show money, for past days too.`}
      </p>
      <fieldset disabled={!mayChange} className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="A credit costs"
          type="number"
          min={0}
          value={amount}
          onChange={setAmount}
          isRequired
          placeholder="0.01"
          error={faults.of('credit_price.amount')}
        />
        <TextField
          label="Currency"
          value={currency}
          onChange={setCurrency}
          isRequired
          placeholder="EUR"
          pattern="[A-Za-z]{3}"
          note="Three-letter code, such as EUR."
          error={faults.of('credit_price.currency')}
        />
      </fieldset>
      {!mayChange && (
        <Notice tone="info">
          {isLive
            ? 'You may not change this: it needs spend:manage, which admins have.'
            : 'Changing it needs a live key.'}
        </Notice>
      )}
      {faults.rest !== undefined && <Notice tone="bad">{faults.rest}</Notice>}
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" isBusy={save.isPending}>
            Save price
          </Button>
          {price?.set_by === 'workspace' && (
            <Button isBusy={save.isPending} onClick={() => save.mutate({ credit_price: null })}>
              Remove it
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
