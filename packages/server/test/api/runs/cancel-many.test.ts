/** POST /v1/runs/cancel: many runs at once, by the API, the client and the command. */
import { createClient } from '@brickwork/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../../../test/support/run-command.ts';
import { publishKit, TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';

let service: TestService;
let code: string;
let teams = 0;
beforeAll(async () => {
  // Nothing executes them: they stay open.
  service = await startTestService({ BRICKWORK_ROLE: 'api' });
  code = (await publishKit(service)).kit_code;
});
afterAll(() => service.stop());

const call = (method: string, path: string, body?: unknown, key = service.adminKey) =>
  service.call(method, path, { key, ...(body !== undefined && { body }) });
const cancel = (body: object, key?: string) => call('POST', '/v1/runs/cancel', body, key);

/** Runs of a team of this test alone. */
async function openRuns(count: number): Promise<{ team: string; runIds: string[] }> {
  teams += 1;
  const team = `team ${teams}`;
  const runIds: string[] = [];
  for (let left = count; left > 0; left -= 1_000) {
    const lines = Array.from({ length: Math.min(left, 1_000) }, () => ({
      kit_code: code,
      input: { transcript: TRANSCRIPT },
      metadata: { team },
    }));
    const { body } = await call('POST', '/v1/batches', { runs: lines });
    runIds.push(...body.data.map(({ run_id }: { run_id: string }) => run_id));
  }
  return { team, runIds };
}
const statusesOf = async (runIds: string[]) =>
  Promise.all(runIds.map(async (id) => (await call('GET', `/v1/runs/${id}`)).body.status));

describe('POST /v1/runs/cancel', () => {
  it('cancels what matches and nothing else, tells webhooks, and leaves an entry in the audit log', async () => {
    const [mine, other] = [await openRuns(3), await openRuns(1)];
    const { body: counted } = await cancel({ filter: { team: mine.team }, dry_run: true });
    expect(counted).toMatchObject({ matched: 3, cancelled: 0, remaining: 3 });
    expect(await statusesOf(mine.runIds)).toEqual(['processing', 'processing', 'processing']);
    const { status, body } = await cancel({ filter: { team: mine.team }, expected: 3 });
    expect([status, body]).toMatchObject([200, { matched: 3, cancelled: 3, remaining: 0 }]);
    expect(await statusesOf(mine.runIds)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await statusesOf(other.runIds)).toEqual(['processing']);
    const events = (await call('GET', '/v1/events?limit=100')).body.data;
    expect(events.map(({ data }: { data: { run_id: string } }) => data.run_id)).toEqual(
      expect.arrayContaining(mine.runIds),
    );
    const [entry] = (await call('GET', '/v1/audit?action=runs.cancelled')).body.data;
    expect(entry).toMatchObject({ action: 'runs.cancelled', details: { runs: 3 } });
    expect((await cancel({ filter: { team: mine.team } })).body).toMatchObject({ matched: 0, cancelled: 0 });
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  });

  it('cancels nothing where the number is another, the filter is empty, or the key may not', async () => {
    const { team, runIds } = await openRuns(2);
    const refused = await cancel({ filter: { team }, expected: 1 });
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    expect(JSON.stringify(refused.body)).toContain('There are 2 runs to cancel, not 1');
    expect((await cancel({ filter: {} })).status).toBe(400);
    expect((await cancel({})).status).toBe(400);
    expect((await cancel({ filter: { tema: team } })).status).toBe(400);
    const viewer = await service.key(service.workspaceId, 'live', 'viewer');
    expect((await cancel({ filter: { team } }, viewer)).status).toBe(403);
    const elsewhere = await service.key(await service.workspace('elsewhere'));
    expect((await cancel({ run_ids: runIds }, elsewhere)).body).toMatchObject({ matched: 0 });
    expect(await statusesOf(runIds)).toEqual(['processing', 'processing']);
  });

  it('cancels the runs that it is given, and skips those that have ended', async () => {
    const { runIds } = await openRuns(3);
    await call('POST', `/v1/runs/${runIds[0]}/cancel`);
    expect((await cancel({ run_ids: runIds.slice(0, 2) })).body).toMatchObject({ matched: 1, cancelled: 1 });
    expect(await statusesOf(runIds)).toEqual(['cancelled', 'cancelled', 'processing']);
  });

  it('takes more than one request holds, and none that came later', { timeout: 120_000 }, async () => {
    const { team } = await openRuns(5_300);
    const first = (await cancel({ filter: { team }, expected: 5_300 })).body;
    expect(first).toMatchObject({ matched: 5_300, cancelled: 5_000, remaining: 300 });
    const late = (await call('POST', '/v1/runs', { kit_code: code, input: { transcript: 'x' }, metadata: { team } }))
      .body.run_id;
    const client = createClient({ baseUrl: service.url, apiKey: service.adminKey });
    const filter = { team, created_before: first.created_before };
    expect(await client.runs.cancelMany({ filter })).toMatchObject({ cancelled: 300, remaining: 0 });
    expect(await statusesOf([late])).toEqual(['processing']);
  });

  it('is a command that counts first', async () => {
    const { team, runIds } = await openRuns(2);
    const environment = { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey };
    const command = async (...args: string[]) => {
      const { stdout, stderr } = await runCommand(['runs', 'cancel', ...args], environment);
      return stdout + stderr;
    };
    const where = ['--dimension', `team=${team}`, '--status', 'processing'];
    expect(await command(...where)).toBe('2 runs match and have not ended. Add --expect 2 to cancel them.\n');
    expect(await command(...where, '--expect', '2')).toBe('2 of 2 runs cancelled.\n');
    expect(await statusesOf(runIds)).toEqual(['cancelled', 'cancelled']);
    expect(await command(...where)).toBe('No matching run is still in progress.\n');
  });
});
