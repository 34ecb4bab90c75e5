/** `brickwork webhooks` says the right things to the service; what the service does with them is tested where it is built. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../test/support/run-command.ts';
import { EXIT } from '../src/exit-codes.ts';

const ENDPOINT = {
  ...{ id: 'whe_1', url: 'https://crm.example.com/hook', enabled: true, secret_hint: 'whsec_…abcd' },
  ...{ created_at: '2026-11-15T08:30:00.000Z', updated_at: '2026-11-15T08:30:00.000Z' },
};
const DELIVERY = {
  ...{
    id: 'dlv_1',
    event_id: 'evt_1',
    event_type: 'run.succeeded',
    run_id: 'run_1',
    status: 'dead',
    attempt_count: 10,
  },
  ...{ created_at: ENDPOINT.created_at, updated_at: ENDPOINT.created_at },
  attempts: [{ id: 'dlv_2', number: 10, url: ENDPOINT.url, started_at: ENDPOINT.created_at, outcome: 'http_500' }],
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  'POST /v1/webhooks': { ...ENDPOINT, secret: 'whsec_new' },
  'GET /v1/webhooks': { data: [ENDPOINT] },
  'DELETE /v1/webhooks/whe_1': { id: 'whe_1', deleted: true },
  'POST /v1/webhooks/whe_1/rotate': { ...ENDPOINT, secret: 'whsec_rotated' },
  'POST /v1/webhooks/whe_1/disable': { ...ENDPOINT, enabled: false, disabled_reason: 'manual' },
  'POST /v1/webhooks/whe_1/test': { event_id: 'evt_9', delivery_id: 'dlv_9' },
  'GET /v1/webhooks/whe_1/deliveries?limit=100&status=dead': { data: [DELIVERY], has_more: false },
  'POST /v1/deliveries/dlv_1/replay': { ...DELIVERY, status: 'pending' },
  'POST /v1/webhooks/whe_1/recover': { recovered: 3, has_more: false },
};

let server: Server;
let environment: NodeJS.ProcessEnv;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const what = `${request.method} ${request.url}`;
    asked.push(what);
    const answer = ANSWERS[what];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'not_found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  environment = { BRICKWORK_URL: `http://127.0.0.1:${port}`, BRICKWORK_API_KEY: 'svc_live_x' };
});
afterAll(() => void server.close());

describe('brickwork webhooks', () => {
  it.each([
    [['set', ENDPOINT.url], /^whsec_new\n\nwhe_1 receives events at https:\/\/crm/],
    [['list'], /^whe_1 {2}https:\/\/crm\.example\.com\/hook {2}enabled/],
    [['rotate'], /^whsec_rotated/],
    [['disable'], /disabled \(manual\)/],
    [['test'], /^evt_9 is being sent/],
    [['deliveries', '--status', 'dead'], /dlv_1 +run\.succeeded +run_1 +dead +1 +http_500/],
    [['replay', 'dlv_1'], /^dlv_1 is being sent/],
    [['recover', '--since', '1d'], /^3 deliveries are being retried/],
    [['delete'], /^whe_1 is deleted/],
  ])('%s', async (args, output) => {
    const { code, stdout, stderr } = await runCommand(['webhooks', ...args], environment);
    expect([code, stderr]).toEqual([EXIT.ok, '']);
    expect(stdout).toMatch(output);
  });

  it('has asked for everything there is', () => {
    expect(Object.keys(ANSWERS).filter((what) => !asked.includes(what))).toEqual([]);
  });
});
