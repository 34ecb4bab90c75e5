/** Computes a chain again, entry by entry, and says where it is not what was written: in the database, or in an export. */
import { hashEntry, isAuthentic, NO_HASH, type StoredEntry } from './audit-entry.ts';

export interface Finding {
  kind: 'removed' | 'changed' | 'inserted' | 'reordered' | 'head';
  position: number;
  entryId?: string | undefined;
  detail: string;
}

/** Up to which entry the chain has been checked, and the latest time up to there. */
export interface Progress {
  position: number;
  hash: Buffer;
  latest: number;
}

export interface CheckEntries {
  workspaceId: string;
  /** Of each secret that entries may be from; without any, MACs are not checked. */
  auditKeys: readonly Buffer[];
  /** The first position that must have a MAC; undefined where none must. */
  macFrom: number | undefined;
  /** Whether some entry of the chain has this hash. */
  hasHash(hash: Buffer): Promise<boolean>;
  /** A head that was published. */
  published: { position: number; hash: Buffer } | undefined;
}

export const BEGINNING: Progress = { position: 0, hash: NO_HASH, latest: 0 };

/** Entries are sealed in the order of their times, but for what commits late and clocks that differ. */
const LATE_MS = 15 * 60_000;

/** Also moves `at` on to the entry. `endPosition` is that of the signed end. */
export async function checkSealed(
  deps: CheckEntries,
  at: Progress,
  entry: StoredEntry,
  endPosition: number,
): Promise<Finding[]> {
  const { sealed } = entry;
  if (sealed === undefined) throw new Error('only sealed entries have a position in the chain');
  const { position } = sealed;
  const about = { position, entryId: entry.id };
  const found: Finding[] = [];
  const missing = position - at.position - 1;
  if (missing > 0)
    found.push({
      kind: 'removed',
      position: at.position + 1,
      detail: `${missing === 1 ? 'An entry is' : `${missing} entries are`} missing before position ${position}.`,
    });
  if (!hashEntry(sealed.previousHash, deps.workspaceId, entry).equals(sealed.hash))
    found.push({ kind: 'changed', ...about, detail: 'The entry was changed: its hash differs.' });
  else if (missing === 0 && !sealed.previousHash.equals(at.hash))
    found.push(
      (await deps.hasHash(sealed.previousHash))
        ? { kind: 'reordered', ...about, detail: 'The entry was not written after the one before it.' }
        : { kind: 'removed', ...about, detail: 'The entry written before this one is missing.' },
    );
  else found.push(...checkMac(deps, entry, position));
  if (position > endPosition)
    found.push({ kind: 'inserted', ...about, detail: 'The entry is after the signed end of the chain.' });
  else if (entry.at.getTime() < at.latest - LATE_MS)
    found.push({
      kind: 'inserted',
      ...about,
      detail: `The entry claims ${entry.at.toISOString()} but was sealed after entries of ${new Date(at.latest).toISOString()}.`,
    });
  if (position === deps.published?.position && !sealed.hash.equals(deps.published.hash))
    found.push({ kind: 'head', ...about, detail: 'The hash of this entry differs from the published one.' });
  at.position = position;
  at.hash = sealed.hash;
  at.latest = Math.max(at.latest, entry.at.getTime());
  return found;
}

/** An entry that waits to be sealed; it will be after all that are. */
export function checkUnsealed(deps: CheckEntries, entry: StoredEntry, endPosition: number): Finding[] {
  return checkMac(deps, entry, endPosition + 1);
}

function checkMac({ workspaceId, auditKeys, macFrom }: CheckEntries, entry: StoredEntry, position: number): Finding[] {
  if (auditKeys.length === 0 || macFrom === undefined || position < macFrom) return [];
  if (isAuthentic(auditKeys, workspaceId, entry)) return [];
  return [
    {
      kind: entry.mac === undefined ? 'inserted' : 'changed',
      position,
      entryId: entry.id,
      detail: 'The entry was written or changed by somebody without this deployment’s secret: its MAC is wrong.',
    },
  ];
}

/** What the end of the chain must be: the signed head, or one that was published. */
export function checkEnd(
  at: Progress,
  head: { position: number; hash: Buffer } | undefined,
  published: CheckEntries['published'],
): Finding[] {
  const found: Finding[] = [];
  if (head !== undefined && at.position < head.position)
    found.push({
      kind: 'removed',
      position: at.position + 1,
      detail: `The chain ends at position ${at.position}, but was sealed up to ${head.position}.`,
    });
  else if (head !== undefined && at.position === head.position && !at.hash.equals(head.hash))
    found.push({
      kind: 'changed',
      position: at.position,
      detail: 'The last entry is not the one that was sealed last.',
    });
  if (published !== undefined && published.position > at.position)
    found.push({
      kind: 'removed',
      position: at.position + 1,
      detail: `The chain ends at position ${at.position}, but a head at ${published.position} was published.`,
    });
  return found;
}
