/**
 * A cache of the intake behind an address: it was the only query that each delivery made by itself. Only found ones are cached, for ten
 * seconds at most, and they are dropped as soon as an intake changes: on this node by the change itself, on other nodes by its
 * notification. So a replaced secret or a deleted intake is refused immediately on this node, and as soon as the notification arrives on
 * other nodes.
 */
import type { Clock } from '../core/clock.ts';
import type { OwnedIntake } from './intake.ts';
import type { IntakeStore } from './store/intake-store.ts';

const REMEMBER_MS = 10_000;
const MOST_ADDRESSES = 10_000;

interface Known {
  owned: Promise<OwnedIntake | undefined>;
  until: number;
}

/** The store with cached addresses; `forget` drops them. */
export function rememberAddresses(store: IntakeStore, clock: Clock): IntakeStore & { forget(): void } {
  let known = new Map<string, Known>();
  const forget = (): void => {
    known = new Map();
  };
  const forgetting = async <Result>(change: Promise<Result>): Promise<Result> => {
    try {
      return await change;
    } finally {
      forget(); // Also after a fault: the change may have been committed.
    }
  };
  return {
    ...store,
    forget,
    put: (scope, intake, by) => forgetting(store.put(scope, intake, by)),
    rotate: (scope, name, secret, by) => forgetting(store.rotate(scope, name, secret, by)),
    remove: (scope, name, by) => forgetting(store.remove(scope, name, by)),
    async findByAddress(address) {
      const now = clock.now().getTime();
      const remembered = known.get(address);
      if (remembered !== undefined && remembered.until > now) return remembered.owned;
      // If an intake changes during the look-up, this writes to a map that `forget` has already dropped.
      const own = known;
      if (own.size > MOST_ADDRESSES) own.clear();
      const owned = store.findByAddress(address);
      own.set(address, { owned, until: now + REMEMBER_MS });
      const drop = () => own.get(address)?.owned === owned && own.delete(address);
      return owned.then(
        (found) => {
          if (found === undefined) drop();
          return found;
        },
        (error: unknown) => {
          drop();
          throw error;
        },
      );
    },
  };
}
