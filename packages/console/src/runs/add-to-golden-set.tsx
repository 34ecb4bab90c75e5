/** Adds the selected runs to a golden set of their kit, or to a new one. */
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';

interface AddToGoldenSetProps {
  /** Its code. */
  kit: string;
  runIds: readonly string[];
  onClose(): void;
}

const NEW = '';

export function AddToGoldenSet({ kit, runIds, onClose }: AddToGoldenSetProps) {
  const sets = useRead((api) => api.goldenSets.list(kit)).data ?? [];
  const [chosen, setChosen] = useState<string>();
  const [newName, setNewName] = useState('regression');
  const [unreviewed, setUnreviewed] = useState(false);
  const add = useChange((api, { name, unreviewed }: { name: string; unreviewed: boolean }) =>
    api.goldenSets.addRuns(kit, name, runIds, { unreviewed }),
  );
  const form = useId();
  const set = chosen ?? sets[0]?.name ?? NEW;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ name: set === NEW ? newName : set, unreviewed });
  };
  const title = `Add ${formatNumber(runIds.length)} ${runIds.length === 1 ? 'run' : 'runs'} to a golden set`;
  if (add.data !== undefined)
    return (
      <Dialog title={`Golden set ${add.data.name}`} onClose={onClose}>
        <p role="status">
          {formatNumber(add.data.added)} added
          {add.data.replaced > 0 && `, ${formatNumber(add.data.replaced)} updated`}. The set has{' '}
          {formatNumber(add.data.lines)} {add.data.lines === 1 ? 'line' : 'lines'} now.
        </p>
        {add.data.left_out > 0 && (
          <p className="mt-2">
            {formatNumber(add.data.left_out)} left out: they are not reviewed, or their conversation was deleted.
          </p>
        )}
        <p className="mt-4">
          <Link
            to="/kits/$kitId"
            params={{ kitId: add.data.kit_id }}
            search={{ tab: 'evaluations' }}
            className="rounded text-accent underline underline-offset-2"
          >
            Evaluate a version on it
          </Link>
        </p>
      </Dialog>
    );
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={form} isBusy={add.isPending}>
            Add
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-4">
        {sets.length > 0 && (
          <ChoiceField
            label="Golden set"
            value={set}
            options={[
              ...sets.map(({ name, lines }) => [name, `${name} (${formatNumber(lines)} lines)`] as const),
              [NEW, 'A new set…'] as const,
            ]}
            onChange={setChosen}
          />
        )}
        {set === NEW && (
          <TextField
            label="Name of the new set"
            isRequired
            pattern="[a-z0-9][a-z0-9_\-]{0,62}"
            note="Lower-case letters, digits, _ and -."
            value={newName}
            onChange={setNewName}
          />
        )}
        <p>Reviewed answers become the standard for every later version.</p>
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-1"
            checked={unreviewed}
            onChange={(event) => setUnreviewed(event.target.checked)}
          />
          <span>
            Include answers that are not reviewed. Only if you have read these calls: a wrong line counts against every
            version.
          </span>
        </label>
      </form>
      {add.error !== null && (
        <Notice tone="bad" className="mt-4">
          {describeError(add.error)}
        </Notice>
      )}
    </Dialog>
  );
}
