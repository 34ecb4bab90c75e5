import type { KitSummary as Kit, KitDiff, KitSchema, KitVersion, KitVersionDocument } from '@brickwork/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../session/session.ts';
import type { Page } from './runs.ts';

export type {
  BrickSchema,
  KitChange,
  KitDiff,
  KitSchema,
  KitSummary as Kit,
  KitVersion,
  PushedKit,
} from '@brickwork/client';

/** The field of a run's input that holds the conversation. */
export function conversationFieldOf(schema: KitSchema | undefined): string {
  const fields = Object.entries(schema?.input.fields ?? {});
  return fields.find(([, { type }]) => type === 'conversation')?.[0] ?? 'transcript';
}

export function useKits(archived = false) {
  const api = useApi();
  return useQuery({
    queryKey: ['kits', archived],
    queryFn: ({ signal }) =>
      api.get<Page<Kit>>('/v1/kits', { query: { limit: 100, archived: String(archived) }, signal }),
    staleTime: 10_000,
  });
}

export function useKitSchema(kitId: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['kit-schema', kitId],
    queryFn: ({ signal }) => api.get<KitSchema>(`/v1/kits/${encodeURIComponent(kitId ?? '')}/schema`, { signal }),
    enabled: kitId !== undefined,
    staleTime: 60_000,
  });
}

export function useKitVersions(kitId: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['kit-versions', kitId],
    queryFn: ({ signal }) =>
      api.get<Page<KitVersion>>(`/v1/kits/${encodeURIComponent(kitId ?? '')}/versions`, {
        query: { limit: 100 },
        signal,
      }),
    enabled: kitId !== undefined,
  });
}

export function useKitVersion(kitId: string, version: string | number | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['kit-version', kitId, version],
    queryFn: ({ signal }) =>
      api.get<KitVersionDocument>(`/v1/kits/${encodeURIComponent(kitId)}/versions/${version}`, { signal }),
    enabled: version !== undefined && kitId !== '',
    staleTime: 60_000,
  });
}

export function useKitDiff(kitId: string, from: number | undefined, to: number | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['kit-diff', kitId, from, to],
    queryFn: ({ signal }) => api.post<KitDiff>(`/v1/kits/${encodeURIComponent(kitId)}/diff`, { from, to }, { signal }),
    enabled: from !== undefined && to !== undefined && from !== to,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
