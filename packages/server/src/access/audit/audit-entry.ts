/** What an entry of the audit log contains, and the hash that chains it to the previous entry. */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { AuditAction, Environment } from '@brickwork/contract';
import type { Actor } from '../../core/acting.ts';
import type { Secrets } from '../../core/secret-box.ts';

export interface AuditTarget {
  /** The kind of object: `run`, `kit`, `key` … */
  type: string;
  id: string;
  name?: string | undefined;
}

export interface AuditEntry {
  id: string;
  at: Date;
  environment: Environment | undefined;
  actor: Actor;
  address: string | undefined;
  requestId: string | undefined;
  action: AuditAction;
  target: AuditTarget;
  outcome: 'done' | 'refused';
  /** JSON, as it is stored. */
  details: string | undefined;
}

/** The position of an entry in the chain. */
export interface Sealed {
  position: number;
  previousHash: Buffer;
  hash: Buffer;
}

export interface StoredEntry extends AuditEntry {
  /** Undefined on entries that are older than MACs. */
  mac: Buffer | undefined;
  sealed: Sealed | undefined;
}

/** The hash that precedes the first entry of a chain. */
export const NO_HASH: Buffer = Buffer.alloc(32);

/**
 * SHA-256 of the previous hash in hex, a line break, and the entry as a JSON array. The order of the members is part of the format and is
 * documented, so that an export can be checked without us.
 */
export function hashEntry(previous: Buffer, workspaceId: string, entry: AuditEntry): Buffer {
  return createHash('sha256')
    .update(`${previous.toString('hex')}\n${textOf(workspaceId, entry)}`)
    .digest();
}

/** Proves, as soon as it is written, that an entry comes from a holder of the deployment's secret. */
export function macOf(auditKey: Buffer, workspaceId: string, entry: AuditEntry): Buffer {
  return createHmac('sha256', auditKey).update(textOf(workspaceId, entry)).digest();
}

export function isAuthentic(auditKeys: readonly Buffer[], workspaceId: string, entry: StoredEntry): boolean {
  return auditKeys.some((auditKey) => isSame(entry.mac, macOf(auditKey, workspaceId, entry)));
}

export function auditKeyOf(deploymentSecret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', deploymentSecret, '', 'brickwork audit entries', 32));
}

function textOf(workspaceId: string, entry: AuditEntry): string {
  const { id, at, environment, actor, address, requestId, action, target, outcome, details } = entry;
  return JSON.stringify([
    ...[workspaceId, id, at.toISOString(), environment ?? null, actor.kind, actor.id, actor.name, address ?? null],
    ...[requestId ?? null, action, target.type, target.id, target.name ?? null, outcome, details ?? null],
  ]);
}

/** Both ends of a chain: the last entry, and the last one that retention has deleted. */
export interface ChainEnds {
  position: number;
  hash: Buffer;
  prunedPosition: number;
  prunedHash: Buffer;
  /** From this position on, every entry has a MAC. Undefined for a chain last sealed before MACs existed. */
  macFrom: number | undefined;
  /** When an operator last accepted a chain that differs from the known one, in Unix seconds; 0: never. */
  epoch: number;
}

/** Signs the ends of chains with a key that is derived from the deployment's secret, which is not in the database. */
export interface HeadSigner {
  sign(workspaceId: string, ends: ChainEnds): Buffer;
  isSigned(workspaceId: string, ends: ChainEnds, signature: Buffer): boolean;
}

export function createHeadSigner([first, ...others]: Secrets): HeadSigner {
  const keyOf = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', 'brickwork audit heads', 32));
  const [key, otherKeys] = [keyOf(first), others.map(keyOf)];
  const signWith = (key: Buffer, workspaceId: string, ends: ChainEnds): Buffer => {
    const { position, hash, prunedPosition, prunedHash, macFrom, epoch } = ends;
    const members = [workspaceId, position, hash.toString('hex'), prunedPosition, prunedHash.toString('hex')];
    return createHmac('sha256', key)
      .update(JSON.stringify(macFrom === undefined ? members : [...members, macFrom, epoch]))
      .digest();
  };
  return {
    sign: (workspaceId, ends) => signWith(key, workspaceId, ends),
    isSigned: (workspaceId, ends, signature) =>
      [key, ...otherKeys].some((each) => isSame(signature, signWith(each, workspaceId, ends))),
  };
}

function isSame(given: Buffer | undefined, expected: Buffer): boolean {
  return given?.length === expected.length && timingSafeEqual(given, expected);
}
