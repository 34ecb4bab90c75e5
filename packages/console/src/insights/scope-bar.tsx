/**
 * Chooses the kit, the days and the team. All of it is in the address; a copied link has fixed days, so it shows the
 * same later.
 */
import type { ReactNode } from 'react';
import { useDimensionValues } from '../api/dimensions.ts';
import type { Kit } from '../api/kits.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { INPUT } from '../ui/field.tsx';
import { periodOf, type ScopeSearch, WEEKS, weeksLabel, weeksOf } from './period.ts';

interface ScopeBarProps {
  kits: readonly Kit[];
  kit: Kit | undefined;
  search: ScopeSearch;
  onSearch(search: ScopeSearch): void;
  /** Further buttons. */
  children?: ReactNode;
}

const FIXED = 'fixed';

export function ScopeBar({ kits, kit, search, onSearch, children }: ScopeBarProps) {
  const { from, to, team } = search;
  const isFixed = from !== undefined && to !== undefined;
  const period = periodOf(search);
  const teams = useDimensionValues('team', '').data?.map(({ value }) => value) ?? [];
  const shownTeams = team === undefined || teams.includes(team) ? teams : [team, ...teams];
  const select = `${INPUT} min-w-0 max-w-60 truncate max-sm:max-w-full max-sm:basis-full`;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full print:hidden">
      <select
        aria-label="Kit"
        value={kit?.kit_id ?? ''}
        onChange={(event) => onSearch({ ...search, kit: event.target.value })}
        className={select}
      >
        {kit === undefined && <option value="">Choose a kit</option>}
        {kits.map(({ kit_id, name }) => (
          <option key={kit_id} value={kit_id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Period"
        value={isFixed ? FIXED : weeksOf(search.weeks)}
        onChange={(event) =>
          event.target.value === FIXED
            ? undefined
            : onSearch({ ...search, from: undefined, to: undefined, weeks: Number(event.target.value) })
        }
        className={select}
      >
        {isFixed && <option value={FIXED}>{period.label}</option>}
        {WEEKS.map((weeks) => (
          <option key={weeks} value={weeks}>
            {weeksLabel(weeks)}
          </option>
        ))}
      </select>
      {shownTeams.length > 0 && (
        <select
          aria-label="Team"
          value={team ?? ''}
          onChange={(event) => onSearch({ ...search, team: event.target.value || undefined })}
          className={select}
        >
          <option value="">All teams</option>
          {shownTeams.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
      <CopyButton label="Copy link" text={() => fixedLink({ ...search, kit: kit?.kit_id, ...period })} />
      <Button isSmall onClick={() => print()}>
        Print
      </Button>
      {children}
    </div>
  );
}

function fixedLink({ kit, from, to, team }: ScopeSearch): string {
  const link = new URL(location.href);
  const given = Object.entries({ kit, from, to, team }).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  link.search = new URLSearchParams(given).toString();
  return link.href;
}
