import type { RunFilter } from '@brickwork/client';
import { useRead } from '../api/use-read.ts';

const RUNS_PER_PAGE = 25;

/** The first page of the newest is refreshed every few seconds while the tab is visible. */
export function useRunPage(filter: RunFilter, cursor: string | undefined, isLive: boolean) {
  return useRead((api) => api.runs.page({ ...filter, cursor, limit: RUNS_PER_PAGE }), {
    keep: true,
    refetchInterval: cursor === undefined && isLive ? 3_000 : false,
  });
}
