/** A service that is killed in the middle of a call to a model: what it set aside counts while the call may go on elsewhere, and is spent then. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../../../test/support/fake-model.ts';
import { preparedDirectory } from '../../../test/support/prepared-directory.ts';
import { removeDirectory, type ServiceProcess, startBrickwork } from '../../../test/support/run-brickwork.ts';
import { silentLogger } from '../src/core/logger.ts';
import { openDatabase } from '../src/database/database.ts';
import { answer, DOCUMENT, TRANSCRIPT } from './model/cases.ts';

const DEADLINE_MS = 60_000;
/** What a reservation outlives a run by. */
const MARGIN_MS = 60_000;
/** What a run waits for where others have set aside what is left. */
const RETRY_MS = 5_000;

let dataDir: string;
let model: FakeModel;
let service: ServiceProcess;
let key: string;
let isHanging = true;

const start = () =>
  startBrickwork({
    dataDir,
    environment: {
      BRICKWORK_MODEL: 'openai-compatible/test-model',
      BRICKWORK_MODEL_BASE_URL: model.url,
      BRICKWORK_MODEL_OUTPUT_TOKENS: '1000',
      BRICKWORK_RUN_DEADLINE_MS: String(DEADLINE_MS),
      // Longer than a start takes on a busy machine: the test ends the lease of the killed one, and no other may end by itself.
      BRICKWORK_LEASE_MS: '240000',
      BRICKWORK_HOUSEKEEPING_MS: '500',
      BRICKWORK_READER: '0',
      LOG_LEVEL: 'error',
    },
  });

beforeAll(async () => {
  dataDir = preparedDirectory();
  model = await startFakeModel(answer, () => (isHanging ? { hangs: 'before the head' } : undefined));
  service = await start();
  key = service.liveKey ?? '';
});
afterAll(async () => {
  service?.signal('SIGKILL');
  await service?.ended;
  await model?.stop();
  removeDirectory(dataDir);
});

// biome-ignore lint/suspicious/noExplicitAny: answers as a user sees them.
async function call(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const said = await response.json();
  expect(response.status, JSON.stringify(said)).toBeLessThan(300);
  return said;
}

const cap = async () => (await call('GET', '/v1/spend-caps')).data[0];
const putCap = (credits: number) => call('PUT', '/v1/spend-caps/all', { period: 'month', credits, at_cap: 'hold' });

async function inDatabase<Row extends object>(sql: string): Promise<Row[]> {
  const connection = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8'));
  const database = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 30_000, logger: silentLogger });
  try {
    return (await database.query<Row>(sql)).rows;
  } finally {
    await database.close();
  }
}

describe('kill -9 in the middle of a call to a model', () => {
  it('holds the run while there is no room beside the call, which counts as spent once its reservation has expired', async () => {
    const kit = await call('POST', '/v1/kits?publish=true', DOCUMENT);
    await putCap(1_000);
    const run = await call('POST', '/v1/runs', { kit_code: kit.kit_code, input: { transcript: TRANSCRIPT } });
    await expect.poll(() => model.requests.length, { timeout: 60_000 }).toBeGreaterThan(0);
    const { reserved_credits: reserved } = await cap();
    expect(reserved).toBeGreaterThan(0);
    // With room for this call and not for a second one.
    await putCap(reserved * 1.5);
    service.signal('SIGKILL');
    await service.ended;
    isHanging = false;
    const made = model.requests.length;
    service = await start();
    expect(await cap()).toMatchObject({ reserved_credits: reserved, spent_credits: 0 });
    await inDatabase(`UPDATE jobs SET run_at = now() WHERE kind = 'run' AND state = 'held'`);
    const waiting = `SELECT extract(epoch FROM run_at - now()) * 1000 AS ms FROM jobs
      WHERE kind = 'run' AND state = 'delayed' AND reason = 'spend_cap_reached'`;
    await expect.poll(() => inDatabase(waiting), { timeout: 120_000, interval: 500 }).toHaveLength(1);
    for (const { ms } of await inDatabase<{ ms: string }>(waiting)) expect(Number(ms)).toBeLessThanOrEqual(RETRY_MS);
    expect(model.requests).toHaveLength(made);

    const left = `SELECT extract(epoch FROM expires_at - now()) * 1000 AS ms FROM spend_reservations`;
    for (const { ms } of await inDatabase<{ ms: string }>(left))
      expect(Number(ms)).toBeLessThan(DEADLINE_MS + MARGIN_MS);
    await inDatabase('UPDATE spend_reservations SET expires_at = now()');
    await expect.poll(cap, { timeout: 60_000 }).toMatchObject({ reserved_credits: 0 });
    expect((await cap()).spent_credits).toBeCloseTo(reserved, 6);
    await putCap(reserved * 3);
    await inDatabase(`UPDATE jobs SET run_at = now() WHERE kind = 'run' AND state = 'delayed'`);
    const status = async () => (await call('GET', `/v1/runs/${run.run_id}`)).status;
    await expect.poll(status, { timeout: 120_000, interval: 200 }).toBe('succeeded');
    const { credits } = await call('GET', `/v1/runs/${run.run_id}/usage`);
    await expect.poll(async () => (await cap()).reserved_credits).toBe(0);
    expect((await cap()).spent_credits).toBeCloseTo(reserved + credits, 6);
    const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
    await expect.poll(metrics, { timeout: 60_000 }).toMatch(/^brickwork_spend_cut_off_calls_total [1-9]/m);
  }, 400_000);
});
