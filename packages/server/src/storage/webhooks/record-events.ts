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
import { type LimitedLane, shareRoom } from '../job-store.ts';
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

/** The lanes are entered as the endpoints stand now: a disabled one has no place. */
async function insertDeliveries(
  tx: Queryable,
  lanes: DeliveryLanes,
  events: readonly RecordedEvent[],
): Promise<boolean> {
  const { rows: entered } = await tx.query<LimitedLane>(
    {
      name: 'enter_delivery_lanes',
      text: `INSERT INTO lanes (kind, lane, capacity, active)
             SELECT '${DELIVERY_JOBS}', e.workspace_id || '/' || e.environment AS lane, CASE WHEN e.enabled THEN $3::integer ELSE 0 END, 0
             FROM webhook_endpoints e JOIN (SELECT DISTINCT * FROM unnest($1::uuid[], $2::text[])) AS s (workspace_id, environment)
               ON s.workspace_id = e.workspace_id AND s.environment = e.environment ORDER BY lane
             ON CONFLICT (kind, lane) DO UPDATE SET capacity = excluded.capacity RETURNING lane, capacity, active`,
    },
    [
      events.map(({ workspaceId }) => decodeId('ws', workspaceId)),
      events.map(({ environment }) => environment),
      lanes.capacity,
    ],
  );
  const known = new Set(entered.map(({ lane }) => lane));
  const wanted = events.map((event) => ({ event, lane: deliveryLaneOf(event) })).filter(({ lane }) => known.has(lane));
  return insertJobs(tx, lanes, wanted, entered);
}

const JOB_COLUMNS = ['uuid', 'text', 'uuid', 'timestamptz', 'text', 'double precision', 'text'];

async function insertJobs(
  tx: Queryable,
  { clock }: DeliveryLanes,
  jobs: readonly { event: RecordedEvent; lane: string }[],
  entered: readonly LimitedLane[],
): Promise<boolean> {
  if (jobs.length === 0) return false;
  const { states, active } = shareRoom(jobs, entered);
  const rows = rowsOf(
    JOB_COLUMNS,
    jobs.map(({ event, lane }, index) => {
      const key = [decodeId('ws', event.workspaceId), event.environment, uuidOf(event)];
      return [...key, event.createdAt, lane, clock.next(lane), states[index]];
    }),
  );
  const [lanes, counts] = [`$${rows.values.length + 1}::text[]`, `$${rows.values.length + 2}::integer[]`];
  await tx.query(
    {
      name: `insert_deliveries_${rows.size}`,
      text: `
        WITH given (workspace_id, environment, event_id, created_at, lane, place, state) AS (VALUES ${rows.sql}),
        counted AS (
          UPDATE lanes l SET active = c.active FROM unnest(${lanes}, ${counts}) AS c (lane, active)
          WHERE l.kind = '${DELIVERY_JOBS}' AND l.lane = ANY (${lanes}) AND l.lane = c.lane
        ), queued AS (
          INSERT INTO jobs (kind, lane, id, state, place) SELECT '${DELIVERY_JOBS}', lane, event_id, state, place FROM given WHERE event_id IS NOT NULL
        )
        INSERT INTO webhook_deliveries (workspace_id, environment, event_id, status, created_at, updated_at)
        SELECT workspace_id, environment, event_id, 'pending', created_at, created_at FROM given WHERE event_id IS NOT NULL`,
    },
    [...rows.values, [...active.keys()], [...active.values()]],
  );
  return states.includes('ready');
}

function uuidOf({ eventId }: RecordedEvent): string {
  return decodeId('evt', eventId) ?? '';
}
