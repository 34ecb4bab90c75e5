/**
 * Writes events, and deliveries if there is an endpoint, in the transaction of the change they report. Order: positions come from the
 * scope's counter row, which stays locked until the commit, so events appear in the order of their positions and a cursor never skips one.
 * Endpoints are created and deleted under the same lock. The statement that inserts the events also looks for endpoints, and may see a
 * slightly old state. If it finds none, that is correct, because we began before one was created; if it finds one, it is checked again
 * under the lock, because a deleted endpoint must not get anything more. Bodies of ended runs are stored only if there is an endpoint to
 * send them to; otherwise they would double the disk space of a run.
 */
import { decodeId } from '../../../core/ids.ts';
import type { Queryable } from '../../../database/database.ts';
import { type Columns, givenRows } from '../../../database/given-rows.ts';
import { DELIVERY_KIND } from '../../../queue/job-kinds.ts';
import { laneOf, laneSql } from '../../../queue/lane.ts';
import type { LaneClock } from '../../../queue/lane-clock.ts';
import {
  enterLanesOf,
  insertJobs,
  NEW_JOB_COLUMNS,
  type NewJob,
  setActiveOf,
} from '../../../queue/store/job-statements.ts';
import { type LimitedLane, shareRoom } from '../../../queue/store/lanes.ts';
import type { RecordEvents, RecordedEvent } from '../event.ts';

export interface DeliveryLanes {
  clock: LaneClock;
  /** How many deliveries per endpoint may be sent at once. */
  capacity: number;
}

const EVENT_KEY: Columns<{ event: RecordedEvent }> = {
  workspace_id: ['uuid', ({ event }) => decodeId('ws', event.workspaceId)],
  environment: ['text', ({ event }) => event.environment],
  id: ['uuid', ({ event }) => decodeId('evt', event.eventId)],
  created_at: ['timestamptz', ({ event }) => event.createdAt],
};

const EVENTS = givenRows<{ event: RecordedEvent; fromEnd: number }>({
  ...EVENT_KEY,
  type: ['text', ({ event }) => event.type],
  body: ['text', ({ event }) => (event.isQuiet === true ? null : event.body)],
  is_sandbox: ['boolean', ({ event }) => event.isSandbox === true],
  from_end: ['bigint', ({ fromEnd }) => fromEnd],
});

const DELIVERIES = givenRows<NewJob & { event: RecordedEvent }>({ ...EVENT_KEY, ...NEW_JOB_COLUMNS });

export function createRecordEvents(lanes: DeliveryLanes): RecordEvents {
  return async (tx, events) => {
    if (events.length === 0) return false;
    const mayHaveEndpoint = await insertEvents(tx, events);
    const pushed = events.filter(({ isQuiet }) => isQuiet !== true);
    return mayHaveEndpoint && pushed.length > 0 && (await insertDeliveries(tx, lanes, pushed));
  };
}

async function insertEvents(tx: Queryable, events: readonly RecordedEvent[]): Promise<boolean> {
  const rows = EVENTS.of(withDistances(events));
  const { rowCount } = await tx.query(
    {
      name: `insert_events_${rows.size}`,
      text: `
        WITH ${rows.sql},
        counted AS (
          INSERT INTO event_counters AS c (workspace_id, environment, last)
          SELECT workspace_id, environment, count(*) FROM given WHERE id IS NOT NULL
          GROUP BY workspace_id, environment ORDER BY workspace_id, environment
          ON CONFLICT (workspace_id, environment) DO UPDATE SET last = c.last + excluded.last
          RETURNING workspace_id, environment, last
        ), stored AS (
          INSERT INTO events (workspace_id, environment, id, position, type, created_at, body)
          SELECT g.workspace_id, g.environment, g.id, c.last - g.from_end, g.type, g.created_at,
            CASE WHEN e.include_sandbox OR (e.id IS NOT NULL AND NOT g.is_sandbox) OR g.type NOT IN ('run.succeeded', 'run.failed', 'run.cancelled') THEN g.body END
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
function withDistances(events: readonly RecordedEvent[]): { event: RecordedEvent; fromEnd: number }[] {
  const after = new Map<string, number>();
  return events
    .toReversed()
    .map((event) => {
      const lane = laneOf(event);
      const fromEnd = after.get(lane) ?? 0;
      after.set(lane, fromEnd + 1);
      return { event, fromEnd };
    })
    .reverse();
}

const ENTER_LANES = {
  name: 'enter_delivery_lanes',
  text: enterLanesOf(
    DELIVERY_KIND,
    `SELECT ${laneSql('e')} AS lane, CASE WHEN e.enabled THEN $3::integer ELSE 0 END AS capacity
     FROM webhook_endpoints e JOIN (SELECT DISTINCT * FROM unnest($1::uuid[], $2::text[])) AS s (workspace_id, environment)
       ON s.workspace_id = e.workspace_id AND s.environment = e.environment`,
  ),
};

/** Lanes are entered with the endpoints' current state: a disabled one has no capacity. */
async function insertDeliveries(
  tx: Queryable,
  lanes: DeliveryLanes,
  recorded: readonly RecordedEvent[],
): Promise<boolean> {
  const events = await wantedByEndpoints(tx, recorded);
  if (events.length === 0) return false;
  const { rows: entered } = await tx.query<LimitedLane>(ENTER_LANES, [
    events.map(({ workspaceId }) => decodeId('ws', workspaceId)),
    events.map(({ environment }) => environment),
    lanes.capacity,
  ]);
  const known = new Set(entered.map(({ lane }) => lane));
  const wanted = events.map((event) => ({ event, lane: laneOf(event) })).filter(({ lane }) => known.has(lane));
  return insertPending(tx, lanes, wanted, entered);
}

/** Without the events of sandbox runs, unless the endpoint wants them. */
async function wantedByEndpoints(tx: Queryable, events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
  const sandbox = events.filter(({ isSandbox }) => isSandbox === true);
  if (sandbox.length === 0) return events;
  const { rows } = await tx.query<{ lane: string }>(
    {
      name: 'endpoints_with_sandbox',
      text: `SELECT ${laneSql('e')} AS lane FROM webhook_endpoints e
             JOIN (SELECT DISTINCT * FROM unnest($1::uuid[], $2::text[])) AS s (workspace_id, environment)
               ON s.workspace_id = e.workspace_id AND s.environment = e.environment
             WHERE e.include_sandbox`,
    },
    [sandbox.map(({ workspaceId }) => decodeId('ws', workspaceId)), sandbox.map(({ environment }) => environment)],
  );
  const asking = new Set(rows.map(({ lane }) => lane));
  return events.filter((event) => event.isSandbox !== true || asking.has(laneOf(event)));
}

async function insertPending(
  tx: Queryable,
  { clock }: DeliveryLanes,
  wanted: readonly { event: RecordedEvent; lane: string }[],
  entered: readonly LimitedLane[],
): Promise<boolean> {
  if (wanted.length === 0) return false;
  const { states, active } = shareRoom(wanted, entered);
  const rows = DELIVERIES.of(
    wanted.map(({ event, lane }, index) => {
      return { event, lane, position: clock.next(lane), state: states[index] ?? 'parked' };
    }),
  );
  const lanes = `$${rows.values.length + 1}::text[]`;
  const counts = `$${rows.values.length + 2}::integer[]`;
  await tx.query(
    {
      name: `insert_deliveries_${rows.size}`,
      text: `
        WITH ${rows.sql},
        counted AS (
          ${setActiveOf(DELIVERY_KIND, lanes, counts)}
        ), queued AS (
          ${insertJobs(DELIVERY_KIND, 'given WHERE id IS NOT NULL')}
        )
        INSERT INTO webhook_deliveries (workspace_id, environment, event_id, status, created_at, updated_at)
        SELECT workspace_id, environment, id, 'pending', created_at, created_at FROM given WHERE id IS NOT NULL`,
    },
    [...rows.values, [...active.keys()], [...active.values()]],
  );
  return states.includes('ready');
}
