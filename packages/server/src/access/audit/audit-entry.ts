/** What an entry of the audit log says, and the hash that chains it to the one before. */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { AuditAction, Environment } from '@brickwork/contract';
import type { Actor } from '../../core/acting.ts';

export interface AuditTarget {
  /** What kind of thing it is: `run`, `kit`, `key` … */
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

/** Where an entry stands in the chain. */
export interface Sealed {
  position: number;
  previousHash: Buffer;
  hash: Buffer;
}

export interface StoredEntry extends AuditEntry {
  sealed: Sealed | undefined;
}

/** What the first entry of a chain is chained to. */
export const NO_HASH: Buffer = Buffer.alloc(32);

/**
 * SHA-256 of the hash before, in hex, a line break, and the entry as a JSON array. The order of the members is part of the format: the
 * documentation tells it, so that an export can be checked without us.
 */
export function hashEntry(previous: Buffer, workspaceId: string, entry: AuditEntry): Buffer {
  const { id, at, environment, actor, address, requestId, action, target, outcome, details } = entry;
  const members = [
    ...[workspaceId, id, at.toISOString(), environment ?? null, actor.kind, actor.id, actor.name, address ?? null],
    ...[requestId ?? null, action, target.type, target.id, target.name ?? null, outcome, details ?? null],
  ];
  return createHash('sha256')
    .update(`${previous.toString('hex')}\n${JSON.stringify(members)}`)
    .digest();
}

/** Both ends of a chain: the last entry, and the last one that retention has deleted. */
export interface ChainEnds {
  position: number;
  hash: Buffer;
  prunedPosition: number;
  prunedHash: Buffer;
}

/** Signs the ends of chains with a key that follows from the deployment's secret, which is not in the database. */
export interface HeadSigner {
  sign(workspaceId: string, ends: ChainEnds): Buffer;
  isSigned(workspaceId: string, ends: ChainEnds, signature: Buffer): boolean;
}

export function createHeadSigner(deploymentSecret: Buffer): HeadSigner {
  const key = Buffer.from(hkdfSync('sha256', deploymentSecret, '', 'brickwork audit heads', 32));
  const sign = (workspaceId: string, { position, hash, prunedPosition, prunedHash }: ChainEnds): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([workspaceId, position, hash.toString('hex'), prunedPosition, prunedHash.toString('hex')]))
      .digest();
  return {
    sign,
    isSigned(workspaceId, ends, signature) {
      const expected = sign(workspaceId, ends);
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    },
  };
}
