import type { BrickMetadata, KitSummary, KitVersion, VersionHead } from '../kits/store/kit-rows.ts';
/** Kits with wire names, for the API and other output. */

export function toKitWire(kit: KitSummary) {
  return {
    kit_id: kit.kitId,
    kit_code: kit.kitCode,
    kit: kit.slug,
    name: kit.name,
    description: kit.description,
    status: kit.archivedAt !== undefined ? 'archived' : kit.live !== undefined ? 'published' : 'draft',
    kit_version_id: kit.live?.kitVersionId,
    version: kit.live?.version,
    newest_version: kit.newestVersion,
    created_at: kit.createdAt.toISOString(),
    updated_at: kit.updatedAt.toISOString(),
    archived_at: kit.archivedAt?.toISOString(),
  };
}

export function toPushedWire(head: VersionHead) {
  return {
    kit_id: head.kitId,
    kit_code: head.kitCode,
    kit_version_id: head.kitVersionId,
    version: head.version,
    kit: head.slug,
    status: head.status,
  };
}

export function toVersionWire(head: VersionHead) {
  return {
    kit_version_id: head.kitVersionId,
    version: head.version,
    status: head.status,
    live: head.isLive,
    created_at: head.createdAt.toISOString(),
    published_at: head.publishedAt?.toISOString(),
    published_by: head.publishedBy,
  };
}

export function toDocumentWire(version: KitVersion) {
  return { ...toVersionWire(version), kit_id: version.kitId, kit_code: version.kitCode, document: version.kit };
}

export function toBrickWire(brick: BrickMetadata) {
  return {
    brick_id: brick.brickId,
    key: brick.key,
    name: brick.name,
    type: brick.type,
    kit_id: brick.kitId,
    kit_code: brick.kitCode,
  };
}
