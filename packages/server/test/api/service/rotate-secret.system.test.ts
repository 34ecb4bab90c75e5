/** Everything works before, while and after `BRICKWORK_SECRET` is replaced, on nodes that have both secrets in either order, and on one that has the new one only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { codeOf, tokenOf } from '../../../../../test/support/people.ts';
import { TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';
import { verifyExport } from '../../../src/access/audit/verify-export.ts';
import type { Secrets } from '../../../src/core/secret-box.ts';
import { examine } from '../../../src/main/doctor.ts';
import { rotateSecret } from '../../../src/main/rotate-secret.ts';
import { createRunRecords } from '../../../src/runs/store/run-records.ts';
import { unreadable } from './support/unreadable.ts';

const OLD = '07'.repeat(32);
const NEW = '1a'.repeat(32);
const [old, next] = [Buffer.from(OLD, 'hex'), Buffer.from(NEW, 'hex')];
const PASSWORD = 'a long password of a member';

let service: TestService;
let intake: { path: string; secret: string };
let runId: string;
/** Of nodes that have each order, at the end the new one only. */
const people: { email: string; uri: string; codes: string[]; usedCodes: number }[] = [];

const scope = () => ({ workspaceId: service.workspaceId, environment: 'live' as const });

async function call(node: TestNode, method: string, path: string, body?: unknown) {
  const answer = await node.call(method, path, { key: service.adminKey, ...(body !== undefined && { body }) });
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

async function join(looksAt: TestNode, acceptsAt: TestNode, email: string): Promise<void> {
  const invited = await call(looksAt, 'POST', '/v1/invitations', { email, role: 'viewer' });
  const token = tokenOf(invited.link);
  const { codes } = await call(looksAt, 'POST', '/console/invitation/look', { token });
  const body = { token, name: email, password: PASSWORD, code: codeOf(codes.uri) };
  const accepted = await call(acceptsAt, 'POST', '/console/invitation/accept', body);
  people.push({ email, uri: codes.uri, codes: accepted.recovery_codes, usedCodes: 0 });
}

/** What a node needs its secrets for. */
async function expectWorks(node: TestNode, secrets: Secrets): Promise<void> {
  for (const person of people) {
    const credentials = { workspace: 'default', email: person.email, password: PASSWORD };
    const code = person.codes[person.usedCodes];
    person.usedCodes += 1;
    const signedIn = await node.call('POST', '/console/session', { body: { ...credentials, code } });
    expect(signedIn.status, `${person.email} with a recovery code`).toBe(201);
  }
  const pushed = await node.call('POST', intake.path, {
    body: { call: { transcript: TRANSCRIPT } },
    headers: { authorization: `Bearer ${intake.secret}` },
  });
  expect(pushed.status, JSON.stringify(pushed.body)).toBe(202);
  const deliveries = await call(node, 'GET', '/v1/intakes/phones/deliveries');
  for (const { delivery_id } of deliveries.data)
    await call(node, 'GET', `/v1/intakes/phones/deliveries/${delivery_id}/payload`);
  expect(await unreadable(service, secrets)).toEqual([]);
  const records = createRunRecords(service.testDatabase.database, secrets);
  expect(await records.findReceipts(scope(), runId)).toHaveLength(0);
  const verified = await call(node, 'GET', '/v1/audit/verification');
  expect(verified).toMatchObject({ intact: true, findings: [] });
}

async function exported(node: TestNode): Promise<string[]> {
  const { body } = await node.call('GET', '/v1/audit/export', { key: service.adminKey });
  return String(body).split('\n');
}

async function wrongIn(lines: readonly string[], secrets: readonly Buffer[]): Promise<number> {
  const { findings, checked } = await verifyExport(
    (async function* () {
      yield* lines;
    })(),
    { published: undefined, secrets },
  );
  expect(checked).toBeGreaterThan(0);
  return findings.length;
}

/** What `brickwork doctor` says about the rotation. */
async function rotation(environment: NodeJS.ProcessEnv) {
  const findings = await examine({ DATABASE_URL: service.testDatabase.url, BRICKWORK_READER: '0', ...environment });
  return findings.find(({ name }) => name === 'secret rotation');
}

const isSealed = async (node: TestNode) => (await call(node, 'GET', '/v1/audit/verification')).unsealed;

beforeAll(async () => {
  service = await startTestService({ BRICKWORK_SECRET: OLD }, { roundMs: 200 });
  await publishedKit(service, kitDocument('review'));
  await call(service, 'POST', '/v1/webhooks', { url: 'https://crm.example.com/hooks' });
  await call(service, 'PUT', '/v1/destinations/crm', {
    destination: { preset: 'hubspot', record: 'external_id', fields: { solved: 'solved' } },
    secrets: { token: 'pat-of-the-owner' },
  });
  await call(service, 'PUT', '/v1/channels/ops', {
    kind: 'slack',
    url: 'https://hooks.slack.com/services/of-the-owner',
    topics: ['alerts'],
  });
  await call(service, 'PUT', '/v1/warehouse/export', {
    to: 's3://calls/live',
    region: 'eu-west-1',
    access_key_id: 'AKID',
    secret_access_key: 'secret-of-a-bucket',
    enabled: false,
  });
  const document = { auth: { type: 'token' }, map: { input: 'call' }, kits: [{ kit: 'review' }] };
  intake = await call(service, 'PUT', '/v1/intakes/phones', { intake: document });
  const kits = await call(service, 'GET', '/v1/kits');
  const run = await call(service, 'POST', '/v1/runs', {
    kit_code: kits.data[0].kit_code,
    input: { transcript: TRANSCRIPT },
  });
  runId = run.run_id;
  await createRunRecords(service.testDatabase.database, [old]).saveReceipts(scope(), runId, []);
  await join(service, service, 'before@example.com');
  await join(service, service, 'older-release@example.com');
  // As a release without the column leaves it.
  await service.testDatabase.database.query(
    `UPDATE members SET recovery_key = NULL WHERE email = 'older-release@example.com'`,
  );
}, 60_000);
afterAll(() => service.stop());

describe('the secret of a deployment', () => {
  it('is replaced while everything works, and the old one is not needed afterwards', async () => {
    const { database } = service.testDatabase;
    await expectWorks(service, [old]);
    await expect.poll(() => isSealed(service), { timeout: 30_000 }).toBe(0);
    const before = await exported(service);
    const [one, two] = [
      await service.node({ BRICKWORK_SECRET: NEW, BRICKWORK_SECRET_OTHER: OLD, BRICKWORK_ROLE: 'api' }),
      await service.node({ BRICKWORK_SECRET: OLD, BRICKWORK_SECRET_OTHER: NEW, BRICKWORK_ROLE: 'api' }),
    ];
    await service.service.background.stop();

    // In both orders at once; an invitation is looked at on one node and accepted on the other.
    await join(one, two, 'looked-at-one@example.com');
    await join(two, one, 'looked-at-two@example.com');
    await expectWorks(one, [next, old]);
    await expectWorks(two, [old, next]);
    expect((await unreadable(service, [next])).length).toBeGreaterThan(5);
    const both = { BRICKWORK_SECRET: NEW, BRICKWORK_SECRET_OTHER: OLD };
    expect(await rotation(both)).toMatchObject({
      level: 'warning',
      text: expect.stringContaining('waits for 1 nodes'),
    });
    const during = await exported(one);
    expect(await wrongIn(during, [next, old])).toBe(0);
    expect(await wrongIn(during, [next])).toBeGreaterThan(0);
    await two.stop();

    // The leader is killed in the middle.
    const pages = [false, false, false, false];
    const stopped = await rotateSecret(database, [next, old], { isStopped: () => pages.shift() ?? true });
    expect(stopped).toMatchObject({ isComplete: false });
    const left = (await rotateSecret(database, [next, old], { isCount: true })).old;
    expect(left).toBeGreaterThan(0);
    expect(stopped.old).toBeGreaterThan(0);
    await expectWorks(one, [next, old]);

    const leader = await service.node(both);
    await expect
      .poll(() => rotation(both), { timeout: 60_000, interval: 500 })
      .toMatchObject({ level: 'ok', text: expect.stringContaining('remove BRICKWORK_SECRET_OTHER') });
    await expectWorks(leader, [next, old]);
    await one.stop();
    await leader.stop();

    const after = await service.node({ BRICKWORK_SECRET: NEW });
    expect(await rotation({ BRICKWORK_SECRET: NEW })).toBeUndefined();
    await join(after, after, 'after@example.com');
    await expectWorks(after, [next]);
    for (const { email, uri } of people) {
      const body = { workspace: 'default', email, password: PASSWORD, code: codeOf(uri, 1) };
      expect((await after.call('POST', '/console/session', { body })).status, email).toBe(201);
    }
    await expect.poll(() => isSealed(after), { timeout: 30_000 }).toBe(0);
    const lines = await exported(after);
    expect(await wrongIn(lines, [next])).toBe(0);
    expect(await wrongIn(lines, [old])).toBeGreaterThan(0);
    // What was exported before is checked with the secret of then.
    expect(await wrongIn(before, [old])).toBe(0);
  }, 180_000);

  it('does not replace a MAC that is wrong, and nothing else changes one', async () => {
    const { database } = service.testDatabase;
    const forged = 'UPDATE audit_entries SET mac = $1 WHERE position = 1';
    await expect(database.query(forged, [Buffer.alloc(32)])).rejects.toThrow('never changed');
    expect((await rotateSecret(database, [old, next], { isCount: true })).old).toBeGreaterThan(0);
    expect((await rotateSecret(database, [next, Buffer.alloc(32, 9)], { isCount: true })).old).toBe(0);
  });
});
