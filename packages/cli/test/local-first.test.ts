/** `brickwork kits local-first` on a kit with sixty runs, thirty of them reviewed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantClaims } from '../../../test/support/planted-claims.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { sharedTestService, type TestService } from '../../../test/support/test-service.ts';
import { tellingEvaluator } from '../../../test/support/told-evaluator.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
let key = '';
beforeAll(async () => {
  service = await sharedTestService(tellingEvaluator);
  key = await service.key(await service.workspace('local-first-cli'));
  await plantClaims(service, key, 60, 30);
});
afterAll(() => service.stop());

const localFirst = (...args: string[]) =>
  runCommand(['kits', 'local-first', 'claims', ...args], { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: key });

describe('brickwork kits local-first', () => {
  it('shows what would be kept, saved and risked, and writes it into a draft', async () => {
    const { stdout, code } = await localFirst();
    expect(code).toBe(EXIT.ok);
    expect(stdout).toContain(
      'Based on the last 60 runs and 120 reviewed answers, aiming for 95 % of kept answers to be right:',
    );
    expect(stdout).toMatch(/^polite +0\.9 +0\.8 +100 % \(94 % to 100 %\) +100 % \(88\.6 % to 100 %\) of 30 +reviews$/m);
    expect(stdout).toMatch(/^angry +0\.9 +none +0 % .* 66\.7 % .* of 30 +reviews$/m);
    expect(stdout).toMatch(/^Now: +all questions go to the model\.$/m);
    expect(stdout).toMatch(
      /^Proposed: keeps 39\.9 % .*; saves \d+.* of its cost; .* wrong answers are kept in 100 runs/m,
    );
    const applied = await localFirst('--target', '0.97', '--apply');
    expect(applied.stdout).toContain('Version 2 is a draft. To use it: brickwork kits publish claims@2');
    expect(JSON.parse((await localFirst('--json')).stdout)).toMatchObject({ runs: 60, target: 0.95, version: 1 });
  });

  it('says what a target may be', async () => {
    expect(await localFirst('--target', '1.5')).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining('0.999'),
    });
  });
});
