/** An agent's own page: their figures, the team's median, and nothing else about anybody. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, TEST_AGENT, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

let service: TestService;
let agentKey: string;
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
  for (const [agent, solved] of [
    [TEST_AGENT, false],
    ['Tom', true],
    ['Ana', true],
  ] as const)
    for (let index = 0; index < 4; index += 1) {
      const kind = index > 0;
      const score = (solved ? 60 : 0) + (kind ? 40 : 0);
      const tell = { solved: { value: solved }, kind: { value: kind }, score: { value: score } };
      await toldRun(service, service.adminKey, kit.kit_code, tell, { metadata: { agent, team: 'Porto' } });
    }
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
