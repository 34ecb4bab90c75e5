/** Queues stored payloads again: each gets a new job, which uses the intake's definition at that time. */
import type { IntakeOutcome } from '@brickwork/contract';
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import { INTAKE_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { enterJobs } from '../../queue/store/move-jobs.ts';
import { tellReady } from '../../queue/store/tell-ready.ts';

export interface ReplayFilter {
  /** These deliveries; otherwise all that match the other conditions. */
  deliveryIds: readonly string[] | undefined;
  since: Date;
  outcomes: readonly IntakeOutcome[];
  limit: number;
}

/** Deliveries that are already queued keep their position. */
export async function replayDeliveries(
  tx: Queryable,
  clock: LaneClock,
  scope: Scope,
  { intakeId, name }: { intakeId: string; name: string },
  { deliveryIds, since, outcomes, limit }: ReplayFilter,
): Promise<number> {
  const ids = deliveryIds?.map((id) => decodeId('itd', id));
  const { rows } = await tx.query<{ id: string }>(
    `SELECT p.id FROM intake_payloads p
     LEFT JOIN intake_deliveries d ON d.workspace_id = p.workspace_id AND d.environment = p.environment AND d.intake_id = p.intake_id AND d.id = p.id
     WHERE p.workspace_id = $1 AND p.environment = $2 AND p.intake_id = $3 AND NOT p.pending
       AND ($4::uuid[] IS NULL OR p.id = ANY ($4)) AND p.received_at >= $5 AND coalesce(d.outcome, 'failed') = ANY ($6::text[])
     ORDER BY p.id LIMIT ${limit} FOR UPDATE OF p SKIP LOCKED`,
    [...keyOf(scope), intakeId, ids ?? null, since, outcomes],
  );
  await recordAudit(tx, {
    workspaceId: scope.workspaceId,
    environment: scope.environment,
    action: 'intake.replayed',
    target: { type: 'intake', id: name },
    details: {
      deliveries: rows.length,
      ...(deliveryIds === undefined ? { since: since.toISOString(), outcomes } : {}),
    },
  });
  if (rows.length === 0) return 0;
  const chosen = rows.map(({ id }) => id);
  await enterJobs(tx, clock, { kind: INTAKE_KIND, lane: laneOf(scope), capacity: null }, chosen);
  await tx.query(
    'UPDATE intake_payloads SET pending = true WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[])',
    [...keyOf(scope), chosen],
  );
  await tx.query(
    `UPDATE intake_deliveries SET outcome = 'received', reason = 'Put in line again.', settled_at = NULL
     WHERE workspace_id = $1 AND environment = $2 AND intake_id = $3 AND id = ANY ($4::uuid[])`,
    [...keyOf(scope), intakeId, chosen],
  );
  await tellReady(tx, INTAKE_KIND);
  return chosen.length;
}
