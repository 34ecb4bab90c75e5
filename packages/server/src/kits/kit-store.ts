/**
 * What the kits room needs from storage. A version is immutable from the moment it is pushed; publishing moves the kit's
 * pointer to the live version and stamps a version the first time. Every method is one transaction.
 */
import type { BrickType } from '@brickwork/contract';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';

export type VersionStatus = 'draft' | 'published' | 'archived';

/** A version without its document: all that a look-up needs when the document is cached. */
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
}

export interface VersionContent {
  kit: Kit;
  /** In the order of the kit's bricks. */
  brickIds: readonly string[];
  /** Of the document as JSON. */
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

/** How a kit is named. */
export type KitReference = { kitVersionId: string } | { kitId: string } | { kitCode: string } | { slug: string };

/** Which version of a kit; `newest` is the one pushed last, `live` the one that the kit's code refers to. */
export type VersionChoice = { version: number } | { kitVersionId: string } | 'newest' | 'live';

export interface KitDraft {
  kit: Kit;
  hash: Buffer;
  bytes: number;
  publish: boolean;
  now: Date;
  newId(): string;
  /** Called until it yields a code that was never given out. */
  newCode(): string;
}

/** Somebody published a version although it did not pass the kit's gate. */
export interface ForcedPublication {
  keyId: string;
  report: unknown;
}

export interface KitStore {
  /** The next version, or the newest one where it has the same hash. */
  push(workspaceId: string, draft: KitDraft): Promise<{ head: VersionHead; isNew: boolean }>;
  /** Undefined if the kit or the version does not exist; `refused` if `newest` would roll back. `forced` is recorded with it. */
  publish(
    workspaceId: string,
    kitId: string,
    choice: VersionChoice,
    now: Date,
    forced?: ForcedPublication,
  ): Promise<VersionHead | 'refused' | undefined>;
  archive(workspaceId: string, kitId: string, now: Date): Promise<KitSummary | undefined>;

  /** Whether runs of the live environment have used the kit. */
  hasLiveRuns(workspaceId: string, kitId: string): Promise<boolean>;

  findKit(workspaceId: string, reference: KitReference): Promise<KitSummary | undefined>;
  listKits(
    workspaceId: string,
    page: { archived: boolean; before: string | undefined; limit: number },
  ): Promise<KitSummary[]>;
  listVersions(
    workspaceId: string,
    kitId: string,
    page: { before: number | undefined; limit: number },
  ): Promise<VersionHead[]>;

  /** By version id exactly that version, by anything else the live one. One indexed query. */
  findHead(workspaceId: string, reference: KitReference): Promise<VersionHead | undefined>;
  findVersion(workspaceId: string, kitId: string, choice: VersionChoice): Promise<VersionHead | undefined>;
  loadContent(workspaceId: string, kitVersionId: string): Promise<VersionContent | undefined>;
  findBricks(workspaceId: string, brickIds: readonly string[]): Promise<BrickMetadata[]>;
}
