/** Backfills and shadows against the storage quota: what waits counts for them, and never for live runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KIT, publishKit, TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { createBackfillStore } from '../../../src/backfills/store/backfill-store.ts';
import { decodeId, newId } from '../../../src/core/ids.ts';
import { LaneClock } from '../../../src/queue/lane-clock.ts';

let service: TestService;
let workspaceId: string;
let key: string;
let kitCode: string;
let draft: string;

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
const create = () => call('POST', '/v1/runs', { kit_code: kitCode, mode: 'sync', input: { transcript: TRANSCRIPT } });
const start = (sample: number) =>
  call('POST', '/v1/backfills', { kit_version_id: draft, engine: 'local', max_credits: 0, sample });
/** A backfill that nobody feeds: it has no job. */
async function addWaiting(count: number): Promise<string> {
  const backfillId = newId('bfl', new Date());
  const { database } = service.testDatabase;
  const [workspace, id] = [decodeId('ws', workspaceId), decodeId('bfl', backfillId)];
  await database.query(
    `INSERT INTO backfills (workspace_id, environment, id, kit_id, kit_version_id, kit_version, engine, filter, sends_events, status, total, max_micro_credits, created_at)
     SELECT $1, 'live', $2, k.id, $3, 2, 'local', '{}', false, 'running', $4, 0, now() FROM kits k WHERE k.workspace_id = $1`,
    [workspace, id, draft, count],
  );
  await database.query(
    `INSERT INTO backfill_runs (workspace_id, environment, backfill_id, source_run_id, position, state, estimate)
     SELECT $1, 'live', $2, id, row_number() OVER (), 'waiting', 0 FROM runs WHERE workspace_id = $1 AND type = 'api' LIMIT $3`,
    [workspace, id, count],
  );
  return backfillId;
}

beforeAll(async () => {
  const rates = { run_creations_per_minute: null, reads_per_minute: null, runs_at_once: 5, sync_waits_at_once: 5 };
  const plans = { twenty: { ...rates, stored_runs: 20 } };
  service = await startTestService({ BRICKWORK_PLANS: JSON.stringify(plans) });
  workspaceId = await service.workspace('tenant', 'twenty');
  key = await service.key(workspaceId);
  ({ kit_code: kitCode } = await publishKit(service, key));
  draft = (await call('POST', '/v1/kits', { ...KIT, name: 'Second' })).body.kit_version_id;
  for (let n = 0; n < 6; n += 1) expect((await create()).status).toBe(200);
});
afterAll(() => service.stop());

describe('backfills and the storage quota', () => {
  it('507: what waits already counts for backfills and shadows, and not for live runs', async () => {
    const waiting = await addWaiting(6);
    // 6 runs are stored and 6 wait: of the 19 that backfills may fill, 7 are left.
    for (let n = 0; n < 2; n += 1) await addWaiting(4);
    const full = await start(6);
    expect([full.status, full.body.error]).toEqual([507, 'storage_quota_exceeded']);
    expect(full.body.detail).toContain(
      'may fill the plan "twenty" up to 19 runs, and 14 of their runs are already waiting',
    );
    const shadow = await call('PUT', '/v1/kits/call_shape/shadow', { kit_version_id: draft, share: 1 });
    expect([shadow.status, shadow.body.error]).toEqual([507, 'storage_quota_exceeded']);
    expect((await create()).status).toBe(200);
    await call('POST', `/v1/backfills/${waiting}/cancel`);
    expect((await start(1)).status).toBe(202);
  });

  it('start no run while there is no room, and go on when there is', async () => {
    const backfillId = await addWaiting(2);
    const scope = { workspaceId, environment: 'live' as const };
    const advance = (hasRoom: boolean) =>
      createBackfillStore({
        database: service.testDatabase.database,
        clock: new LaneClock(),
        runClock: new LaneClock(),
        capacityOf: () => null,
        hasRoom: () => hasRoom,
      }).advance(scope, backfillId, { window: 8, isPatient: false, mostOf: () => 0, now: new Date() });
    expect(await advance(false)).toEqual({ moved: 0, open: 0, isMore: true, isCapped: false });
    expect(await advance(true)).toMatchObject({ moved: 2, isCapped: false });
  });
});
