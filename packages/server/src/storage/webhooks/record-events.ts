/**
 * Writing events, and deliveries where there is an endpoint, inside the transaction that makes them true.
 *
 * Order: positions come from the scope's counter row, which stays locked until the commit, so events appear in the order of
 * their positions and a cursor never skips one. Endpoints come and go under the same lock. The first look at them rides along
 * and may be a moment old: "none" is then as good an answer as any, since we began before it was there; "some" is asked again
 * under the lock, because an endpoint that was deleted must get nothing more. Bodies are kept where somebody is to get them;
 * without an endpoint they would only double what a run takes on disk.
 */
import { decodeId } from '../../core/ids.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import type { RecordedEvent } from '../../webhooks/event.ts';
import type { Queryable } from '../database.ts';
import { enterLanes } from '../job-store.ts';
import { rowsOf } from '../runs/rows-of.ts';
import { DELIVERY_JOBS, deliveryLaneOf } from './lane.ts';

/** Says whether a delivery became ready. */
export type RecordEvents = (tx: Queryable, events: readonly RecordedEvent[]) => Promise<boolean>;

export interface DeliveryLanes {
  clock: LaneClock;
  /** Deliveries under way at once per endpoint. */
  capacity: number;
}

const EVENT_COLUMNS = ['uuid', 'text', 'uuid', 'text', 'timestamptz', 'text', 'bigint'];

export function createRecordEvents(lanes: DeliveryLanes): RecordEvents {
  return async (tx, events) => {
    if (events.length === 0) return false;
    const mayHaveEndpoint = await insertEvents(tx, events);
    return mayHaveEndpoint && (await insertDeliveries(tx, lanes, events));
  };
}

async function insertEvents(tx: Queryable, events: readonly RecordedEvent[]): Promise<boolean> {
  const rows = rowsOf(EVENT_COLUMNS, withPlaces(events));
  const { rowCount } = await tx.query(
    {
      name: `insert_events_${rows.size}`,
      text: `
        WITH given (workspace_id, environment, id, type, created_at, body, from_end) AS (VALUES ${rows.sql}),
        counted AS (
          INSERT INTO event_counters AS c (workspace_id, environment, last)
          SELECT workspace_id, environment, count(*) FROM given WHERE id IS NOT NULL
          GROUP BY workspace_id, environment ORDER BY workspace_id, environment
          ON CONFLICT (workspace_id, environment) DO UPDATE SET last = c.last + excluded.last
          RETURNING workspace_id, environment, last
        ), stored AS (
          INSERT INTO events (workspace_id, environment, id, position, type, created_at, body)
          SELECT g.workspace_id, g.environment, g.id, c.last - g.from_end, g.type, g.created_at,
            CASE WHEN e.id IS NOT NULL OR g.type = 'webhook.test' THEN g.body END
          FROM given g JOIN counted c ON c.workspace_id = g.workspace_id AND c.environment = g.environment
          LEFT JOIN webhook_endpoints e ON e.workspace_id = g.workspace_id AND e.environment = g.environment
        )
        SELECT 1 FROM counted c JOIN webhook_endpoints e ON e.workspace_id = c.workspace_id AND e.environment = c.environment LIMIT 1`,
    },
    rows.values,
  );
  return rowCount === 1;
}

/** Each event with its distance from the last one of its scope. */
function withPlaces(events: readonly RecordedEvent[]): unknown[][] {
  const after = new Map<string, number>();
  return events
    .toReversed()
    .map((event) => {
      const lane = deliveryLaneOf(event);
      const fromEnd = after.get(lane) ?? 0;
      after.set(lane, fromEnd + 1);
      const { workspaceId, environment, type, createdAt, body } = event;
      return [decodeId('ws', workspaceId), environment, uuidOf(event), type, createdAt, body, fromEnd];
    })
    .reverse();
}

async function insertDeliveries(
  tx: Queryable,
  lanes: DeliveryLanes,
  events: readonly RecordedEvent[],
): Promise<boolean> {
  const { rows: endpoints } = await tx.query<{ lane: string; enabled: boolean }>(
    {
      name: 'endpoints_of_scopes',
      text: `SELECT e.workspace_id || '/' || e.environment AS lane, e.enabled FROM webhook_endpoints e
             JOIN (SELECT DISTINCT * FROM unnest($1::uuid[], $2::text[])) AS s (workspace_id, environment)
               ON s.workspace_id = e.workspace_id AND s.environment = e.environment`,
    },
    [events.map(({ workspaceId }) => decodeId('ws', workspaceId)), events.map(({ environment }) => environment)],
  );
  const enabled = new Map(endpoints.map((row) => [row.lane, row.enabled]));
  const wanted = events.filter((event) => enabled.has(deliveryLaneOf(event)));
  const jobs = wanted.map((event) => ({ event, capacity: enabled.get(deliveryLaneOf(event)) ? lanes.capacity : 0 }));
  return insertJobs(tx, lanes, jobs);
}

const JOB_COLUMNS = ['uuid', 'text', 'uuid', 'timestamptz', 'text', 'double precision', 'text'];

async function insertJobs(
  tx: Queryable,
  { clock }: DeliveryLanes,
  jobs: readonly { event: RecordedEvent; capacity: number }[],
): Promise<boolean> {
  if (jobs.length === 0) return false;
  const states = await enterLanes(
    tx,
    DELIVERY_JOBS,
    jobs.map(({ event, capacity }) => ({ lane: deliveryLaneOf(event), capacity })),
  );
  const rows = rowsOf(
    JOB_COLUMNS,
    jobs.map(({ event }, index) => {
      const lane = deliveryLaneOf(event);
      const key = [decodeId('ws', event.workspaceId), event.environment, uuidOf(event)];
      return [...key, event.createdAt, lane, clock.next(lane), states[index]];
    }),
  );
  await tx.query(
    {
      name: `insert_deliveries_${rows.size}`,
      text: `
        WITH given (workspace_id, environment, event_id, created_at, lane, place, state) AS (VALUES ${rows.sql}),
        queued AS (
          INSERT INTO jobs (kind, lane, id, state, place) SELECT '${DELIVERY_JOBS}', lane, event_id, state, place FROM given WHERE event_id IS NOT NULL
        )
        INSERT INTO webhook_deliveries (workspace_id, environment, event_id, status, created_at, updated_at)
        SELECT workspace_id, environment, event_id, 'pending', created_at, created_at FROM given WHERE event_id IS NOT NULL`,
    },
    rows.values,
  );
  return states.includes('ready');
}

function uuidOf({ eventId }: RecordedEvent): string {
  return decodeId('evt', eventId) ?? '';
}
