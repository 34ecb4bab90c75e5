/** A node's work on the audit log: the leader seals and prunes; every node compares the chains with what it knows of them. */
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Conflict } from './compare-head.ts';
import type { SealStore } from './store/seal-entries.ts';

export type OnConflict = (workspaceId: string, conflict: Conflict) => void;

const HOUR_MS = 3_600_000;

export async function sealChains(
  store: Pick<SealStore, 'unsealedWorkspaces' | 'seal'>,
  onConflict: OnConflict,
  isStopped: () => boolean,
): Promise<void> {
  for (const workspaceId of await store.unsealedWorkspaces())
    await repeat(() => store.seal(workspaceId), workspaceId, onConflict, isStopped);
}

export async function pruneChains(
  store: Pick<SealStore, 'workspacesToPrune' | 'prune'>,
  onConflict: OnConflict,
  isStopped: () => boolean,
): Promise<void> {
  for (const { workspaceId, before } of await store.workspacesToPrune())
    await repeat(() => store.prune(workspaceId, before), workspaceId, onConflict, isStopped);
}

async function repeat(
  step: () => Promise<number | Conflict>,
  workspaceId: string,
  onConflict: OnConflict,
  isStopped: () => boolean,
): Promise<void> {
  while (!isStopped()) {
    const done = await step();
    if (typeof done !== 'number') return onConflict(workspaceId, done);
    if (done === 0) return;
  }
}

/** Remembers the end of every chain that continues from the known one; returns how many do not. */
export async function rememberHeads(
  store: Pick<SealStore, 'heads'>,
  checkpoints: Checkpoints,
  onConflict: OnConflict,
): Promise<number> {
  let conflicts = 0;
  for (const { workspaceId, head, conflict } of await store.heads()) {
    const known = checkpoints.of(workspaceId);
    if (conflict !== undefined) {
      conflicts += 1;
      onConflict(workspaceId, conflict);
    } else if (head !== undefined && (known?.position !== head.position || known.epoch !== head.epoch))
      checkpoints.set(workspaceId, head);
  }
  checkpoints.save();
  return conflicts;
}

/** Logged immediately, then every hour while it lasts. */
export function createConflictLog(logger: Logger, clock: Clock): OnConflict {
  const told = new Map<string, number>();
  return (workspaceId, { kind, position, detail }) => {
    const now = clock.now().getTime();
    const last = told.get(workspaceId);
    if (last !== undefined && now - last < HOUR_MS) return;
    told.set(workspaceId, now);
    logger.error({ workspace_id: workspaceId, kind, position, detail }, 'the audit log was tampered with');
  };
}
