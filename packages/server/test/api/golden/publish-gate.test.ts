import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let workspaces = 0;
beforeAll(async () => {
  service = await startTestService(
    {},
    {
      // The name of a version says which share of the ten lines it gets right.
      async answerLine(kit, input) {
        const value = Number(input.transcript) < Number(kit.name);
        const outcomes = [
          { key: 'solved', value, confidence: 0.9, reason: '', evidence: [], basis: 'lexical' as const },
        ];
        return { evaluation: { outcomes, warnings: [], engine: 'local' }, microCredits: 0 };
      },
    },
  );
});
afterAll(() => service.stop());

const GATE = { set: 'regression', min: { solved: 0.7 }, no_worse_than_live: true };
const lines = Array.from({ length: 10 }, (_, index) => ({
  input: { transcript: String(index) },
  expected: { solved: true },
}));

async function setUp() {
  workspaces += 1;
  const workspaceId = await service.workspace(`gate-${workspaces}`);
  const admin = await service.key(workspaceId);
  const developer = await service.key(workspaceId, 'live', 'developer');
  const call = (method: string, path: string, body?: unknown, as = developer) =>
    service.call(method, path, { key: as, ...(body === undefined ? {} : { body }) });
  const push = async (right: number, query = '', gate: object | undefined = GATE) =>
    call('POST', `/v1/kits${query}`, kitDocument('support', { name: String(right), gate }));
  const evaluate = async (version: number) => {
    const { body } = await call('POST', '/v1/kits/support/evaluations', { set: 'regression', version });
    await expect
      .poll(async () => (await call('GET', `/v1/evaluations/${body.evaluation_id}`)).body.status, { timeout: 15_000 })
      .toBe('succeeded');
    return body.evaluation_id;
  };
  const publish = (version: number, more: object = {}, as = developer) =>
    call('POST', '/v1/kits/support/publish', { version, ...more }, as);
  await push(8);
  await call('PUT', '/v1/kits/support/golden-sets/regression', { lines });
  return { workspaceId, admin, developer, call, push, evaluate, publish };
}

describe('the gate of a kit', () => {
  it('lets through what was evaluated and is good enough; 409 gate_failed with the report for all else', async () => {
    const { push, evaluate, publish, call } = await setUp();
    const early = await publish(1);
    expect([early.status, early.body.error]).toEqual([409, 'gate_failed']);
    expect(early.body.detail).toMatch(/no finished evaluation on the golden set regression/);
    const evaluation = await evaluate(1);
    expect((await publish(1)).body).toMatchObject({ version: 1, status: 'published' });
    await push(6);
    await evaluate(2);
    const low = await publish(2);
    expect(low.status).toBe(409);
    expect(low.body.report).toMatchObject({
      set: { name: 'regression' },
      live_evaluation_id: evaluation,
      bricks: [{ key: 'solved', accuracy: 0.6, min: 0.7, live: 0.8, passed: false }],
      failures: ['solved is right in 0.6, and 0.7 is needed.', 'solved is right in 0.6, and in 0.8 when live.'],
    });
    await push(7);
    await evaluate(3);
    expect((await publish(3)).body.report.failures).toEqual(['solved is right in 0.7, and in 0.8 when live.']);
    await push(9);
    await evaluate(4);
    expect((await publish(4)).body).toMatchObject({ version: 4 });
    // Back to what was live before: always.
    expect((await publish(1)).body).toMatchObject({ version: 1 });
    // Another version of the set needs another evaluation.
    await push(10);
    await evaluate(5);
    await call('PUT', '/v1/kits/support/golden-sets/regression', { lines: lines.slice(1) });
    expect((await publish(5)).status).toBe(409);
  });

  it('is forced by those who may, and that is recorded', async () => {
    const { admin, publish, call } = await setUp();
    const refused = await publish(1, { force: true });
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
    expect((await publish(1, { force: true }, admin)).body).toMatchObject({ version: 1, status: 'published' });
    const { body } = await call('GET', '/v1/kits/support/versions/1');
    expect(body.forced).toEqual({ key_id: expect.stringMatching(/^key_/), created_at: expect.any(String) });
  });

  it('is not recorded as forced when the publication is refused', async () => {
    const { workspaceId, admin, call, push, publish } = await setUp();
    const { kit_code } = (await publish(1, { force: true }, admin)).body;
    expect((await call('POST', '/v1/runs', { kit_code, input: { transcript: '1' } })).status).toBe(202);
    await push(6);
    const ofTests = await service.key(workspaceId, 'test');
    const refused = await publish(2, { force: true }, ofTests);
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(/needs a live key/)]);
    expect((await call('GET', '/v1/kits/support/versions/2')).body.forced).toBeUndefined();
  });

  it('keeps a version that is pushed to be published as a draft', async () => {
    const { push, call } = await setUp();
    const pushed = await push(9, '?publish=true');
    expect([pushed.status, pushed.body.error]).toEqual([409, 'gate_failed']);
    expect((await call('GET', '/v1/kits/support/versions/2')).body).toMatchObject({ status: 'draft', live: false });
  });

  it('names a set and bricks that exist', async () => {
    const { push, publish } = await setUp();
    const unknown = await push(5, '', { set: 'regression', min: { other: 0.5 } });
    expect([unknown.status, unknown.body.faults[0].path]).toEqual([422, 'gate.min.other']);
    await push(5, '', { set: 'none' });
    expect((await publish(2)).body).toMatchObject({ error: 'not_found' });
  });
});
