/** Whether the end of a chain in the database agrees with what this node knows of it. */
import type { HeadSigner } from './audit-entry.ts';
import type { Checkpoint } from './checkpoints.ts';
import type { ChainHead } from './store/audit-rows.ts';

export interface Conflict {
  kind: 'removed' | 'changed' | 'inserted' | 'head';
  position: number;
  detail: string;
}

/**
 * Undefined where they agree. `hashAtKnown` is that of the entry at the known position. A head with a later epoch wins: only an operator with
 * the deployment's secret can sign one.
 */
export function conflictOf(
  signer: HeadSigner,
  workspaceId: string,
  known: Checkpoint | undefined,
  head: ChainHead | undefined,
  hashAtKnown: Buffer | undefined,
): Conflict | undefined {
  if (head === undefined)
    return (
      known && {
        kind: 'removed',
        position: 1,
        detail: `The end of the chain is missing; it was known up to position ${known.position}.`,
      }
    );
  const { position } = head;
  if (!signer.isSigned(workspaceId, head, head.signature))
    return {
      kind: 'head',
      position,
      detail:
        'The ends of the chain were not signed with this deployment’s secret: they were written by somebody else.',
    };
  if (known === undefined || head.epoch > known.epoch) return undefined;
  if (position < known.position)
    return {
      kind: 'removed',
      position: position + 1,
      detail: `The chain ends at position ${position}, but was known up to ${known.position}: it was cut, or an older copy was restored.`,
    };
  if (head.epoch < known.epoch || (known.macFrom !== undefined && head.macFrom !== known.macFrom))
    return { kind: 'head', position, detail: 'The end of the chain is older than the last known end.' };
  if (known.position === 0 || known.position <= head.prunedPosition) return undefined;
  if ((position === known.position ? head.hash : hashAtKnown)?.equals(known.hash)) return undefined;
  return {
    kind: 'changed',
    position: known.position,
    detail: `The entry at position ${known.position} is not the one that was known.`,
  };
}
