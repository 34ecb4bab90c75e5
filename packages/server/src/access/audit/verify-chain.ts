/** Checks the chain of a workspace's audit log in the database, also against what this node knows of it. */
import { readCursor, writeCursor } from '../../core/cursor.ts';
import type { HeadSigner } from './audit-entry.ts';
import {
  BEGINNING,
  type CheckEntries,
  checkEnd,
  checkSealed,
  checkUnsealed,
  type Finding,
  type Progress,
} from './check-entries.ts';
import type { Checkpoints } from './checkpoints.ts';
import { conflictOf } from './compare-head.ts';
import type { AuditStore } from './store/audit-store.ts';

export interface VerifyChain {
  store: Pick<AuditStore, 'head' | 'sealedAfter' | 'unsealed' | 'hasHash'>;
  signer: HeadSigner;
  auditKeys: readonly Buffer[];
  checkpoints: Checkpoints;
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
  published?: CheckEntries['published'];
}

const CHECKED_AT_ONCE = 20_000;
const PAGE = 1_000;
const MOST_FINDINGS = 100;

export async function verifyChain(
  deps: VerifyChain,
  workspaceId: string,
  { cursor, published }: VerifyRequest = {},
): Promise<Verification> {
  const { store, auditKeys } = deps;
  let { head, unsealed, conflict } = await readHead(deps, workspaceId);
  const findings: Finding[] = [];
  const add = (found: readonly Finding[]) => findings.push(...found.slice(0, MOST_FINDINGS - findings.length));
  const beginning = head && { position: head.prunedPosition, hash: head.prunedHash, latest: 0 };
  const start = cursor === undefined ? (beginning ?? BEGINNING) : readCursor(cursor, progressOf);
  if (cursor === undefined && conflict !== undefined) add([conflict]);
  const hasHash = (hash: Buffer) => store.hasHash(workspaceId, hash);
  const macFrom = head === undefined ? 1 : head.macFrom;
  const check: CheckEntries = { workspaceId, auditKeys, macFrom, hasHash, published };
  const at = { ...start };
  let checked = 0;
  let isEnd = false;
  while (checked < CHECKED_AT_ONCE && !isEnd) {
    const entries = await store.sealedAfter(workspaceId, at.position, PAGE);
    // Sealed after the head was read.
    if ((entries.at(-1)?.sealed?.position ?? 0) > (head?.position ?? 0))
      ({ head, unsealed } = await readHead(deps, workspaceId));
    for (const entry of entries) add(await checkSealed(check, at, entry, head?.position ?? 0));
    checked += entries.length;
    isEnd = entries.length < PAGE;
  }
  if (isEnd) {
    const waiting = await store.unsealed(workspaceId, PAGE);
    for (const entry of waiting) add(checkUnsealed(check, entry, at.position));
    add(checkEnd(at, head, published));
    if (head === undefined && conflict === undefined && waiting.length === 0) add([NOTHING]);
  }
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

const NOTHING: Finding = {
  kind: 'removed',
  position: 1,
  detail: 'There is no entry, although the beginning of every workspace is recorded: the log was deleted.',
};

async function readHead({ store, signer, checkpoints }: VerifyChain, workspaceId: string) {
  const known = checkpoints.of(workspaceId);
  const { head, unsealed, hashAtKnown } = await store.head(workspaceId, known?.position);
  const conflict = conflictOf(signer, workspaceId, known, head, hashAtKnown);
  return { head, unsealed, conflict };
}

function progressOf(text: string): Progress | undefined {
  const [, position, hash, latest] = /^(\d{1,15}) ([0-9a-f]{64}) (\d{1,15})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined || latest === undefined) return undefined;
  return { position: Number(position), hash: Buffer.from(hash, 'hex'), latest: Number(latest) };
}
