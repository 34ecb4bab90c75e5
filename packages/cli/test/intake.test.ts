/** `brickwork intake` says the right things to the service; what the service does with them is tested where it is built. */
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { EXIT } from '../src/exit-codes.ts';

const FILE = `name: calls
auth: { type: token }
map: { input: '{ "transcript": text }' }
kits: [{ kit: support_qa }]
`;
const DOCUMENT = { auth: { type: 'token' }, map: { input: '{ "transcript": text }' }, kits: [{ kit: 'support_qa' }] };
const STORED = {
  name: 'calls',
  path: '/v1/intake/calls.0123',
  revision: 2,
  intake: { ...DOCUMENT, enabled: true },
  secret_hint: 'bwi_…x',
};
const DELIVERY = {
  delivery_id: 'itd_1',
  outcome: 'skipped',
  reason: 'support_qa: Not in the sample of 5 %.',
  external_id: 'c-1',
  runs: [],
  failed: [],
  bytes: 3,
  received_at: '2026-11-15T08:30:00.000Z',
};
const PREVIEW = {
  outcome: 'accepted',
  input: { transcript: 'Hi.' },
  metadata: { team: 'x' },
  idempotency_key: 'c-1',
  kits: [{ kit: 'support_qa', chosen: true, reason: 'All conditions are met.' }],
};
const PRESET = {
  name: 'phones',
  title: 'Phones Inc.',
  summary: 'A call that has ended.',
  secret: { label: 'Signing key', made_by: 'service' },
  secrets: { api_key: 'API key' },
  steps: ['Enter {url} there.', 'Keep {{theirs}} as it is.'],
  definition: { preset: 'phones', auth: { type: 'token' }, map: { input: '$' } },
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  'PUT /v1/intakes/calls': { ...STORED, secret: 'bwi_new' },
  'GET /v1/intakes': { data: [STORED] },
  'GET /v1/intake-presets': { data: [PRESET] },
  'PUT /v1/intakes/phones': { ...STORED, name: 'phones' },
  'DELETE /v1/intakes/calls': { name: 'calls', deleted: true },
  'POST /v1/intakes/calls/rotate': { ...STORED, secret: 'bwi_rotated', old_secret_until: '2026-11-15T10:30:00.000Z' },
  'POST /v1/intakes/calls/test': PREVIEW,
  'GET /v1/intakes/calls/deliveries?outcome=skipped&limit=5': { data: [DELIVERY] },
  'GET /v1/intakes/calls/deliveries/itd_1/payload': {
    delivery_id: 'itd_1',
    content_type: 'application/json',
    text: '{"text":"Hi."}',
  },
  'DELETE /v1/intakes/calls/deliveries/itd_1': { delivery_id: 'itd_1', outcome: 'failed', kept: false },
  'POST /v1/intakes/calls/replay': { replayed: 2, more: false },
};

let server: Server;
let environment: NodeJS.ProcessEnv;
let directory: string;
const asked = new Map<string, unknown>();
beforeAll(async () => {
  directory = temporaryDirectory('brickwork-intake-');
  writeFileSync(join(directory, 'calls.yaml'), FILE);
  writeFileSync(join(directory, 'nameless.yaml'), FILE.slice(FILE.indexOf('\n') + 1));
  writeFileSync(join(directory, 'payload.json'), '{"text":"Hi."}');
  server = createServer(async (request, response) => {
    const what = `${request.method} ${request.url}`;
    const body = await text(request);
    asked.set(what, body === '' ? undefined : JSON.parse(body));
    const answer = ANSWERS[what];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'not_found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  environment = {
    BRICKWORK_URL: `http://127.0.0.1:${port}/`,
    BRICKWORK_API_KEY: 'svc_live_x',
    CALLS_SECRET: 'made-by-the-service',
  };
});
afterAll(() => {
  server.close();
  removeDirectory(directory);
});

const file = (name: string) => join(directory, name);

describe('brickwork intake', () => {
  it.each([
    [
      ['push', 'calls.yaml'],
      /^bwi_new\n\nSave the secret.*\ncalls, revision 2: push to http:\/\/127\.0\.0\.1:\d+\/v1\/intake\/calls\.0123/,
    ],
    [
      ['test', 'calls.yaml', 'payload.json'],
      /^accepted\ninput +\{"transcript":"Hi\."\}\n[\s\S]*\nrun +support_qa: All conditions are met\./,
    ],
    [['create'], /phones +Phones Inc\. +A call that has ended\./],
    [
      ['create', '--preset', 'phones', '--kit', 'support_qa', '--secret-env', 'CALLS_SECRET'],
      /^phones, revision 2: http:\/\/127\.0\.0\.1:\d+\/v1\/intake\/calls\.0123\n\nAt Phones Inc\.:\n1\. Enter http:.*0123 there\.\n2\. Keep \{\{theirs\}\}/,
    ],
    [
      ['create', '--preset', 'phones', '--kit', 'support_qa', '--file'],
      /^name: phones\npreset: phones\n[\s\S]*kit: support_qa/,
    ],
    [['list'], /calls +2 +enabled +token +support_qa +\/v1\/intake\/calls\.0123/],
    [['log', 'calls', '--outcome', 'skipped', '--limit', '5'], /itd_1 +skipped +c-1 +– +support_qa: Not in the sample/],
    [['payload', 'calls', 'itd_1'], /^\{"text":"Hi\."\}\n$/],
    [['erase', 'calls', 'itd_1'], /^1 delivery erased\.\n$/],
    [['replay', 'calls', 'itd_1', 'itd_2'], /^2 deliveries are being read again/],
    [['rotate', 'calls', '--grace-hours', '2'], /^bwi_rotated[\s\S]*The old secret works until 2026-11-15/],
    [['delete', 'calls'], /^calls is deleted/],
  ])('%s', async (args, output) => {
    const paths = args.map((argument) => (/\.(yaml|json)$/.test(argument) ? file(argument) : argument));
    const { code, stdout, stderr } = await runCommand(['intake', ...paths], environment);
    expect([code, stderr]).toEqual([EXIT.ok, '']);
    expect(stdout).toMatch(output);
  });

  it('has asked for everything there is, with what the files say', () => {
    expect(Object.keys(ANSWERS).filter((what) => !asked.has(what))).toEqual([]);
    expect(asked.get('PUT /v1/intakes/calls')).toEqual({ intake: DOCUMENT });
    expect(asked.get('POST /v1/intakes/calls/test')).toEqual({ intake: DOCUMENT, payload: { text: 'Hi.' } });
    expect(asked.get('PUT /v1/intakes/phones')).toEqual({
      intake: { ...PRESET.definition, kits: [{ kit: 'support_qa' }] },
      secret: 'made-by-the-service',
    });
    expect(asked.get('POST /v1/intakes/calls/rotate')).toEqual({ grace_hours: 2 });
    expect(asked.get('POST /v1/intakes/calls/replay')).toEqual({ delivery_ids: ['itd_1', 'itd_2'] });
  });

  it('takes the secret from a variable', async () => {
    const secrets = ['--secret-env', 'CALLS_SECRET', '--fetch-secret', 'api_key=CALLS_SECRET', '--grace-hours', '0'];
    await runCommand(['intake', 'push', file('calls.yaml'), ...secrets], environment);
    expect(asked.get('PUT /v1/intakes/calls')).toEqual({
      intake: DOCUMENT,
      secret: 'made-by-the-service',
      secrets: { api_key: 'made-by-the-service' },
      grace_hours: 0,
    });
  });

  it.each([
    [['push', 'nameless.yaml'], /has no name/],
    [['push', 'missing.yaml'], /cannot be read/],
    [['push', 'calls.yaml', '--secret-env', 'NOT_SET'], /NOT_SET is empty/],
    [['push', 'calls.yaml', '--fetch-secret', 'api_key'], /write name=VARIABLE/],
    [['create', '--preset', 'nobody'], /There is no preset nobody\. There are: phones\./],
    [['create', '--preset', 'phones'], /Pass --kit/],
    [['create', '--preset', 'phones', '--kit', 'a'], /Pass --secret-env with the variable that holds the Signing key/],
    [['replay', 'calls'], /Name deliveries, or pass --since/],
    [['test', 'calls.yaml', 'calls.yaml'], /is not JSON/],
  ])('%s is refused with a sentence', async (args, message) => {
    const paths = args.map((argument) => (/\.(yaml|json)$/.test(argument) ? file(argument) : argument));
    const { code, stderr } = await runCommand(['intake', ...paths], environment);
    expect(code).toBe(EXIT.usage);
    expect(stderr).toMatch(message);
  });
});
