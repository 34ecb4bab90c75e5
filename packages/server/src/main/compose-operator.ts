import type { ManageKeys } from '../access/manage-keys.ts';
import type { ManageWorkspaces } from '../access/manage-workspaces.ts';
import { createAccessStore } from '../access/store/access-store.ts';
import { systemClock } from '../core/clock.ts';
import { createKitCache } from '../kits/kit-cache.ts';
import { checksInPlace } from '../kits/kit-checks.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import { createKitStore } from '../kits/store/kit-store.ts';
import type { Config } from './config.ts';
import type { Storage } from './open-storage.ts';

/** The services that operator commands use: no HTTP, no background work. */
export interface Operator {
  access: ManageKeys & ManageWorkspaces;
  kits: ManageKits;
}

export function composeOperator(config: Config, storage: Storage): Operator {
  return {
    access: {
      store: createAccessStore(storage.database),
      clock: systemClock,
      keyPrefix: config.keyPrefix,
      plans: config.plans,
    },
    kits: {
      store: createKitStore(storage.database),
      cache: createKitCache(),
      clock: systemClock,
      checks: checksInPlace,
    },
  };
}
