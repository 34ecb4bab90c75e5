/** What was made with the old secret is made again with the new one, also where that was cut short; while nodes use it: `rotate-secret.system.test.ts`. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { rotateSecret } from '../../../src/main/rotate-secret.ts';
import { unreadable } from './support/unreadable.ts';

const [old, next] = [Buffer.alloc(32, 0x07), Buffer.alloc(32, 0x1a)];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ BRICKWORK_SECRET: old.toString('hex') });
});
afterAll(() => service.stop());

it('what is sealed is opened by the new secret, and no longer by the old one', async () => {
  const { database } = service.testDatabase;
  for (const name of ['crm', 'erp']) {
    const body = { url: `https://${name}.example.com/hooks` };
    expect((await service.call('POST', '/v1/webhooks', { key: service.adminKey, body })).status).toBeLessThan(300);
  }
  const sealed = await unreadable(service, [next]);
  expect(sealed).not.toEqual([]);
  expect(await unreadable(service, [old])).toEqual([]);

  const cut = await rotateSecret(database, [next, old], { isStopped: () => true });
  expect(cut.isComplete).toBe(false);
  expect(await unreadable(service, [next, old])).toEqual([]);
  expect(await rotateSecret(database, [next, old], { isStopped: () => false })).toMatchObject({
    unreadable: 0,
    isComplete: true,
  });
  expect(await unreadable(service, [next])).toEqual([]);
  expect(await unreadable(service, [old])).toEqual(sealed);
  expect(await rotateSecret(database, [next, old], { isCount: true })).toMatchObject({ old: 0, unreadable: 0 });
});
