/** A workspace moves from one service to another, which has another secret: nothing is lost, callers and receivers notice nothing. */
import { createHmac, hkdfSync } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { kitDocument, type Pushed, publishedKit } from '../../../../../test/support/kits.ts';
import { codeOf, joinedPerson, type Person } from '../../../../../test/support/people.ts';
import { temporaryDirectory } from '../../../../../test/support/run-brickwork.ts';
import { TRANSCRIPT, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { STAYS } from '../../../src/database/backup/workspace-tables.ts';
import { exportWorkspace, importWorkspace, removeWorkspace } from '../../../src/main/move-workspace.ts';
import { sealedColumns } from '../../../src/main/sealed-columns.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';

const SECRETS = { source: '07'.repeat(32), target: '1a'.repeat(32) };
const URL = 'https://crm.example.com/hooks';

let directory: string;
let source: TestService;
let target: TestService;
let key: string;
let kit: Pushed;
let maya: Person;
let openRun: string;
const runs: Record<'answered' | 'reviewed' | 'erased' | 'failed', string> = {
  answered: '',
  reviewed: '',
  erased: '',
  failed: '',
};
const secrets = { webhook: '', intake: '', path: '' };
const environmentOf = (service: TestService, secret: string) => ({
  DATABASE_URL: service.testDatabase.url,
  BRICKWORK_SECRET: secret,
  BRICKWORK_READER: '0',
});
const at = (service: TestService) => async (method: string, path: string, body?: unknown) => {
  const answer = await service.call(method, path, { key, ...(body !== undefined && { body }) });
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
};

beforeAll(async () => {
  directory = temporaryDirectory();
  writeFileSync(join(directory, 'secret'), SECRETS.source);
  source = await startTestService(
    { BRICKWORK_ROLE: 'api', BRICKWORK_SECRET: SECRETS.source },
    { evaluate: tellingEvaluator },
  );
  target = await startTestService(
    { BRICKWORK_ROLE: 'api', BRICKWORK_SECRET: SECRETS.target },
    { evaluate: tellingEvaluator },
  );
  key = source.adminKey;
  const call = at(source);
  kit = await publishedKit(source, kitDocument('review'));
  await publishedKit(source, kitDocument('review', { name: 'Second' }));
  const worker = await source.node({ BRICKWORK_ROLE: 'all' });
  const answers = { score: { value: 7 }, solved: { value: true }, mood: { value: 'good' }, caller: { value: 'Ann' } };
  const told = (more: object, tell: object | undefined = answers) =>
    toldRun(worker, key, kit.kit_code, tell as Record<string, unknown> | undefined, more);
  runs.answered = await told({ external_id: 'c-1', metadata: { team: 'Porto' }, occurred_at: '2026-10-01T08:00:00Z' });
  runs.reviewed = await told({ external_id: 'c-2', metadata: { team: 'Faro' } });
  runs.erased = await told({ external_id: 'c-3' });
  runs.failed = await told({ external_id: 'c-4' }, undefined);
  await call('POST', `/v1/runs/${runs.reviewed}/reviews`, [{ brick: 'solved', verdict: 'wrong', value: false }]);
  await call('DELETE', `/v1/runs/${runs.erased}`);
  await call('PUT', '/v1/dimensions/queue', { metadata_key: 'queue', label: 'Queue' });
  await call('PUT', '/v1/settings', { timezone: 'Europe/Lisbon', mask: ['email'] });
  secrets.webhook = (await call('POST', '/v1/webhooks', { url: URL })).secret;
  const intake = { auth: { type: 'token' }, map: { input: 'call' }, kits: [{ kit: 'review' }] };
  const made = await call('PUT', '/v1/intakes/phones', { intake });
  secrets.intake = made.secret;
  secrets.path = made.path;
  await call('PUT', '/v1/channels/ops', {
    kind: 'slack',
    url: 'https://hooks.slack.com/services/x',
    topics: ['alerts'],
  });
  await call('PUT', '/v1/destinations/crm', {
    destination: { preset: 'hubspot', fields: { solved: 'solved' } },
    secrets: { token: 'pat-s3cret' },
  });
  await call('PUT', '/v1/warehouse/export', {
    to: 's3://calls/live',
    region: 'eu-west-1',
    access_key_id: 'AKID',
    secret_access_key: 'secret-of-a-bucket',
    enabled: false,
  });
  maya = await joinedPerson(source, key, 'maya@example.com', 'viewer');
  await call('GET', `/v1/kits/${kit.kit_id}/insights`);
  const isSealed = async () => expect((await call('GET', '/v1/audit/verification')).unsealed).toBe(0);
  await vi.waitFor(isSealed, { timeout: 30_000, interval: 100 });
  await worker.stop();
  openRun = (
    await call('POST', '/v1/runs', { kit_code: kit.kit_code, input: { transcript: TRANSCRIPT, tell: answers } })
  ).run_id;
}, 120_000);
afterAll(async () => {
  await source?.stop();
  await target?.stop();
  rmSync(directory, { recursive: true });
});

const file = () => join(directory, 'default.workspace');
const load = (more: { name?: string; secretFile?: string; file?: string } = {}) =>
  importWorkspace(environmentOf(target, SECRETS.target), {
    file: file(),
    name: 'moved',
    secretFile: join(directory, 'secret'),
    ...more,
  });

/** What a caller sees, but for what changes by looking. */
const SEEN = [
  '/v1/runs?limit=100&include=answers',
  '/v1/kits',
  '/v1/webhooks',
  '/v1/dimensions',
  '/v1/settings',
  '/v1/events?limit=100',
  '/v1/reviews',
  '/v1/usage',
  '/v1/intakes',
  '/v1/channels',
  '/v1/destinations',
  '/v1/warehouse/export',
];

const forge = (text: string) => {
  const path = join(directory, 'forged');
  writeFileSync(path, gzipSync(text));
  return path;
};
/** As whoever has the secret would end a file. */
const withMac = (text: string, secret = SECRETS.source) => {
  const lines = text.replace(/\{"mac".*\n$/, '');
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', 'brickwork workspace file', 32));
  return `${lines}${JSON.stringify({ mac: createHmac('sha256', key).update(lines).digest('hex') })}\n`;
};
/** Changes the lines of one table, and the number of all rows in the end. */
const inTable = (text: string, table: string, change: (rows: string[]) => string[]) => {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.startsWith(`{"table":"\\"${table}\\""`)) + 1;
  const to = lines.indexOf('\\.', from);
  const rows = change(lines.slice(from, to));
  const end = lines.findIndex((line) => line.startsWith('{"rows":'));
  lines[end] = JSON.stringify({ rows: JSON.parse(lines[end] ?? '').rows + rows.length - (to - from) });
  return lines.toSpliced(from, to - from, ...rows).join('\n');
};
const FORGERIES: readonly (readonly [string, (text: string) => string])[] = [
  ['a role', (text) => inTable(text, 'members', (rows) => rows.map((row) => row.replace('\tviewer\t', '\tadmin\t')))],
  ['fewer entries in the audit log', (text) => inTable(text, 'audit_entries', (rows) => rows.slice(1))],
  ['no signed end of the audit log', (text) => inTable(text, 'audit_heads', () => [])],
  ['no end', (text) => text.split('\n').slice(0, -3).join('\n')],
];

describe('moving a workspace', () => {
  it('refuses to leave something behind: nodes run', async () => {
    const request = { name: 'default', file: file(), whileRunning: false };
    await expect(exportWorkspace(environmentOf(source, SECRETS.source), request)).rejects.toThrow(
      'nodes run on this database',
    );
    await source.service.background.stop();
    const { rows } = await exportWorkspace(environmentOf(source, SECRETS.source), request);
    expect(rows).toBeGreaterThan(50);
  });

  it('asks for the secret of the source, and for a name that is free', async () => {
    await expect(load({ secretFile: undefined as unknown as string })).rejects.toThrow('--secret-file');
    writeFileSync(join(directory, 'wrong'), 'ff'.repeat(32));
    await expect(load({ secretFile: join(directory, 'wrong') })).rejects.toThrow('is not the secret of the deployment');
    await expect(load({ name: 'default' })).rejects.toThrow('There is a workspace "default" here');
  });

  it('takes no row of another workspace', async () => {
    const text = gunzipSync(readFileSync(file())).toString();
    const id = JSON.parse(text.slice(0, text.indexOf('\n'))).workspace.id as string;
    const { rows } = await target.testDatabase.database.query<{ id: string }>('SELECT id FROM workspaces');
    // In the rows of one table only: the head still names the workspace that moves.
    const from = text.indexOf('{"table":"\\"dimensions\\""');
    expect(from).toBeGreaterThan(0);
    const forged = text.slice(0, from) + text.slice(from).replace(`\n${id}\t`, `\n${rows[0]?.id}\t`);
    expect(forged).not.toBe(text);
    await expect(load({ file: forge(withMac(forged)) })).rejects.toThrow('is incomplete or damaged');
    expect((await target.testDatabase.database.query('SELECT FROM workspaces')).rowCount).toBe(rows.length);
  });

  it.each(FORGERIES)('takes no file that somebody without the secret has changed: %s', async (_what, change) => {
    const text = gunzipSync(readFileSync(file())).toString();
    const forged = change(text);
    expect(forged).not.toBe(text);
    for (const each of [forged, withMac(forged, 'ff'.repeat(32)), forged.replace(/\{"mac".*\n$/, '')])
      await expect(load({ file: forge(each) })).rejects.toThrow('is incomplete or damaged');
    const { rows } = await target.testDatabase.database.query(`SELECT FROM workspaces WHERE name = 'moved'`);
    expect(rows).toEqual([]);
  });

  it('has everything at the other service, under the same ids and keys', async () => {
    expect(await load()).toMatchObject({ name: 'moved' });
    const [before, after] = [at(source), at(target)];
    for (const path of SEEN) expect(await after('GET', path), path).toEqual(await before('GET', path));
    for (const id of Object.values(runs)) {
      const path = `/v1/runs/${id}?include=input,evidence_spans,reviews`;
      expect(await after('GET', path), path).toEqual(await before('GET', path));
    }
    expect(await after('GET', `/v1/runs/${runs.erased}`)).toMatchObject({ erased_at: expect.any(String) });
    const versions = `/v1/kits/${kit.kit_id}/versions`;
    expect((await after('GET', versions)).data).toHaveLength(2);
    const insights = `/v1/kits/${kit.kit_id}/insights?from=2026-09-01&as=reviewed`;
    expect((await after('GET', insights)).total).toEqual((await before('GET', insights)).total);
    expect(await checkInvariants(target.testDatabase.database)).toEqual([]);
  });

  it('seals secrets again: receivers, services and people keep theirs', async () => {
    const after = at(target);
    expect((await after('POST', '/v1/webhooks', { url: URL })).secret).toBe(secrets.webhook);
    const pushed = await target.call('POST', secrets.path, {
      body: { call: { transcript: TRANSCRIPT } },
      headers: { authorization: `Bearer ${secrets.intake}` },
    });
    expect(pushed.status, JSON.stringify(pushed.body)).toBe(202);
    const code = codeOf(maya.uri, 1);
    const signedIn = await target.call('POST', '/console/session', {
      body: { workspace: 'moved', email: maya.email, password: maya.password, code },
    });
    expect(signedIn.status, JSON.stringify(signedIn.body)).toBe(201);
  });

  it('goes on with what was not done', async () => {
    const worker = await target.node({ BRICKWORK_ROLE: 'all' });
    expect(await untilStatus(target, key, openRun, 'succeeded')).toMatchObject({ run_id: openRun });
    await worker.stop();
  });

  it('keeps the audit log whole', async () => {
    const { data } = await at(target)('GET', '/v1/audit?action=workspace.imported');
    expect(data).toHaveLength(1);
    expect(await at(target)('GET', '/v1/audit/verification')).toMatchObject({ intact: true, findings: [] });
  });

  it('is not loaded twice, and is removed where it was', async () => {
    await expect(load({ name: 'again' })).rejects.toThrow('The workspace is already here.');
    await removeWorkspace(environmentOf(source, SECRETS.source), 'default');
    const { database } = source.testDatabase;
    const { rows: tables } = await database.query<{ name: string; column: string }>(
      `SELECT table_name AS name, column_name AS column FROM information_schema.columns
       WHERE table_schema = current_schema() AND column_name IN ('workspace_id', 'lane')
         AND table_name IN (SELECT tablename FROM pg_tables WHERE schemaname = current_schema())`,
    );
    expect(tables.length).toBeGreaterThan(50);
    for (const { name } of tables) expect((await database.query(`SELECT FROM ${name}`)).rowCount, name).toBe(0);
    expect(await checkInvariants(database)).toEqual([]);
    expect((await at(target)('GET', `/v1/runs/${runs.answered}`)).external_id).toBe('c-1');
  });
});

describe('what is sealed', () => {
  it('is listed with every column of bytes that is not a hash', async () => {
    const { rows } = await target.testDatabase.database.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND data_type = 'bytea' ORDER BY 1`,
    );
    const box = [Buffer.alloc(32)] as const;
    const sealed = sealedColumns(box, box).map(({ table, column }) => `${table}.${column}`);
    const others = rows.map(({ name }) => name).filter((name) => !sealed.includes(name));
    expect(others.filter((name) => !/\.(?:\w*hash|mac|fingerprint|signature|response)$/.test(name))).toEqual([]);
    expect(sealed.filter((name) => !rows.some((row) => row.name === name))).toEqual([]);
  });

  it('every table that stays behind exists', async () => {
    const { rows } = await target.testDatabase.database.query<{ name: string }>(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    );
    const names = rows.map(({ name }) => name);
    for (const name of Object.keys(STAYS)) expect(names).toContain(name);
  });
});
