/** An export that is too large to be written at once ends when the access of whoever reads it does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishKit } from '../../../../../test/support/runs.ts';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';
import { expectCutByRevoking } from './support/follow.ts';

const TRANSCRIPT = `Agent: ${'hello there my friend '.repeat(25_000)}`;
const RUNS = 12;

let service: TestService;
let other: TestNode;
beforeAll(async () => {
  service = await startTestService();
  other = await service.node({ BRICKWORK_ROLE: 'api' });
  const { kit_code } = await publishKit(service, service.adminKey);
  for (let at = 0; at < RUNS; at += 1) {
    const body = { kit_code, mode: 'sync', input: { transcript: TRANSCRIPT } };
    expect((await service.call('POST', '/v1/runs', { key: service.adminKey, body })).status).toBe(200);
  }
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

describe('an export', () => {
  it('ends in the middle when the key is revoked', async () => {
    await expectCutByRevoking(service, `${other.url}/v1/runs/export?include=input`);
  });
});
