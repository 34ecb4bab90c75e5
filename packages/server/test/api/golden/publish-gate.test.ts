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
    const { push, evaluate, publish, call, admin } = await setUp();
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
      failures: [
        'solved has an accuracy of 0.6; 0.7 is required.',
        'solved has an accuracy of 0.6; the live version has 0.8.',
      ],
    });
    await push(7);
    await evaluate(3);
    expect((await publish(3)).body.report.failures).toEqual([
      'solved has an accuracy of 0.7; the live version has 0.8.',
    ]);
    await push(9);
    await evaluate(4);
    expect((await publish(4)).body).toMatchObject({ version: 4 });
    // Back to what was live before: always.
    expect((await publish(1)).body).toMatchObject({ version: 1 });
    // Another version of the set needs another evaluation.
    await push(10);
    await evaluate(5);
    await call('PUT', '/v1/kits/support/golden-sets/regression', { lines: lines.slice(1) }, admin);
    expect((await publish(5)).status).toBe(409);
  });

  it('is forced by those who may, and that is recorded', async () => {
    const { admin, publish, call } = await setUp();
    const refused = await publish(1, { force: true });
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
    expect((await publish(1, { force: true }, admin)).body).toMatchObject({ version: 1, status: 'published' });
    const { body } = await call('GET', '/v1/kits/support/versions/1');
    expect(body.forced).toEqual({
      key_id: expect.stringMatching(/^key_/),
      by: { kind: 'key', id: body.forced.key_id, name: expect.any(String) },
      created_at: expect.any(String),
    });
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

  it('is not passed, and its set not touched, with a test key', async () => {
    const { workspaceId, push, evaluate, publish, call } = await setUp();
    await evaluate(1);
    await publish(1);
    await push(2);
    const test = await service.key(workspaceId, 'test');
    const forced = await publish(2, { force: true }, test);
    expect([forced.status, forced.body.error]).toEqual([403, 'forbidden']);
    expect((await call('POST', '/v1/kits/support/archive', undefined, test)).status).toBe(403);
    expect((await push(3, '?publish=true')).status).toBe(409);
    const set = '/v1/kits/support/golden-sets/regression';
    expect((await call('GET', set, undefined, test)).status).toBe(404);
    expect((await call('DELETE', set, undefined, test)).status).toBe(404);
    expect((await call('PUT', set, { lines: lines.slice(0, 1) }, test)).body).toMatchObject({ lines: 1 });
    expect((await call('GET', '/v1/kits/support/golden-sets')).body.data).toMatchObject([{ lines: 10 }]);
    expect((await call('DELETE', set, undefined, test)).status).toBe(200);
    const { body } = await call('GET', '/v1/kits/support/versions');
    expect(body.data.filter(({ live }: { live: boolean }) => live)).toMatchObject([{ version: 1 }]);
  });

  it('of the live version decides about the next one, also where that leaves the gate out or loosens it', async () => {
    const { admin, call, push, evaluate, publish } = await setUp();
    await evaluate(1);
    expect((await publish(1)).status).toBe(200);
    // Good enough for the live gate; but without one, the next version could be anything.
    const document = kitDocument('support', { name: '9' });
    const pushed = await call('POST', '/v1/kits?publish=true', document);
    expect([pushed.status, pushed.body.error]).toEqual([409, 'gate_failed']);
    await evaluate(2);
    const left = await publish(2);
    expect(left.body.report.failures).toEqual([
      'It leaves out the gate that version 1 has. Publishing that needs `force` and kits:force.',
    ]);
    await push(9, '', { set: 'regression', min: { solved: 0.6 } });
    await evaluate(3);
    expect((await publish(3)).body.report.failures).toEqual([
      expect.stringContaining('lowers the minimum of solved from 0.7 to 0.6'),
      expect.stringContaining('no longer has no_worse_than_live'),
    ]);
    // And its accuracy is still measured by the live gate.
    await push(5, '', { set: 'regression', min: { solved: 0.1 } });
    await evaluate(4);
    expect((await publish(4)).body.report.failures).toContain('solved has an accuracy of 0.5; 0.7 is required.');
    const refused = await publish(2, { force: true });
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
    expect((await publish(2, { force: true }, admin)).body).toMatchObject({ version: 2 });
    expect((await call('GET', '/v1/kits/support/versions/2')).body.forced).toMatchObject({
      key_id: expect.any(String),
    });
    // Stricter is always allowed.
    await push(10, '', { ...GATE, min: { solved: 0.9 } });
    await evaluate(5);
    expect((await publish(5)).status).toBe(200);
  });

  it('holds after a rollback to a version without one', async () => {
    const { admin, call, push, evaluate, publish } = await setUp();
    await call('POST', '/v1/kits', kitDocument('support', { name: '7' }));
    expect((await publish(2)).status).toBe(200);
    await push(9);
    await evaluate(2);
    await evaluate(3);
    expect((await publish(3)).status).toBe(200);
    expect((await publish(2)).status).toBe(200);
    await call('POST', '/v1/kits', kitDocument('support', { name: '1' }));
    expect((await publish(4)).body.report.failures[0]).toContain('leaves out the gate that version 3 has');
    const archived = await call('DELETE', '/v1/kits/support', undefined, admin);
    if (archived.status === 200) expect((await publish(4)).status).toBe(409);
  });

  it('keeps its golden set from being deleted by those who may not force it', async () => {
    const { admin, call, evaluate, publish } = await setUp();
    await call('PUT', '/v1/kits/support/golden-sets/other', { lines });
    await evaluate(1);
    await publish(1);
    const refused = await call('DELETE', '/v1/kits/support/golden-sets/regression');
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
    expect(refused.body.detail).toContain('The gate of version 1 names the golden set regression');
    expect((await call('DELETE', '/v1/kits/support/golden-sets/other')).status).toBe(200);
    expect((await call('DELETE', '/v1/kits/support/golden-sets/regression', undefined, admin)).status).toBe(200);
  });

  it('keeps the lines of its golden set from being replaced by those who may not force it', async () => {
    const { admin, call, evaluate, publish } = await setUp();
    const put = (some: typeof lines, as?: string) =>
      call('PUT', '/v1/kits/support/golden-sets/regression', { lines: some }, as);
    await put(lines.slice(0, 8));
    await put(lines);
    await evaluate(1);
    await publish(1);
    const refused = await put(lines.slice(0, 8));
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
    expect(refused.body.detail).toContain('Replacing its lines needs a key with kits:force');
    // The same lines again change nothing.
    expect((await put(lines)).status).toBe(200);
    expect((await put(lines.slice(0, 8), admin)).status).toBe(200);
  });
});
