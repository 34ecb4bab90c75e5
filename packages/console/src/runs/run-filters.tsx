/** What is looked for: words that were said, an id, a status, a kit, a type. */
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useKits } from '../api/kits.ts';
import { RUN_STATUSES } from '../api/runs.ts';
import { useClient, useMay } from '../api/session.ts';
import { useHotkeys } from '../shell/use-hotkeys.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { type RunsSearch, withoutAnswers } from './runs-search.ts';

interface RunFiltersProps {
  search: RunsSearch;
  onSearch(search: RunsSearch): void;
}

export function RunFilters({ search, onSearch }: RunFiltersProps) {
  const kits = useKits().data ?? [];
  const client = useClient();
  const maySearch = useMay('runs:read_input');
  const navigate = useNavigate();
  const wanted = search.words ?? search.q ?? '';
  const [draft, setDraft] = useState(wanted);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setDraft(wanted), [wanted]);
  useHotkeys({ '/': () => field.current?.focus() });
  // Another filter starts at its first page.
  const change = (part: RunsSearch) => onSearch({ ...search, pages: undefined, ...part });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const text = draft.trim();
    if (/^run_[0-9a-z]{26}$/.test(text)) return navigate({ to: '/runs/$runId', params: { runId: text } });
    if (text === '') return change({ q: undefined, words: undefined });
    // An id that exists is meant as one; everything else was said.
    const isId = !maySearch || (await client.runs.page({ external_id: text, limit: 1 })).data.length > 0;
    return change(isId ? { q: text, words: undefined } : { q: undefined, words: text });
  };
  const select = (value: string) => (value === '' ? undefined : value);
  const label = maySearch ? 'Words said, external id or run id' : 'External id or run id';
  return (
    <search>
      <form onSubmit={submit} className="mb-4 flex flex-wrap gap-2">
        <input
          ref={field}
          type="search"
          aria-label={label}
          placeholder={label}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          className={`${INPUT} min-w-64 flex-1`}
        />
        <select
          aria-label="Status"
          value={search.status ?? ''}
          onChange={(event) => change({ status: select(event.target.value) })}
          className={INPUT}
        >
          <option value="">Any status</option>
          {RUN_STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </select>
        <select
          aria-label="Kit"
          value={search.kit ?? ''}
          onChange={(event) =>
            change({
              kit: select(event.target.value),
              where: withoutAnswers(search.where),
              columns: undefined,
              sort: undefined,
            })
          }
          className={`${INPUT} max-w-52`}
        >
          <option value="">Any kit</option>
          {kits.map((kit) => (
            <option key={kit.kit_id} value={kit.kit_code}>
              {kit.name}
            </option>
          ))}
        </select>
        <select
          aria-label="Type"
          value={search.type ?? ''}
          onChange={(event) => change({ type: select(event.target.value) })}
          className={INPUT}
        >
          <option value="">Any type</option>
          <option>api</option>
          <option>sandbox</option>
        </select>
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
