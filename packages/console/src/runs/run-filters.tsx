/** What is looked for: the filter box, and the choices that everybody makes. */
import { useKits } from '../api/kits.ts';
import { RUN_STATUSES } from '../api/runs.ts';
import { useCallsWord } from '../api/use-calls-word.ts';
import { INPUT } from '../ui/field.tsx';
import { FilterBox } from './filter-box.tsx';
import { type RunsSearch, withoutAnswers } from './runs-search.ts';

interface RunFiltersProps {
  search: RunsSearch;
  onSearch(search: RunsSearch): void;
}

export function RunFilters({ search, onSearch }: RunFiltersProps) {
  const kits = useKits().data ?? [];
  const { isEngineer } = useCallsWord();
  // Another filter starts at its first page.
  const change = (part: RunsSearch) => onSearch({ ...search, pages: undefined, ...part });
  const select = (value: string) => (value === '' ? undefined : value);
  return (
    <div className="mb-3 flex flex-wrap items-start gap-2">
      <FilterBox search={search} onSearch={onSearch} />
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
      {(isEngineer || search.type !== undefined) && (
        <select
          aria-label="Type"
          value={search.type ?? ''}
          onChange={(event) => change({ type: select(event.target.value) })}
          className={INPUT}
        >
          <option value="">Without sandbox runs</option>
          <option value="sandbox">Sandbox runs</option>
        </select>
      )}
    </div>
  );
}
