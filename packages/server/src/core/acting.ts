/**
 * On whose behalf the work in progress is done. A request sets it once, where the caller is authenticated, and what records who did
 * something asks for it: passing it through every use case and store would put a parameter into each that only the last one reads.
 *
 * Work that many requests share (group commit) runs under none of them: what is recorded there names its actor itself.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Actor {
  kind: 'key' | 'person' | 'system';
  /** `key_…`, `mem_…`, or the part of the service. */
  id: string;
  /** The display name: a key without a name is shown by its hint. */
  name: string;
}

export interface Acting {
  actor: Actor;
  address?: string | undefined;
  requestId?: string | undefined;
}

/** Background work, and anything else without a caller. */
export const SYSTEM: Acting = { actor: { kind: 'system', id: 'system', name: 'Brickwork' } };
/** The person who runs commands on the deployment itself. */
export const OPERATOR: Acting = { actor: { kind: 'system', id: 'operator', name: 'Operator' } };

const current = new AsyncLocalStorage<Acting>();

export function actAs<Result>(acting: Acting, work: () => Result): Result {
  return current.run(acting, work);
}

export function whoActs(): Acting {
  return current.getStore() ?? SYSTEM;
}
