/** What runs are grouped and filtered by: names for metadata keys. */
import type { Dimension } from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { formFaults } from '../api/form-faults.ts';
import { useMay, useSession } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';

export function DimensionsPanel() {
  const { data, error, refetch } = useRead((api) => api.dimensions.list());
  const isLive = useSession().me.environment === 'live';
  const mayChange = useMay('kits:write') && isLive;
  const [edited, setEdited] = useState<Dimension | 'new'>();
  const [deleted, setDeleted] = useState<Dimension>();
  return (
    <Panel
      title="Dimensions"
      actions={
        mayChange && (
          <Button isSmall onClick={() => setEdited('new')}>
            New dimension
          </Button>
        )
      }
    >
      <p className="px-4 pt-4 text-sm text-soft sm:px-5">
        What calls are grouped and filtered by. Each takes its values from a metadata key of the runs.
      </p>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Rows label="Loading dimensions" count={4} />
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {data.map((dimension) => (
            <li
              key={dimension.name}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:px-5"
            >
              <span className="min-w-28 font-medium">{dimension.label}</span>
              <span className="min-w-0 flex-1 text-muted max-sm:order-last max-sm:basis-full">
                {`${dimension.name}, from the metadata key `}
                <code>{dimension.metadata_key}</code>
              </span>
              {mayChange && (
                <span className="flex gap-2">
                  <Button isSmall onClick={() => setEdited(dimension)}>
                    Change <span className="sr-only">{dimension.name}</span>
                  </Button>
                  <MoreMenu
                    of={dimension.label}
                    items={[{ label: 'Delete…', isDanger: true, onSelect: () => setDeleted(dimension) }]}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <DimensionForm dimension={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {deleted !== undefined && <DeleteDimension dimension={deleted} onClose={() => setDeleted(undefined)} />}
    </Panel>
  );
}

function DimensionForm({ dimension, onClose }: { dimension: Dimension | undefined; onClose(): void }) {
  const [name, setName] = useState(dimension?.name ?? '');
  const [label, setLabel] = useState(dimension?.label ?? '');
  const [key, setKey] = useState(dimension?.metadata_key ?? '');
  const save = useChange((api, { name, metadata_key, label }: Dimension) =>
    api.dimensions.put(name, { metadata_key, label }),
  );
  const faults = formFaults(save.error, ['name', 'metadata_key', 'label']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name: name.trim(), label: label.trim(), metadata_key: key.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={dimension === undefined ? 'New dimension' : `Change ${dimension.label}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="dimension" kind="primary" isBusy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id="dimension" onSubmit={submit} className="space-y-4 text-ink">
        <TextField
          label="Label"
          value={label}
          onChange={setLabel}
          isRequired
          placeholder="Queue"
          note="Display name."
          error={faults.of('label')}
        />
        {dimension === undefined && (
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            isRequired
            placeholder="queue"
            pattern="[a-z][a-z0-9_]{0,31}"
            note="In filters and in the API: lower-case letters, digits and _."
            error={faults.of('name')}
          />
        )}
        <TextField
          label="Metadata key"
          value={key}
          onChange={setKey}
          isRequired
          placeholder="queue_name"
          note="Applies to all past runs too; figures of past days load slowly for a few minutes."
          error={faults.of('metadata_key')}
        />
        {faults.rest !== undefined && <Notice tone="bad">{faults.rest}</Notice>}
      </form>
    </Dialog>
  );
}

function DeleteDimension({ dimension, onClose }: { dimension: Dimension; onClose(): void }) {
  const remove = useChange((api, name: string) => api.dimensions.delete(name));
  return (
    <ConfirmDialog
      title={`Delete ${dimension.label}?`}
      confirm="Delete"
      kind="danger"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(dimension.name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {`Runs keep their metadata. Pages no longer group by ${dimension.label}${dimension.name === 'agent' ? ', agents have no pages, and people with the role agent see no calls' : ''}.`}
      </p>
      {remove.error !== null && (
        <Notice tone="bad" className="mt-3">
          {describeError(remove.error)}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
