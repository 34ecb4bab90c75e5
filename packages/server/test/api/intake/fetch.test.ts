/** Services that push an id or a URL only: the rest is fetched by the job, through the outbound guard, with retries. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { setUpIntake } from './support/intake.ts';
import { startVendor, VENDOR_ENVIRONMENT, type Vendor } from './support/vendor.ts';

let service: TestService;
let vendor: Vendor;
beforeAll(async () => {
  vendor = await startVendor();
  service = await startTestService(VENDOR_ENVIRONMENT);
});
afterAll(async () => {
  await service.stop();
  vendor.stop();
});

const intakeWith = (fetch: object[], input = '{ "transcript": fetched.call.text }') => ({
  auth: { type: 'token' },
  fetch,
  map: { input, external_id: 'id' },
  kits: [{ kit: 'calls' }],
});
const SECRETS = { secrets: { key: 'k-1' } };
const step = (path: string) => ({
  as: 'call',
  url: `${vendor.url}${path}`,
  headers: { Authorization: 'Bearer {secret:key}' },
});
const setUp = (path: string) => setUpIntake(service, intakeWith([step(path)]), undefined, SECRETS);

describe('a fetch step', () => {
  it('fills in the URL, sends the secret, and tries again while the service is not ready', async () => {
    vendor.answer('/calls/a%2Fb', { http: 503 }, { http: 404 }, { text: TRANSCRIPT });
    const { send, until, log } = await setUp('/calls/{id}');
    const sent = await send({ id: 'a/b' });
    expect([sent.status, sent.body.outcome]).toEqual([202, 'received']);
    expect(await until(sent.body.delivery_id)).toMatchObject({ outcome: 'accepted', external_id: 'a/b' });
    const asked = vendor.asked.filter(({ path }) => path === '/calls/a%2Fb');
    expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer k-1', 'Bearer k-1', 'Bearer k-1']);
    expect(JSON.stringify(await log())).not.toContain('k-1');
  });

  it('that is refused fails at once; with the right secret a replay succeeds', async () => {
    vendor.answer('/calls/b', { http: 401 }, { text: TRANSCRIPT });
    const { push, call, until } = await setUp('/calls/{id}');
    const failed = await push({ id: 'b' });
    expect(failed).toMatchObject({
      outcome: 'failed',
      external_id: 'b',
      reason: expect.stringMatching(/^fetch\[0\] \(call\): the response was 401/),
    });
    await call('POST', '/v1/intakes/calls/replay', { delivery_ids: [failed.delivery_id] });
    expect(await until(failed.delivery_id)).toMatchObject({ outcome: 'accepted' });
  });

  it('keeps its secret for the host that it was given for', async () => {
    const other = await startVendor();
    const { call } = await setUp('/calls/{id}');
    const put = (url: string, more: object = {}) =>
      call('PUT', '/v1/intakes/calls', { intake: intakeWith([{ ...step('/'), url }]), ...more });
    expect((await put(`${vendor.url}/v2/calls/{id}`)).status).toBe(200);
    const refused = await put(`${other.url}/calls/{id}`);
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'secrets: key must be given again, since fetch sends it to another host now.',
    ]);
    expect((await put(`${other.url}/calls/{id}`, SECRETS)).status).toBe(200);
    other.stop();
  });

  it('follows a redirect without telling the secret to another host', async () => {
    const other = await startVendor();
    other.answer('/file', { text: TRANSCRIPT });
    vendor.answer('/calls/c', { http: 302, location: `${other.url}/file` });
    const { push } = await setUp('/calls/{id}');
    expect(await push({ id: 'c' })).toMatchObject({ outcome: 'accepted' });
    expect(other.asked).toMatchObject([{ path: '/file', authorization: undefined }]);
    other.stop();
  });

  it('reaches no address that the guard forbids', async () => {
    const fetch = [{ as: 'call', url: '{link}' }];
    const { push } = await setUpIntake(service, intakeWith(fetch));
    for (const link of [
      'https://169.254.169.254/latest',
      'https://10.0.0.1/',
      'file:///etc/passwd',
      'https://localhost/',
    ])
      expect(await push({ id: link, link })).toMatchObject({
        outcome: 'failed',
        reason: expect.stringMatching(/the URL cannot be used/),
      });
  });

  it('gives nothing to a payload that asks for a secret', async () => {
    vendor.answer('/post', { text: TRANSCRIPT });
    const fetch = [
      { as: 'call', method: 'POST', url: `${vendor.url}/post`, body: '{ "note": note, "key": "{secret:key}" }' },
    ];
    const { push } = await setUpIntake(service, intakeWith(fetch), undefined, SECRETS);
    expect(await push({ id: 'e', note: '{secret:key}' })).toMatchObject({ outcome: 'accepted' });
    const asked = vendor.asked.findLast(({ path }) => path === '/post');
    expect(JSON.parse(asked?.body ?? '')).toEqual({ note: '{secret:key}', key: 'k-1' });
  });

  it('is shown by the dry run, which requests nothing', async () => {
    const { call } = await setUp('/dry/{id}');
    const shown = await call('POST', '/v1/intakes/calls/test', { payload: { id: 'f' } });
    expect(shown.body).toMatchObject({ outcome: 'fetch', url: `${vendor.url}/dry/f` });
    const tried = { payload: { id: 'f' }, fetched: { call: { text: TRANSCRIPT } } };
    expect((await call('POST', '/v1/intakes/calls/test', tried)).body).toMatchObject({
      outcome: 'accepted',
      external_id: 'f',
    });
    expect(vendor.asked.filter(({ path }) => path.startsWith('/dry'))).toEqual([]);
    const stored = (await call('GET', '/v1/intakes/calls')).body;
    expect([stored.secrets, JSON.stringify(stored).includes('k-1')]).toEqual([['key'], false]);
  });
});
