/** `brickwork quality` on a service with reviewed runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../test/support/kits.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { sharedTestService, type TestService } from '../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../test/support/told-evaluator.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService(tellingEvaluator);
  const key = service.adminKey;
  const kit = await publishedKit(service, kitDocument('reviewed'));
  await publishedKit(service, kitDocument('unseen'));
  const call = async (method: string, path: string, body: unknown) =>
    expect((await service.call(method, path, { key, body })).status, path).toBeLessThan(300);
  const verdicts = new Map<string, object>();
  for (const [team, isRight] of [
    ['Porto', true],
    ['Porto', true],
    ['Faro', false],
  ] as const) {
    const runId = await toldRun(service, key, kit.kit_code, { solved: { value: true } }, { metadata: { team } });
    verdicts.set(runId, isRight ? { verdict: 'correct' } : { verdict: 'wrong', value: false });
  }
  await call('POST', '/v1/kits/reviewed/review-policy/draw', { policy: { random: 1 } });
  for (const [runId, verdict] of verdicts)
    await call('POST', `/v1/runs/${runId}/reviews`, [{ brick: 'solved', ...verdict }]);
});
afterAll(() => service.stop());

const quality = (...args: string[]) =>
  runCommand(['quality', ...args], { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey });

describe('brickwork quality', () => {
  it('says how right each brick is', async () => {
    const { stdout, code } = await quality('reviewed');
    expect(code).toBe(EXIT.ok);
    expect(stdout).toMatch(/^BRICK +RIGHT \(95 % INTERVAL\) +DRAWN +REVIEWED/m);
    expect(stdout).toMatch(/^solved +67 % \(\d+ – \d+ %\) +3 +3 +– +0$/m);
  });

  it('takes groups and filters', async () => {
    const { stdout } = await quality('reviewed', '--by', 'team', '--since', '7d');
    expect(stdout).toMatch(/^TEAM +BRICK/m);
    expect(stdout).toMatch(/^Porto +solved +100 %/m);
    expect(stdout).toMatch(/^Faro +solved +0 %/m);
    const porto = await quality('reviewed', '--dimension', 'team=Porto', '--version', '1', '--json');
    expect(JSON.parse(porto.stdout).data[0].bricks).toMatchObject([{ brick: 'solved', n: 2, accuracy: 1 }]);
  });

  it('says that nothing is reviewed, and what is not known', async () => {
    expect((await quality('unseen')).stdout).toContain('None of these runs has been reviewed yet');
    expect(await quality('reviewed', '--by', 'taem')).toMatchObject({ stderr: expect.stringContaining('team') });
  });
});
