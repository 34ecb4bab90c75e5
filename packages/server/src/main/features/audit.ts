/** The audit log: its routes, what requests record, what every node remembers of it, and the leader's work of sealing, publishing and pruning. */

import { anchorAt } from '../../access/audit/anchor-heads.ts';
import { auditKeyOf, createHeadSigner } from '../../access/audit/audit-entry.ts';
import { openCheckpoints } from '../../access/audit/checkpoints.ts';
import { createPublisher } from '../../access/audit/publish-heads.ts';
import { createHourlyRecorder } from '../../access/audit/record-hourly.ts';
import { createConflictLog, pruneChains, rememberHeads, sealChains } from '../../access/audit/seal-chains.ts';
import { createAuditStore } from '../../access/audit/store/audit-store.ts';
import { createSealStore } from '../../access/audit/store/seal-entries.ts';
import { systemClock } from '../../core/clock.ts';
import { createWatcher, type RegularWork } from '../../core/watcher.ts';
import type { HttpAudit } from '../../http/audit-requests.ts';
import { auditRoutes } from '../../http/endpoints/audit.ts';
import type { Feature, Node } from '../feature.ts';

export interface Audit extends Feature {
  forHttp: HttpAudit;
}

const SEAL_MS = 1_000;
const REMEMBER_MS = 10_000;
const PUBLISH_MS = 60_000;

export function auditFeature({ config, database, secrets, directory, metrics, logger }: Node): Audit {
  const store = createAuditStore(database);
  const signer = createHeadSigner(secrets);
  const checkpoints = openCheckpoints(directory, signer, logger);
  const seals = createSealStore(database, { signer, checkpoints });
  const onConflict = createConflictLog(logger, systemClock);
  const anchor = config.auditAnchor === undefined ? undefined : anchorAt(config.auditAnchor);
  const { publish, overdueSeconds } = createPublisher({ checkpoints, signer, clock: systemClock, anchor, logger });
  let conflicts = 0;
  const remember = async () => {
    conflicts = await rememberHeads(seals, checkpoints, onConflict);
  };
  metrics.gauge(
    'brickwork_audit_logs_tampered',
    'Workspaces whose audit log differs from what this node last saw.',
    () => conflicts,
  );
  metrics.gauge(
    'brickwork_audit_anchor_overdue_seconds',
    'How long BRICKWORK_AUDIT_ANCHOR has not accepted a head of an audit log; 0 if none is waiting.',
    overdueSeconds,
  );
  // Every node remembers the chains itself: what one does not report, another does.
  const watcher = createWatcher({ what: 'comparing the audit log', everyMs: REMEMBER_MS, round: remember }, logger);
  const maintenance: RegularWork[] = [
    { what: 'sealing the audit log', everyMs: SEAL_MS, round: (isStopped) => sealChains(seals, onConflict, isStopped) },
    { what: 'publishing the heads of the audit log', everyMs: PUBLISH_MS, round: publish },
    {
      what: 'applying the retention of the audit log',
      everyMs: config.housekeepingMs,
      round: (isStopped) => pruneChains(seals, onConflict, isStopped),
    },
  ];
  return {
    routes: auditRoutes({ store, signer, auditKeys: secrets.map(auditKeyOf), checkpoints }),
    forHttp: { store, recordHourly: createHourlyRecorder(store, systemClock) },
    maintenance,
    async start() {
      // Before anything is sealed: a chain that was cut while the node was down is found out first.
      await remember();
      watcher.start();
    },
    async stop() {
      await watcher.stop();
      checkpoints.save();
    },
  };
}
