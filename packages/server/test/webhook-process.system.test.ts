/** Webhooks across processes: a service that is killed in the middle of a delivery, the example receiver, and `brickwork listen`. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preparedDirectory } from '../../../test/support/prepared-directory.ts';
import {
  BRICKWORK,
  ROOT,
  removeDirectory,
  type ServiceProcess,
  startBrickwork,
} from '../../../test/support/run-brickwork.ts';
import { startReceiver, WEBHOOK_ENVIRONMENT } from '../../../test/support/webhook-receiver.ts';
import { silentLogger } from '../src/core/logger.ts';
import { openDatabase } from '../src/database/database.ts';

const environment = { ...WEBHOOK_ENVIRONMENT, BRICKWORK_THREADS: '1', BRICKWORK_READER: '0', LOG_LEVEL: 'error' };
let dataDir: string;
let service: ServiceProcess;
let key: string;
let kitCode: string;

beforeAll(async () => {
  dataDir = preparedDirectory();
  service = await startBrickwork({ dataDir, environment });
  key = service.liveKey ?? '';
  kitCode = (await call('GET', '/v1/kits')).data[0].kit_code;
});
afterAll(async () => {
  service.signal('SIGTERM');
  await service.ended;
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
  return response.json();
}
const run = (): Promise<{ run_id: string }> =>
  call('POST', '/v1/runs', { kit_code: kitCode, input: { transcript: 'Agent: Hello.\nCustomer: I lost my card.' } });

/** As if the 20 s had passed for which a delivery belongs to the worker that has begun it. */
async function endLeases(): Promise<void> {
  const connection = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8'));
  const database = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 30_000, logger: silentLogger });
  await database.query(`UPDATE jobs SET run_at = now() WHERE state = 'held'`);
  await database.close();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function start(args: string[], more: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  return {
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

describe('kill -9 after the request was sent, before its end was recorded', () => {
  it('delivers again, with the same event id and a new delivery id', { timeout: 180_000 }, async () => {
    const receiver = await startReceiver();
    const { promise: killed, resolve } = Promise.withResolvers<void>();
    receiver.behave(
      () => {
        service.signal('SIGKILL');
        resolve();
      },
      (response) => void response.writeHead(200).end(),
    );
    const { id } = await call('POST', '/v1/webhooks', { url: receiver.url });
    await run();
    await killed;
    await service.ended;
    service = await startBrickwork({ dataDir, environment });
    await endLeases();
    await expect.poll(() => receiver.got.length, { timeout: 60_000, interval: 100 }).toBe(2);
    const [first, second] = receiver.got;
    expect(second?.headers['service-event-id']).toBe(first?.headers['service-event-id']);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers['service-delivery-id']).not.toBe(first?.headers['service-delivery-id']);
    const delivery = async () => (await call('GET', `/v1/webhooks/${id}/deliveries`)).data[0];
    await expect.poll(async () => (await delivery()).status, { timeout: 10_000 }).toBe('succeeded');
    expect((await delivery()).attempts).toMatchObject([
      { number: 1, outcome: 'worker_lost' },
      { number: 1, outcome: 'succeeded' },
    ]);
    await call('DELETE', `/v1/webhooks/${id}`);
    await receiver.stop();
  });
});

describe('the example receiver', () => {
  it('accepts our deliveries, and refuses unsigned ones', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { id, secret } = await call('POST', '/v1/webhooks', { url });
    const receiver = start([join('examples', 'webhook-receiver', 'receiver.mjs')], {
      PORT: String(port),
      WEBHOOK_SECRET: secret,
    });
    try {
      const post = (headers: Record<string, string>) =>
        fetch(url, { method: 'POST', body: '{}', headers }).then(({ status }) => status);
      await expect.poll(() => post({}).catch(() => 0), { timeout: 10_000 }).toBe(401);
      const forged = {
        'service-event-id': 'evt_1',
        'service-timestamp': '1',
        'service-signature': `v1=${'0'.repeat(64)}`,
      };
      expect(await post(forged)).toBe(401);
      const { run_id } = await run();
      await expect.poll(receiver.output, { timeout: 15_000 }).toContain(`run.succeeded ${run_id}`);
      await call('POST', `/v1/webhooks/${id}/rotate`);
      const { run_id: second } = await run();
      await expect.poll(receiver.output, { timeout: 15_000 }).toContain(second);
    } finally {
      await receiver.stop();
      await call('DELETE', `/v1/webhooks/${id}`);
    }
  });
});

describe('brickwork listen', () => {
  it('forwards signed events without an endpoint, and retries until they are accepted', async () => {
    const receiver = await startReceiver();
    receiver.behave(
      (response) => void response.writeHead(500).end(),
      (response) => void response.writeHead(200).end(),
    );
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const listening = start([BRICKWORK, 'listen', '--forward', receiver.url, '--secret', secret], {
      BRICKWORK_URL: service.url,
      BRICKWORK_API_KEY: key,
    });
    try {
      await expect.poll(listening.output, { timeout: 15_000 }).toContain('Forwarding to');
      const { run_id } = await run();
      const [first, second] = await receiver.until(2);
      expect(second?.event.data.run_id).toBe(run_id);
      expect(second?.headers['service-event-id']).toBe(first?.headers['service-event-id']);
      expect(second && new Webhook(secret).verify(second.body, second.headers)).toMatchObject({
        type: 'run.succeeded',
      });
      await expect
        .poll(listening.output)
        .toMatch(/run\.succeeded\s+run_\w+\s+500[\s\S]*run\.succeeded\s+run_\w+\s+200/);
    } finally {
      await listening.stop();
      await receiver.stop();
    }
  });

  it('says what is wrong with its options', async () => {
    const wrong = start([BRICKWORK, 'listen', '--forward', 'nowhere'], { BRICKWORK_API_KEY: key });
    await expect.poll(wrong.output, { timeout: 10_000 }).toContain('--forward is not an http URL');
    await wrong.stop();
  });
});
