/** GET /v1/kits/:kitId/changes of a small kit; `planted-truth.property.test.ts` has whole histories. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { mondayOf, nextDay } from '../../../src/core/time-zone.ts';

const MONDAY = nextDay(mondayOf(new Date().toISOString().slice(0, 10)), -7);

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await sharedTestService(tellingEvaluator);
  key = await service.key(await service.workspace('changes'));
  const bricks = [
    { key: 'solved', name: 'Solved', type: 'boolean', question: 'Was it solved?', good: true },
    { key: 'caller', name: 'Caller', type: 'text', question: 'Who called?', extract: 'name' },
  ];
  const { kit_code } = await publishedKit(service, kitDocument('review', { bricks }), key);
  const tell = async (day: string, value: boolean, agents: readonly (string | undefined)[]) => {
    for (const agent of agents)
      await toldRun(
        service,
        key,
        kit_code,
        { solved: { value }, caller: { value: 'Kim' } },
        { occurred_at: `${day}T12:00:00Z`, ...(agent !== undefined && { metadata: { agent } }) },
      );
  };
  const ann = Array.from({ length: 12 }, () => 'Ann');
  await tell(nextDay(MONDAY, -7), true, ann);
  await tell(MONDAY, false, [...ann, undefined]);
});
afterAll(() => service.stop());

const changes = async () => (await service.call('GET', '/v1/kits/review/changes', { key })).body;

describe('GET /v1/kits/:kitId/changes', () => {
  it('200: a fall of all calls has a direction; texts are not followed, and one agent is nobody to compare with', async () => {
    const body = await changes();
    expect(body).toMatchObject({ from: MONDAY, to: nextDay(MONDAY, 6), finished: true, unnamed: 1, tested: 1 });
    expect(body.calls).toEqual({ succeeded: 13, failed: 0, before: 12 });
    expect(body.score).toMatchObject({
      ...{ brick: 'solved', value: 0, n: 13, count: 0, direction: 'down', news: 'bad' },
      ...{ before: { value: 1, n: 12, count: 12 }, difference: { value: -1 } },
    });
    expect(body.changes.map(({ brick, team, agent }: Record<string, unknown>) => [brick, team, agent])).toEqual([
      ['solved', undefined, undefined],
    ]);
    expect(body.agents.map(({ name, calls }: Record<string, unknown>) => [name, calls])).toEqual([['Ann', 12]]);
  });

  it('200: without the dimension of agents there is nobody who needs help, and no call lacks one', async () => {
    expect((await service.call('DELETE', '/v1/dimensions/agent', { key })).status).toBe(200);
    const body = await changes();
    expect(body.score).toMatchObject({ brick: 'solved', direction: 'down' });
    expect(body).toMatchObject({ agents: [], unranked: [], unnamed: 0 });
    expect(body.median).toBeUndefined();
  });
});
