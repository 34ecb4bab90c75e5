import type { KitSchema, KitSummary } from '@brickwork/client';
import { useRead, useReadAll } from './use-read.ts';

/** The field of a run's input that holds the conversation. */
export function conversationFieldOf(schema: KitSchema | undefined): string {
  const fields = Object.entries(schema?.input.fields ?? {});
  return fields.find(([, { type }]) => type === 'conversation')?.[0] ?? 'transcript';
}

export function useKits(archived = false) {
  return useReadAll((api) => api.kits.list({ archived }));
}

/** Whether a filter that names a kit by its code or slug means this one. */
export function isKit({ kit_code, kit }: KitSummary, codeOrSlug: unknown): boolean {
  return kit_code === codeOrSlug || kit === codeOrSlug;
}

/** Of a kit, or of one of its versions. */
export function useKitSchema(kitId: string | undefined) {
  return useRead(kitId !== undefined && ((api) => api.kits.schema(kitId)));
}

export function useKitVersions(kitId: string | undefined) {
  return useReadAll(kitId !== undefined && ((api) => api.kits.versions(kitId)));
}

export function useKitVersion(kitId: string, version: string | number | undefined) {
  return useRead(version !== undefined && kitId !== '' && ((api) => api.kits.version(kitId, version)));
}
