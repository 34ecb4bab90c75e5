import { createRunReader } from '@brickwork/server/runs/store/run-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERY_RUN } from '../../../../../test/support/every-run.ts';
import { publishKit } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
const RUNS = 12;
const TRANSCRIPT = `Agent: ${'hello there my friend '.repeat(25_000)}`;

beforeAll(async () => {
  service = await startTestService({ BRICKWORK_ROLE: 'api' });
  const { kit_code } = await publishKit(service, service.adminKey);
  for (let n = 0; n < RUNS; n += 1) {
    const body = { kit_code, input: { transcript: TRANSCRIPT } };
    expect((await service.call('POST', '/v1/runs', { key: service.adminKey, body })).status).toBe(202);
  }
});
afterAll(() => service?.stop());

describe('GET /v1/runs/export', () => {
  it('reads pages of bytes, so that large runs are not all in memory at once', async () => {
    const { page } = createRunReader(service.testDatabase.database);
    const scope = { workspaceId: service.workspaceId, environment: 'live' as const };
    const filter = { ...EVERY_RUN, withInput: true };
    const sizes: number[] = [];
    let after: string | undefined;
    for (;;) {
      const { runs, lookedTo } = await page(scope, after, { ...filter, bytes: 1_000_000 });
      sizes.push(runs.length);
      after = lookedTo;
      if (after === undefined) break;
    }
    expect(sizes).toEqual([2, 2, 2, 2, 2, 2]);
    const { runs } = await page(scope, undefined, { ...filter, withInput: false, bytes: 1_000_000 });
    expect(runs).toHaveLength(RUNS);
  });

  it('429: a workspace runs two exports at once, and the next when one has ended', async () => {
    const stop = new AbortController();
    const get = (key: string) =>
      fetch(`${service.url}/v1/runs/export?include=input`, {
        headers: { authorization: `Bearer ${key}` },
        signal: stop.signal,
      });
    // Neither is read, so both are still going on.
    const open = await Promise.all([get(service.adminKey), get(service.adminKey)]);
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const third = await service.call('GET', '/v1/runs/export?include=input', { key: service.adminKey });
    expect(third).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect(third.body.detail).toContain('2 exports at once');
    const other = await service.key(await service.workspace('neighbour'));
    expect((await service.call('GET', '/v1/runs/export', { key: other })).status).toBe(200);
    stop.abort();
    await expect
      .poll(async () => (await service.call('GET', '/v1/runs/export', { key: service.adminKey })).status)
      .toBe(200);
  });
});
