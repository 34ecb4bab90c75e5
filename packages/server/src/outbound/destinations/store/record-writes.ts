/**
 * Creates deliveries of runs to destinations, in the transaction that ends or reviews them. One statement finds the destinations for all
 * events recorded together; most workspaces have none.
 */
import type { Environment } from '@brickwork/contract';
import { decodeId, encodeId, newUuid } from '../../../core/ids.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../database/database.ts';
import type { LaneClock } from '../../../queue/lane-clock.ts';
import { enter } from '../../outbox/store/deliveries.ts';
import { WRITES } from '../../outbox/store/outbox.ts';
import type { RecordEvents, RecordedEvent } from '../../webhooks/event.ts';
import type { WriteCause } from '../destination.ts';

/** Runs of one workspace that are written at once, so that a slow service leaves capacity for others. */
export const LANE_CAPACITY = 4;

interface WantedRow {
  workspace_id: string;
  environment: Environment;
  id: string;
  kit_ids: string[] | null;
}

interface Wanted {
  destinationId: string;
  runUuid: string;
  cause: WriteCause;
  at: Date;
}

/** Records the deliveries that follow from events, together with the events. */
export function alsoWrite(recordEvents: RecordEvents, clock: LaneClock): RecordEvents {
  return async (tx, events) => {
    const isReady = await recordEvents(tx, events);
    const written = events.filter((event) => causeOf(event) !== undefined && event.isSandbox !== true);
    if (written.length > 0) await recordWrites(tx, clock, written);
    return isReady;
  };
}

function causeOf({ type, about }: RecordedEvent): WriteCause | undefined {
  if (about === undefined) return undefined;
  return type === 'run.succeeded' ? 'run' : type === 'run.reviewed' ? 'review' : undefined;
}

async function recordWrites(tx: Queryable, clock: LaneClock, events: readonly RecordedEvent[]): Promise<void> {
  // Ordered, so that two transactions cannot deadlock.
  const { rows } = await tx.query<WantedRow>(
    {
      name: 'destinations_of_events',
      text: `SELECT d.workspace_id, d.environment, d.id, d.kit_ids FROM destinations d
             JOIN (SELECT DISTINCT * FROM unnest($1::uuid[], $2::text[])) AS s (workspace_id, environment)
               ON s.workspace_id = d.workspace_id AND s.environment = d.environment
             WHERE d.enabled ORDER BY d.workspace_id, d.environment, d.id FOR KEY SHARE OF d`,
    },
    [events.map(({ workspaceId }) => decodeId('ws', workspaceId)), events.map(({ environment }) => environment)],
  );
  const byScope = Map.groupBy(rows, (row) => `${row.workspace_id}/${row.environment}`);
  for (const [first, ...more] of byScope.values()) {
    if (first === undefined) continue;
    const scope = { workspaceId: encodeId('ws', first.workspace_id), environment: first.environment };
    const own = events.filter(
      (event) => event.workspaceId === scope.workspaceId && event.environment === scope.environment,
    );
    const wanted = [first, ...more].flatMap((destination) => own.flatMap((event) => wantedBy(destination, event)));
    await enterWrites(tx, clock, scope, wanted);
  }
}

function wantedBy({ id, kit_ids }: WantedRow, event: RecordedEvent): Wanted[] {
  const cause = causeOf(event);
  const { about } = event;
  if (cause === undefined || about === undefined || (kit_ids !== null && !kit_ids.includes(about.kitId))) return [];
  const runUuid = decodeId('run', about.runId);
  return runUuid === undefined ? [] : [{ destinationId: id, runUuid, cause, at: event.createdAt }];
}

/** Creates deliveries with their jobs; nodes are notified. */
export async function enterWrites(
  tx: Queryable,
  clock: LaneClock,
  scope: Scope,
  wanted: readonly Wanted[],
): Promise<void> {
  if (wanted.length === 0) return;
  const ids = wanted.map(({ at }) => newUuid(at));
  await tx.query(
    {
      name: 'enter_writes',
      text: `INSERT INTO destination_deliveries (workspace_id, environment, id, destination_id, run_id, cause, status, created_at, updated_at)
             SELECT $1, $2, given.id, given.destination_id, given.run_id, given.cause, 'pending', given.at, given.at
             FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[]) AS given (id, destination_id, run_id, cause, at)`,
    },
    [
      ...keyOf(scope),
      ids,
      wanted.map(({ destinationId }) => destinationId),
      wanted.map(({ runUuid }) => runUuid),
      wanted.map(({ cause }) => cause),
      wanted.map(({ at }) => at),
    ],
  );
  await enter(tx, WRITES, scope, { clock, capacity: LANE_CAPACITY }, ids);
}
