/** `brickwork import-files` as a process that is killed, and as one that watches a folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BRICKWORK, removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { publishKit, TRANSCRIPT } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
let directory: string;
let environment: NodeJS.ProcessEnv;
const file = (name: string) => join(directory, name);
const talk = (topic: string) => TRANSCRIPT.replace('my card', topic);

beforeEach(async () => {
  directory = temporaryDirectory();
  mkdirSync(file('in'));
  service = await startTestService();
  environment = { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey, HOME: directory };
  await publishKit(service);
});
afterEach(async () => {
  await service.stop();
  removeDirectory(directory);
});

describe('brickwork import-files', () => {
  it('continues after kill -9, and watches a folder', async () => {
    const count = 250;
    const lines = Array.from({ length: count }, (_, id) =>
      JSON.stringify({ id: `k${id}`, transcript: talk(`item ${id}`) }),
    );
    writeFileSync(file('in/many.jsonl'), lines.join('\n'));
    const args = ['import-files', 'call_shape', file('in'), '--yes', '--watch', '--every', '1', '--json'];
    const killed = spawn(process.execPath, [BRICKWORK, ...args], {
      env: { ...process.env, ...environment },
    });
    const counted = async () => (await service.call('GET', '/v1/runs/count', { key: service.adminKey })).body.count;
    await expect.poll(counted, { interval: 5, timeout: 50_000 }).toBeGreaterThan(0);
    killed.kill('SIGKILL');
    await once(killed, 'exit');

    const watching = spawn(process.execPath, [BRICKWORK, ...args], {
      env: { ...process.env, ...environment },
    });
    let output = '';
    watching.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await expect.poll(() => output, { timeout: 50_000 }).toContain('"outcome"');
    expect(await counted()).toBe(count);
    writeFileSync(file('in/later.txt'), talk('something later'));
    await expect.poll(counted, { timeout: 50_000 }).toBe(count + 1);
    rmSync(file('in/many.jsonl'));
    watching.kill('SIGINT');
    const [code] = await once(watching, 'exit');
    expect(code).toBe(EXIT.interrupted);
  });
});
