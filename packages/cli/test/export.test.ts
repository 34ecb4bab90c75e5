/** `brickwork export` on the real command and the real service, read back with DuckDB and compared with the API. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryParquet } from '../../../test/support/duckdb.ts';
import { kitDocument, publishedKit } from '../../../test/support/kits.ts';
import {
  BRICKWORK,
  commandEnvironment,
  removeDirectory,
  temporaryDirectory,
} from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { S3_KEY, startS3Server } from '../../../test/support/s3-server.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../test/support/told-evaluator.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
let home: string;
let to: string;
let kitCode: string;
const runs: string[] = [];
/** The API still lists them, without their contents. */
const erased = new Set<string>();

const key = () => service.adminKey;
const brickwork = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
  runCommand(args, { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: key(), HOME: home, ...environment });
const bring = (folder = to, ...more: string[]) => brickwork(['export', '--to', folder, '--json', ...more]);
const query = (sql: string, folder = to) =>
  queryParquet(sql.replaceAll(/@(\w+)/g, (_, table) => `read_parquet('${folder}/${table}/*/*.parquet')`));
const lines = async (path: string) =>
  String((await service.call('GET', path, { key: key() })).body)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const review = (runId: string, reviews: object[]) =>
  service.call('POST', `/v1/runs/${runId}/reviews`, { key: key(), body: reviews });

const answers = (score: number, solved: boolean) => ({
  score: { value: score, confidence: 0.75, reason: 'They said so.', evidence: ['I lost my card.'] },
  solved: { value: solved, confidence: 0.5, evidence_spans: [{ text: 'I am sorry', turn: 2, start: 60, end: 70 }] },
  mood: { value: 'good' },
  caller: { value: null, applicability: 'abstained' },
});

beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  home = temporaryDirectory();
  to = join(home, 'warehouse');
  ({ kit_code: kitCode } = await publishedKit(service, kitDocument('review')));
  for (const [n, day] of ['01', '01', '02', '03', '03', '05'].entries())
    runs.push(
      await toldRun(service, key(), kitCode, answers(n, n % 2 === 0), {
        occurred_at: `2026-11-${day}T23:30:00+00:00`,
        metadata: { team: n < 3 ? 'Porto' : 'Lisbon', agent: 'Maya K.' },
        external_id: `call-${n}`,
      }),
    );
  runs.push(await toldRun(service, key(), kitCode, undefined, { occurred_at: '2026-11-05T12:00:00Z' }));
});
afterAll(async () => {
  await service.stop();
  removeDirectory(home);
});

/** Everything that the API tells of, beside what DuckDB finds in the files. */
async function compare(): Promise<void> {
  const exported = await lines('/v1/runs/export');
  const given = exported.filter(({ brick_key }) => brick_key !== undefined);
  const reviewed = (await lines('/v1/runs/export?as=reviewed')).filter(({ brick_key }) => brick_key === 'score');
  const ids = [...new Set(exported.map(({ run_id }) => run_id))];
  const kept = ids.filter((id) => !erased.has(String(id)));
  expect(await query('SELECT run_id, count(*) AS rows FROM @runs GROUP BY 1 ORDER BY 1')).toEqual(
    kept.toSorted().map((run_id) => ({ run_id, rows: '1' })),
  );
  const sum = (values: unknown[]) => values.reduce<number>((total, value) => total + Number(value ?? 0), 0);
  expect(
    await query(`SELECT count(*) AS answers, sum(value_number) AS scores, sum(confidence) AS confidences,
      count(*) FILTER (value_boolean) AS solved, (SELECT sum(reviewed_number) FROM @answers WHERE brick_key = 'score') AS reviewed FROM @answers`),
  ).toEqual([
    {
      answers: String(given.length),
      scores: sum(given.filter(({ brick_key }) => brick_key === 'score').map(({ value }) => value)),
      confidences: sum(given.map(({ confidence }) => confidence)),
      solved: String(given.filter(({ value }) => value === true).length),
      reviewed: sum(reviewed.map(({ value }) => value)),
    },
  ]);
  const reviews = (await lines('/v1/reviews/export')).filter(({ run_id }) => !erased.has(String(run_id)));
  if (reviews.length > 0)
    expect(await query('SELECT review_id, verdict, superseded FROM @reviews ORDER BY 1')).toEqual(
      reviews
        .map(({ review_id, verdict, superseded }) => ({ review_id, verdict, superseded }))
        .toSorted((a, b) => (String(a.review_id) < String(b.review_id) ? -1 : 1)),
    );
}

describe('brickwork export', () => {
  it('writes what the API tells of, as typed columns by day', async () => {
    const first = await bring();
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(JSON.parse(first.stdout)).toMatchObject({ days: 4, runs: 7, totals: { runs: 7, answers: 24 } });
    await compare();
    expect(
      await query(
        'SELECT occurred_on::text AS day, status, team, agent, count(*) AS runs FROM @runs GROUP BY ALL ORDER BY ALL',
      ),
    ).toEqual([
      { day: '2026-11-01', status: 'succeeded', team: 'Porto', agent: 'Maya K.', runs: '2' },
      { day: '2026-11-02', status: 'succeeded', team: 'Porto', agent: 'Maya K.', runs: '1' },
      { day: '2026-11-03', status: 'succeeded', team: 'Lisbon', agent: 'Maya K.', runs: '2' },
      { day: '2026-11-05', status: 'failed', team: null, agent: null, runs: '1' },
      { day: '2026-11-05', status: 'succeeded', team: 'Lisbon', agent: 'Maya K.', runs: '1' },
    ]);
    expect(
      await query(
        `SELECT brick_key, position, text, turn, start FROM @evidence WHERE run_id = '${runs[0]}' ORDER BY 1`,
      ),
    ).toEqual([
      { brick_key: 'score', position: '0', text: 'I lost my card.', turn: null, start: null },
      { brick_key: 'solved', position: '0', text: 'I am sorry', turn: '2', start: '60' },
    ]);
    const { body } = await service.call('GET', '/v1/usage?group_by=kit', { key: key() });
    const [{ runs: count, calls, credits }] = body.data;
    expect(
      await query('SELECT count(*)::int AS runs, sum(calls)::int AS calls, sum(credits) AS credits FROM @usage'),
    ).toEqual([{ runs: count, calls, credits }]);
    expect((await brickwork(['export', '--to', to])).stdout).toBe('Nothing has changed: 7 runs are exported.\n');
  });

  it('follows corrections, erasures, and calls that come late', async () => {
    const untouched = statSync(join(to, 'runs/occurred_on=2026-11-02/part-0.parquet')).mtimeMs;
    await review(runs[0] ?? '', [{ brick: 'score', verdict: 'wrong', value: 9 }]);
    // Says nothing new about the answer, so no event tells of it.
    await review(runs[3] ?? '', [{ brick: 'solved', verdict: 'correct' }]);
    expect((await service.call('DELETE', `/v1/runs/${runs[5]}`, { key: key() })).status).toBe(200);
    erased.add(runs[5] ?? '');
    await toldRun(service, key(), kitCode, answers(4, true), { occurred_at: '2026-10-30T08:00:00Z' });
    const second = await bring();
    expect(JSON.parse(second.stdout), second.stderr).toMatchObject({ days: 4, totals: { runs: 7, reviews: 2 } });
    await compare();
    expect(statSync(join(to, 'runs/occurred_on=2026-11-02/part-0.parquet')).mtimeMs).toBe(untouched);
    expect(
      await query(
        `SELECT value_number, reviewed_number, reviewed FROM @answers WHERE run_id = '${runs[0]}' AND brick_key = 'score'`,
      ),
    ).toEqual([{ value_number: 0, reviewed_number: 9, reviewed: 'corrected' }]);
    // Withdrawn: the reviewer now holds the answer to be right.
    await review(runs[0] ?? '', [{ brick: 'score', verdict: 'correct' }]);
    await bring();
    await compare();
    expect(await query(`SELECT verdict FROM @reviews WHERE superseded`)).toEqual([{ verdict: 'wrong' }]);
  });

  it('drops runs that retention removes', async () => {
    const folder = join(home, 'retained');
    await bring(folder);
    const { database } = service.testDatabase;
    await database.query("DELETE FROM runs WHERE occurred_at < '2026-10-31'");
    expect(JSON.parse((await bring(folder)).stdout)).toMatchObject({ days: 1, runs: 0, totals: { runs: 6 } });
    expect(readdirSync(join(folder, 'runs'))).not.toContain('occurred_on=2026-10-30');
    await bring();
  });

  it('masks for whoever asks for it, and for roles that may not see identities', async () => {
    const folder = join(home, 'masked');
    const spoken = { ...answers(1, true), caller: { value: 'Maria Silva', evidence: ['My name is Maria Silva'] } };
    const input = { transcript: 'Customer: My name is Maria Silva, call me on +351 912 345 678.', tell: spoken };
    await toldRun(service, key(), kitCode, spoken, { occurred_at: '2026-11-07T12:00:00Z', input });
    await bring(folder, '--mask');
    const [masked] = await query("SELECT value FROM @answers WHERE brick_key = 'caller' AND value IS NOT NULL", folder);
    expect(masked?.value).toMatch(/^<PERSON_\d>$/);
    expect(JSON.parse(readFileSync(join(folder, '_manifest.json'), 'utf8'))).toMatchObject({ masked: true });
    const analyst = await service.key(service.workspaceId, 'live', 'analyst');
    await service.call('PUT', '/v1/settings', {
      key: key(),
      body: { timezone: 'UTC', identities_hidden_from: ['analyst'] },
    });
    await expect
      .poll(async () => (await service.call('GET', '/v1/warehouse/changes', { key: analyst })).body.masked)
      .toBe(true);
    const hidden = join(home, 'hidden');
    const result = await brickwork(['export', '--to', hidden], { BRICKWORK_API_KEY: analyst });
    expect([result.code, result.stderr]).toEqual([0, '']);
    const all = await query('SELECT value, reason FROM @answers', hidden);
    expect(JSON.stringify(all)).not.toContain('Maria');
    const { body } = await service.call('GET', '/v1/audit?action=warehouse.exported', { key: key() });
    expect(body.data.length).toBeGreaterThanOrEqual(2);
    const viewer = await service.key(service.workspaceId, 'live', 'viewer');
    const refused = await brickwork(['export', '--to', hidden], { BRICKWORK_API_KEY: viewer });
    expect([refused.code, refused.stderr]).toEqual([EXIT.usage, expect.stringContaining('warehouse:read')]);
  });

  it('says what is wrong with a destination', async () => {
    const other = await service.key(await service.workspace('other'));
    const result = await brickwork(['export', '--to', to], { BRICKWORK_API_KEY: other });
    expect([result.code, result.stderr]).toEqual([EXIT.usage, expect.stringContaining('another workspace')]);
    const unknown = await brickwork(['export', '--to', 'ftp://somewhere/x']);
    expect([unknown.code, unknown.stderr]).toEqual([EXIT.usage, expect.stringContaining('--to')]);
    expect((await brickwork(['export', '--to', to, '--format', 'orc'])).code).toBe(EXIT.usage);
  });

  it('writes to object storage as it does to a directory', async () => {
    const s3 = await startS3Server();
    const aws = { AWS_ACCESS_KEY_ID: S3_KEY.accessKeyId, AWS_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey };
    const send = () => brickwork(['export', '--to', 's3://calls/live', '--endpoint', s3.url], aws);
    const first = await send();
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect((await send()).stdout).toMatch(/^Nothing has changed/);
    const folder = join(home, 'from-s3');
    for (const [name, { bytes }] of s3.objects) {
      const path = join(folder, name.replace(/^live\//, ''));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
    await bring();
    const rows = 'SELECT * FROM @answers ORDER BY run_id, brick_key';
    expect(await query(rows, folder)).toEqual(await query(rows));
    await s3.close();
    const gone = await send();
    expect([gone.code, gone.stderr]).toEqual([EXIT.usage, 'The object storage refuses connections.\n']);
  });

  it('goes on after kill -9 in the middle of a day', async () => {
    const folder = join(home, 'killed');
    const stalling = await stallingProxy(service.url);
    const child = spawn(process.execPath, [BRICKWORK, 'export', '--to', folder], {
      env: commandEnvironment({ BRICKWORK_URL: stalling.url, BRICKWORK_API_KEY: key(), HOME: home }),
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await expect.poll(() => globSync(join(folder, 'runs/*/*.parquet')), { timeout: 60_000 }).not.toEqual([]);
    child.kill('SIGKILL');
    await ended;
    stalling.close();
    const left = await query('SELECT count(*) AS runs, count(DISTINCT run_id) AS different FROM @runs', folder);
    expect(left[0]?.runs).toBe(left[0]?.different);
    const manifest = () => JSON.parse(readFileSync(join(folder, '_manifest.json'), 'utf8'));
    expect(manifest()).toMatchObject({ complete: false });
    const again = await bring(folder);
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(manifest()).toMatchObject({ complete: true, pending: [] });
    rmSync(to, { recursive: true });
    await bring();
    const rows = 'SELECT * EXCLUDE (occurred_on) FROM @answers ORDER BY run_id, brick_key';
    expect(await query(rows, folder)).toEqual(await query(rows));
    expect(readdirSync(folder).filter((name) => name.startsWith('_'))).toEqual(['_manifest.json']);
  });
});

/** Hands requests on, and stops in the middle of a stream of runs, after the first day. */
async function stallingProxy(target: string) {
  const server = createServer(async (request, response) => {
    const answer = await fetch(target + request.url, {
      headers: { authorization: request.headers.authorization ?? '' },
    });
    const body = await answer.text();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    if (request.url?.startsWith('/v1/warehouse/runs')) response.write(body.slice(0, body.lastIndexOf('{"day"') + 200));
    else response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
