/** What one customer does must not be felt by another: both scenarios took a neighbour's answers away before threads and connections were shared. */
import { decodeId } from '@brickwork/server/core/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KIT, publishKit, TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ BRICKWORK_THREADS: '2' });
});
afterAll(() => service?.stop());

async function tenant(name: string, kit: object = KIT) {
  const workspaceId = await service.workspace(name, 'free');
  const key = await service.key(workspaceId);
  const published = await publishKit(service, key, kit);
  const { kit_code } = published;
  const create = (input: object, more: object = {}) =>
    service.call('POST', '/v1/runs', { key, body: { kit_code, input, ...more } });
  return { key, create, workspaceId, kit: published };
}

/** As many patterns as fit into a kit. */
const PATTERNS = {
  kit: 'many_patterns',
  bricks: Array.from({ length: 200 }, (_, n) => ({
    key: `p${n}`,
    type: 'text',
    question: 'Which order is it about?',
    extract: `/[a-z]+ [a-z]+ [a-z]+ ${n}/i`,
  })),
};
const MEGABYTE = { transcript: `Customer: ${'hello there my good old friend '.repeat(34_000)}` };

/** Six of a megabyte each, in SQL: it is reading them that is tried here, and sending them would be most of the work. */
async function storeLongRuns(workspaceId: string, kit: { kit_id: string; kit_code: string; kit_version_id: string }) {
  await service.testDatabase.database.query(
    `WITH made AS (INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, input, created_at)
       SELECT $1::uuid, 'live', uuidv7(), 'api', 'async', $2::uuid, $3, $4::uuid, 1,
         json_build_object('transcript', 'Customer: ' || repeat('hello there ', 90000))::text, now() FROM generate_series(1, 6) RETURNING id)
     INSERT INTO run_results (workspace_id, environment, run_id, status, completed_at) SELECT $1::uuid, 'live', id, 'cancelled', now() FROM made`,
    [decodeId('ws', workspaceId), kit.kit_id, kit.kit_code, kit.kit_version_id],
  );
}

describe('a neighbour', () => {
  it('is answered while five runs of 1 MB search for 200 patterns', { timeout: 180_000 }, async () => {
    const loud = await tenant('loud', PATTERNS);
    const quiet = await tenant('quiet');
    const runs: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { status, body } = await loud.create(MEGABYTE);
      expect(status, JSON.stringify(body)).toBe(202);
      runs.push(body.run_id);
    }
    const statuses = async () => {
      const all = await Promise.all(runs.map((id) => service.call('GET', `/v1/runs/${id}`, { key: loud.key })));
      return all.map(({ body }) => body.status as string);
    };
    await expect.poll(statuses, { timeout: 30_000 }).toContain('running');
    const sync = await quiet.create({ transcript: TRANSCRIPT }, { mode: 'sync' });
    expect([sync.status, sync.body.status]).toEqual([200, 'succeeded']);
    const large = await quiet.create({ transcript: `Customer: ${'hello there '.repeat(12_500)}` });
    expect(large.status).toBe(202);
    // Else the neighbour would not have been tried.
    expect(await statuses()).toContain('running');
    for (const id of runs) await service.call('POST', `/v1/runs/${id}/cancel`, { key: loud.key });
  });

  it('is answered while 30 exports are read slowly', { timeout: 180_000 }, async () => {
    const stop = new AbortController();
    const readers: Promise<Response>[] = [];
    for (let n = 0; n < 15; n += 1) {
      const { key, workspaceId, kit } = await tenant(`reader-${n}`);
      await storeLongRuns(workspaceId, kit);
      for (let reader = 0; reader < 2; reader += 1)
        readers.push(
          fetch(`${service.url}/v1/runs/export?include=input`, {
            headers: { authorization: `Bearer ${key}` },
            signal: stop.signal,
          }),
        );
    }
    const quiet = await tenant('reads-nothing');
    // Headers have arrived; no body is read, so every export is under way.
    expect((await Promise.all(readers)).map(({ status }) => status)).toEqual(Array(30).fill(200));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.call('GET', '/v1/runs', { key: quiet.key })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const sync = await quiet.create({ transcript: TRANSCRIPT }, { mode: 'sync' });
    expect([sync.status, sync.body.status]).toEqual([200, 'succeeded']);
    stop.abort();
  });
});
