/** `brickwork doctor` on what lies outside of the service: the mail server, channels, the identity provider and its clock. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT, startIdentityProvider } from '../../../../test/support/identity-provider.ts';
import { startMailServer } from '../../../../test/support/mail-server.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import { examine } from './doctor.ts';

const PUBLIC = 'https://calls.example.com';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function look(more: NodeJS.ProcessEnv, about: RegExp): Promise<string[]> {
  const findings = await examine({
    DATABASE_URL: service.testDatabase.url,
    BRICKWORK_SECRET: Buffer.alloc(32, 7).toString('hex'),
    ...more,
  });
  return findings.filter(({ name }) => about.test(name)).map(({ level, name, text }) => `${level} ${name}: ${text}`);
}

describe('the mail server', () => {
  const of = (url: string) =>
    look({ BRICKWORK_SMTP_URL: url, BRICKWORK_SMTP_FROM: 'calls@example.com' }, /^mail server$/);

  it('accepts this service, is away, or is not set', async () => {
    const mail = await startMailServer();
    const { host } = new URL(mail.url);
    expect(await of(mail.url)).toEqual([`ok mail server: ${host} accepts this service`]);
    await mail.stop();
    expect(await of(mail.url)).toEqual([`fault mail server: ${host}: connection_refused; check BRICKWORK_SMTP_URL`]);
    expect(await look({}, /^mail server$/)).toEqual([]);
  });
});

describe('channels', () => {
  it('are counted, or named with what is wrong', async () => {
    expect(await look({}, /^channel/)).toEqual(['ok channels: 0 enabled, no problems']);
    const body = { kind: 'slack', url: 'https://hooks.slack.com/services/x', topics: ['alerts'] };
    await service.call('PUT', '/v1/channels/ops', { key: service.adminKey, body });
    expect(await look({}, /^channel/)).toEqual(['ok channels: 1 enabled, no problems']);
    expect(await look({ BRICKWORK_SECRET: '11'.repeat(32) }, /^channel/)).toEqual([
      'fault channel ops of default (live): its URL was encrypted with another BRICKWORK_SECRET; restore that one, or store the URL again',
    ]);
    await service.testDatabase.database.query(
      `INSERT INTO channel_deliveries (workspace_id, environment, channel_id, id, status, attempts, outcome, closed_at, created_at, updated_at)
       SELECT workspace_id, environment, id, gen_random_uuid(), 'dead', 5, 'http_404', now(), now(), now() FROM channels`,
    );
    await service.testDatabase.database.query(
      `INSERT INTO channels (workspace_id, environment, id, name, settings, topics, enabled, created_at, updated_at)
       SELECT workspace_id, environment, gen_random_uuid(), 'post', '{"kind":"email","to":["a@example.com"]}', topics, true, now(), now() FROM channels`,
    );
    expect(await look({}, /^channel/)).toEqual([
      'warning channel ops of default (live): 1 messages did not arrive in the last 24 hours; see "brickwork channels log ops"',
      'warning channel post of default (live): it sends mail, and BRICKWORK_SMTP_URL is not set here; set it on every node that executes work',
    ]);
  });
});

describe('the identity provider', () => {
  const of = (issuer: string, workspace = 'default') =>
    look(
      {
        BRICKWORK_PUBLIC_URL: PUBLIC,
        BRICKWORK_OIDC_ISSUER: issuer,
        BRICKWORK_OIDC_CLIENT_ID: CLIENT.id,
        BRICKWORK_OIDC_CLIENT_SECRET: CLIENT.secret,
        BRICKWORK_OIDC_GROUPS: JSON.stringify([{ group: 'support', workspace, role: 'viewer' }]),
      },
      /^identity provider$/,
    );

  it('is reached, and its groups lead to workspaces that exist', async () => {
    const identity = await startIdentityProvider(`${PUBLIC}/console/oidc/callback`);
    const found = `ok identity provider: ${identity.issuer} is reachable, and its clock agrees`;
    expect(await of(identity.issuer)).toEqual([found]);
    expect(await of(identity.issuer, 'nowhere')).toEqual([
      found,
      'warning identity provider: BRICKWORK_OIDC_GROUPS names the workspace nowhere, which does not exist; create it, or correct the name',
    ]);
    await identity.stop();
    expect(await of(identity.issuer)).toEqual([expect.stringMatching(/^fault .* cannot be reached: .* People cannot/)]);
  });

  it.each([
    ['a clock that is ten minutes late', 600, 200, undefined, /differ by (59\d|60\d) seconds; sign-ins allow 60/],
    [
      'another name',
      0,
      200,
      'https://login.example.com',
      /calls itself https:\/\/login\.example\.com\. BRICKWORK_OIDC/,
    ],
    ['nothing at that address', 0, 404, undefined, /answers 404\. Check BRICKWORK_OIDC_ISSUER/],
  ])('is faulted for %s', async (_what, lateSeconds, status, name, said) => {
    const server = createServer((request, response) => {
      response.sendDate = false;
      response.writeHead(status, { date: new Date(Date.now() - lateSeconds * 1_000).toUTCString() });
      response.end(JSON.stringify({ issuer: name ?? `http://${request.headers.host}` }));
    });
    const issuer = await listening(server);
    expect(await of(issuer)).toEqual([expect.stringMatching(said)]);
    server.closeAllConnections();
    server.close();
  });
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
