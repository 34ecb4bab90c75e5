/** What changed on the days of a page: the same answer that the overview, agents, insights and the Monday mail give. */
import type { Changes } from '@brickwork/client';
import { useRead } from '../api/use-read.ts';
import type { Scope } from './scope.ts';

/** Of nothing where the kit has no figures. */
export function useChanges(scope: Pick<Scope, 'kit' | 'period' | 'team'> | undefined) {
  return useRead(
    scope !== undefined &&
      ((api) => {
        const { kit, period, team } = scope;
        const dimensions = team === undefined ? undefined : { team };
        return api.insights.changes(kit.kit_id, { from: period.from, to: period.to, dimensions });
      }),
  );
}

export type Change = Changes['changes'][number];
export type Agent = Changes['agents'][number];
