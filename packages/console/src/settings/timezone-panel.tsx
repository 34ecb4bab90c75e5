/** In which time zone days begin and end: of insights, alerts and the dates of lists. */
import { type FormEvent, useId, useState } from 'react';
import { formFaults } from '../api/form-faults.ts';
import { useMay, useSession } from '../api/session.ts';
import { useSetTimezone, useSettings } from '../api/settings.ts';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';

export function TimezonePanel() {
  const { data, error, refetch } = useSettings();
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
  const save = useSetTimezone();
  const list = useId();
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
        note="A name such as Europe/Lisbon. Insights, alerts and the dates of lists use it; past days are fast again a few minutes after a change."
      >
        {(id) => (
          <input
            id={id}
            list={list}
            value={text}
            disabled={!mayChange}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            className={`${INPUT} w-full max-w-xs`}
          />
        )}
      </Field>
      <datalist id={list}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {!mayChange && (
        <Notice tone="info" className="mt-3">
          {isLive ? 'You may not change this: it needs kits:write.' : 'Changing it needs a live key.'}
        </Notice>
      )}
      {faults.rest !== undefined && (
        <Notice tone="bad" className="mt-3">
          {faults.rest}
        </Notice>
      )}
      {save.isSuccess && (
        <Notice tone="ok" className="mt-3">
          Saved. Days use this time zone from now on.
        </Notice>
      )}
      {mayChange && (
        <Button type="submit" kind="primary" isBusy={save.isPending} className="mt-4">
          Save time zone
        </Button>
      )}
    </form>
  );
}
