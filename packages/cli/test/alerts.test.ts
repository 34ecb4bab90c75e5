/** `brickwork alerts` on the real command: checked, pushed, listed, pruned, deleted. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { publishKit, TRANSCRIPT } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
let directory: string;
const file = (name: string) => join(directory, name);
const brickwork = (...args: string[]) =>
  runCommand(args, { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey, HOME: directory });

const TURNS = `    kit: call_shape
    brick: turns
    aggregate: mean
    window: 7d
    above: 2
    min_runs: 1
`;

beforeAll(async () => {
  service = await startTestService({ BRICKWORK_ALERTS_MS: '86400000' });
  directory = temporaryDirectory();
  const { kit_code } = await publishKit(service);
  await service.call('POST', '/v1/runs', {
    key: service.adminKey,
    body: { kit_code, input: { transcript: TRANSCRIPT }, mode: 'sync' },
  });
  writeFileSync(file('alerts.yaml'), `alerts:\n  long:\n${TURNS}  longer:\n${TURNS.replace('above: 2', 'above: 20')}`);
  writeFileSync(file('one.yaml'), `alerts:\n  long:\n${TURNS}`);
  writeFileSync(file('wrong.yaml'), `alerts:\n  odd:\n${TURNS.replace('turns', 'turn')}`);
  writeFileSync(file('list.yaml'), 'alerts: [a, b]\n');
});
afterAll(async () => {
  await service.stop();
  removeDirectory(directory);
});

describe('brickwork alerts', () => {
  it('says what rules would say, stores them, prunes and deletes', async () => {
    const check = await brickwork('alerts', 'check', file('alerts.yaml'));
    expect([check.code, check.stderr]).toEqual([0, '']);
    expect(check.stdout).toMatch(/^long +raised +3 +1 +turns: mean above 2 in 7d$/m);
    expect(check.stdout).toMatch(/^longer +ok +3 +1 +turns: mean above 20 in 7d$/m);
    expect((await brickwork('alerts', 'list')).stdout).toBe('No alerts.\n');
    const pushed = await brickwork('alerts', 'push', file('alerts.yaml'), '--json');
    expect(JSON.parse(pushed.stdout).data).toMatchObject([{ name: 'long' }, { name: 'longer' }]);
    const pruned = await brickwork('alerts', 'push', file('one.yaml'), '--prune');
    expect(pruned.stdout).toContain('Deleted longer.');
    const listed = JSON.parse((await brickwork('alerts', 'list', '--json')).stdout);
    expect(listed.data).toMatchObject([{ name: 'long', rule: { above: 2 } }]);
    expect(JSON.parse((await brickwork('alerts', 'changes', 'long', '--json')).stdout)).toHaveProperty('data');
    expect((await brickwork('alerts', 'delete', 'long')).stdout).toBe('Deleted long.\n');
  }, 120_000);

  it('names the alert and the line that are wrong', async () => {
    const wrong = await brickwork('alerts', 'push', file('wrong.yaml'));
    expect(wrong.code).not.toBe(0);
    expect(wrong.stderr).toMatch(/odd: .*the kit has no brick turn/s);
    const list = await brickwork('alerts', 'push', file('list.yaml'));
    expect([list.code, list.stderr]).toEqual([EXIT.usage, expect.stringContaining('with a rule under each name')]);
    expect((await brickwork('alerts', 'push', file('none.yaml'))).stderr).toContain('cannot be read');
  }, 120_000);
});
