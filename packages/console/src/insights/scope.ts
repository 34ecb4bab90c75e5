/** The scope of a page of figures: a kit, days, perhaps a team. Every figure on it links to the calls behind it. */
import type { BrickSchema, KitSummary as Kit } from '@brickwork/client';
import { mainBrickOf, type ScoredItem, scoredItems } from '@brickwork/contract/figures';
import { useKitSchema, useKits } from '../api/kits.ts';
import { useMay } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { type Condition, type RunsSearch, whereOf } from '../runs/runs-search.ts';
import { type Days, type Period, periodOf, type ScopeSearch } from './period.ts';
import { useToday } from './use-today.ts';

export interface Scope {
  kit: Kit;
  period: Period;
  team: string | undefined;
  bricks: readonly BrickSchema[];
  /** By which the kit is judged. */
  main: BrickSchema | undefined;
  items: readonly ScoredItem[];
  calls(chosen?: ChosenCalls): RunsSearch;
}

/** Which of the scope's calls; all that succeeded when nothing is said. */
interface ChosenCalls {
  days?: Days;
  team?: string | undefined;
  agent?: string | undefined;
  status?: string;
  where?: readonly Condition[];
  /** Keys of bricks that the list shows. */
  columns?: readonly string[];
}

export interface ScopeState {
  /** Busiest first. Undefined while they load. */
  kits: readonly Kit[] | undefined;
  /** Undefined while it loads, and where there is no such kit. */
  scope: Scope | undefined;
  /** The kit that is chosen, where it is not published yet: it has no figures. */
  draft: Kit | undefined;
  error: Error | undefined;
}

export function useScope(search: ScopeSearch): ScopeState {
  const period = periodOf(search, useToday());
  const listed = useKits();
  const kits = useBusyFirst(listed.data, period);
  const kit =
    search.kit === undefined
      ? kits?.[0]
      : kits?.find(({ kit_id, kit_code, kit: slug }) => [kit_id, kit_code, slug].includes(search.kit ?? ''));
  // A draft has no schema yet, and no calls.
  const schema = useKitSchema(kit?.version === undefined ? undefined : kit.kit_id);
  const dimensions = useRead((api) => api.dimensions.list());
  const error = listed.error ?? schema.error ?? dimensions.error ?? undefined;
  if (kit === undefined || schema.data === undefined || dimensions.data === undefined)
    return { kits, scope: undefined, draft: kit?.version === undefined ? kit : undefined, error };
  const keyOf = (name: string) => dimensions.data.find((each) => each.name === name)?.metadata_key ?? name;
  const { bricks } = schema.data;
  const main = mainBrickOf(bricks);
  const { team: ofAddress } = search;
  const calls = ({ days = period, team = ofAddress, agent, status, where = [], columns }: ChosenCalls = {}) => ({
    kit: kit.kit_code,
    // As insights count them.
    type: 'api',
    status: status ?? 'succeeded',
    where: whereOf([
      ...where,
      ...(team === undefined ? [] : [[`metadata.${keyOf('team')}`, `eq:${team}`] as const]),
      ...(agent === undefined ? [] : [[`metadata.${keyOf('agent')}`, `eq:${agent}`] as const]),
      ['from', days.from],
      ['to', days.to],
    ]),
    columns: (columns ?? (main === undefined ? [] : [main.key])).join(',') || undefined,
  });
  return {
    kits,
    scope: { kit, period, team: ofAddress, bricks, main, items: scoredItems(bricks, main), calls },
    draft: undefined,
    error,
  };
}

/**
 * Those with most runs since the first of these days first: calls of the days may have been evaluated later, as imported
 * ones are. Without the permission to see usage, in the order of the list.
 */
function useBusyFirst(kits: readonly Kit[] | undefined, { from }: Days): readonly Kit[] | undefined {
  const maySeeUsage = useMay('usage:read');
  const usage = useRead((api) => api.usage.totals({ from, group_by: 'kit' }), { enabled: maySeeUsage });
  if (kits === undefined || (maySeeUsage && usage.isPending)) return undefined;
  const runsOf = (kit: Kit) => usage.data?.data.find(({ kit_id }) => kit_id === kit.kit_id)?.runs ?? 0;
  const isDraft = ({ version }: Kit) => Number(version === undefined);
  return kits.toSorted((a, b) => isDraft(a) - isDraft(b) || runsOf(b) - runsOf(a));
}
