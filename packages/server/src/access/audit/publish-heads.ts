/** Publishes the heads of audit logs where the owner of the database cannot rewrite them: in the service's log, and at an anchor. */
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Anchor, PublishedHead } from './anchor-heads.ts';
import type { HeadSigner } from './audit-entry.ts';
import { type Checkpoints, signCheckpoint } from './checkpoints.ts';

export interface PublishHeads {
  checkpoints: Checkpoints;
  signer: HeadSigner;
  clock: Clock;
  /** Where heads are published in addition to the log. */
  anchor: Anchor | undefined;
  logger: Logger;
}

export interface Publisher {
  publish(): Promise<void>;
  /** How long the oldest unpublished head has been waiting for the anchor. */
  overdueSeconds(): number;
}

const HOUR_MS = 3_600_000;

/**
 * Every hour, the end of every chain that has grown is written to the service's log. If logs are stored elsewhere, nobody can rewrite
 * entries up to that point without being detected, whatever access they have here.
 */
export function createPublisher(deps: PublishHeads): Publisher {
  const { checkpoints, signer, clock, anchor, logger } = deps;
  const published = new Map<string, { at: number; position: number }>();
  const anchoring = anchor && createAnchoring(anchor, deps);
  return {
    async publish() {
      for (const workspaceId of checkpoints.workspaces()) {
        const known = checkpoints.of(workspaceId);
        const last = published.get(workspaceId);
        const now = clock.now();
        if (known === undefined || known.position === last?.position) continue;
        if (last !== undefined && now.getTime() - last.at < HOUR_MS) continue;
        const told: PublishedHead = {
          workspace_id: workspaceId,
          head: `${known.position}:${known.hash.toString('hex')}`,
          epoch: known.epoch,
          at: now.toISOString(),
          signature: signCheckpoint(signer, workspaceId, known),
        };
        logger.info({ ...told }, 'head of the audit log');
        published.set(workspaceId, { at: now.getTime(), position: known.position });
        anchoring?.add(told);
      }
      await anchoring?.send();
    },
    overdueSeconds: () => anchoring?.overdueSeconds() ?? 0,
  };
}

/** Heads that the anchor did not accept are sent again in the next round. */
function createAnchoring(anchor: Anchor, { clock, logger }: Pick<PublishHeads, 'clock' | 'logger'>) {
  const waiting = new Map<string, { head: PublishedHead; since: number }>();
  let isFailing = false;
  return {
    /** A newer head replaces an older one, but does not make the waiting time shorter. */
    add(head: PublishedHead) {
      const since = waiting.get(head.workspace_id)?.since ?? clock.now().getTime();
      waiting.set(head.workspace_id, { head, since });
    },
    /** Stops at the first refusal: an anchor that does not respond delays one round, not one round per workspace. */
    async send() {
      for (const [workspaceId, { head }] of waiting) {
        try {
          await anchor(head);
        } catch (error) {
          const fields = { workspace_id: workspaceId, waiting: waiting.size, reason: (error as Error).message };
          if (!isFailing) logger.error(fields, 'the head of the audit log was not anchored');
          isFailing = true;
          return;
        }
        waiting.delete(workspaceId);
        if (isFailing) logger.info({}, 'heads of the audit log are anchored again');
        isFailing = false;
      }
    },
    overdueSeconds: () =>
      Math.max(0, ...[...waiting.values()].map(({ since }) => (clock.now().getTime() - since) / 1_000)),
  };
}
