/**
 * One box for everything that a list is looked for by: `resolved:no team:Porto october`, words that were said, an id.
 * What it reads becomes the filters of the address, shown as chips; words stay in the box.
 */
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useKits } from '../api/kits.ts';
import { type ConsoleClient, useClient, useMay } from '../api/session.ts';
import { useTimezone } from '../api/settings.ts';
import { readQuery, useRead } from '../api/use-read.ts';
import { useHotkeys } from '../shell/use-hotkeys.ts';
import { Button } from '../ui/button.tsx';
import { todayIn } from '../ui/days.ts';
import { Notice } from '../ui/notice.tsx';
import { SuggestInput } from '../ui/suggest-input.tsx';
import { type FilterText, readFilterText } from './filter-text.ts';
import type { FilterWords } from './filter-words.ts';
import { type Condition, conditionsOf, type RunsSearch, whereOf, withoutAnswers } from './runs-search.ts';
import { dimensionTyped, suggestFilters } from './suggest-filters.ts';

interface FilterBoxProps {
  search: RunsSearch;
  onSearch(search: RunsSearch): void;
}

export function FilterBox({ search, onSearch }: FilterBoxProps) {
  const client = useClient();
  const navigate = useNavigate();
  const maySearch = useMay('runs:read_input');
  const shown = search.words ?? search.q ?? '';
  const [text, setText] = useState(shown);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setText(shown), [shown]);
  useHotkeys({ '/': () => field.current?.focus() });
  const words = useFilterWords(search.kit);
  const typed = dimensionTyped(text, words);
  const values = useRead(
    typed !== undefined && ((api) => api.dimensions.values(typed.name, { prefix: typed.prefix, limit: 10 })),
    { keep: true },
  ).data;
  const suggestions = suggestFilters(
    text,
    words,
    (values ?? []).map(({ value }) => value),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = text.trim();
    if (/^run_[0-9a-z]{26}$/.test(given)) return navigate({ to: '/runs/$runId', params: { runId: given } });
    const read = readFilterText(given, words);
    setFaults(read.faults);
    if (read.faults.length > 0) return;
    const said = await idOrWords(client, read, maySearch);
    const conditions = await asStored(client, read.conditions, words);
    onSearch({ ...withRead(search, read, conditions), ...said });
    // The rest is in the address now, and shown as chips.
    setText(said.words ?? said.q ?? '');
  };
  return (
    <search className="min-w-64 flex-1">
      <form onSubmit={submit} className="flex gap-2">
        <SuggestInput
          ref={field}
          type="search"
          aria-label="Filter"
          aria-describedby={faults.length > 0 ? 'filter-faults' : undefined}
          aria-invalid={faults.length > 0}
          placeholder={
            maySearch
              ? 'Filter: resolved:no team:Porto october, or words said'
              : 'Filter: resolved:no team:Porto october'
          }
          suggests="Filters"
          value={text}
          onChange={(next) => {
            setText(next);
            setFaults([]);
          }}
          suggestions={suggestions.map(({ text: whole, label, about }) => ({ value: whole, label, about }))}
          onChoose={({ value }) => {
            setText(value);
            field.current?.focus();
          }}
          className="min-w-0 flex-1"
        />
        <Button type="submit">Search</Button>
      </form>
      {faults.length > 0 && (
        <Notice tone="warn" className="mt-2">
          <span id="filter-faults">{faults.join(' ')}</span>
        </Notice>
      )}
    </search>
  );
}

/** Everything a filter can be about; the questions of every kit until one is chosen. */
function useFilterWords(kit: string | undefined): FilterWords {
  const client = useClient();
  const kits = useKits().data ?? [];
  const asked = kits.filter(({ kit_code }) => kit === undefined || kit_code === kit).slice(0, MOST_KITS);
  const schemas = useQueries({
    queries: asked.map(({ kit_id }) => readQuery(client, (api) => api.kits.schema(kit_id), {})),
  });
  const dimensions = useRead((api) => api.dimensions.list()).data ?? [];
  return {
    kits: kits.map(({ kit_id, kit_code, kit: slug, name }) => {
      const at = asked.findIndex((each) => each.kit_id === kit_id);
      return { kit_code, kit: slug, name, bricks: schemas[at]?.data?.bricks };
    }),
    kit,
    dimensions,
    today: todayIn(useTimezone()),
  };
}

/** Kits whose questions are known before one is chosen. */
const MOST_KITS = 12;

/** Another kit has other questions; conditions of the same name are replaced, so that typing again corrects them. */
function withRead(search: RunsSearch, { kit, status, type }: FilterText, read: readonly Condition[]): RunsSearch {
  const names = new Set(read.map(([name]) => name));
  const before = conditionsOf(kit === undefined ? search.where : withoutAnswers(search.where));
  return {
    ...search,
    ...(kit !== undefined && { kit, columns: undefined, sort: undefined }),
    ...(status !== undefined && { status }),
    ...(type !== undefined && { type }),
    where: whereOf([...before.filter(([name]) => !names.has(name)), ...read]),
    pages: undefined,
  };
}

/** An id that exists is meant as one; everything else was said. */
async function idOrWords(
  client: ConsoleClient,
  { id, words }: FilterText,
  maySearch: boolean,
): Promise<Pick<RunsSearch, 'q' | 'words'>> {
  const meant = id ?? words.replaceAll('"', '');
  if (meant === '') return { q: undefined, words: undefined };
  const isId =
    id !== undefined || !maySearch || (await client.runs.page({ external_id: meant, limit: 1 })).data.length > 0;
  return isId ? { q: meant, words: undefined } : { q: undefined, words };
}

/** Values of dimensions as they are stored: `porto` finds Porto, and so does `por` where nothing else begins so. */
async function asStored(
  client: ConsoleClient,
  conditions: readonly Condition[],
  { dimensions }: FilterWords,
): Promise<Condition[]> {
  return Promise.all(
    conditions.map(async ([name, text]): Promise<Condition> => {
      const dimension = dimensions.find(({ metadata_key }) => name === `metadata.${metadata_key}`);
      const [, operator = '', prefix = ''] = /^(eq|not):(.*)$/s.exec(text) ?? [];
      if (dimension === undefined || prefix === '') return [name, text];
      const found = await client.dimensions.values(dimension.name, { prefix, limit: 2 }).catch(() => []);
      const exact = found.find(({ value }) => value.toLowerCase() === prefix.toLowerCase());
      const stored = exact ?? (found.length === 1 ? found[0] : undefined);
      return [name, `${operator}:${stored?.value ?? prefix}`];
    }),
  );
}
