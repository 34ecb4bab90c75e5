import type { KitSchema, KitSummary } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { collect } from './collect.ts';
import { useClient } from './session.ts';

export type {
  BrickSchema,
  KitChange,
  KitDiff,
  KitSchema,
  KitSummary as Kit,
  KitVersion,
} from '@brickwork/client';

/** The field of a run's input that holds the conversation. */
export function conversationFieldOf(schema: KitSchema | undefined): string {
  const fields = Object.entries(schema?.input.fields ?? {});
  return fields.find(([, { type }]) => type === 'conversation')?.[0] ?? 'transcript';
}

export function useKits(archived = false) {
  const client = useClient();
  return useQuery({
    queryKey: ['kits', archived],
    queryFn: ({ signal }) => collect(client.kits.list({ archived }, { signal })),
    staleTime: 10_000,
  });
}

export function useKitSchema(kitId: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['kit-schema', kitId],
    queryFn: ({ signal }) => client.kits.schema(kitId ?? '', { signal }),
    enabled: kitId !== undefined,
    staleTime: 60_000,
  });
}

export function useKitTypes(kitVersionId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['kit-types', kitVersionId],
    queryFn: ({ signal }) => client.kits.types(kitVersionId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useKitVersions(kitId: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['kit-versions', kitId],
    queryFn: ({ signal }) => collect(client.kits.versions(kitId ?? '', { signal })),
    enabled: kitId !== undefined,
  });
}

export function useKitVersion(kitId: string, version: string | number | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['kit-version', kitId, version],
    queryFn: ({ signal }) => client.kits.version(kitId, version ?? '', { signal }),
    enabled: version !== undefined && kitId !== '',
    staleTime: 60_000,
  });
}

export function useKitDiff(kitId: string, from: number | undefined, to: number | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['kit-diff', kitId, from, to],
    queryFn: ({ signal }) => client.kits.diff(kitId, { from, to }, { signal }),
    enabled: from !== undefined && to !== undefined && from !== to,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The JSON Schema of kit files, for the editor. */
export function useDocumentSchema(isEnabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['document-schema'],
    queryFn: ({ signal }) => client.kits.documentSchema({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isEnabled,
  });
}

/** As the first draft of its short name. */
export function useCreateKit() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (document: Readonly<Record<string, unknown>>) => client.kits.push(document),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['kits'] }),
  });
}

/** Reads the document of a kit: of its live version, else of its newest. */
export function useReadKit() {
  const client = useClient();
  return async ({ kit_id, version, newest_version }: KitSummary) =>
    (await client.kits.version(kit_id, version ?? newest_version)).document;
}

export function usePublishVersion(kitId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (kitVersionId: string) => client.kits.publish(kitId, { kit_version_id: kitVersionId }),
    onSuccess: () =>
      Promise.all(
        ['kits', 'kit-versions', 'kit-schema', 'quality'].map((queryKey) =>
          queries.invalidateQueries({ queryKey: [queryKey] }),
        ),
      ),
  });
}
