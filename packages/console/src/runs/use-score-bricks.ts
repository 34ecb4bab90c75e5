import type { BrickSchema } from '@brickwork/client';
import { useQueries } from '@tanstack/react-query';
import { useKits } from '../api/kits.ts';
import { useClient } from '../api/session.ts';
import { readQuery } from '../api/use-read.ts';
import { scoreBrickOf } from './columns.ts';

/** The brick by which each of these kits judges calls, by the kit's code. */
export function useScoreBricks(codes: readonly string[]): ReadonlyMap<string, BrickSchema> {
  const client = useClient();
  const kits = (useKits().data ?? []).filter(({ kit_code }) => codes.includes(kit_code));
  return useQueries({
    queries: kits.map(({ kit_id }) => readQuery(client, (api) => api.kits.schema(kit_id), {})),
    combine: (schemas) =>
      new Map(
        kits.flatMap(({ kit_code }, index) => {
          const score = scoreBrickOf(schemas[index]?.data?.bricks ?? []);
          return score === undefined ? [] : [[kit_code, score] as const];
        }),
      ),
  });
}
