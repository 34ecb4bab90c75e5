/** How the runs that match divide; each value narrows the list down to it. */
import type { RunCount } from '@brickwork/client';
import { formatNumber } from '../ui/format.ts';
import { Said } from '../ui/said.tsx';
import type { Condition } from './runs-search.ts';

interface RunFacetsProps {
  facets: RunCount['facets'];
  /** Names of the facets, and of the values that have one. */
  nameOf(facet: string): string;
  nameOfValue(facet: string, value: string): string;
  onChoose(condition: Condition): void;
}

const SHOWN = 6;

export function RunFacets({ facets, nameOf, nameOfValue, onChoose }: RunFacetsProps) {
  const dividing = facets.filter(({ values, others, without }) => values.length + others + without > 1);
  if (dividing.length === 0) return null;
  return (
    <details className="min-w-0 text-sm open:order-last open:basis-full">
      <summary className="w-fit rounded font-medium text-soft">Breakdown</summary>
      <div className="mt-2 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        {dividing.map(({ name, values, others, without }) => (
          <section key={name} aria-label={nameOf(name)} className="min-w-0">
            <h3 className="text-[13px] text-muted">{nameOf(name)}</h3>
            <ul>
              {values.slice(0, SHOWN).map(({ value, count }) => (
                <li key={value}>
                  <button
                    type="button"
                    onClick={() => onChoose([name, value])}
                    className="flex w-full justify-between gap-3 rounded px-1 text-left hover:bg-sunken"
                  >
                    <span className="truncate" title={nameOfValue(name, value)}>
                      <Said>{nameOfValue(name, value)}</Said>
                    </span>
                    <span className="text-muted tabular-nums">{formatNumber(count)}</span>
                  </button>
                </li>
              ))}
            </ul>
            <p className="px-1 text-[13px] text-muted">{restOf(values.slice(SHOWN), others, without)}</p>
          </section>
        ))}
      </div>
    </details>
  );
}

function restOf(left: readonly { count: number }[], others: number, without: number): string {
  const rest = left.reduce((sum, { count }) => sum + count, others);
  return [
    ...(rest > 0 ? [`${formatNumber(rest)} with other values`] : []),
    ...(without > 0 ? [`${formatNumber(without)} without a value`] : []),
  ].join(', ');
}
