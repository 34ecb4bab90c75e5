import { ROLE_PERMISSIONS, ROLES } from '@brickwork/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('GET /v1/me', () => {
  it.each(ROLES)('returns the permissions of a key with the role %s', async (role) => {
    const workspaceId = await service.workspace(`of-${role}`, 'team');
    const key = await service.key(workspaceId, 'test', role);
    const { status, body } = await service.call('GET', '/v1/me', { key });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      workspace: { id: workspaceId, name: `of-${role}` },
      environment: 'test',
      role,
      permissions: ROLE_PERMISSIONS[role],
      plan: 'team',
      limits: { run_creations_per_minute: 600, reads_per_minute: 6_000, runs_at_once: 25, sync_waits_at_once: 25 },
    });
    expect(JSON.stringify(body)).not.toContain(key);
  });

  it('returns null when the plan has no limit', async () => {
    const { body } = await service.call('GET', '/v1/me', { key: service.adminKey });
    expect(body.limits).toMatchObject({ run_creations_per_minute: null, runs_at_once: null });
    expect(body.body_limit_bytes).toBe(5_242_880);
  });

  it('refuses a request without a key', async () => {
    expect((await service.call('GET', '/v1/me')).body.error).toBe('missing_bearer_token');
  });
});
