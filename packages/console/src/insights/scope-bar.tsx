/**
 * Chooses the kit, the days and the team. All of it is in the address; a copied link has fixed days, so it shows the
 * same later.
 */
import type { KitSummary as Kit } from '@brickwork/client';
import type { ReactNode } from 'react';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { INPUT } from '../ui/field.tsx';
import { periodOf, type ScopeSearch, WEEKS, weekChoices, weeksLabel, weeksOf } from './period.ts';
import { useToday } from './use-today.ts';

interface ScopeBarProps {
  kits: readonly Kit[];
  kit: Kit | undefined;
  search: ScopeSearch;
  onSearch(search: ScopeSearch): void;
  /** Further buttons. */
  children?: ReactNode;
}

export function ScopeBar({ kits, kit, search, onSearch, children }: ScopeBarProps) {
  const { from, to, team } = search;
  const isFixed = from !== undefined && to !== undefined;
  const today = useToday();
  const period = periodOf(search, today);
  const choices = weekChoices(today);
  const teams = useRead((api) => api.dimensions.values('team', { limit: 20 })).data?.map(({ value }) => value) ?? [];
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
        value={isFixed ? `${from} ${to}` : weeksOf(search.weeks)}
        onChange={({ target: { value } }) => {
          const [first, last] = value.split(' ');
          const days =
            last === undefined ? { weeks: Number(value), from: undefined, to: undefined } : { from: first, to: last };
          onSearch({ ...search, weeks: undefined, ...days });
        }}
        className={select}
      >
        {isFixed && !choices.some((each) => each.from === from && each.to === to) && (
          <option value={`${from} ${to}`}>{period.label}</option>
        )}
        {WEEKS.map((weeks) => (
          <option key={weeks} value={weeks}>
            {weeksLabel(weeks)}
          </option>
        ))}
        {choices.map((each) => (
          <option key={each.from} value={`${each.from} ${each.to}`}>
            {each.label}
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
