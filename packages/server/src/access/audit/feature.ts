/** The audit log: its routes, what requests record, and the leader's work of sealing, publishing and pruning. */
import { systemClock } from '../../core/clock.ts';
import type { RegularWork } from '../../core/watcher.ts';
import type { HttpAudit } from '../../http/audit-requests.ts';
import { auditRoutes } from '../../http/endpoints/audit.ts';
import type { Feature, Node } from '../../main/feature.ts';
import { createHeadSigner } from './audit-entry.ts';
import { createHourlyRecorder } from './record-hourly.ts';
import { pruneChains, publishHeads, sealChains } from './seal-chains.ts';
import { createAuditStore } from './store/audit-store.ts';
import { createSealStore } from './store/seal-entries.ts';

export interface Audit extends Feature {
  forHttp: HttpAudit;
}

const SEAL_MS = 1_000;
const PUBLISH_MS = 60_000;

export function auditFeature({ config, database, secret, logger }: Node): Audit {
  const store = createAuditStore(database);
  const signer = createHeadSigner(secret);
  const seals = createSealStore(database, signer);
  const maintenance: RegularWork[] = [
    { what: 'sealing the audit log', everyMs: SEAL_MS, round: (isStopped) => sealChains(seals, isStopped) },
    { what: 'publishing the heads of the audit log', everyMs: PUBLISH_MS, round: () => publishHeads(seals, logger) },
    {
      what: 'applying the retention of the audit log',
      everyMs: config.housekeepingMs,
      round: (isStopped) => pruneChains(seals, isStopped),
    },
  ];
  return {
    routes: auditRoutes({ store, signer }),
    forHttp: { store, recordHourly: createHourlyRecorder(store, systemClock) },
    maintenance,
  };
}
