/** Lists that the workspace has given a name: one click away for everybody in it. */
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { type RunsSearch, savedSearchOf, searchOfSaved } from './runs-search.ts';

interface SavedViewsProps {
  search: RunsSearch;
  onSearch(search: RunsSearch): void;
}

export function SavedViews({ search, onSearch }: SavedViewsProps) {
  const views = useRead((api) => api.views.list()).data ?? [];
  const save = useChange((api, view: { name: string; search: string }) => api.views.save(view));
  const remove = useChange((api, name: string) => api.views.delete(name));
  const maySave = useMay('views:write');
  const [name, setName] = useState<string>();
  const current = savedSearchOf(search);
  const shown = views.find((view) => view.search === current);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name?.trim() ?? '';
    if (wanted !== '') save.mutate({ name: wanted, search: current }, { onSuccess: () => setName(undefined) });
  };
  const error = save.error ?? remove.error;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {views.length > 0 && (
        <select
          aria-label="Saved view"
          value={shown?.name ?? ''}
          onChange={(event) => {
            const chosen = views.find((view) => view.name === event.target.value);
            if (chosen !== undefined) onSearch(searchOfSaved(chosen.search));
          }}
          className={`${INPUT} h-8 max-w-64 text-[13px]`}
        >
          <option value="">Saved views…</option>
          {views.map((view) => (
            <option key={view.name}>{view.name}</option>
          ))}
        </select>
      )}
      {maySave && shown !== undefined && (
        <Button kind="quiet" isSmall isBusy={remove.isPending} onClick={() => remove.mutate(shown.name)}>
          Delete this view
        </Button>
      )}
      {maySave && shown === undefined && current !== '' && name === undefined && (
        <Button kind="quiet" isSmall onClick={() => setName('')}>
          Save as a view
        </Button>
      )}
      {name !== undefined && (
        <form onSubmit={submit} className="flex flex-wrap gap-2">
          <input
            aria-label="Name of the view"
            required
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.target.value)}
            className={`${INPUT} h-8 w-52 text-[13px]`}
          />
          <Button type="submit" kind="primary" isSmall isBusy={save.isPending}>
            Save
          </Button>
          <Button kind="quiet" isSmall onClick={() => setName(undefined)}>
            Cancel
          </Button>
        </form>
      )}
      {error !== null && <Notice tone="bad">{describeError(error)}</Notice>}
    </div>
  );
}
