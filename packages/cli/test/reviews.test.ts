/** Reviews out of one workspace's service and into it again, on the real command. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { publishKit, TRANSCRIPT } from '../../../test/support/runs.ts';
import { sharedTestService, type TestService } from '../../../test/support/test-service.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
let directory: string;
let runId: string;
let kitCode: string;
const file = (name: string) => join(directory, name);
const brickwork = (key: string, ...args: string[]) =>
  runCommand(args, { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: key, HOME: directory });

beforeAll(async () => {
  service = await sharedTestService();
  directory = temporaryDirectory();
  const { kit_code } = await publishKit(service);
  kitCode = kit_code;
  const run = await service.call('POST', '/v1/runs', {
    key: service.adminKey,
    body: { kit_code, input: { transcript: TRANSCRIPT }, mode: 'sync' },
  });
  runId = run.body.run_id;
  await service.call('POST', `/v1/runs/${runId}/reviews`, {
    key: service.adminKey,
    body: [{ brick: 'turns', verdict: 'wrong', value: 4, note: 'One is missing.' }],
  });
});
afterAll(async () => {
  await service.stop();
  removeDirectory(directory);
});

describe('brickwork reviews', () => {
  it('exports to a file; importing it into the same server, twice, makes nobody a second reviewer', async () => {
    const out = file('reviews.jsonl');
    const exported = await brickwork(service.adminKey, 'reviews', 'export', '--kit', 'call_shape', '--out', out);
    expect([exported.code, exported.stderr]).toEqual([0, '']);
    const line = JSON.parse(readFileSync(out, 'utf8'));
    expect(line).toMatchObject({ run_id: runId, brick: 'turns', verdict: 'wrong', value: 4 });
    const other = await service.key(service.workspaceId, 'live', 'reviewer');
    for (let count = 0; count < 2; count += 1) {
      const { code, stdout } = await brickwork(other, 'reviews', 'import', out, '--json');
      expect([code, JSON.parse(stdout)]).toEqual([0, { imported: 1, runs: 1, refused: [] }]);
    }
    const { stdout } = await brickwork(service.adminKey, 'reviews', 'export', '--verdict', 'wrong', '--current');
    const lines = stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(lines.map(({ reviewer }) => reviewer)).toEqual([line.reviewer]);
  });

  it('lists calibration sessions, and deletes one', async () => {
    const none = await brickwork(service.adminKey, 'reviews', 'calibrations', 'call_shape');
    expect([none.code, none.stdout]).toEqual([0, 'No calibration sessions.\n']);
    const { body: other } = await service.call('POST', '/v1/runs', {
      key: service.adminKey,
      body: { kit_code: kitCode, input: { transcript: TRANSCRIPT }, mode: 'sync' },
    });
    const { body } = await service.call('POST', '/v1/kits/call_shape/calibrations', {
      key: service.adminKey,
      body: { name: 'November', run_ids: [runId, other.run_id] },
    });
    const listed = await brickwork(service.adminKey, 'reviews', 'calibrations', 'call_shape');
    expect(listed.stdout).toMatch(new RegExp(`^${body.calibration_id} +November +2 +0 +open `, 'm'));
    const remove = ['reviews', 'calibrations', 'delete', body.calibration_id];
    expect((await brickwork(service.adminKey, ...remove)).stdout).toContain('is deleted. The reviews stay.');
    const again = await brickwork(service.adminKey, ...remove, '--json');
    expect([again.code, again.stderr]).toEqual([EXIT.usage, expect.stringContaining('no such calibration session')]);
  });

  it('names what was refused, and imports nothing of a file with a broken line', async () => {
    writeFileSync(file('bad.jsonl'), `${JSON.stringify({ run_id: runId, brick: 'none', verdict: 'correct' })}\n`);
    const refused = await brickwork(service.adminKey, 'reviews', 'import', file('bad.jsonl'));
    expect(refused.code).toBe(EXIT.unsuccessful);
    expect(refused.stderr).toContain(`${runId}: `);
    expect(refused.stderr).toContain('none is not an answer of the run');
    writeFileSync(file('broken.jsonl'), '{"run_id": "x"\n');
    const broken = await brickwork(service.adminKey, 'reviews', 'import', file('broken.jsonl'));
    expect([broken.code, broken.stderr]).toEqual([
      EXIT.usage,
      expect.stringContaining('Line 1 is not JSON. Nothing was imported.'),
    ]);
  });
});
