/**
 * An agent's own calls, page by page. The service looks for them among the calls of all agents, some thousands at a time, so its pages may be
 * short and the last one empty: an older page is offered only where there is a call on it.
 */
import type { BrickworkClient, RunItem } from '@brickwork/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../api/session.ts';

export const CALLS_PER_PAGE = 25;
/** Requests for one page: 100,000 calls of all agents. */
const MOST_REQUESTS = 20;
const FILTER = { status: 'succeeded', type: 'api', sort: '-occurred_at', include: 'answers' } as const;

export interface OwnCalls {
  calls: RunItem[];
  next: string | undefined;
}

export function useOwnCalls(cursor: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['runs', 'own', cursor],
    queryFn: ({ signal }) => readOwnCalls(client.until(signal), cursor),
    placeholderData: keepPreviousData,
  });
}

export async function readOwnCalls(
  { runs }: { runs: Pick<BrickworkClient['runs'], 'page'> },
  cursor: string | undefined,
): Promise<OwnCalls> {
  const calls: RunItem[] = [];
  let next = cursor;
  for (let request = 0; request < MOST_REQUESTS; request += 1) {
    const wanted = CALLS_PER_PAGE - calls.length;
    const page = await runs.page({ ...FILTER, cursor: next, limit: Math.max(1, wanted) });
    // The page is full: this only asks whether there is an older call.
    if (wanted === 0 && page.data.length > 0) return { calls, next };
    if (wanted > 0) calls.push(...page.data);
    next = page.next_cursor;
    if (next === undefined) break;
  }
  return { calls, next };
}
