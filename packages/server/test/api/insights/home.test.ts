/** An agent's own page: their figures, the team's median, and nothing else about anybody. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, TEST_AGENT, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

let service: TestService;
let agentKey: string;
let kitId: string;
beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  agentKey = await service.key(service.workspaceId, 'live', 'agent');
  const question = 'Was it so?';
  const kit = await publishedKit(
    service,
    kitDocument('review', {
      bricks: [
        { key: 'solved', name: 'Solved it', type: 'boolean', question, good: true },
        { key: 'kind', name: 'Was kind', type: 'boolean', question, good: true },
        {
          key: 'score',
          name: 'Score',
          type: 'numeric',
          score: {
            items: [
              { brick: 'solved', points: 60 },
              { brick: 'kind', points: 40 },
            ],
          },
        },
      ],
    }),
  );
  kitId = kit.kit_id;
  for (const [agent, solved] of [
    [TEST_AGENT, 0],
    ['Tom', 4],
    ['Ana', 3],
  ] as const)
    for (let index = 0; index < 4; index += 1) {
      const kind = index > 0;
      const isSolved = index < solved;
      const score = (isSolved ? 60 : 0) + (kind ? 40 : 0);
      const tell = { solved: { value: isSolved }, kind: { value: kind }, score: { value: score } };
      await toldRun(service, service.adminKey, kit.kit_code, tell, { metadata: { agent, team: 'Porto' } });
    }
  const caller = { key: 'caller', name: 'Caller', type: 'text', question, extract: 'name' };
  const names = await publishedKit(service, kitDocument('names', { bricks: [caller] }));
  await toldRun(
    service,
    service.adminKey,
    names.kit_code,
    { caller: { value: 'Kim' } },
    { metadata: { agent: 'Ana' } },
  );
});
afterAll(() => service.stop());

const home = (key: string, query = '') => service.call('GET', `/v1/home${query}`, { key });

describe('GET /v1/home', () => {
  it('200: the score of the month, the median of the team, and what would lift it most', async () => {
    const { status, body } = await home(agentKey);
    expect([status, body.agent]).toEqual([200, TEST_AGENT]);
    const [kit] = body.kits;
    expect(kit).toMatchObject({ name: 'Review', brick: 'score', what: 'mean', team: 'Porto' });
    expect(kit.score).toMatchObject({ value: 30, n: 4 });
    expect(kit.team_median).toBeGreaterThan(60);
    expect(kit.weeks).toMatchObject([{ value: 30, n: 4 }]);
    expect(kit.lifts).toMatchObject([
      { brick: 'solved', name: 'Solved it', missed: 4, n: 4, points: 60 },
      { brick: 'kind', name: 'Was kind', missed: 1, n: 4, points: 10 },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/Tom|Ana/);
  });

  it('200: the median is that of the one in the middle, as in the ranking', async () => {
    const [{ team_median }] = (await home(agentKey)).body.kits;
    const today = new Date().toISOString().slice(0, 10);
    const month = `?from=${today.slice(0, 8)}01&to=${today}`;
    const ranking = await service.call('GET', `/v1/kits/${kitId}/changes${month}`, { key: service.adminKey });
    const values = new Map<string, number>(
      ranking.body.agents.map(({ name, value }: { name: string; value: number }) => [name, value]),
    );
    expect(values.get('Tom')).toBeGreaterThan(values.get('Ana') ?? Number.NaN);
    expect(team_median).toBe(values.get('Ana'));
  });

  it('200: a kit without a figure is shown without one', async () => {
    const { kits } = (await home(service.adminKey, '?agent=Ana')).body;
    expect(kits.map(({ name }: { name: string }) => name)).toHaveLength(2);
    const names = kits.find(({ bricks }: { bricks: { key: string }[] }) => bricks[0]?.key === 'caller');
    expect(names).toMatchObject({ weeks: [], lifts: [] });
    expect(names).not.toHaveProperty('score');
  });

  it('200: others name the agent; whoever sees only their own calls cannot', async () => {
    expect((await home(service.adminKey, '?agent=Tom')).body.kits[0].score).toMatchObject({ value: 90 });
    expect((await home(agentKey, '?agent=Tom')).body).toMatchObject({ agent: TEST_AGENT });
    expect((await home(service.adminKey, '?agent=Nobody')).body.kits).toEqual([]);
  });

  it('400: nobody is named', async () => {
    const { status, body } = await home(service.adminKey);
    expect([status, body.error]).toEqual([400, 'invalid_parameter']);
  });
});
