/** Beside the counts of insights: what reviewers said of them, and usage, which counts what was evaluated. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

const TOLD = { score: { value: 3 }, solved: { value: true }, mood: { value: 'good' } };

let service: TestService;
let kit: { kit_id: string; kit_code: string };
const runs: string[] = [];
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const get = async (path: string) => (await service.call('GET', path, { key: service.adminKey })).body;
const erase = (run: string | undefined) => service.call('DELETE', `/v1/runs/${run}`, { key: service.adminKey });

beforeAll(async () => {
  service = await sharedTestService(tellingEvaluator);
  kit = await publishedKit(service, kitDocument('review'));
  const times = [0, 0, 0, 20, 20].map(daysAgo);
  for (const occurred_at of times)
    runs.push(await toldRun(service, service.adminKey, kit.kit_code, TOLD, { occurred_at }));
});
afterAll(() => service.stop());

describe('reviewed', () => {
  const countOf = (of: { bricks: { key: string; reviewed: { n: number } }[] }) =>
    of.bricks.find(({ key }) => key === 'solved')?.reviewed.n;
  const inInsights = async (period = '') => countOf((await get(`/v1/kits/${kit.kit_id}/insights${period}`)).total);

  it('goes by when the conversation took place, and leaves erased runs out', async () => {
    for (const run of [runs[0], runs[1], runs[3]])
      await service.call('POST', `/v1/runs/${run}/reviews?reviewer=ann`, {
        key: service.adminKey,
        body: [{ brick: 'solved', verdict: 'correct' }],
      });
    const week = `?from=${daysAgo(6).slice(0, 10)}`;
    expect([await inInsights(), await inInsights(week)]).toEqual([3, 2]);
    const quality = await get(`/v1/kits/${kit.kit_id}/quality?group_by=week`);
    expect(quality.data).toHaveLength(2);
    await erase(runs[1]);
    expect([await inInsights(), await inInsights(week)]).toEqual([2, 1]);
    const since = await get(`/v1/kits/${kit.kit_id}/quality?since=${daysAgo(6)}`);
    expect(since.data[0].bricks[0]).toMatchObject({ brick: 'solved', reviewed: 1 });
  });
});

describe('usage', () => {
  it('counts what was evaluated on a day, also what was erased since; insights count the conversations', async () => {
    const today = daysAgo(0).slice(0, 10);
    const used = (await get(`/v1/usage?from=${daysAgo(6).slice(0, 10)}&to=${today}&group_by=kit`)).data[0].runs;
    const counted = async (from: string) =>
      (await get(`/v1/kits/${kit.kit_id}/insights?from=${from}`)).total.runs.succeeded;
    expect(used).toBe(5);
    // One was erased, two took place earlier.
    expect(await counted(daysAgo(6).slice(0, 10))).toBe(2);
    expect(await counted(daysAgo(40).slice(0, 10))).toBe(4);
  });
});

describe('quality', () => {
  it('has the filters, groups and time zone of insights', async () => {
    const sunday = '2024-11-10T12:00:00Z';
    for (const team of ['Porto', 'Lisbon']) {
      const run = await toldRun(service, service.adminKey, kit.kit_code, TOLD, {
        occurred_at: sunday,
        metadata: { team },
      });
      const body = [{ brick: 'solved', verdict: team === 'Porto' ? 'correct' : 'wrong' }];
      await service.call('POST', `/v1/runs/${run}/reviews?reviewer=ann`, { key: service.adminKey, body });
    }
    const asked = `occurred_after=2024-11-10T11:00:00Z&occurred_before=2024-11-10T13:00:00Z`;
    const groups = async (more: string) =>
      (await get(`/v1/kits/${kit.kit_id}/quality?${asked}&${more}`)).data.map(
        ({ group, bricks: [brick] }: { group: string; bricks: { correct: number; wrong: number }[] }) => [
          group,
          brick?.correct,
          brick?.wrong,
        ],
      );
    expect(await groups('group_by=team')).toEqual([
      ['Lisbon', 0, 1],
      ['Porto', 1, 0],
    ]);
    expect(await groups('group_by=day&team=Porto')).toEqual([['2024-11-10', 1, 0]]);
    expect(await groups('group_by=week')).toEqual([['2024-11-04', 1, 1]]);
    // It is Monday there.
    expect(await groups('group_by=week&timezone=Pacific/Kiritimati')).toEqual([['2024-11-11', 1, 1]]);
    await service.call('PUT', '/v1/settings', { key: service.adminKey, body: { timezone: 'Pacific/Kiritimati' } });
    expect(await groups('group_by=week')).toEqual([['2024-11-11', 1, 1]]);
    await service.call('PUT', '/v1/settings', { key: service.adminKey, body: { timezone: 'UTC' } });
    const { total } = await get(
      `/v1/kits/${kit.kit_id}/insights?from=2024-11-01&to=2024-11-30&team=Porto&group_by=team`,
    );
    expect(total.bricks.find(({ key }: { key: string }) => key === 'solved').reviewed.n).toBe(1);
  });
});
