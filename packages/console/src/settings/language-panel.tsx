/** The language of conversations that are too short to detect it. */
import { type FormEvent, useId, useState } from 'react';
import { formFaults } from '../api/form-faults.ts';
import { useMay, useSession } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Field, INPUT } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { SaveSetting } from './save-setting.tsx';

export function LanguagePanel() {
  const { data, error, refetch } = useRead((api) => api.settings.get());
  return (
    <Panel title="Language">
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Rows label="Loading the language" count={1} />
      ) : (
        <LanguageForm language={data.language} />
      )}
    </Panel>
  );
}

const COMMON = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'];

function LanguageForm({ language }: { language: string | null }) {
  const [text, setText] = useState(language ?? '');
  const save = useChange((api, tag: string) => api.settings.set({ language: tag === '' ? null : tag }));
  const list = useId();
  const isLive = useSession().me.environment === 'live';
  const mayChange = useMay('kits:write') && isLive;
  const faults = formFaults(save.error, ['language']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(text.trim(), { onSuccess: (saved) => setText(saved.language ?? '') });
  };
  return (
    <form onSubmit={submit} className="max-w-2xl p-4 sm:p-5">
      <Field
        error={faults.of('language')}
        label="Conversations are usually in"
        note="A tag such as de or pt-BR. Used for conversations too short to detect their language. A language set by a run or its kit takes precedence. If empty: not set."
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
        {COMMON.map((code) => (
          <option key={code} value={code}>
            {new Intl.DisplayNames('en', { type: 'language' }).of(code)}
          </option>
        ))}
      </datalist>
      <SaveSetting
        needs={{ permission: 'kits:write', isGiven: mayChange, isLive }}
        fault={faults.rest}
        saved={save.isSuccess ? 'Saved. Runs that start from now on use it.' : undefined}
        isBusy={save.isPending}
      >
        Save language
      </SaveSetting>
    </form>
  );
}
