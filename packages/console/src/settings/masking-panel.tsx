/** What is masked before a model, and for whom everything is masked. */
import { ROLES, type SettingsChange, type WorkspaceSettings } from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay, useSession } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';

type Masking = Pick<WorkspaceSettings, 'mask' | 'identities_hidden_from'>;
type MaskClass = Masking['mask'][number];
type HiddenRole = Masking['identities_hidden_from'][number];

const CLASS_NAMES: Readonly<Record<MaskClass, string>> = {
  email: 'E-mail addresses',
  phone: 'Phone numbers',
  card: 'Payment cards',
  iban: 'Account numbers (IBAN)',
  id_number: 'Identity and policy numbers',
  address: 'Postal addresses',
  person: 'Names of people',
  url_secret: 'Links with a secret',
  password: 'Passwords and PINs',
  birth_date: 'Dates of birth',
};

const MASK_CLASSES = Object.keys(CLASS_NAMES) as MaskClass[];
const MASKABLE_ROLES = ROLES.filter((role): role is HiddenRole => role !== 'admin');

export function MaskingPanel() {
  const { data, error, refetch } = useRead((api) => api.settings.get());
  return (
    <Panel title="Masking">
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Rows label="Loading the masking" count={2} />
      ) : (
        <MaskingForm masking={data} />
      )}
    </Panel>
  );
}

function MaskingForm({ masking }: { masking: Masking }) {
  const [mask, setMask] = useState(masking.mask);
  const [hiddenFrom, setHiddenFrom] = useState(masking.identities_hidden_from);
  const save = useChange((api, masking: SettingsChange) => api.settings.set(masking));
  const isLive = useSession().me.environment === 'live';
  const mayChange = useMay('members:manage') && isLive;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ mask, identities_hidden_from: hiddenFrom });
  };
  return (
    <form onSubmit={submit} className="max-w-2xl space-y-5 p-4 sm:p-5">
      <Ticks
        legend="Replaced by placeholders before a conversation goes to a model"
        note="Answers contain the original words. Kits can mask more. The built-in engine runs here and sees everything."
        names={MASK_CLASSES}
        nameOf={(name) => CLASS_NAMES[name]}
        ticked={mask}
        isDisabled={!mayChange}
        onChange={setMask}
      />
      <Ticks
        legend="Roles that see placeholders, not names"
        note="Everything they read is masked, and they cannot search for people."
        names={MASKABLE_ROLES}
        nameOf={(name) => name}
        ticked={hiddenFrom}
        isDisabled={!mayChange}
        onChange={setHiddenFrom}
      />
      {!mayChange && (
        <Notice tone="info">
          {isLive ? 'You may not change this: it needs members:manage.' : 'Changing it needs a live key.'}
        </Notice>
      )}
      {save.error !== null && <Notice tone="bad">{describeError(save.error)}</Notice>}
      {save.isSuccess && <Notice tone="ok">Saved. It applies to runs and requests from now on.</Notice>}
      {mayChange && (
        <Button type="submit" kind="primary" isBusy={save.isPending}>
          Save masking
        </Button>
      )}
    </form>
  );
}

interface TicksProps<Name extends string> {
  legend: string;
  note: string;
  names: readonly Name[];
  nameOf(name: Name): string;
  ticked: readonly Name[];
  isDisabled: boolean;
  onChange(ticked: Name[]): void;
}

function Ticks<Name extends string>({ legend, note, names, nameOf, ticked, isDisabled, onChange }: TicksProps<Name>) {
  const toggle = (name: Name) =>
    onChange(names.filter((each) => (each === name ? !ticked.includes(each) : ticked.includes(each))));
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {names.map((name) => (
          <label key={name} className="flex items-center gap-2 text-sm">
            <input type="checkbox" checked={ticked.includes(name)} onChange={() => toggle(name)} />
            {nameOf(name)}
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-[13px] text-muted">{note}</p>
    </fieldset>
  );
}
