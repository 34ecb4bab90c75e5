/**
 * What this node knows of each chain, stored outside the database: its last known end, signed. A chain that is missing, shorter or
 * different was tampered with, even by the owner of the tables. Each node keeps its own checkpoints, in its own directory if it has one.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Logger } from '../../core/logger.ts';
import { type ChainEnds, type HeadSigner, NO_HASH } from './audit-entry.ts';

export interface Checkpoint {
  position: number;
  hash: Buffer;
  macFrom: number | undefined;
  epoch: number;
}

export interface Checkpoints {
  of(workspaceId: string): Checkpoint | undefined;
  workspaces(): string[];
  set(workspaceId: string, checkpoint: Checkpoint): void;
  /** Writes the checkpoints set since the last write. */
  save(): void;
}

const FILE = 'audit-checkpoints.json';
const stored = z.record(
  z.string(),
  z.object({
    position: z.number().int(),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    mac_from: z.number().int().optional(),
    epoch: z.number().int(),
    signature: z.string(),
  }),
);

/** Without a writable directory, the node keeps checkpoints in memory only. */
export function openCheckpoints(directory: string | undefined, signer: HeadSigner, logger: Logger): Checkpoints {
  const known = directory === undefined ? new Map() : readKnown(directory, signer, logger);
  // The file may be signed with a secret that is being replaced.
  let isSaved = known.size === 0;
  let isWarned = false;
  return {
    of: (workspaceId) => known.get(workspaceId),
    workspaces: () => [...known.keys()],
    set(workspaceId, checkpoint) {
      known.set(workspaceId, checkpoint);
      isSaved = false;
    },
    save() {
      if (isSaved || directory === undefined) return;
      isSaved = true;
      try {
        write(directory, known, signer);
      } catch (error) {
        if (!isWarned) logger.warn({ reason: reasonOf(error) }, 'checkpoints of the audit log cannot be stored here');
        isWarned = true;
      }
    },
  };
}

/** An unsigned file is no worse than none: whoever wrote it could have deleted it. */
function readKnown(directory: string, signer: HeadSigner, logger: Logger): Map<string, Checkpoint> {
  const known = new Map<string, Checkpoint>();
  let text: string;
  try {
    text = readFileSync(join(directory, FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      logger.error({ reason: reasonOf(error) }, 'checkpoints of the audit log cannot be read');
    return known;
  }
  const read = stored.safeParse(parsed(text));
  for (const [workspaceId, { position, hash, mac_from: macFrom, epoch, signature }] of Object.entries(
    read.data ?? { '': undefined },
  ).flatMap(([id, value]) => (value === undefined ? [] : [[id, value] as const]))) {
    const checkpoint = { position, hash: Buffer.from(hash, 'hex'), macFrom, epoch };
    if (signer.isSigned(workspaceId, endsOf(checkpoint), Buffer.from(signature, 'hex')))
      known.set(workspaceId, checkpoint);
    else logger.error({ workspace_id: workspaceId }, 'a checkpoint of the audit log is not signed by this deployment');
  }
  if (!read.success) logger.error({ file: FILE }, 'checkpoints of the audit log cannot be read');
  return known;
}

function write(directory: string, known: ReadonlyMap<string, Checkpoint>, signer: HeadSigner): void {
  const all = [...known].map(([workspaceId, checkpoint]) => [
    workspaceId,
    {
      position: checkpoint.position,
      hash: checkpoint.hash.toString('hex'),
      mac_from: checkpoint.macFrom,
      epoch: checkpoint.epoch,
      signature: signCheckpoint(signer, workspaceId, checkpoint),
    },
  ]);
  mkdirSync(directory, { recursive: true });
  const path = join(directory, FILE);
  writeFileSync(`${path}.new`, `${JSON.stringify(Object.fromEntries(all), null, 1)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** In hex, as it is stored and published. */
export function signCheckpoint(signer: HeadSigner, workspaceId: string, checkpoint: Checkpoint): string {
  return signer.sign(workspaceId, endsOf(checkpoint)).toString('hex');
}

/** Retention moves the beginning of a chain, so a checkpoint does not include it. */
function endsOf(checkpoint: Checkpoint): ChainEnds {
  return { ...checkpoint, prunedPosition: 0, prunedHash: NO_HASH };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
