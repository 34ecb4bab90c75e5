import type { Scope } from '../core/scope.ts';
import { nextDay, startOfDay } from '../core/time-zone.ts';
import { type GetQuality, getQuality, type QualityFilter } from '../reviews/quality/get-quality.ts';

interface Days {
  kitId: string;
  from: string;
  to: string;
  timezone: string;
}

export interface Reviewed {
  n: number;
  accuracy?: number | undefined;
  low?: number | undefined;
  high?: number | undefined;
}

/** The accuracy of the counted runs of some days, by brick: the figures of the quality page. */
export async function reviewedOf(
  deps: GetQuality,
  scope: Scope,
  { kitId, from, to, timezone }: Days,
  counted: Pick<QualityFilter, 'runs' | 'as'>,
): Promise<Map<string, Reviewed>> {
  const { groups } = await getQuality(deps, scope, kitId, {
    ...counted,
    version: undefined,
    since: startOfDay(timezone, from),
    until: startOfDay(timezone, nextDay(to, 1)),
  });
  return new Map(
    groups.flatMap(({ bricks }) =>
      bricks.map(({ brick, reviewed, estimate }): [string, Reviewed] => [
        brick,
        { n: reviewed, accuracy: estimate?.accuracy, low: estimate?.low, high: estimate?.high },
      ]),
    ),
  );
}
