/** Changing something by the API: `useChange((api, rule: AlertRule) => api.alerts.put(name, rule))`. Whatever was read of the same resource is
 * read again before the change counts as done. */
import type { BrickworkClient } from '@brickwork/client';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Call, noting, type Resource } from './calls.ts';
import { useClient } from './session.ts';

/** Resources whose answers depend on another one. */
const ALSO: Readonly<Partial<Record<string, readonly Resource[]>>> = {
  erasures: ['runs'],
  kits: ['reviewQueue'],
  learnings: ['kits', 'reviewQueue'],
  reviews: ['runs', 'reviewQueue', 'learnings', 'appeals'],
  shadows: ['backfills'],
  signIn: ['members'],
};

/** Time zone, prices and masking appear in nearly every answer. */
const EVERYTHING = 'settings';

export function useChange<Answer, Input = void>(change: (api: BrickworkClient, input: Input) => Promise<Answer>) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input): Promise<Answer> => {
      const calls: Call[] = [];
      try {
        const answer = await change(noting(client, calls), input);
        await refresh(queries, calls, answer);
        return answer;
      } catch (error) {
        // A refusal often means that the page is out of date; nobody waits for it to be read again.
        void refresh(queries, calls, undefined);
        throw error;
      }
    },
  });
}

/** Asks the service on a click, such as for an estimate; nothing changes. */
export function useAsk<Answer, Input = void>(ask: (api: BrickworkClient, input: Input) => Promise<Answer>) {
  const client = useClient();
  return useMutation({ mutationFn: (input: Input) => ask(client, input) });
}

/** For what changes without the page's doing, such as the end of a job. */
export function useRefresh(resource: Resource): () => void {
  const queries = useQueryClient();
  return useCallback(() => void queries.invalidateQueries({ queryKey: [resource] }), [queries, resource]);
}

async function refresh(queries: QueryClient, calls: readonly Call[], answer: unknown): Promise<void> {
  const changed = new Set<string>(calls.flatMap(([resource]) => [resource, ...(ALSO[resource] ?? [])]));
  const deleted = isDeleted(answer) ? calls.at(-1) : undefined;
  await queries.invalidateQueries({
    predicate: ({ queryKey }) =>
      (changed.has(String(queryKey[0])) || changed.has(EVERYTHING)) && !isAbout(queryKey, deleted),
  });
}

function isDeleted(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'deleted' in answer && answer.deleted === true;
}

/** A deleted object is not read again: the page that shows it is about to be left. */
function isAbout([resource, , ...input]: readonly unknown[], deleted: Call | undefined): boolean {
  return resource === deleted?.[0] && input[0] === deleted?.[2];
}
