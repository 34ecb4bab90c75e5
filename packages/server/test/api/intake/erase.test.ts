/** What was pushed and made no run is erased, too: with a run of the same conversation, by its external id, or by hand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { setUpIntake } from './support/intake.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

const INTAKE = {
  auth: { type: 'token' },
  map: { input: '{ "transcript": text }', external_id: 'id' },
  kits: [{ kit: 'calls' }],
};
const readable = (id: string) => ({ id, text: TRANSCRIPT });
const broken = (id: string) => ({ id, txt: TRANSCRIPT });

async function setUp(intake: object = INTAKE) {
  const set = await setUpIntake(service, intake);
  const find = async (id: string) => (await set.call('GET', `/v1/intakes/calls/deliveries/${id}`)).body;
  const payload = async (id: string) => (await set.call('GET', `/v1/intakes/calls/deliveries/${id}/payload`)).status;
  return { ...set, find, payload };
}

describe('erasing', () => {
  it('a run erases failed deliveries of the same conversation, and no others', async () => {
    const { push, call, find, payload } = await setUp();
    const failed = await push(broken('c-1'));
    const other = await push(broken('c-2'));
    const { runs } = await push(readable('c-1'));
    expect([failed.outcome, failed.external_id, failed.kept]).toEqual(['failed', 'c-1', true]);
    expect((await call('DELETE', `/v1/runs/${runs[0].run_id}`)).status).toBeLessThan(300);
    const erased = await find(failed.delivery_id);
    expect([erased.outcome, erased.kept, await payload(failed.delivery_id)]).toEqual(['failed', false, 404]);
    expect(erased).not.toHaveProperty('external_id');
    expect(erased).not.toHaveProperty('reason');
    expect([(await find(other.delivery_id)).external_id, await payload(other.delivery_id)]).toEqual(['c-2', 200]);
  });

  it('an external id alone erases deliveries that made no run; with another condition it chooses runs only', async () => {
    const { push, call, payload } = await setUp();
    const { delivery_id: id } = await push(broken('c-3'));
    const narrow = { external_id: 'c-3', kit_code: 'calls' };
    expect((await call('POST', '/v1/erasures', { filter: narrow, expected: 0 })).status).toBe(202);
    expect(await payload(id)).toBe(200);
    const whole = await call('POST', '/v1/erasures', { filter: { external_id: 'c-3' }, expected: 0 });
    expect([whole.status, whole.body.total]).toEqual([202, 0]);
    expect(await payload(id)).toBe(404);
  });

  it('reaches a conversation among several in one delivery', async () => {
    const { push, call, find, payload } = await setUp({ ...INTAKE, each: 'calls' });
    const { delivery_id: id, items } = await push({ calls: [readable('c-4'), broken('c-5')] });
    expect(items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['accepted', 'failed']);
    await call('POST', '/v1/erasures', { filter: { external_id: 'c-5' }, expected: 0 });
    expect([await payload(id), JSON.stringify(await find(id)).includes('c-5')]).toEqual([404, false]);
  });
});

describe('DELETE /v1/intakes/:name/deliveries/:deliveryId', () => {
  it('200: the payload and the id are gone, the line stays', async () => {
    const { push, call, payload, log } = await setUp();
    const { delivery_id: id } = await push(broken('c-6'));
    const { status, body } = await call('DELETE', `/v1/intakes/calls/deliveries/${id}`);
    expect([status, body.delivery_id, body.outcome, body.kept]).toEqual([200, id, 'failed', false]);
    expect(body).not.toHaveProperty('external_id');
    expect([await payload(id), (await log()).length, await log('?external_id=c-6')]).toEqual([404, 1, []]);
    expect((await call('POST', '/v1/intakes/calls/replay', { delivery_ids: [id] })).body.replayed).toBe(0);
  });

  it('403, 404: without runs:erase, and for what is not there', async () => {
    const { push, call, workspaceId } = await setUp();
    const { delivery_id: id } = await push(broken('c-7'));
    const key = await service.key(workspaceId, 'live', 'developer');
    expect((await service.call('DELETE', `/v1/intakes/calls/deliveries/${id}`, { key })).status).toBe(403);
    // Never the id itself, which may end in a 0.
    for (const none of [id.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')), 'itd_x'])
      expect((await call('DELETE', `/v1/intakes/calls/deliveries/${none}`)).body.error).toBe('not_found');
  });
});
