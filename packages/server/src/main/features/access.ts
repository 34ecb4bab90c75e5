/** Who may call, how often, and how much they may store. */

import { type Authenticator, type AuthenticatorOptions, createAuthenticator } from '../../access/authenticate.ts';
import type { ManageKeys } from '../../access/manage-keys.ts';
import { createRateLimits, type RateLimits } from '../../access/rate-limits.ts';
import { createStorageQuota, type StorageMeter, type StorageQuota } from '../../access/storage-quota.ts';
import { KEY_REVOKED } from '../../access/store/access-store.ts';
import { createRateStore } from '../../access/store/rate-store.ts';
import { systemClock } from '../../core/clock.ts';
import { keyRoutes } from '../../http/endpoints/keys.ts';
import { meRoutes } from '../../http/endpoints/me.ts';
import { createStorageMeter } from '../../runs/store/stored-runs.ts';
import type { Feature, Node } from '../feature.ts';

export interface Access extends Feature {
  authenticator: Authenticator;
  rateLimits: RateLimits;
  storageMeter: StorageMeter;
  quota: StorageQuota;
}

export function accessFeature(
  { config, database, logger, metrics, notifications }: Node,
  access: ManageKeys,
  people: AuthenticatorOptions['people'],
): Access {
  const authenticator = createAuthenticator({
    store: access.store,
    people,
    idleMs: config.sessionIdleMinutes * 60_000,
    clock: systemClock,
    logger,
    keyPrefix: config.keyPrefix,
  });
  notifications.subscribe(KEY_REVOKED, {
    onMessage: (actorId) => authenticator.forget(actorId === '' ? undefined : actorId),
    onReconnect: () => authenticator.forget(),
  });
  const refused = metrics.counter(
    'brickwork_storage_refused_total',
    'Requests refused because the workspace is full.',
    [],
  );
  const storageMeter = createStorageMeter(database);
  return {
    routes: [...keyRoutes(access), ...meRoutes(config)],
    authenticator,
    rateLimits: createRateLimits(createRateStore(database), config.plans, systemClock),
    storageMeter,
    quota: createStorageQuota(storageMeter, config.plans, systemClock, () => refused.inc()),
  };
}
