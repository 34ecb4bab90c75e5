/** Golden sets of the server on the real command: pushed, collected, scored, compared, and used for learning. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { KIT, publishKit, TRANSCRIPT } from '../../../test/support/runs.ts';
import { sharedTestService, type TestService } from '../../../test/support/test-service.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
let directory: string;
const file = (name: string) => join(directory, name);
const brickwork = (...args: string[]) =>
  runCommand(args, { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey, HOME: directory });

beforeAll(async () => {
  service = await sharedTestService();
  directory = temporaryDirectory();
  await publishKit(service);
  const lines = [3, 4].map((turns) => JSON.stringify({ input: { transcript: TRANSCRIPT }, expected: { turns } }));
  writeFileSync(file('calls.golden.jsonl'), `${lines.join('\n')}\n`);
  writeFileSync(file('kit.json'), JSON.stringify(KIT));
});
afterAll(async () => {
  await service.stop();
  removeDirectory(directory);
});

describe('brickwork evaluations', () => {
  it('pushes a set, says what it would cost, scores a version and compares', async () => {
    const pushed = await brickwork('evaluations', 'push', 'call_shape', 'regression', file('calls.golden.jsonl'));
    expect([pushed.code, JSON.parse(pushed.stdout)]).toMatchObject([0, { name: 'regression', lines: 2 }]);
    const estimate = await brickwork('evaluations', 'run', 'call_shape', 'regression', '--estimate');
    expect(JSON.parse(estimate.stdout)).toEqual({ lines: 2, input_tokens: 0, credits: 0 });
    const run = await brickwork('evaluations', 'run', 'call_shape', 'regression');
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^evl_\w{26} succeeded, version 1 on regression$/m);
    expect(run.stdout).toMatch(/^turns +2 +0\.500/m);
    const [earlier = ''] = /evl_\w{26}/.exec(run.stdout) ?? [];
    const ofOne = ['evaluations', 'run', 'call_shape', 'regression', '--version', '1'];
    const again = await brickwork(...ofOne, '--against', earlier);
    expect(again.stdout).toContain('succeeded, version 1 on regression');
    expect(again.stdout).toContain('turns: 0 now right, 0 now wrong, p = 1');
  });

  it('evaluates and learns from a set of the server', async () => {
    const report = await brickwork('evaluate', file('kit.json'), '@regression', '--engine', 'local', '--json');
    expect([report.code, JSON.parse(report.stdout).bricks]).toMatchObject([0, [{ key: 'turns', n: 2, accuracy: 0.5 }]]);
    const learned = await brickwork('kits', 'learn', file('kit.json'), '@regression', '--json');
    expect([learned.code, JSON.parse(learned.stdout)]).toMatchObject([0, { conversations: 2 }]);
    expect(JSON.parse(readFileSync(file('kit.learned.json'), 'utf8')).kit).toBe('call_shape');
  });

  it('names the commands that a gate asks for', async () => {
    const gated = { ...KIT, kit: 'gated_shape', gate: { set: 'regression', min: { turns: 0.9 } } };
    writeFileSync(file('gated.json'), JSON.stringify(gated));
    await brickwork('kits', 'push', file('gated.json'));
    await brickwork('evaluations', 'push', 'gated_shape', 'regression', file('calls.golden.jsonl'));
    const early = await brickwork('kits', 'publish', 'gated_shape@1');
    const evaluate = 'brickwork evaluations run gated_shape regression --version 1';
    const force = 'brickwork kits publish gated_shape@1 --force';
    expect(early.code).toBe(EXIT.usage);
    expect(early.stderr).toContain(evaluate);
    expect(early.stderr).toContain(force);
    expect((await brickwork(...evaluate.split(' ').slice(1))).code).toBe(0);
    const low = await brickwork('kits', 'publish', 'gated_shape@1');
    expect(low.stderr).toMatch(/turns has an accuracy of 0\.5; 0\.9 is required\.\n.*brickwork kits push FILE\n/);
    expect(low.stderr).not.toContain('evaluations run');
    const pushed = await brickwork('kits', 'push', file('gated.json'), '--publish');
    expect([pushed.code, pushed.stderr]).toEqual([
      EXIT.usage,
      expect.stringContaining('kits publish gated_shape --force'),
    ]);
    expect((await brickwork(...force.split(' ').slice(1))).code).toBe(0);
  });

  it('says what is wrong in a sentence', async () => {
    const none = await brickwork('evaluations', 'run', 'call_shape', 'none');
    expect([none.code, none.stderr]).toEqual([EXIT.usage, expect.stringContaining('no golden set named none')]);
    const collected = await brickwork('evaluations', 'collect', 'call_shape', 'reviewed');
    expect([collected.code, collected.stderr]).toEqual([
      EXIT.usage,
      expect.stringContaining('None of the selected runs'),
    ]);
    writeFileSync(file('broken.jsonl'), '{');
    const broken = await brickwork('evaluations', 'push', 'call_shape', 'broken', file('broken.jsonl'));
    expect([broken.code, broken.stderr]).toEqual([EXIT.usage, 'Line 1 is not JSON. Nothing was sent.\n']);
  });
});
