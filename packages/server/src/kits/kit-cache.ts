import type { VersionContent } from './store/kit-rows.ts';
/** Versions never change, so entries do not expire; the least recently used are dropped to limit memory. */
export interface KitCache {
  get(kitVersionId: string): VersionContent | undefined;
  set(kitVersionId: string, content: VersionContent): void;
}

/** `maxBytes` counts documents as JSON; parsed they take a few times that. */
export function createKitCache(maxBytes = 16 * 1024 * 1024): KitCache {
  const contents = new Map<string, VersionContent>();
  let bytes = 0;
  return {
    get(kitVersionId) {
      const content = contents.get(kitVersionId);
      if (content === undefined) return undefined;
      contents.delete(kitVersionId);
      contents.set(kitVersionId, content);
      return content;
    },
    set(kitVersionId, content) {
      if (contents.has(kitVersionId)) return;
      contents.set(kitVersionId, content);
      bytes += content.bytes;
      for (const [oldest, { bytes: freed }] of contents) {
        if (bytes <= maxBytes) break;
        contents.delete(oldest);
        bytes -= freed;
      }
    },
  };
}
