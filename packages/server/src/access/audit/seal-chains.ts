/** The leader's work on the audit log. */
import type { Logger } from '../../core/logger.ts';
import type { SealStore } from './store/seal-entries.ts';

export async function sealChains(
  store: Pick<SealStore, 'unsealedWorkspaces' | 'seal'>,
  isStopped: () => boolean,
): Promise<void> {
  for (const workspaceId of await store.unsealedWorkspaces()) {
    while (!isStopped() && (await store.seal(workspaceId)) > 0);
  }
}

/**
 * Once a day the end of every chain that has moved is written to the log of the service. Where logs are kept elsewhere, nobody can
 * rewrite what was recorded up to then without being found out, whatever they have access to here.
 */
export async function publishHeads(
  store: Pick<SealStore, 'unpublishedHeads' | 'markPublished'>,
  logger: Logger,
): Promise<void> {
  for (const { workspaceId, position, hash } of await store.unpublishedHeads()) {
    logger.info({ workspace_id: workspaceId, head: `${position}:${hash.toString('hex')}` }, 'head of the audit log');
    await store.markPublished(workspaceId);
  }
}

export async function pruneChains(
  store: Pick<SealStore, 'workspacesToPrune' | 'prune'>,
  isStopped: () => boolean,
): Promise<void> {
  for (const { workspaceId, before } of await store.workspacesToPrune()) {
    while (!isStopped() && (await store.prune(workspaceId, before)) > 0);
  }
}
