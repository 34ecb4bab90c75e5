/** Another workspace's kit does not exist: every endpoint that takes a kit answers with the same body as for an unknown id. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, type Pushed, publishedKit } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let foreign: Pushed;
let key: string;
beforeAll(async () => {
  service = await sharedTestService();
  foreign = await publishedKit(service, kitDocument('secret_plan'));
  key = await service.key(await service.workspace('stranger'));
});
afterAll(() => service.stop());

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const input = { transcript: 'hi' };

type Request = (name: string) => { method: string; path: string; body?: unknown };

const BY_PATH: [string, Request][] = [
  ['schema', (name) => ({ method: 'GET', path: `/v1/kits/${name}/schema` })],
  ['versions', (name) => ({ method: 'GET', path: `/v1/kits/${name}/versions` })],
  ['version', (name) => ({ method: 'GET', path: `/v1/kits/${name}/versions/1` })],
  ['publish', (name) => ({ method: 'POST', path: `/v1/kits/${name}/publish`, body: { version: 1 } })],
  ['archive', (name) => ({ method: 'POST', path: `/v1/kits/${name}/archive` })],
  ['diff', (name) => ({ method: 'POST', path: `/v1/kits/${name}/diff`, body: {} })],
];

async function answerTo({ method, path, body }: ReturnType<Request>): Promise<string> {
  const answer = await service.call(method, path, { key, ...(body !== undefined && { body }) });
  return `${answer.status} ${JSON.stringify(answer.body)}`;
}

describe('a kit of another workspace', () => {
  it.each(BY_PATH)('%s: is answered like an unknown kit', async (_name, request) => {
    const unknown = await answerTo(request(UNKNOWN));
    expect(unknown).toMatch(/^404 {"error":"kit_not_found"/);
    for (const name of [foreign.kit_id, foreign.kit_code, foreign.kit_version_id, 'secret_plan']) {
      expect(await answerTo(request(name))).toBe(unknown);
    }
  });

  it.each([
    ['kit_id', (value: string) => ({ method: 'GET', path: `/v1/kits/schema?kit_id=${value}` })],
    ['kit_code', (value: string) => ({ method: 'GET', path: `/v1/kits/schema?kit_code=${value}` })],
    ['kit_version_id', (value: string) => ({ method: 'GET', path: `/v1/kits/schema?kit_version_id=${value}` })],
    ['kit_code', (value: string) => ({ method: 'POST', path: '/v1/test', body: { kit_code: value, input } })],
    [
      'kit_version_id',
      (value: string) => ({
        method: 'POST',
        path: '/v1/test',
        body: { kit_version_id: value, input, type: 'sandbox' },
      }),
    ],
  ] as const)('%s in a query or body: is the same as none', async (field, request) => {
    const unknown = await answerTo(request(field === 'kit_code' ? 'AAAAAAAA' : UNKNOWN));
    expect(unknown).toMatch(/^404 {"error":"kit_not_found"/);
    expect(await answerTo(request(foreign[field]))).toBe(unknown);
  });

  it('is not listed, and its slug is free for a kit of this workspace', async () => {
    expect((await service.call('GET', '/v1/kits', { key })).body.data).toEqual([]);
    const own = await publishedKit(service, kitDocument('secret_plan'), key);
    expect(own.version).toBe(1);
    expect(own.kit_id).not.toBe(foreign.kit_id);
    expect(own.kit_code).not.toBe(foreign.kit_code);
    const { body } = await service.call('GET', '/v1/kits/secret_plan/schema', { key: service.adminKey });
    expect(body.kit_id).toBe(foreign.kit_id);
  });
});
