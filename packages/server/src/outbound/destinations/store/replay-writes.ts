/** Writing runs again. Every method is one transaction. */
import type { DestinationStatus } from '@brickwork/contract';
import { recordAudit } from '../../../access/audit/store/record-audit.ts';
import { keyOf } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import type { LaneClock } from '../../../queue/lane-clock.ts';
import { hasten, startAgain } from '../../outbox/store/deliveries.ts';
import { WRITES } from '../../outbox/store/outbox.ts';
import type { Destination } from '../destination.ts';
import { enterWrites, LANE_CAPACITY } from './record-writes.ts';

export function createReplayWrites(database: Database, clock: LaneClock) {
  return {
    /** Writes runs there, for the first time or again. */
    runs: (destination: Destination, runUuids: readonly string[], now: Date): Promise<number> =>
      database.transaction(async (tx) => {
        const destinationId = destination.targetId;
        const wanted = runUuids.map((runUuid) => ({ destinationId, runUuid, cause: 'replay' as const, at: now }));
        await enterWrites(tx, clock, destination, wanted);
        await recordReplay(tx, destination, runUuids.length);
        return runUuids.length;
      }),
    /** By their ids; those of other destinations are left out. */
    deliveries: (destination: Destination, uuids: readonly string[], now: Date): Promise<number> =>
      database.transaction((tx) => {
        const chosen = { condition: 'id = ANY ($4::uuid[])', values: [uuids], limit: uuids.length };
        return replay(tx, clock, destination, chosen, now);
      }),
    /** The oldest dead-lettered ones first. */
    dead: (destination: Destination, since: Date | undefined, now: Date, limit: number): Promise<number> =>
      database.transaction((tx) => {
        const condition = `status = 'dead' AND cause <> 'test' AND ($4::timestamptz IS NULL OR updated_at >= $4)`;
        return replay(tx, clock, destination, { condition, values: [since ?? null], limit }, now);
      }),
  };
}

export type ReplayWrites = ReturnType<typeof createReplayWrites>;

/** Ended ones get a new job, and waiting ones are due now. */
async function replay(
  tx: Queryable,
  clock: LaneClock,
  destination: Destination,
  { condition, values, limit }: { condition: string; values: readonly unknown[]; limit: number },
  now: Date,
): Promise<number> {
  const { rows } = await tx.query<{ id: string; status: DestinationStatus }>(
    `SELECT id, status FROM destination_deliveries WHERE workspace_id = $1 AND environment = $2 AND destination_id = $3 AND ${condition}
     ORDER BY id LIMIT ${limit} FOR UPDATE`,
    [...keyOf(destination), destination.targetId, ...values],
  );
  const { pending = [], ended = [] } = Object.groupBy(rows, ({ status }) =>
    status === 'pending' ? 'pending' : 'ended',
  );
  const idsOf = (some: typeof rows) => some.map(({ id }) => id);
  await hasten(tx, WRITES, destination, idsOf(pending));
  await startAgain(tx, WRITES, destination, { clock, capacity: LANE_CAPACITY }, idsOf(ended), now, {
    changes: { outcome: null, detail: null, latency_ms: null },
    more: [`cause = CASE WHEN cause = 'test' THEN 'replay' ELSE cause END`],
  });
  if (rows.length > 0) await recordReplay(tx, destination, rows.length);
  return rows.length;
}

async function recordReplay(tx: Queryable, destination: Destination, count: number): Promise<void> {
  const { workspaceId, environment, name } = destination;
  const target = { type: 'destination', id: name };
  await recordAudit(tx, { workspaceId, environment, target, action: 'destination.replayed', details: { count } });
}
