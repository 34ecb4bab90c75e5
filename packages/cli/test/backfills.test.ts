/** Backfills on the real command: estimated, started, shown, compared, cancelled. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { KIT, publishKit, TRANSCRIPT } from '../../../test/support/runs.ts';
import { sharedTestService, type TestService } from '../../../test/support/test-service.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
let directory: string;
let version: string;
const brickwork = (...args: string[]) => command('backfills', ...args);
const command = (...args: string[]) =>
  runCommand(args, {
    BRICKWORK_URL: service.url,
    BRICKWORK_API_KEY: service.adminKey,
    HOME: directory,
  });

beforeAll(async () => {
  service = await sharedTestService();
  directory = temporaryDirectory();
  const { kit_code } = await publishKit(service);
  for (const team of ['emea', 'apac'])
    await service.call('POST', '/v1/runs', {
      key: service.adminKey,
      body: { kit_code, input: { transcript: TRANSCRIPT }, mode: 'sync', metadata: { team } },
    });
  const draft = await service.call('POST', '/v1/kits', { key: service.adminKey, body: { ...KIT, name: 'Second' } });
  version = draft.body.kit_version_id;
});
afterAll(async () => {
  await service.stop();
  removeDirectory(directory);
});

describe('brickwork backfills', () => {
  it('says what it would cost, asks again, and compares', async () => {
    const named = await brickwork('start', `${KIT.kit}@2`, '--metadata', 'team=emea', '--estimate');
    expect(named.stdout).toMatch(/^Runs: 1, about 0 tokens, 0 credits \(at most 0 for one run\), \d+ s\.\n$/);
    const estimate = await brickwork('start', version, '--metadata', 'team=emea', '--estimate', '--json');
    expect(JSON.parse(estimate.stdout)).toMatchObject({ runs: 1, credits: 0 });
    const run = await brickwork('start', version, '--max-credits', '0');
    expect([run.code, run.stdout]).toEqual([
      0,
      expect.stringMatching(/^bfl_\w{26} succeeded, version 2: 2 of 2 runs \(2 succeeded, 0 failed, 0 skipped\)/),
    ]);
    expect(run.stdout).toMatch(/^turns +2 +0 +mean +3 +3 +1$/m);
    const [id = ''] = /bfl_\w{26}/.exec(run.stdout) ?? [];
    expect((await brickwork('show')).stdout).toContain(`${id} succeeded`);
    expect(JSON.parse((await brickwork('compare', id, '--json')).stdout)).toMatchObject({ backfill_id: id, n: 2 });
    const cancelled = await brickwork('cancel', id);
    expect([cancelled.code, cancelled.stderr]).toEqual([
      EXIT.usage,
      expect.stringContaining('already ended as succeeded'),
    ]);
  });

  it('says what is missing in a sentence', async () => {
    const uncapped = await brickwork('start', version);
    expect([uncapped.code, uncapped.stderr]).toEqual([EXIT.usage, expect.stringContaining('--max-credits is missing')]);
    const negative = await brickwork('start', version, '--max-credits', '-1');
    expect([negative.code, negative.stderr]).toEqual([EXIT.usage, expect.stringContaining('must be a number from 0')]);
  });
});

describe('brickwork shadow', () => {
  it('starts, shows, compares and stops the shadow of a kit', async () => {
    const shadow = (...args: string[]) => command('shadow', ...args);
    const started = await shadow('start', KIT.kit, '2', '--share', '0.5', '--max-credits', '1');
    expect([started.code, started.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^bfl_\w{26} running, version 2 as a shadow of 50 %: 0 of 0 runs \(.*\), 0 of 1 credits\n$/,
      ),
    ]);
    const changed = await shadow('start', KIT.kit, version, '--share', '1', '--json');
    expect(JSON.parse(changed.stdout)).toMatchObject({ shadow: 1, kit_version_id: version });
    const { kit_code } = (await service.call('GET', `/v1/kits/${KIT.kit}/schema`, { key: service.adminKey })).body;
    const input = { transcript: TRANSCRIPT };
    await service.call('POST', '/v1/runs', { key: service.adminKey, body: { kit_code, input, mode: 'sync' } });
    await expect
      .poll(
        async () => (await service.call('GET', `/v1/kits/${KIT.kit}/shadow`, { key: service.adminKey })).body.done,
        {
          timeout: 30_000,
        },
      )
      .toBe(1);
    expect((await shadow('show', KIT.kit)).stdout).toMatch(/1 of 1 runs .*, 0 credits\n$/);
    expect((await shadow('compare', KIT.kit)).stdout).toMatch(/^turns +1 +0 +mean +3 +3 +1$/m);
    expect((await shadow('stop', KIT.kit)).stdout).toContain('cancelled');
    const wrong = await shadow('start', KIT.kit, version, '--share', '10');
    expect([wrong.code, wrong.stderr]).toEqual([
      EXIT.usage,
      expect.stringContaining('--share must be a number above 0'),
    ]);
  }, 60_000);
});
