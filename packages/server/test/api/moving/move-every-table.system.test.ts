/**
 * Nothing of a workspace stays behind: one that uses everything there is moves, and every row of every table, and every secret, is compared. Which
 * tables these are: `tables.test.ts`.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeLearner } from '../../../../../test/support/fake-learner.ts';
import { kitDocument, publishedKit, push } from '../../../../../test/support/kits.ts';
import { joinedPerson } from '../../../../../test/support/people.ts';
import { temporaryDirectory } from '../../../../../test/support/run-brickwork.ts';
import { TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { exportWorkspace, importWorkspace } from '../../../src/main/move-workspace.ts';
import { sealedColumns } from '../../../src/main/sealed-columns.ts';
import { tablesOf, uuidOf } from './support/tables.ts';

const SECRETS = { source: '07'.repeat(32), target: '1a'.repeat(32) };
const ANSWERS = { score: { value: 7 }, solved: { value: true }, mood: { value: 'good' }, caller: { value: 'Ann' } };
const PUSHED = { call: { transcript: TRANSCRIPT } };
const SLACK = 'https://hooks.slack.com/services/of-the-owner';

let directory: string;
let source: TestService;
let target: TestService;
let stored: string;

const environmentOf = (service: TestService, secret: string) => ({
  DATABASE_URL: service.testDatabase.url,
  BRICKWORK_SECRET: secret,
  BRICKWORK_READER: '0',
});
const start = (secret: string) =>
  startTestService(
    { BRICKWORK_ROLE: 'api', BRICKWORK_SECRET: secret },
    { evaluate: tellingEvaluator, learner: fakeLearner() },
  );
const callTo = (service: TestService, key: string) => async (method: string, path: string, body?: unknown) => {
  const answer = await service.call(method, path, { key, ...(body !== undefined && { body }) });
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
};

beforeAll(async () => {
  directory = temporaryDirectory();
  writeFileSync(join(directory, 'secret'), SECRETS.source);
  source = await start(SECRETS.source);
  target = await start(SECRETS.target);
  const key = source.adminKey;
  const call = callTo(source, key);
  const kit = await publishedKit(source, kitDocument('review'));
  await call('PUT', '/v1/kits/review/review-policy', { random: 1 });
  await call('PUT', '/v1/settings', { timezone: 'Europe/Lisbon', mask: ['email'] });
  await call('POST', '/v1/webhooks', { url: 'https://crm.example.com/hooks' });
  await call('PUT', '/v1/destinations/crm', {
    destination: { preset: 'hubspot', record: 'external_id', fields: { solved: 'solved' } },
    secrets: { token: 'pat-of-the-owner' },
  });
  await call('PUT', '/v1/channels/ops', { kind: 'slack', url: SLACK, topics: ['alerts', 'appeals'] });
  await call('PUT', '/v1/dimensions/queue', { metadata_key: 'queue' });
  const draft = (await push(source, kitDocument('review', { name: 'Next' }))).body;
  await call('PUT', '/v1/kits/review/shadow', { kit_version_id: draft.kit_version_id, share: 1 });

  const worker = await source.node({ BRICKWORK_ROLE: 'all' });
  const runs: string[] = [];
  for (let at = 0; at < 10; at += 1) {
    const more = { external_id: `c-${at}`, metadata: { team: at < 5 ? 'Porto' : 'Faro', agent: 'Maya' } };
    runs.push(await toldRun(worker, key, kit.kit_code, ANSWERS, more));
  }
  await call('POST', `/v1/runs/${runs[0]}/reviews`, [{ brick: 'solved', verdict: 'wrong', value: false }]);
  await call('POST', `/v1/runs/${runs[1]}/appeals`, { brick: 'solved', text: 'It was solved.' });
  const intake = { auth: { type: 'token' }, map: { input: 'call' }, kits: [{ kit: 'review' }] };
  const { path, secret } = await call('PUT', '/v1/intakes/phones', { intake });
  await worker.stop();

  // From here on nobody works: what is asked for is open when the workspace moves.
  const pushed = await source.call('POST', path, { body: PUSHED, headers: { authorization: `Bearer ${secret}` } });
  expect(pushed.status, JSON.stringify(pushed.body)).toBe(202);
  stored = pushed.body.delivery_id;
  const waiting = { kit_code: kit.kit_code, input: { transcript: TRANSCRIPT, tell: ANSWERS }, idempotency_key: 'once' };
  await call('POST', '/v1/batches', { runs: [waiting] });
  await call('POST', '/v1/kits/review/review-queue/items', { run_ids: [runs[2]] });
  await call('POST', '/v1/kits/review/calibrations', { name: 'November' });
  const note = { agent: 'Maya', kit: 'review', bricks: ['solved'], text: 'Ask whether it is solved.' };
  await call('POST', '/v1/coaching-notes', note);
  const lines = Array.from({ length: 10 }, (_, at) => ({
    input: { transcript: `Agent: It is solved, number ${at}.` },
    expected: { solved: at % 2 === 0 },
  }));
  await call('PUT', '/v1/kits/review/golden-sets/regression', { lines });
  await call('POST', '/v1/kits/review/learnings', { set: 'regression' });
  await call('POST', '/v1/kits/review/evaluations', { set: 'regression' });
  await call('PUT', '/v1/canaries/nightly', { kit: 'review', set: 'regression' });
  const alert = { kit: 'review', brick: 'solved', aggregate: 'share', value: false, window: '7d', above: 0.3 };
  await call('PUT', '/v1/alerts/unsolved', alert);
  await call('POST', '/v1/backfills', { kit_version_id: draft.kit_version_id, max_credits: 5 });
  const { question_id } = await call('POST', '/v1/questions', { questions: ['Was it solved?'], engine: 'local' });
  await source.testDatabase.database.query(
    `UPDATE question_runs SET state = 'answered', answers = '[{"s": "sure", "v": "true", "c": 0.9}]'`,
  );
  await call('POST', `/v1/questions/${question_id}/judgements`, { judgements: [{ run_id: runs[0], answer: 'yes' }] });
  await call('POST', '/v1/contrasts', { filter: { team: 'Porto' } });
  await call('PUT', '/v1/spend-caps/monthly', { period: 'month', credits: 5, at_cap: 'hold' });
  await call('POST', '/v1/views', { name: 'mine', search: 'q=refund' });
  await call('POST', '/v1/speakers', { agents: ['Lena Fischer'] });
  await call('POST', '/v1/erasures', { run_ids: [runs[9]] });
  await call('POST', '/v1/invitations', { email: 'x@example.com', role: 'viewer' });
  await call('PUT', '/v1/warehouse/export', {
    to: 's3://calls/live',
    region: 'eu-west-1',
    access_key_id: 'AKID',
    secret_access_key: 'secret-of-a-bucket',
    enabled: false,
  });
  await joinedPerson(source, key, 'maya@example.com', 'viewer');
  await source.service.background.stop();
}, 120_000);
afterAll(async () => {
  await source?.stop();
  await target?.stop();
  rmSync(directory, { recursive: true });
});

/** What a workspace that uses everything has rows in. What is empty here is what only a model, a failure or a long time would fill. */
const FILLED = [
  ...['alerts', 'api_keys', 'appeals', 'audit_entries', 'backfills', 'bricks', 'calibration_runs', 'calibrations'],
  ...['canaries', 'changed_days', 'channel_deliveries', 'channel_notifications', 'channels', 'coaching_notes'],
  ...['contrasts', 'destination_deliveries', 'destinations', 'dimensions', 'erasure_runs', 'erasures', 'evaluations'],
  ...['event_counters', 'events', 'golden_lines', 'golden_sets', 'idempotency_keys', 'intake_changes'],
  ...['intake_deliveries', 'intake_payloads', 'intakes', 'invitations', 'jobs', 'kit_codes', 'kit_versions', 'kits'],
  ...[
    'lanes',
    'learnings',
    'members',
    'question_judgements',
    'question_runs',
    'questions',
    'review_items',
    'review_policies',
    'reviews',
    'run_answers',
  ],
  ...['run_results', 'runs', 'saved_views', 'spend_caps', 'stored_runs', 'usage_daily', 'warehouse_exports'],
  ...['webhook_deliveries', 'webhook_endpoints', 'workspace_speakers', 'workspaces'],
];

/** Different on either side, rightly: the reviews that are loaded are a change of their days, keys are used, names are given. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  changed_days: ['position', 'noted_by'],
  changed_day_counters: ['last'],
  api_keys: ['last_used_at'],
  workspaces: ['name'],
  audit_heads: ['signature', 'mac_from', 'epoch', 'sealed_at'],
};

describe('a workspace that uses everything', () => {
  it('moves with every row of every table', async () => {
    const uuid = await uuidOf(source);
    const lanes = ['live', 'test'].map((environment) => `${uuid}/${environment}`);
    const tables = await tablesOf(source, uuid, lanes);
    const box = [Buffer.alloc(32)] as const;
    const sealed = sealedColumns(box, box);
    const rowsOf = async (service: TestService) => {
      const found: Record<string, string[]> = {};
      for (const { name, columns, where } of tables) {
        const table = name.slice(1, -1);
        const own = [
          ...(OWN[table] ?? []),
          ...sealed.filter((each) => each.table === table).map((each) => each.column),
        ];
        const kept = columns.filter((column) => !own.includes(column.slice(1, -1)));
        const { rows } = await service.testDatabase.database.query<{ row: string }>(
          `SELECT ROW(${kept.join(', ')})::text AS row FROM ${name} WHERE ${where}
           ${table === 'audit_entries' ? `AND action NOT IN ('workspace.exported', 'workspace.imported')` : ''} ORDER BY 1`,
        );
        found[table] = rows.map(({ row }) => row);
      }
      return found;
    };
    const before = await rowsOf(source);
    expect(FILLED.filter((table) => (before[table] ?? []).length === 0)).toEqual([]);
    const file = join(directory, 'default.workspace');
    await exportWorkspace(environmentOf(source, SECRETS.source), { name: 'default', file, whileRunning: false });
    const secretFile = join(directory, 'secret');
    await importWorkspace(environmentOf(target, SECRETS.target), { file, name: 'moved', secretFile });
    // With statistics: the first questions are not planned for empty tables.
    const { rows: runs } = await target.testDatabase.database.query(
      "SELECT reltuples > 0 AS is_known FROM pg_class WHERE relname = 'runs' AND relnamespace = current_schema()::regnamespace",
    );
    expect(runs).toEqual([{ is_known: true }]);
    const after = await rowsOf(target);
    for (const table of Object.keys(before)) expect(after[table], table).toEqual(before[table]);
  });

  it('moves with every secret, sealed again', async () => {
    const [from, to] = [SECRETS.source, SECRETS.target].map((secret) => Buffer.from(secret, 'hex'));
    const opened: string[] = [];
    for (const column of sealedColumns([from as Buffer], [to as Buffer])) {
      const { table, keys, more = [], bindingOf } = column;
      const read = async (service: TestService, side: 'from' | 'to') => {
        const { rows } = await service.testDatabase.database.query<Record<string, unknown> & { sealed: Buffer }>(
          `SELECT workspace_id, ${[...keys, ...more].join(', ')}, ${column.column} AS sealed FROM ${table}
           WHERE ${column.column} IS NOT NULL ORDER BY ${keys.join(', ')}`,
        );
        return rows.map((row) => column[side].open(row.sealed, bindingOf(row))?.toString('hex'));
      };
      const before = await read(source, 'from');
      expect(before, table).not.toContain(undefined);
      expect(await read(target, 'to'), table).toEqual(before);
      if (before.length > 0) opened.push(`${table}.${column.column}`);
    }
    expect(opened).toEqual([
      'webhook_endpoints.secret',
      'intakes.secret',
      'intake_payloads.payload',
      'channels.secret',
      'destinations.secrets',
      'warehouse_exports.secret',
      'members.code_secret',
      'members.recovery_key',
    ]);
  });

  it('goes on at the other service: what was pushed is read, what was asked for is done', async () => {
    const call = callTo(target, source.adminKey);
    expect((await call('GET', `/v1/intakes/phones/deliveries/${stored}/payload`)).text).toBe(JSON.stringify(PUSHED));
    expect((await call('GET', '/v1/coaching-notes?agent=Maya')).data).toHaveLength(1);
    expect((await call('GET', '/v1/kits/review/calibrations')).data).toMatchObject([{ name: 'November' }]);
    const worker = await target.node({ BRICKWORK_ROLE: 'all' });
    const ended = async (path: string, status: string) =>
      expect.poll(async () => (await call('GET', path)).data[0].status, { timeout: 60_000 }).toBe(status);
    await ended('/v1/kits/review/learnings', 'succeeded');
    await ended('/v1/kits/review/evaluations', 'succeeded');
    const outcome = async () => (await call('GET', `/v1/intakes/phones/deliveries/${stored}`)).outcome;
    await expect.poll(outcome, { timeout: 60_000 }).toBe('accepted');
    await worker.stop();
  }, 150_000);
});
