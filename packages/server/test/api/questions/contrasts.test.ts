/** Contrasts over HTTP: what some calls talk about that others do not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let kitCode: string;
const runs: string[] = [];

beforeAll(async () => {
  service = await sharedTestService();
  kitCode = (await publishedKit(service, kitDocument('support'), service.adminKey)).kit_code;
  for (let at = 0; at < 40; at += 1) {
    const isPorto = at < 15;
    const said = isPorto ? 'my parcel came with broken glass' : 'my parcel came on time';
    const { body } = await call('POST', '/v1/runs', {
      kit_code: kitCode,
      mode: 'sync',
      input: { transcript: `Agent: Good morning, is there broken glass?\nCustomer: Hello, ${said}, number ${at}.` },
      metadata: { team: isPorto ? 'Porto' : 'Faro' },
    });
    runs.push(body.run_id);
  }
});
afterAll(() => service.stop());

const call = (method: string, path: string, body?: unknown, key = service.adminKey) =>
  service.call(method, path, { key, ...(body === undefined ? {} : { body }) });

async function contrast(request: object) {
  const started = await call('POST', '/v1/contrasts', request);
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers the way a user would, without types.
  let found: any;
  await expect
    .poll(
      async () => {
        found = (await call('GET', `/v1/contrasts/${started.body.contrast_id}`)).body;
        return found.status;
      },
      { timeout: 40_000 },
    )
    .toBe('succeeded');
  return found;
}

describe('a contrast', () => {
  it('finds what the calls of a team say and others do not, with the calls', async () => {
    const found = await contrast({ filter: { team: 'Porto' } });
    expect(found).toMatchObject({ population: { calls: 15, against: 25 }, read: 40, unread: 0, side: 'customer' });
    const [first] = found.phrases;
    expect([first.phrase, ...first.also].join(' ')).toContain('broken glass');
    expect(first).toMatchObject({ calls: 15, calls_against: 0, share: 1, share_against: 0 });
    expect(runs.slice(0, 15)).toEqual(expect.arrayContaining(first.run_ids));
    expect((await contrast({ filter: { team: 'Porto' } })).phrases).toEqual(found.phrases);
  });

  it('reads the turns that it is asked for, and compares with what it is asked for', async () => {
    const found = await contrast({ filter: { team: 'Porto' }, against: { team: 'Faro' }, side: 'agent' });
    expect(found.phrases).toEqual([]);
  });

  it('names no run that was erased since, and can be deleted', async () => {
    const found = await contrast({ filter: { team: 'Porto' } });
    const [runId] = found.phrases[0].run_ids;
    await call('DELETE', `/v1/runs/${runId}`);
    const later = await contrast({ filter: { kit_code: kitCode, team: 'Porto' } });
    expect(later).toMatchObject({ population: { calls: 14, against: 25 }, read: 39, unread: 0 });
    const path = `/v1/contrasts/${found.contrast_id}`;
    expect(JSON.stringify((await call('GET', path)).body)).not.toContain(runId);
    expect((await call('DELETE', path)).body).toEqual({ contrast_id: found.contrast_id, deleted: true });
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(404);
  });

  it('is refused where there is too little to compare', async () => {
    const few = await call('POST', '/v1/contrasts', { filter: { team: 'Nowhere' } });
    expect(few.body.detail).toMatch(/0 calls match; at least 5 are needed/);
    const all = await call('POST', '/v1/contrasts', { filter: {} });
    expect(all.body.detail).toMatch(/against: 0 other calls/);
  });
});
