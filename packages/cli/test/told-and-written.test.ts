/** `brickwork channels`, `destinations` and `appeals` say the right things to the service; what it does with them is tested where it is built. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../../test/support/run-command.ts';
import { EXIT } from '../src/exit-codes.ts';

const AT = { created_at: '2026-11-15T08:30:00.000Z', updated_at: '2026-11-15T08:30:01.000Z' };
const MESSAGE = {
  delivery_id: 'cdl_1',
  status: 'dead',
  notifications: 1,
  test: true,
  attempts: 1,
  outcome: 'http_404',
  ...AT,
};
const CHANNEL = {
  ...{ name: 'ops', kind: 'slack', topics: ['alerts'], digest_minutes: 10, include_text: false, enabled: true },
  ...{ host: 'hooks.slack.com', signed: false, last_delivery: MESSAGE, ...AT },
};
const WRITTEN = {
  delivery_id: 'dsd_1',
  run_id: 'run_1',
  cause: 'run',
  status: 'dead',
  attempts: 1,
  outcome: 'http_404',
  ...AT,
};
const DESTINATION = {
  name: 'crm',
  destination: { preset: 'hubspot', record: 'external_id', fields: { solved: 'solved' }, enabled: true },
  ...{ host: 'api.hubapi.com', secrets: ['token'], last_delivery: { ...WRITTEN, status: 'succeeded' }, ...AT },
};
const PRESET = {
  ...{
    name: 'hubspot',
    title: 'HubSpot',
    summary: 'Properties.',
    record: 'The id.',
    field: 'A property.',
    adds: false,
  },
  ...{ base_url: { default: 'https://api.hubapi.com', example: 'x' }, documentation: 'https://developers.hubspot.com' },
  settings: [{ name: 'object', label: 'Object type', default: 'contacts', required: false }],
  ...{ secrets: { token: 'Access token' }, steps: ['Make a private app.'] },
};
const APPEAL = {
  ...{ appeal_id: 'apl_1', run_id: 'run_1', kit_id: 'k', brick: 'solved', text: 'It was.', status: 'open' },
  ...{ by: { kind: 'person', id: 'mem_1', name: 'Maya' }, created_at: AT.created_at },
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  'GET /v1/channels': { data: [CHANNEL] },
  'PUT /v1/channels/ops': CHANNEL,
  'POST /v1/channels/ops/test': MESSAGE,
  'GET /v1/channels/ops/deliveries': { data: [MESSAGE] },
  'DELETE /v1/channels/ops': { name: 'ops', deleted: true },
  'GET /v1/destination-presets': { data: [PRESET] },
  'GET /v1/destinations': { data: [DESTINATION] },
  'PUT /v1/destinations/crm': DESTINATION,
  'POST /v1/destinations/crm/test': { ...WRITTEN, detail: 'Not found' },
  'POST /v1/destinations/crm/preview': {
    ...{
      outcome: 'request',
      run_id: 'run_1',
      method: 'PATCH',
      url: 'https://api.hubapi.com/x',
      headers: {},
      body: { a: 1 },
    },
    fields: [{ answer: 'solved', field: 'a', left_out: 'Not sure.', reviewed: false }],
  },
  'GET /v1/destinations/crm/deliveries?limit=100&status=dead': { data: [WRITTEN], has_more: false },
  'POST /v1/destinations/crm/replay': { replayed: 2, has_more: false },
  'DELETE /v1/destinations/crm': { name: 'crm', deleted: true },
  'GET /v1/appeals?limit=100&status=open': { data: [APPEAL], has_more: false },
  'POST /v1/runs/run_1/appeals': APPEAL,
};

let server: Server;
let environment: NodeJS.ProcessEnv;
let bodies: unknown[] = [];
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await text(request);
    if (body !== '') bodies.push(JSON.parse(body));
    const answer = ANSWERS[`${request.method} ${request.url}`];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'not_found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  environment = {
    ...{ BRICKWORK_URL: `http://127.0.0.1:${port}`, BRICKWORK_API_KEY: 'svc_live_x' },
    ...{ CRM_TOKEN: 'pat-1', BRICKWORK_CHANNEL_URL: 'https://hooks.slack.com/s' },
  };
});
beforeEach(() => {
  bodies = [];
});
afterAll(() => void server.close());

const SET = ['set', 'crm', '--preset', 'hubspot', '--field', 'solved=solved', '--secret', 'token=CRM_TOKEN'];

describe.each([
  ['channels', ['list'], EXIT.ok, /ops +slack +hooks\.slack\.com +alerts/],
  [
    'channels',
    ['set', 'ops', '--kind', 'slack', '--topics', 'alerts', 'appeals', '--include-text'],
    EXIT.ok,
    /^CHANNEL/,
  ],
  ['channels', ['test', 'ops'], EXIT.faults, /did not arrive: http_404/],
  ['channels', ['log', 'ops'], EXIT.ok, /dead +1 +http_404/],
  ['channels', ['delete', 'ops'], EXIT.ok, /^Deleted ops/],
  ['destinations', ['presets'], EXIT.ok, /^hubspot: HubSpot.*\n.*https:\/\/api\.hubapi\.com \(default\)/],
  ['destinations', SET, EXIT.ok, /crm +hubspot +api\.hubapi\.com +external_id +1 +succeeded/],
  ['destinations', ['set', 'crm', '--preset', 'hubspot'], EXIT.usage, /Pass --field/],
  ['destinations', ['list'], EXIT.ok, /crm +hubspot/],
  ['destinations', ['preview', 'crm'], EXIT.ok, /skip {3}solved → a: Not sure\.\n\nPATCH https/],
  ['destinations', ['test', 'crm', 'run_1'], EXIT.faults, /^run_1: http_404: Not found/],
  ['destinations', ['log', 'crm', '--status', 'dead'], EXIT.ok, /dsd_1 +run_1 +run +dead +1 +http_404/],
  ['destinations', ['replay', 'crm', 'run_1', 'dsd_1'], EXIT.ok, /^4 will be written/],
  ['destinations', ['delete', 'crm'], EXIT.ok, /^Deleted crm/],
  ['appeals', ['list', '--status', 'open'], EXIT.ok, /run_1 +solved +open +Maya +It was\./],
  ['appeals', ['add', 'run_1', 'solved', 'It was.'], EXIT.ok, /^apl_1 waits/],
])('brickwork %s %j', (command, given, code, shown) => {
  it('says it', async () => {
    const done = await runCommand([command, ...given], environment);
    expect(done.stdout + done.stderr).toMatch(shown);
    expect(done.code).toBe(code);
  });
});

describe('what is sent', () => {
  it('has topics and words of channels, fields and secrets of destinations', async () => {
    await runCommand(
      ['channels', 'set', 'ops', '--kind', 'slack', '--topics', 'appeals', '--include-text'],
      environment,
    );
    await runCommand(['destinations', ...SET, '--setting', 'object=deals', '--min-confidence', '0.7'], environment);
    expect(bodies).toMatchObject([
      { kind: 'slack', topics: ['appeals'], include_text: true, url: 'https://hooks.slack.com/s' },
      {
        destination: {
          preset: 'hubspot',
          fields: { solved: 'solved' },
          settings: { object: 'deals' },
          min_confidence: 0.7,
        },
        secrets: { token: 'pat-1' },
      },
    ]);
  });
});
