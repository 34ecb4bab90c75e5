/** `brickwork audit` and `brickwork spend` on the real command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
let directory: string;
const brickwork = (...args: string[]) =>
  runCommand(args, { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey, HOME: directory });

beforeAll(async () => {
  service = await startTestService();
  directory = temporaryDirectory();
});
afterAll(async () => {
  await service.stop();
  removeDirectory(directory);
});

describe('brickwork audit', () => {
  it('lists, exports and verifies; a changed row is found, with exit code 3', async () => {
    await brickwork('settings', '--timezone', 'Europe/Lisbon');
    const list = await brickwork('audit', 'list', '--action', 'settings');
    expect([list.code, list.stderr]).toEqual([0, '']);
    expect(list.stdout).toMatch(/settings\.changed +the workspace +127\.0\.0\.1$/m);
    expect((await brickwork('audit', 'list', '--target', 'nothing')).stdout).toBe('No entries.\n');
    expect((await brickwork('audit', 'list', '--action', 'setings')).stderr).toContain('settings');
    const file = join(directory, 'audit.jsonl');
    expect((await brickwork('audit', 'export', '--out', file)).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '')).toMatchObject({ action: 'workspace.created' });
    await expect
      .poll(async () => JSON.parse((await brickwork('audit', 'verify', '--json')).stdout), { timeout: 20_000 })
      .toMatchObject({ intact: true, unsealed: 0 });
    await brickwork('audit', 'export', '--out', file);
    const exported = await brickwork('audit', 'verify', '--file', file);
    expect([exported.code, exported.stdout]).toEqual([0, expect.stringMatching(/^Intact: \d+ entries/)]);
    expect(exported.stderr).toContain('MACs were not checked');
    // The export was itself an audited action: it is sealed a moment later.
    await expect
      .poll(async () => (await brickwork('audit', 'verify')).stdout, { timeout: 20_000 })
      .toMatch(/^Intact: \d+ entries, positions 1 to \d+\.\nHead: \d+:[0-9a-f]{64}$/m);
    const { database } = service.testDatabase;
    await database.query('ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_immutable');
    await database.query(`UPDATE audit_entries SET actor_name = 'nobody' WHERE action = 'settings.changed'`);
    await database.query('ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_immutable');
    const changed = await brickwork('audit', 'verify');
    expect(changed.code).toBe(EXIT.faults);
    expect(changed.stderr).toMatch(/^changed at position \d+ \(aud_\w+\): The entry was changed/m);
    expect((await brickwork('audit', 'verify', '--head', '3')).code).toBe(EXIT.usage);
  });
});

describe('brickwork spend', () => {
  it('sets, lists and deletes caps', async () => {
    expect((await brickwork('spend', 'list')).stdout).toMatch(/^No spend caps\./);
    const set = await brickwork('spend', 'set', 'monthly', '--per', 'month', '--credits', '500');
    expect([set.code, set.stderr]).toEqual([0, '']);
    const list = await brickwork('spend', 'list');
    expect(list.stdout).toMatch(/^monthly +workspace +month +500 credits +0 +0 +hold +\d{4}-\d{2}-01 /m);
    const money = await brickwork('spend', 'set', 'daily', '--per', 'day', '--money', '5');
    expect([money.code, money.stderr]).toEqual([EXIT.usage, expect.stringContaining('a credit has no price yet')]);
    expect((await brickwork('spend', 'set', 'daily', '--per', 'day', '--credits', 'x')).code).toBe(EXIT.usage);
    expect((await brickwork('spend', 'delete', 'monthly')).stdout).toBe('Deleted monthly.\n');
    expect((await brickwork('spend', 'delete', 'monthly')).code).toBe(EXIT.usage);
  });
});
