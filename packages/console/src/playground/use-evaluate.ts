import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../api/call-api.ts';
import type { PushedKit } from '../api/kits.ts';
import { type Api, useApi } from '../session/session.ts';

/** A version that is there, or a draft that becomes one. */
type Source = { kitVersionId: string } | { document: unknown };

export interface Evaluation {
  sources: readonly Source[];
  input: Record<string, unknown>;
}

/** Runs one conversation as sandbox with each source, side by side; nothing of it counts in usage. */
export function useEvaluate() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation<string[], ApiError | Error, Evaluation>({
    mutationFn: ({ sources, input }) => Promise.all(sources.map((source) => evaluate(api, source, input))),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: ['runs'] });
      queries.invalidateQueries({ queryKey: ['kits'] });
      queries.invalidateQueries({ queryKey: ['kit-versions'] });
    },
  });
}

async function evaluate(api: Api, source: Source, input: Record<string, unknown>): Promise<string> {
  const kit_version_id =
    'kitVersionId' in source
      ? source.kitVersionId
      : (await api.post<PushedKit>('/v1/kits', source.document)).kit_version_id;
  const body = { kit_version_id, type: 'sandbox', mode: 'sync', input };
  const { run_id } = await api.post<{ run_id: string }>('/v1/runs', body);
  return run_id;
}
