/** A query parameter that an endpoint does not know is refused: it would leave a filter out. */
import { ENDPOINTS } from '@brickwork/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

const call = (path: string, method = 'GET') =>
  service.call(method, path, {
    key: service.adminKey,
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
  });

describe('an unknown query parameter', () => {
  it.each(ENDPOINTS.filter(({ anyQuery }) => anyQuery !== true).map(({ id, method, path }) => [id, method, path]))(
    'of %s is refused',
    async (_id, method, path) => {
      const { status, body } = await call(`${path.replace(/:\w+/g, 'x')}?no_such_parameter=1`, method);
      expect([status, body.error, body.detail]).toEqual([
        400,
        'invalid_parameter',
        expect.stringContaining('no_such_parameter: there is no such parameter'),
      ]);
    },
  );

  it('names the nearest one, or all', async () => {
    expect((await call('/v1/runs/export?formt=csv')).body.detail).toBe(
      'formt: there is no such parameter; did you mean "format"?',
    );
    expect((await call('/v1/runs?created_afer=2026-01-01T00:00:00Z')).body.detail).toContain('created_after');
    expect((await call('/v1/speakers?team=x')).body.detail).toBe('team: there is no such parameter; it takes none.');
    expect((await call('/v1/events?kit=x')).body.detail).toContain('it takes ');
  });

  it('is looked for in every endpoint: their queries are plain objects', () => {
    const others = ENDPOINTS.filter(({ query }) => query !== undefined && !(query instanceof z.ZodObject));
    expect(others.map(({ id }) => id)).toEqual([]);
  });
});
