/** In which time zone days begin and end: of insights, alerts and the dates of lists. */
import { type FormEvent, useState } from 'react';
import { formFaults } from '../api/form-faults.ts';
import { useMay, useSession } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Field } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { SuggestInput, type Suggestion } from '../ui/suggest-input.tsx';
import { SaveSetting } from './save-setting.tsx';
import { suggestZones } from './suggest-zones.ts';

const NO_ZONES: readonly Suggestion[] = [];

export function TimezonePanel() {
  const { data, error, refetch } = useRead((api) => api.settings.get());
  return (
    <Panel title="Time zone">
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Rows label="Loading the time zone" count={1} />
      ) : (
        <TimezoneForm timezone={data.timezone} />
      )}
    </Panel>
  );
}

function TimezoneForm({ timezone }: { timezone: string }) {
  const [text, setText] = useState(timezone);
  const save = useChange((api, timezone: string) => api.settings.set({ timezone }));
  const isLive = useSession().me.environment === 'live';
  const mayChange = useMay('kits:write') && isLive;
  const faults = formFaults(save.error, ['timezone']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(text.trim(), { onSuccess: (saved) => setText(saved.timezone) });
  };
  return (
    <form onSubmit={submit} className="max-w-2xl p-4 sm:p-5">
      <Field
        error={faults.of('timezone')}
        label="Days begin and end in"
        note="Type a city or a part of its name. Insights, alerts and the dates of lists use it; past days load slowly for a few minutes after a change."
      >
        {(id) => (
          <SuggestInput
            id={id}
            value={text}
            disabled={!mayChange}
            takesFirst
            suggests="Time zones"
            suggestions={text === timezone ? NO_ZONES : suggestZones(text)}
            onChange={setText}
            onFocus={(event) => event.target.select()}
            onChoose={({ value }) => setText(value)}
            className="w-full max-w-xs"
          />
        )}
      </Field>
      <SaveSetting
        needs={{ permission: 'kits:write', isGiven: mayChange, isLive }}
        fault={faults.rest}
        saved={save.isSuccess ? 'Saved. Days use this time zone from now on.' : undefined}
        isBusy={save.isPending}
      >
        Save time zone
      </SaveSetting>
    </form>
  );
}
