/** Rows of the kit tables, and their mapping to what the kits room uses. */

import type { BrickType } from '@brickwork/contract';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import type { Actor } from '../../core/acting.ts';

export type VersionStatus = 'draft' | 'published' | 'archived';

/** A version without its document: all that a lookup needs if the document is cached. */
export interface VersionHead {
  kitId: string;
  kitCode: string;
  slug: string;
  kitVersionId: string;
  version: number;
  status: VersionStatus;
  isLive: boolean;
  createdAt: Date;
  publishedAt: Date | undefined;
  publishedBy: Actor | undefined;
}

export interface VersionContent {
  kit: Kit;
  /** In the order of the kit's bricks. */
  brickIds: readonly string[];
  /** The size of the document as JSON. */
  bytes: number;
}

export interface KitVersion extends VersionHead, VersionContent {}

export interface KitSummary {
  kitId: string;
  kitCode: string;
  slug: string;
  name: string;
  description: string | undefined;
  newestVersion: number;
  live: { kitVersionId: string; version: number } | undefined;
  createdAt: Date;
  updatedAt: Date;
  archivedAt: Date | undefined;
}

export interface BrickMetadata {
  brickId: string;
  key: string;
  name: string;
  type: BrickType;
  kitId: string;
  kitCode: string;
}

export interface HeadRow {
  kit_id: string;
  code: string;
  slug: string;
  archived_at: Date | null;
  is_live: boolean;
  id: string;
  version: number;
  created_at: Date;
  published_at: Date | null;
  published_by: string | null;
}

/** For `kit_versions v` joined with `kits k`. */
export const HEAD_COLUMNS = `v.kit_id, k.code, k.slug, k.archived_at, v.id IS NOT DISTINCT FROM k.live_version_id AS is_live,
  v.id, v.version, v.created_at, v.published_at, v.published_by`;

export const HEAD_TABLES = 'kit_versions v JOIN kits k ON k.workspace_id = v.workspace_id AND k.id = v.kit_id';

export function toHead(row: HeadRow): VersionHead {
  return {
    kitId: row.kit_id,
    kitCode: row.code,
    slug: row.slug,
    kitVersionId: row.id,
    version: row.version,
    status: row.archived_at !== null ? 'archived' : row.published_at !== null ? 'published' : 'draft',
    isLive: row.is_live,
    createdAt: row.created_at,
    publishedAt: row.published_at ?? undefined,
    publishedBy: row.published_by === null ? undefined : (JSON.parse(row.published_by) as Actor),
  };
}

export interface KitRow {
  id: string;
  code: string;
  slug: string;
  name: string;
  description: string | null;
  newest_version: number;
  live_version_id: string | null;
  live_version: number | null;
  created_at: Date;
  updated_at: Date;
  archived_at: Date | null;
}

/** For `kits k` with its live version `v` joined from the left. */
export const KIT_COLUMNS = `k.id, k.code, k.slug, k.name, k.description, k.newest_version, k.live_version_id, v.version AS live_version,
  k.created_at, k.updated_at, k.archived_at`;

export const KIT_TABLES =
  'kits k LEFT JOIN kit_versions v ON v.workspace_id = k.workspace_id AND v.id = k.live_version_id';

export function toKitSummary(row: KitRow): KitSummary {
  const { live_version_id: kitVersionId, live_version: version } = row;
  return {
    kitId: row.id,
    kitCode: row.code,
    slug: row.slug,
    name: row.name,
    description: row.description ?? undefined,
    newestVersion: row.newest_version,
    live: kitVersionId === null || version === null ? undefined : { kitVersionId, version },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at ?? undefined,
  };
}

export interface ContentRow {
  document: Kit;
  brick_ids: string[];
  bytes: number;
}

export function toContent(row: ContentRow): VersionContent {
  return { kit: row.document, brickIds: row.brick_ids, bytes: row.bytes };
}

export interface BrickRow {
  id: string;
  key: string;
  name: string;
  type: BrickType;
  kit_id: string;
  code: string;
}

export function toBrick(row: BrickRow): BrickMetadata {
  return {
    brickId: row.id,
    key: row.key,
    name: row.name,
    type: row.type,
    kitId: row.kit_id,
    kitCode: row.code,
  };
}
