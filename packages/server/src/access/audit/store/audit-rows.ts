/** Rows of the audit log as entries. */
import type { AuditAction, Environment } from '@brickwork/contract';
import type { Actor } from '../../../core/acting.ts';
import { encodeId } from '../../../core/ids.ts';
import type { ChainEnds, StoredEntry } from '../audit-entry.ts';

export interface EntryRow {
  id: string;
  at: Date;
  environment: Environment | null;
  actor_kind: Actor['kind'];
  actor_id: string;
  actor_name: string;
  address: string | null;
  request_id: string | null;
  action: AuditAction;
  target_type: string;
  target_id: string;
  target_name: string | null;
  outcome: 'done' | 'refused';
  details: string | null;
  mac: Buffer | null;
  position: string | null;
  previous_hash: Buffer | null;
  hash: Buffer | null;
}

export const ENTRY_COLUMNS = `id, at, environment, actor_kind, actor_id, actor_name, address, request_id, action, target_type, target_id, target_name, outcome,
  details::text AS details, mac, position, previous_hash, hash`;

export function toEntry(row: EntryRow): StoredEntry {
  const { position, previous_hash: previousHash, hash } = row;
  return {
    id: encodeId('aud', row.id),
    at: row.at,
    environment: row.environment ?? undefined,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    address: row.address ?? undefined,
    requestId: row.request_id ?? undefined,
    action: row.action,
    target: { type: row.target_type, id: row.target_id, name: row.target_name ?? undefined },
    outcome: row.outcome,
    details: row.details ?? undefined,
    mac: row.mac ?? undefined,
    sealed:
      position === null || previousHash === null || hash === null
        ? undefined
        : { position: Number(position), previousHash, hash },
  };
}

export interface HeadRow {
  position: string;
  hash: Buffer;
  sealed_at: Date;
  pruned_position: string;
  pruned_hash: Buffer;
  mac_from: string | null;
  epoch: string;
  signature: Buffer;
}

export const HEAD_COLUMNS = 'position, hash, sealed_at, pruned_position, pruned_hash, mac_from, epoch, signature';

export interface ChainHead extends ChainEnds {
  sealedAt: Date;
  signature: Buffer;
}

export function toHead(row: HeadRow): ChainHead {
  return {
    position: Number(row.position),
    hash: row.hash,
    sealedAt: row.sealed_at,
    prunedPosition: Number(row.pruned_position),
    prunedHash: row.pruned_hash,
    macFrom: row.mac_from === null ? undefined : Number(row.mac_from),
    epoch: Number(row.epoch),
    signature: row.signature,
  };
}
