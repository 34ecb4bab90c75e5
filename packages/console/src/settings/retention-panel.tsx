/** How long conversations, answers and runs are kept. */
import type { SettingsChange, WorkspaceSettings } from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { formFaults } from '../api/form-faults.ts';
import { useMay, useSession } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';

type Retention = WorkspaceSettings['retention'];
type Kept = Exclude<keyof Retention, 'audit_days'>;

const KEPT: readonly (readonly [Kept, string, string])[] = [
  ['input_days', 'Conversations', 'What was said. Answers and figures stay.'],
  ['output_days', 'Answers', 'With reasons and evidence. The run stays in the list; figures no longer count it.'],
  ['run_days', 'Whole runs', 'Everything about a run, regardless of the settings above.'],
];

export function RetentionPanel() {
  const { data, error, refetch } = useRead((api) => api.settings.get());
  return (
    <Panel title="Retention">
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Rows label="Loading the retention" count={3} />
      ) : (
        <RetentionForm retention={data.retention} />
      )}
    </Panel>
  );
}

function RetentionForm({ retention }: { retention: Retention }) {
  const [text, setText] = useState<Record<Kept, string>>({
    input_days: daysText(retention.input_days),
    output_days: daysText(retention.output_days),
    run_days: daysText(retention.run_days),
  });
  const [isAsking, setIsAsking] = useState(false);
  const save = useChange((api, change: SettingsChange) => api.settings.set(change));
  const isLive = useSession().me.environment === 'live';
  const mayChange = useMay('runs:erase') && isLive;
  const given = {
    input_days: daysOf(text.input_days),
    output_days: daysOf(text.output_days),
    run_days: daysOf(text.run_days),
  };
  const shortened = KEPT.filter(([name]) => (given[name] ?? FOREVER) < (retention[name] ?? FOREVER));
  const faults = formFaults(
    save.error,
    KEPT.map(([name]) => `retention.${name}`),
  );
  const change = () => save.mutate({ retention: given }, { onSettled: () => setIsAsking(false) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (shortened.length > 0) setIsAsking(true);
    else change();
  };
  return (
    <form onSubmit={submit} className="max-w-3xl space-y-4 p-4 sm:p-5">
      <fieldset disabled={!mayChange} className="grid gap-4 sm:grid-cols-3">
        {KEPT.map(([name, label, note]) => (
          <TextField
            key={name}
            label={`${label}, days`}
            note={note}
            type="number"
            min={0}
            max={36_500}
            step={1}
            placeholder="forever"
            value={text[name]}
            onChange={(value) => setText({ ...text, [name]: value })}
            error={faults.of(`retention.${name}`)}
          />
        ))}
      </fieldset>
      <p className="text-[13px] text-muted">
        {`If empty: forever. The audit log is kept ${retention.audit_days === null ? 'forever' : `${retention.audit_days} days`}; only the operator can change that.`}
      </p>
      {!mayChange && (
        <Notice tone="info">
          {isLive
            ? 'You may not change this: it needs runs:erase, which admins have.'
            : 'Changing it needs a live key.'}
        </Notice>
      )}
      {faults.rest !== undefined && <Notice tone="bad">{faults.rest}</Notice>}
      {save.isSuccess && <Notice tone="ok">Saved.</Notice>}
      {mayChange && (
        <Button type="submit" kind="primary" isBusy={save.isPending}>
          Save retention
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Erase older data?"
          confirm="Save and erase"
          kind="danger"
          isBusy={save.isPending}
          onConfirm={change}
          onClose={() => setIsAsking(false)}
        >
          <ul className="list-disc space-y-1 pl-5">
            {shortened.map(([name, label]) => (
              <li
                key={name}
              >{`${label} older than ${given[name]} days are erased within minutes, now and from now on.`}</li>
            ))}
          </ul>
          <p className="mt-3">This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}

const FOREVER = Number.POSITIVE_INFINITY;
const daysText = (days: number | null) => (days === null ? '' : String(days));
const daysOf = (text: string) => (text.trim() === '' ? null : Number(text));
