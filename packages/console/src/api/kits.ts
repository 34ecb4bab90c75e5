import { useQuery } from '@tanstack/react-query';
import { useApi } from '../session/session.ts';
import type { Page } from './runs.ts';

type KitStatus = 'draft' | 'published' | 'archived';

export interface Kit {
  kit_id: string;
  kit_code: string;
  kit: string;
  name: string;
  description?: string;
  status: KitStatus;
  kit_version_id?: string;
  version?: number;
  newest_version: number;
  created_at: string;
  updated_at: string;
}

export interface PushedKit {
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
  version: number;
  kit: string;
  status: KitStatus;
}

export interface KitVersion {
  kit_version_id: string;
  version: number;
  status: KitStatus;
  live: boolean;
  created_at: string;
  published_at?: string;
}

export interface KitVersionDocument extends KitVersion {
  document: Record<string, unknown>;
}

export interface BrickSchema {
  brick_id: string;
  key: string;
  name: string;
  type: 'numeric' | 'boolean' | 'text' | 'categorical';
  description?: string;
  output_fields: string[];
  min?: number;
  max?: number;
  step?: number;
  categories?: { value: string; name?: string; description?: string }[];
}

export interface KitSchema extends PushedKit {
  name: string;
  description?: string;
  input: { fields: Record<string, { type: string; required: boolean; description?: string }> };
  bricks: BrickSchema[];
  json_schema: Record<string, unknown>;
}

export interface KitChange {
  field: string;
  from?: unknown;
  to?: unknown;
}

export interface KitDiff {
  from: number;
  to?: number;
  breaking: boolean;
  breaks: { key?: string; message: string }[];
  added: { key: string; type: string }[];
  removed: { key: string; type: string }[];
  changed: { key: string; breaking: boolean; changes: KitChange[] }[];
  kit: KitChange[];
}

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
