/** A service whose database goes away: connections to it are tried for seconds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('health', () => {
  it('503 while the database is unavailable, 200 again afterwards', async () => {
    const node = await service.node();
    const restore = await service.testDatabase.cutOff();
    const away = await node.call('GET', '/v1/keys', { key: service.adminKey });
    expect([away.status, away.body.error]).toEqual([503, 'unavailable']);
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(away.body.detail).toBe('The database is unavailable.');
    // Which server and why is for operators, as the metrics are.
    const ready = await node.call('GET', '/readyz');
    expect([ready.status, ready.body.detail]).toEqual([
      503,
      expect.stringMatching(/^The database is unavailable\. test: .+/),
    ]);
    const outside = await node.call('GET', '/readyz', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect([outside.status, outside.body.detail]).toEqual([503, 'The database is unavailable.']);
    await restore();
    await expect.poll(async () => (await node.call('GET', '/readyz')).status, { timeout: 10_000 }).toBe(200);
  });
});
