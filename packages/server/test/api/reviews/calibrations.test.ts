import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, type Pushed, publishedKit } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

let service: TestService;
let kit: Pushed;
const runs: string[] = [];
beforeAll(async () => {
  service = await sharedTestService(tellingEvaluator);
  kit = await publishedKit(service, kitDocument('calibrated'));
  for (let count = 0; count < 4; count += 1)
    runs.push(
      await toldRun(
        service,
        service.adminKey,
        kit.kit_code,
        { solved: { value: true, confidence: 0.9 } },
        { external_id: `call-${count}` },
      ),
    );
});
afterAll(() => service.stop());

const call = (method: string, path: string, body?: unknown, key = service.adminKey) =>
  service.call(method, path, { key, ...(body !== undefined && { body }) });
const start = (body: object, key?: string) => call('POST', `/v1/kits/${kit.kit_id}/calibrations`, body, key);
const say = (runId: string, review: object, key: string) =>
  call('POST', `/v1/runs/${runId}/reviews`, [{ brick: 'solved', ...review }], key);

describe('calibration sessions', () => {
  it('give the same calls to everybody, show nothing before one has answered, and then where people differ', async () => {
    const ann = await service.key(service.workspaceId, 'live', 'reviewer');
    const ben = await service.key(service.workspaceId, 'live', 'reviewer');
    // Said before the session: it does not count for it.
    await say(runs[3] ?? '', { verdict: 'correct' }, ann);
    const started = await start({ name: 'November', size: 3 }, ann);
    expect([started.status, started.body]).toEqual([201, expect.objectContaining({ calls: 3, people: [] })]);
    const path = `/v1/calibrations/${started.body.calibration_id}`;
    const seen = async (key: string) => (await call('GET', path, undefined, key)).body;
    const given = (await seen(ann)).runs.map(({ run_id }: { run_id: string }) => run_id);
    // Those that nobody has reviewed.
    expect(given.toSorted()).toEqual(runs.slice(0, 3).toSorted());
    for (const runId of given) await say(runId, { verdict: 'correct' }, ann);
    expect((await seen(ben)).people).toMatchObject([{ done: 3 }]);
    expect(await seen(ben)).not.toHaveProperty('results');
    await say(given[0], { verdict: 'wrong', value: false }, ben);
    await say(given[1], { verdict: 'correct' }, ben);
    expect((await seen(ben)).runs.map(({ done }: { done: boolean }) => done)).toEqual([true, true, false]);
    expect(await seen(ben)).not.toHaveProperty('results');
    await say(given[2], { verdict: 'unsure' }, ben);
    const { results } = await seen(ben);
    expect(results.bricks).toMatchObject([{ brick: 'solved', n: 3, same: { value: 1 / 3 } }]);
    expect(results.answers.map(({ differs }: { differs: boolean }) => differs)).toEqual([true, true, false]);
    const differing = results.answers.find(({ run_id }: { run_id: string }) => run_id === given[0]);
    expect(
      differing.said.map(({ verdict, value }: { verdict: string; value: boolean }) => [verdict, value]).toSorted(),
    ).toEqual([
      ['correct', true],
      ['wrong', false],
    ]);
    const closed = await call('POST', `${path}/close`, undefined, ann);
    expect(closed.body).toHaveProperty('closed_at');
    expect((await call('POST', `${path}/close`)).body).toEqual(closed.body);
    // What is said afterwards does not count.
    await say(given[0], { verdict: 'correct' }, ben);
    expect((await seen(ann)).results).toEqual(results);
    await call('DELETE', `/v1/runs/${given[0]}`);
    const erased = (await seen(ann)).results.answers.find(({ run_id }: { run_id: string }) => run_id === given[0]);
    for (const said of erased.said) expect(said).not.toHaveProperty('value');
    expect((await call('GET', `/v1/kits/${kit.kit_id}/calibrations`)).body.data).toHaveLength(1);
  });

  it('are deleted by whoever started them or may change kits; reviews stay', async () => {
    const own = await publishedKit(service, kitDocument('calibrated_once'));
    const told = { solved: { value: true, confidence: 0.9 } };
    const calls = [
      await toldRun(service, service.adminKey, own.kit_code, told, {}),
      await toldRun(service, service.adminKey, own.kit_code, told, {}),
    ];
    const ann = await service.key(service.workspaceId, 'live', 'reviewer');
    const ben = await service.key(service.workspaceId, 'live', 'reviewer');
    const sessions = `/v1/kits/${own.kit_id}/calibrations`;
    const begin = async () => (await call('POST', sessions, { name: 'Once', run_ids: calls }, ann)).body.calibration_id;
    const remove = (id: string, key: string) => call('DELETE', `/v1/calibrations/${id}`, undefined, key);
    const [first, second] = [await begin(), await begin()];
    await say(calls[0] ?? '', { verdict: 'wrong', value: false }, ann);
    expect([(await remove(first, ben)).status, (await remove(first, ann)).status]).toEqual([403, 200]);
    expect((await call('GET', `/v1/calibrations/${first}`)).status).toBe(404);
    expect((await remove(first, ann)).body.error).toBe('not_found');
    const developer = await service.key(service.workspaceId, 'live', 'developer');
    expect((await remove(second, developer)).body).toEqual({ calibration_id: second, deleted: true });
    expect((await call('GET', sessions)).body.data).toEqual([]);
    const { body: run } = await call('GET', `/v1/runs/${calls[0]}?include=reviews`);
    expect(run.reviews).toMatchObject([{ brick: 'solved', verdict: 'wrong' }]);
  });

  it('have no calls that were erased, before their start or after it', async () => {
    const own = await publishedKit(service, kitDocument('calibrated_later'));
    const told = { solved: { value: true, confidence: 0.9 } };
    const calls: string[] = [];
    for (let count = 0; count < 4; count += 1)
      calls.push(await toldRun(service, service.adminKey, own.kit_code, told, {}));
    await call('DELETE', `/v1/runs/${calls[0]}`);
    const started = await call('POST', `/v1/kits/${own.kit_id}/calibrations`, { name: 'Late', size: 4 });
    expect(started.body.calls).toBe(3);
    const path = `/v1/calibrations/${started.body.calibration_id}`;
    await say(calls[1] ?? '', { verdict: 'correct' }, service.adminKey);
    await say(calls[2] ?? '', { verdict: 'correct' }, service.adminKey);
    expect((await call('GET', path)).body).not.toHaveProperty('results');
    await call('DELETE', `/v1/runs/${calls[2]}`);
    await call('DELETE', `/v1/runs/${calls[3]}`);
    const { body } = await call('GET', path);
    expect(body.runs).toEqual([{ run_id: calls[1], done: true }]);
    expect(body).toMatchObject({ calls: 1, people: [{ done: 1 }] });
    // Whoever has answered all that is left sees what was said.
    expect(body).toHaveProperty('results');
  });

  it('400: fewer than two calls; 404: what is not there or of another workspace; 409: nothing to draw; 403: for viewers', async () => {
    expect((await start({ name: 'One', run_ids: [runs[0]] })).status).toBe(400);
    expect((await start({ name: 'Wrong', run_ids: [runs[1], 'run_x'] })).status).toBe(404);
    expect((await call('GET', '/v1/calibrations/cal_x')).status).toBe(404);
    expect((await call('POST', '/v1/calibrations/cal_x/close')).status).toBe(404);
    expect((await call('GET', '/v1/kits/unknown/calibrations')).status).toBe(404);
    const drained = await start({ name: 'Nothing left' });
    expect([drained.status, drained.body.error]).toEqual([409, 'conflict']);
    const viewer = await service.key(service.workspaceId, 'live', 'viewer');
    expect((await start({ name: 'Not mine' }, viewer)).status).toBe(403);
    const [session] = (await call('GET', `/v1/kits/${kit.kit_id}/calibrations`)).body.data;
    const stranger = await service.key(await service.workspace('strangers'));
    expect((await call('GET', `/v1/calibrations/${session.calibration_id}`, undefined, stranger)).status).toBe(404);
    expect((await call('POST', `/v1/calibrations/${session.calibration_id}/close`, undefined, stranger)).status).toBe(
      404,
    );
  });
});
