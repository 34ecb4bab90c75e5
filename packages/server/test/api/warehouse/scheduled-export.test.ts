/** Exports that the service runs by itself: to object storage through the guard, and to the operator's directory. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryParquet } from '../../../../../test/support/duckdb.ts';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { removeDirectory, temporaryDirectory } from '../../../../../test/support/run-brickwork.ts';
import { S3_KEY, type S3Server, startS3Server } from '../../../../../test/support/s3-server.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

let service: TestService;
let s3: S3Server;
let home: string;
let kitCode: string;
beforeAll(async () => {
  home = temporaryDirectory();
  s3 = await startS3Server();
  service = await startTestService(
    {
      BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8',
      BRICKWORK_WEBHOOK_ALLOW_HTTP: '1',
      BRICKWORK_EXPORT_DIR: join(home, 'exports'),
    },
    { evaluate: tellingEvaluator, roundMs: 200 },
  );
  ({ kit_code: kitCode } = await publishedKit(service, kitDocument('review')));
  for (const day of ['01', '02', '02'])
    await toldRun(
      service,
      service.adminKey,
      kitCode,
      { score: { value: 4 } },
      { occurred_at: `2026-11-${day}T12:00:00Z` },
    );
});
afterAll(async () => {
  await service.stop();
  await s3.close();
  removeDirectory(home);
});
beforeEach(() => call('DELETE'));

const call = (method: string, body?: object, path = '', key = service.adminKey) =>
  service.call(method, `/v1/warehouse/export${path}`, { key, ...(body && { body }) });
const bucket = () => ({
  to: 's3://calls/live',
  endpoint: s3.url,
  access_key_id: S3_KEY.accessKeyId,
  secret_access_key: S3_KEY.secretAccessKey,
});
const untilEnded = async (after?: string) => {
  let last: Record<string, unknown> = {};
  await expect
    .poll(
      async () => {
        last = (await call('GET')).body.scheduled;
        return last.running === false && last.finished_at !== undefined && last.finished_at !== after;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  return last;
};

describe('a scheduled export', () => {
  it('goes to object storage at once, again when it is asked for, and never shows its secret', async () => {
    const put = await call('PUT', bucket());
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    expect(put.body.scheduled).toMatchObject({ to: 's3://calls/live', every: 'day', enabled: true, mask: false });
    const first = await untilEnded();
    expect(first).toMatchObject({ runs: 3 });
    expect(first.error).toBeUndefined();
    expect(Date.parse(String(first.next_at))).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const folder = join(home, 'copy');
    for (const [name, { bytes }] of s3.objects) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    expect(
      await queryParquet(
        `SELECT count(*) AS answers, sum(value_number) AS scores FROM '${folder}/live/answers/*/*.parquet'`,
      ),
    ).toEqual([{ answers: '3', scores: 12 }]);
    await toldRun(service, service.adminKey, kitCode, { score: { value: 4 } }, { occurred_at: '2026-11-03T12:00:00Z' });
    expect((await call('POST', undefined, '/run')).status).toBe(200);
    expect(await untilEnded(String(first.finished_at))).toMatchObject({ runs: 4 });
    expect(s3.objects.has('live/runs/occurred_on=2026-11-03/part-0.parquet')).toBe(true);
    expect(s3.objects.has('live/_lock.json')).toBe(false);
    expect(JSON.stringify(await call('GET'))).not.toContain(S3_KEY.secretAccessKey);
    const { rows } = await service.testDatabase.database.query<{ found: number }>(
      `SELECT position($1::bytea IN secret) + position($1::text IN settings::text) AS found FROM warehouse_exports`.replace(
        '$1::bytea',
        `convert_to('${S3_KEY.secretAccessKey}', 'UTF8')`,
      ),
      [S3_KEY.secretAccessKey],
    );
    expect(rows).toEqual([{ found: 0 }]);
    const { body } = await service.call('GET', '/v1/audit?action=warehouse.exported', { key: service.adminKey });
    expect(body.data[0]).toMatchObject({ actor: { kind: 'system' }, details: { to: 's3://calls/live' } });
  });

  it('keeps its secret while bucket and key stay, and sends it nowhere else', async () => {
    await call('PUT', { ...bucket(), enabled: false });
    const { secret_access_key, ...rest } = bucket();
    expect((await call('PUT', { ...rest, every: 'hour', enabled: false })).body.scheduled).toMatchObject({
      every: 'hour',
    });
    expect((await call('PUT', { ...rest, to: 's3://calls/other/prefix', enabled: false })).status).toBe(200);
    for (const change of [{ to: 's3://other' }, { endpoint: 'http://127.0.0.2:9' }, { access_key_id: 'another' }]) {
      const refused = await call('PUT', { ...rest, ...change, enabled: false });
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('secret_access_key')]);
    }
  });

  it('says what went wrong, and is tried again', async () => {
    await call('PUT', { ...bucket(), secret_access_key: 'wrong' });
    const failed = await untilEnded();
    expect(failed.error).toMatch(/^The secret access key does not belong/);
    expect(failed.succeeded_at).toBeUndefined();
    expect(Date.parse(String(failed.next_at))).toBeLessThan(Date.now() + 11 * 60_000);
    await call('PUT', bucket());
    expect((await call('GET')).body.scheduled.error).toBeUndefined();
    expect((await untilEnded(String(failed.finished_at))).error).toBeUndefined();
  });

  it('writes below the directory of the operator, and to no other', async () => {
    expect((await call('GET')).body).toEqual({ directory: true });
    for (const to of ['/etc', '../x', 'directory/../..', 'file:///etc', 's3://calls/../x']) {
      const refused = await call('PUT', { ...bucket(), to });
      expect([to, refused.status, refused.body.detail]).toEqual([
        to,
        400,
        expect.stringMatching(/^to: .*send "directory"\.$/),
      ]);
    }
    expect((await call('PUT', { to: 'directory' })).status).toBe(200);
    expect((await untilEnded()).error).toBeUndefined();
    const folder = join(home, 'exports', 'default', 'live');
    expect(readdirSync(folder).sort()).toEqual(['_manifest.json', 'answers', 'runs', 'usage']);
    expect(existsSync(join(home, 'exports', 'default', 'test'))).toBe(false);
  });

  it('reaches public addresses only, also when a name changes', async () => {
    const addresses = ['93.184.216.34'];
    const strict = await startTestService(
      {},
      { resolve: async () => [addresses.shift() ?? '127.0.0.1'], roundMs: 200 },
    );
    const put = (body: object) => strict.call('PUT', '/v1/warehouse/export', { key: strict.adminKey, body });
    const { status, body } = await put({ ...bucket(), endpoint: 'https://169.254.169.254' });
    expect([status, body.error]).toEqual([422, 'webhook_url_not_public']);
    const directory = await put({ to: 'directory' });
    expect([directory.status, directory.body.detail]).toEqual([409, expect.stringContaining('BRICKWORK_EXPORT_DIR')]);
    expect((await put({ ...bucket(), endpoint: 'https://s3.example.com' })).status).toBe(200);
    await expect
      .poll(
        async () => (await strict.call('GET', '/v1/warehouse/export', { key: strict.adminKey })).body.scheduled.error,
        { timeout: 30_000 },
      )
      .toBe('The address of the object storage is not a public one.');
    await strict.stop();
  });

  it('is for admins', async () => {
    const developer = await service.key(service.workspaceId, 'live', 'developer');
    expect((await call('GET', undefined, '', developer)).status).toBe(200);
    const refused = await call('PUT', bucket(), '', developer);
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('warehouse:manage')]);
    expect((await call('POST', undefined, '/run')).status).toBe(404);
  });
});
