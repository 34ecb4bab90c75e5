/** Computes the chain of a workspace's audit log again and says where it is not what was written. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { readCursor, writeCursor } from '../../core/cursor.ts';
import { type HeadSigner, hashEntry, type StoredEntry } from './audit-entry.ts';
import type { AuditStore } from './store/audit-store.ts';

export interface VerifyChain {
  store: Pick<AuditStore, 'head' | 'sealedAfter' | 'hasHash'>;
  signer: HeadSigner;
}

export interface Finding {
  kind: 'removed' | 'changed' | 'inserted' | 'reordered' | 'head';
  position: number;
  entryId?: string | undefined;
  detail: string;
}

export interface Verification {
  checked: number;
  fromPosition: number;
  toPosition: number;
  head: { position: number; hash: Buffer; sealedAt: Date } | undefined;
  unsealed: number;
  findings: Finding[];
  nextCursor: string | undefined;
}

export interface VerifyRequest {
  cursor?: string | undefined;
  /** A head that was published. */
  published?: { position: number; hash: Buffer } | undefined;
}

const CHECKED_AT_ONCE = 20_000;
const PAGE = 1_000;
const MOST_FINDINGS = 100;
/** Entries are sealed in the order of their times, but for what commits late and clocks that differ. */
const LATE_MS = 15 * 60_000;

/** Up to which entry the chain has been checked, and the latest time up to there. */
interface Progress {
  position: number;
  hash: Buffer;
  latest: number;
}

export async function verifyChain(
  deps: VerifyChain,
  workspaceId: string,
  { cursor, published }: VerifyRequest = {},
): Promise<Verification> {
  const { head, unsealed } = await deps.store.head(workspaceId);
  const findings: Finding[] = [];
  const add = (finding: Finding) => findings.length < MOST_FINDINGS && findings.push(finding);
  const start: Progress =
    cursor === undefined
      ? { position: head?.prunedPosition ?? 0, hash: head?.prunedHash ?? Buffer.alloc(32), latest: 0 }
      : readCursor(cursor, progressOf);
  if (cursor === undefined && head !== undefined && !deps.signer.isSigned(workspaceId, head, head.signature))
    add({
      kind: 'head',
      position: head.position,
      detail:
        'The ends of the chain were not signed with this deployment’s secret: they were written by somebody else.',
    });
  const at = { ...start };
  let checked = 0;
  let isEnd = false;
  while (checked < CHECKED_AT_ONCE && !isEnd) {
    const entries = await deps.store.sealedAfter(workspaceId, at.position, PAGE);
    for (const entry of entries) {
      for (const finding of await checkEntry(deps, workspaceId, at, entry, head?.position ?? 0)) add(finding);
      if (
        published?.position === entry.sealed?.position &&
        entry.sealed?.hash.equals(published?.hash ?? at.hash) === false
      )
        add({
          kind: 'head',
          position: entry.sealed.position,
          entryId: entry.id,
          detail: 'The hash of this entry differs from the published one.',
        });
    }
    checked += entries.length;
    isEnd = entries.length < PAGE;
  }
  if (isEnd && head !== undefined) for (const finding of checkEnd(at, head, published)) add(finding);
  return {
    checked,
    fromPosition: start.position + 1,
    toPosition: at.position,
    head: head && { position: head.position, hash: head.hash, sealedAt: head.sealedAt },
    unsealed,
    findings,
    nextCursor: isEnd ? undefined : writeCursor(`${at.position} ${at.hash.toString('hex')} ${at.latest}`),
  };
}

/** Also moves `at` on to the entry. */
async function checkEntry(
  deps: VerifyChain,
  workspaceId: string,
  at: Progress,
  entry: StoredEntry,
  headPosition: number,
): Promise<Finding[]> {
  const { sealed } = entry;
  if (sealed === undefined) throw new ServiceError('internal_error');
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
  if (!hashEntry(sealed.previousHash, workspaceId, entry).equals(sealed.hash))
    found.push({ kind: 'changed', ...about, detail: 'The entry was changed: its hash differs.' });
  else if (missing === 0 && !sealed.previousHash.equals(at.hash))
    found.push(
      (await deps.store.hasHash(workspaceId, sealed.previousHash))
        ? { kind: 'reordered', ...about, detail: 'The entry was not written after the one before it.' }
        : { kind: 'removed', ...about, detail: 'The entry written before this one is gone.' },
    );
  if (position > headPosition)
    found.push({ kind: 'inserted', ...about, detail: 'The entry is after the signed end of the chain.' });
  else if (entry.at.getTime() < at.latest - LATE_MS)
    found.push({
      kind: 'inserted',
      ...about,
      detail: `The entry claims ${entry.at.toISOString()} but was sealed after entries of ${new Date(at.latest).toISOString()}.`,
    });
  at.position = position;
  at.hash = sealed.hash;
  at.latest = Math.max(at.latest, entry.at.getTime());
  return found;
}

function checkEnd(
  at: Progress,
  head: { position: number; hash: Buffer; prunedPosition: number },
  published: VerifyRequest['published'],
): Finding[] {
  const found: Finding[] = [];
  if (at.position < head.position)
    found.push({
      kind: 'removed',
      position: at.position + 1,
      detail: `The chain ends at position ${at.position}, but was sealed up to ${head.position}.`,
    });
  else if (at.position === head.position && !at.hash.equals(head.hash))
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

function progressOf(text: string): Progress | undefined {
  const [, position, hash, latest] = /^(\d{1,15}) ([0-9a-f]{64}) (\d{1,15})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined || latest === undefined) return undefined;
  return { position: Number(position), hash: Buffer.from(hash, 'hex'), latest: Number(latest) };
}
