/** A few thousand hostile requests with a fixed seed; `npm run fuzz` sends a hundred thousand. Every 2xx is checked against the contract. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzz } from '../../../../../bench/fuzz/fuzz.ts';
import { makeTargets } from '../../../../../bench/fuzz/targets.ts';
import { KIT, publishKit, TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('answers every hostile request on every endpoint, and never with a 500', async () => {
  const kept = await publishKit(service); // The other one will be archived and republished by chance.
  const kit = await publishKit(service, service.adminKey, { ...KIT, kit: 'another' });
  const viewer = await service.key(service.workspaceId, 'live', 'viewer');
  const test = await service.key(service.workspaceId, 'test');
  const { body } = await service.call('POST', '/v1/runs', {
    key: service.adminKey,
    body: { kit_code: kit.kit_code, input: { transcript: TRANSCRIPT } },
  });
  const targets = await makeTargets(service.url, service.adminKey, {
    id: kit.kit_id,
    slug: 'another',
    code: kit.kit_code,
  });
  const { statuses, faults } = await fuzz({
    url: service.url,
    seed: 4_713,
    count: 3_000,
    atOnce: 8,
    kitCode: kept.kit_code,
    targets,
    keys: [service.adminKey, service.adminKey, viewer, test],
    ids: [body.run_id, kit.kit_id, kit.kit_code, kit.kit_version_id],
  });
  expect(faults).toEqual([]);
  for (const status of ['200', '400', '401', '403', '404', '422']) expect(statuses).toHaveProperty(status);
}, 180_000);
