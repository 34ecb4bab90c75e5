/** Which answers the list shows as columns, and the list as a CSV file with exactly these rows and columns. */

import { csvCell, type RunAnswer } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import type { BrickSchema } from '../api/kits.ts';
import type { RunItem } from '../api/runs.ts';
import { useMay } from '../api/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { isOfVersion, type RunsSearch } from './runs-search.ts';

interface AnswerColumnsProps {
  runs: readonly RunItem[];
  bricks: readonly BrickSchema[];
  chosen: readonly string[];
  search: RunsSearch;
  onChoose(columns: readonly string[]): void;
}

export function AnswerColumns({ runs, bricks, chosen, search, onChoose }: AnswerColumnsProps) {
  const mayRun = useMay('runs:write');
  const toggle = (key: string) =>
    onChoose(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]);
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-sm">
      {bricks.length > 0 ? (
        <details className="min-w-0 flex-1 max-sm:basis-full">
          <summary className="w-fit rounded font-medium text-soft">
            {chosen.length === 0 ? 'Show answers as columns' : `Columns: ${chosen.length} answers`}
          </summary>
          <fieldset className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
            <legend className="sr-only">Answers shown as columns</legend>
            {bricks.map(({ key, name }) => (
              <label key={key} className="flex items-center gap-1.5">
                <input type="checkbox" checked={chosen.includes(key)} onChange={() => toggle(key)} />
                {name}
              </label>
            ))}
          </fieldset>
        </details>
      ) : (
        <span />
      )}
      <span className="flex flex-wrap gap-2">
        {mayRun && search.backfill === undefined && !isOfVersion(search.where) && (
          <Link
            to="/new-backfill"
            search={{ kit: search.kit, where: search.where, q: search.q }}
            className={buttonClass('plain', true)}
          >
            Evaluate these again
          </Link>
        )}
        <Button isSmall disabled={runs.length === 0} onClick={() => download(toCsv(runs, chosen))}>
          Download CSV
        </Button>
      </span>
    </div>
  );
}

/** Categories by their names, where the brick gives them one. */
export function showAnswer({ value, applicability }: RunAnswer, brick?: BrickSchema): string {
  const nameOf = (each: string | number | boolean) =>
    brick?.categories?.find((category) => category.value === each)?.name ?? String(each);
  if (value === null) return applicability?.replaceAll('_', ' ') ?? '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.map(nameOf).join(', ') : nameOf(value);
}

export function toCsv(runs: readonly RunItem[], columns: readonly string[]): string {
  const fixed = [
    'run_id',
    'status',
    'external_id',
    'kit_code',
    'kit_version',
    'occurred_at',
    'created_at',
    'duration_ms',
  ] as const;
  const lines = runs.map((run) => [
    ...fixed.map((name) => csvCell(run[name])),
    ...columns.map((key) => csvCell(run.answers?.[key]?.value)),
  ]);
  return [[...fixed, ...columns.map(csvCell)], ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'runs.csv';
  link.click();
  URL.revokeObjectURL(url);
}
