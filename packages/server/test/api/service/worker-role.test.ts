import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let worker: TestNode;
beforeAll(async () => {
  service = await startTestService({ BRICKWORK_ROLE: 'api' });
  worker = await service.node({ BRICKWORK_ROLE: 'worker' });
});
afterAll(() => service.stop());

describe('a node with --role worker', () => {
  it.each(['/healthz', '/readyz', '/metrics'])('answers %s', async (path) => {
    expect((await worker.call('GET', path)).status).toBe(200);
  });

  it.each([
    ['GET', '/v1/runs'],
    ['POST', '/v1/runs'],
    ['GET', '/v1/kits'],
    ['GET', '/v1/openapi.json'],
    ['GET', '/console'],
    ['POST', '/console/session'],
    ['POST', '/v1/intake/calls'],
  ])('does not answer %s %s, and says where to send it', async (method, path) => {
    const { status, body } = await worker.call(method, path, {
      key: service.adminKey,
      ...(method === 'POST' && { body: {} }),
    });
    expect([status, body.error]).toEqual([404, 'not_found']);
    expect(body.detail).toContain('Send requests to an API node');
  });
});
