import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, type Pushed, publishedKit } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let kit: Pushed;
let ids: string[];
beforeAll(async () => {
  service = await sharedTestService();
  kit = await publishedKit(service, kitDocument('review'));
  const { body } = await service.call('GET', `/v1/kits/${kit.kit_id}/schema`, { key: service.adminKey });
  ids = body.bricks.map(({ brick_id }: { brick_id: string }) => brick_id);
});
afterAll(() => service.stop());

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const bricks = (query: string) => service.call('GET', `/v1/bricks${query}`, { key: service.adminKey });

describe('GET /v1/bricks', () => {
  it('200: names and types in the requested order, without duplicates, unknown ones in missing', async () => {
    const [score, solved] = ids;
    const { status, body } = await bricks(`?ids=${solved},${UNKNOWN},${score},%20${solved?.toUpperCase()},`);
    expect(status).toBe(200);
    const { kit_id, kit_code } = kit;
    expect(body).toEqual({
      data: [
        { brick_id: solved, key: 'solved', name: 'solved', type: 'boolean', kit_id, kit_code },
        { brick_id: score, key: 'score', name: 'Score', type: 'numeric', kit_id, kit_code },
      ],
      missing: [UNKNOWN],
    });
  });

  it('200: another workspace’s brick is in missing, like one that does not exist', async () => {
    const key = await service.key(await service.workspace('stranger'));
    const { body } = await service.call('GET', `/v1/bricks?ids=${ids[0]},${UNKNOWN}`, { key });
    expect(body).toEqual({ data: [], missing: [ids[0], UNKNOWN] });
  });

  it('400: no ids', async () => {
    for (const query of ['', '?ids=', '?ids=,%20,']) {
      const { status, body } = await bricks(query);
      expect([status, body.error]).toEqual([400, 'ids_required']);
    }
  });

  it('400: more than 100; exactly 100 is allowed', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `${UNKNOWN.slice(0, -3)}${String(index).padStart(3, '0')}`);
    const refused = await bricks(`?ids=${many.join(',')}`);
    expect([refused.status, refused.body.error]).toEqual([400, 'too_many_ids']);
    const taken = await bricks(`?ids=${many.slice(1).join(',')}`);
    expect([taken.status, taken.body.missing.length]).toEqual([200, 100]);
  });

  it('400: malformed ids', async () => {
    for (const query of [`?ids=${ids[0]},nonsense`, '?ids=score', `?ids=${ids[0]}&ids=${ids[1]}`]) {
      const { status, body } = await bricks(query);
      expect([status, body.error]).toEqual([400, 'invalid_parameter']);
      expect(body.detail).toContain('ids');
    }
  });
});
