/** The headers that OpenAPI declares for failures are those that are sent. */
import { buildOpenApi, ENDPOINTS } from '@brickwork/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldEvaluator, KIT, publishKit } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

const { evaluate } = heldEvaluator();
interface Operation {
  responses: Record<number, { headers?: object }>;
}

const document = buildOpenApi({ version: '1.0.0', serverUrl: 'https://brickwork.example.com' });
const paths = document.paths as Record<string, Record<string, Operation>>;
const declared = (method: string, path: string, status: number): string[] => {
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  return Object.keys(operation?.responses[status]?.headers ?? {});
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { evaluate });
});
afterAll(() => service.stop());

describe('declared headers', () => {
  it.each(ENDPOINTS.filter(({ access }) => access !== 'public').map(({ id, method, path }) => [id, method, path]))(
    '401: %s says how to authenticate',
    async (_id, method, path) => {
      const { status, headers } = await service.call(method, path.replace(/:\w+/g, 'x'));
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(declared(method, path, 401)).toEqual(['WWW-Authenticate', 'Retry-After']);
    },
  );

  it('409: Retry-After where waiting helps, and nowhere else', async () => {
    const key = service.adminKey;
    const { kit_code, kit_version_id } = await publishKit(service, key);
    const body = { kit_code, input: { transcript: 'Agent: hello' } };
    const { body: run } = await service.call('POST', '/v1/runs', { key, body });
    const running = await service.call('GET', `/v1/runs/${run.run_id}/usage`, { key });
    expect([running.status, running.headers.has('retry-after')]).toEqual([409, true]);
    expect(declared('GET', '/v1/runs/:runId/usage', 409)).toEqual(['Retry-After']);
    const live = await service.call('PUT', `/v1/kits/${KIT.kit}/shadow`, { key, body: { kit_version_id, share: 1 } });
    expect([live.status, live.headers.has('retry-after')]).toEqual([409, false]);
    expect(declared('PUT', '/v1/kits/:kitId/shadow', 409)).toEqual([]);
    await service.call('POST', `/v1/runs/${run.run_id}/cancel`, { key });
  });
});
