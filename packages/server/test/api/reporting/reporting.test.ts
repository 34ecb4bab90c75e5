/** The views for BI tools: what they show, that it equals insights, and that a login sees nothing else, whatever it tries. */
import { decodeId } from '@brickwork/server/core/ids';
import { grantLogin, revokeLogins } from '@brickwork/server/outbound/warehouse/reporting/manage-logins';
import { createLoginStore, type LoginStore } from '@brickwork/server/outbound/warehouse/store/reporting/login-store';
import { settleAllAnswers } from '@brickwork/server/runs/store/answers/waiting-answers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

const SECRET = 'Desmond Achebe';
const told = (score: number | null, solved: boolean | null, mood: string | string[]) => ({
  score: { value: score, confidence: 0.5, ...(score === null && { applicability: 'not_applicable' }) },
  solved: { value: solved, ...(solved === null && { applicability: 'abstained' }) },
  mood: { value: mood },
  caller: { value: SECRET },
});

let service: TestService;
let store: LoginStore;
let kit: { kit_id: string; kit_code: string };
let otherWorkspace: string;
const clients: pg.Client[] = [];
const granted: string[] = [];
const runs: string[] = [];

const REQUEST = { environment: 'live', identities: false, connections: 5 } as const;

async function connect(login: string, password: string): Promise<pg.Client> {
  const url = new URL(service.testDatabase.url.replace('@/', '@localhost/'));
  const client = new pg.Client({
    host: url.searchParams.get('host') ?? '',
    port: Number(url.searchParams.get('port')),
    database: url.pathname.slice(1),
    user: login,
    password,
  });
  client.on('error', () => {});
  await client.connect();
  clients.push(client);
  return client;
}

async function loginOf(workspaceId: string, more: object = {}): Promise<{ login: string; client: pg.Client }> {
  const { login, password = '' } = await grantLogin(store, workspaceId, { ...REQUEST, ...more });
  granted.push(login);
  return { login, client: await connect(login, password) };
}

const rowsOf = async (client: pg.Client, sql: string) => (await client.query(sql)).rows;

beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  store = createLoginStore(service.testDatabase.database, { isEmbedded: true });
  kit = await publishedKit(service, kitDocument('review'));
  const { call, adminKey } = service;
  const add = async (tell: Record<string, unknown> | undefined, more: object = {}, key = adminKey) =>
    runs.push(await toldRun(service, key, kit.kit_code, tell, more));
  const metadata = { team: 'Porto', agent: 'Ann', customer: SECRET };
  await add(told(7, true, 'good'), { metadata, external_id: SECRET, occurred_at: '2026-11-02T10:00:00Z' });
  await add(told(2.5, false, ['good', 'bad']), { metadata: { team: 'Lisbon', agent: 'Bob' } });
  await add(told(null, null, 'bad'));
  await add(undefined);
  await add(told(9, true, 'good'), { type: 'sandbox' });
  await add(told(9, true, 'good'));
  await call('DELETE', `/v1/runs/${runs.at(-1)}`, { key: adminKey });
  const review = (run: string | undefined, body: object[]) =>
    call('POST', `/v1/runs/${run}/reviews?reviewer=ann`, { key: adminKey, body });
  await review(runs[0], [
    { brick: 'solved', verdict: 'wrong', value: false, note: SECRET },
    { brick: 'caller', verdict: 'correct' },
  ]);
  await review(runs[1], [{ brick: 'score', verdict: 'wrong', value: 4 }]);
  await review(runs[1], [{ brick: 'score', verdict: 'wrong', value: 5 }]);

  otherWorkspace = await service.workspace('other');
  const otherKey = await service.key(otherWorkspace);
  const otherKit = await publishedKit(service, kitDocument('review'), otherKey);
  await toldRun(service, otherKey, otherKit.kit_code, told(1, false, 'bad'), { metadata: { team: 'Elsewhere' } });
  await settleAllAnswers(service.testDatabase.database, () => false);
});

afterAll(async () => {
  for (const client of clients) await client.end();
  for (const login of granted) await service.testDatabase.database.query(`DROP ROLE IF EXISTS ${login}`);
  await service.stop();
});

describe('the views', () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = (await loginOf(service.workspaceId)).client;
  });

  it('have the columns that were released, in their order', async () => {
    // A released column never changes: add new ones to the end of a view, or a view with a new name.
    const rows = await rowsOf(
      client,
      `SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) AS line FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'reporting'::regnamespace AND c.relkind = 'v' AND a.attnum > 0 ORDER BY c.relname, a.attnum`,
    );
    expect(rows.map(({ line }) => line).join('\n')).toMatchInlineSnapshot(`
      "answers.run_id uuid
      answers.occurred_at timestamp with time zone
      answers.kit text
      answers.kit_version integer
      answers.brick text
      answers.outcome text
      answers.value text
      answers.value_number numeric
      answers.value_boolean boolean
      answers.value_items jsonb
      answers.confidence numeric
      answers.is_corrected boolean
      answers.reviewed_outcome text
      answers.reviewed_value text
      answers.reviewed_number numeric
      answers.reviewed_boolean boolean
      answers.reviewed_items jsonb
      answers.agent text
      answers.team text
      answers.channel text
      bricks.kit text
      bricks.kit_code text
      bricks.kit_name text
      bricks.brick text
      bricks.brick_name text
      bricks.brick_type text
      reviews.review_id uuid
      reviews.run_id uuid
      reviews.occurred_at timestamp with time zone
      reviews.reviewed_at timestamp with time zone
      reviews.kit text
      reviews.kit_version integer
      reviews.brick text
      reviews.verdict text
      reviews.answer text
      reviews.confidence double precision
      reviews.value text
      reviews.is_current boolean
      reviews.reviewer text
      reviews.note text
      runs.run_id uuid
      runs.api_run_id text
      runs.occurred_at timestamp with time zone
      runs.created_at timestamp with time zone
      runs.started_at timestamp with time zone
      runs.completed_at timestamp with time zone
      runs.status text
      runs.kit text
      runs.kit_code text
      runs.kit_version integer
      runs.mode text
      runs.engine text
      runs.model text
      runs.duration_ms integer
      runs.calls integer
      runs.input_tokens bigint
      runs.cached_input_tokens bigint
      runs.output_tokens bigint
      runs.credits numeric
      runs.error_code text
      runs.is_corrected boolean
      runs.agent text
      runs.team text
      runs.channel text
      runs.customer text
      runs.external_id text
      runs.metadata jsonb"
    `);
  });

  it('have a row for every run that insights count', async () => {
    const { body } = await service.call('GET', `/v1/kits/${kit.kit_id}/insights?group_by=team`, {
      key: service.adminKey,
    });
    const byStatus = await rowsOf(client, 'SELECT status, count(*)::int AS runs FROM runs GROUP BY 1 ORDER BY 1');
    expect(byStatus).toEqual([
      { status: 'failed', runs: body.total.runs.failed },
      { status: 'succeeded', runs: body.total.runs.succeeded },
    ]);
    expect(byStatus).toEqual([
      { status: 'failed', runs: 1 },
      { status: 'succeeded', runs: 3 },
    ]);
    const ids = await rowsOf(client, 'SELECT api_run_id FROM runs ORDER BY run_id');
    expect(ids.map(({ api_run_id }) => api_run_id)).toEqual(runs.slice(0, 4));
    expect(await rowsOf(client, `SELECT occurred_at FROM runs WHERE team = 'Porto' AND agent = 'Ann'`)).toEqual([
      { occurred_at: new Date('2026-11-02T10:00:00Z') },
    ]);
  });

  it.each(['given', 'reviewed'])('have the figures of insights, as %s', async (as) => {
    const { body } = await service.call('GET', `/v1/kits/${kit.kit_id}/insights?as=${as}`, { key: service.adminKey });
    const [outcome, value] = as === 'given' ? ['outcome', 'value_'] : ['reviewed_outcome', 'reviewed_'];
    const rows = await rowsOf(
      client,
      `SELECT brick, count(*) FILTER (WHERE ${outcome} = 'answered')::int AS answered, count(*) FILTER (WHERE ${outcome} = 'not_applicable')::int AS not_applicable,
         count(*) FILTER (WHERE ${outcome} = 'not_sure')::int AS not_sure, count(*) FILTER (WHERE ${outcome} = 'no_answer')::int AS no_answer,
         avg(${value}number)::float AS mean, count(*) FILTER (WHERE ${value}boolean)::int AS yes FROM answers GROUP BY 1 ORDER BY 1`,
    );
    interface Brick {
      key: string;
      answered: number;
      not_applicable: number;
      not_sure: number;
      no_answer: number;
      mean?: { value: number };
      values?: { value: unknown; count: number }[];
    }
    const expected = (body.total.bricks as Brick[])
      .map(({ key, answered, not_applicable, not_sure, no_answer, mean, values }) => ({
        brick: key,
        answered,
        not_applicable,
        not_sure,
        no_answer,
        mean: mean?.value ?? null,
        yes: values?.find((each) => each.value === true)?.count ?? 0,
      }))
      .toSorted((a, b) => (a.brick < b.brick ? -1 : 1));
    expect(rows).toEqual(expected);
    expect(rows.find(({ brick }) => brick === 'score')?.mean).toBe(as === 'given' ? 4.75 : 6);
  });

  it('show what reviewers said, and which of it counts', async () => {
    const sql = `SELECT brick, verdict, answer, value, is_current, reviewer FROM reviews ORDER BY brick, value`;
    expect(await rowsOf(client, sql)).toEqual([
      { brick: 'caller', verdict: 'correct', answer: null, value: null, is_current: true, reviewer: 'ann' },
      { brick: 'score', verdict: 'wrong', answer: '2.5', value: '4', is_current: false, reviewer: 'ann' },
      { brick: 'score', verdict: 'wrong', answer: '2.5', value: '5', is_current: true, reviewer: 'ann' },
      { brick: 'solved', verdict: 'wrong', answer: 'true', value: 'false', is_current: true, reviewer: 'ann' },
    ]);
    expect(await rowsOf(client, `SELECT kit_name, brick_type FROM bricks WHERE brick = 'solved'`)).toEqual([
      { kit_name: 'Review', brick_type: 'boolean' },
    ]);
  });

  it('hold no text and no identity, unless the login was granted them', async () => {
    const everything = async (reader: pg.Client) => {
      let found = '';
      for (const name of ['runs', 'answers', 'reviews'])
        found += JSON.stringify(await rowsOf(reader, `SELECT * FROM ${name}`));
      return found;
    };
    expect(await everything(client)).not.toContain(SECRET);
    const { client: trusted } = await loginOf(service.workspaceId, { identities: true });
    expect((await everything(trusted)).split(SECRET)).toHaveLength(1 + 11);
    const [text] = await rowsOf(trusted, `SELECT value, reviewed_value FROM answers WHERE brick = 'caller' LIMIT 1`);
    expect(text).toEqual({ value: SECRET, reviewed_value: SECRET });
  });

  it('do not name agents and reviewers where the workspace hides identities from analysts', async () => {
    const hide = (roles: string[]) =>
      service.call('PUT', '/v1/settings', { key: service.adminKey, body: { identities_hidden_from: roles } });
    const names = () => rowsOf(client, 'SELECT agent FROM runs UNION SELECT reviewer FROM reviews');
    expect((await hide(['analyst'])).status).toBe(200);
    expect(await names()).toEqual([{ agent: null }]);
    expect((await hide([])).status).toBe(200);
    expect(await names()).toHaveLength(4);
  });

  it('show a test login the runs of test keys, which are none', async () => {
    const { client: tester } = await loginOf(service.workspaceId, { environment: 'test' });
    expect(await rowsOf(tester, 'SELECT run_id FROM runs')).toEqual([]);
  });
});

describe('a login that tries to see more', () => {
  let client: pg.Client;
  let login: string;
  beforeAll(async () => {
    ({ client, login } = await loginOf(otherWorkspace));
  });

  it('sees its own workspace, and nothing when it has none', async () => {
    expect(await rowsOf(client, 'SELECT DISTINCT team FROM runs')).toEqual([{ team: 'Elsewhere' }]);
    const { database } = service.testDatabase;
    const count = 'SELECT count(*)::int AS seen FROM reporting.runs';
    expect((await database.query(count)).rows).toEqual([{ seen: 0 }]);
  });

  /** By an error, a row of others would be told. A condition like these is pushed below the choice of rows wherever that is allowed. */
  it.each([
    `SELECT count(*) FROM runs WHERE team::integer = 1 OR team IS NULL`,
    `SELECT count(*) FROM answers WHERE 1 / (CASE WHEN team = 'Porto' THEN 0 ELSE 1 END) = 1`,
    `SELECT count(*) FROM answers WHERE value_items IS NULL AND (coalesce(value, '1') || 'x')::json IS NULL`,
    `SELECT count(*) FROM reviews WHERE (brick || note)::integer = 1`,
  ])('is told of no row of others by an error: %s', async (sql) => {
    const error = await client.query(sql).then(
      () => undefined,
      (reason: pg.DatabaseError) => `${reason.message} ${reason.detail ?? ''}`,
    );
    expect(error ?? '').not.toMatch(/Porto|Lisbon|division by zero|Desmond|solved/);
    const plan = await rowsOf(client, `EXPLAIN (COSTS OFF) ${sql}`);
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('Subquery Scan');
  });

  it.each([
    'SELECT * FROM public.runs',
    'SELECT * FROM public.run_answers',
    'SELECT * FROM public.reporting_logins',
    'SELECT * FROM public.workspaces',
    'SELECT hash FROM public.api_keys',
    `SELECT public.runs_with_words('hello'::tsquery)`,
    `SELECT * FROM public.spend_states('00000000-0000-0000-0000-000000000000', 1)`,
    'SELECT rolpassword FROM pg_authid',
    'SELECT * FROM pg_statistic',
    `SELECT pg_read_file('postgresql.conf')`,
    `SELECT lo_create(0)`,
    `SELECT pg_advisory_lock(7243116901)`,
    `COPY (SELECT 1) TO PROGRAM 'true'`,
    `COPY (SELECT 1) TO '/tmp/brickwork-reporting-test'`,
    `INSERT INTO public.reporting_logins (login) VALUES ('x')`,
    `UPDATE runs SET team = 'mine'`,
    'DELETE FROM reviews',
    'CREATE TABLE reporting.mine (id int)',
    'CREATE TABLE public.mine (id int)',
    'CREATE TEMPORARY TABLE mine (id int)',
    'CREATE SCHEMA mine',
    'CREATE FUNCTION pg_temp.mine(text) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$',
    'DROP VIEW reporting.runs',
    'CREATE OR REPLACE VIEW reporting.runs AS SELECT 1',
    'SET SESSION AUTHORIZATION brickwork',
    'SET ROLE brickwork',
    'SET ROLE pg_read_all_data',
    'ALTER ROLE brickwork PASSWORD NULL',
    'CREATE ROLE mine SUPERUSER',
  ])('is refused: %s', async (sql) => {
    // Read-only is a default of the role that it can change: each is refused for itself.
    await client.query('BEGIN READ WRITE');
    const error = await client.query(sql).then(
      () => undefined,
      (reason: pg.DatabaseError) => reason.code,
    );
    await client.query('ROLLBACK');
    expect(['42501', '42P01', '22023', '0LP01', '55000']).toContain(error);
  });

  it('reads neither statements nor statistics nor names of others in the catalogue', async () => {
    const activity = await rowsOf(client, `SELECT query FROM pg_stat_activity WHERE usename <> session_user`);
    expect(activity.filter(({ query }) => query !== '<insufficient privilege>' && query !== '')).toEqual([]);
    expect(
      await rowsOf(client, `SELECT 1 FROM pg_stats WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`),
    ).toEqual([]);
    const roles = await rowsOf(
      client,
      `SELECT rolname FROM pg_roles WHERE rolname LIKE '%default%' OR rolname LIKE '%other%'`,
    );
    expect(roles).toEqual([]);
  });

  it('gains nothing by its search path or by taking another role’s place', async () => {
    await client.query('SET search_path = public, reporting');
    await expect(client.query('SELECT count(*) FROM runs')).rejects.toThrow('permission denied');
    await client.query(`SET search_path = reporting`);
    await client.query(`SET ROLE ${login}`);
    await client.query('SET row_security = off');
    expect(await rowsOf(client, 'SELECT DISTINCT team FROM runs')).toEqual([{ team: 'Elsewhere' }]);
  });

  it('neither hears what nodes tell one another nor speaks to them', async () => {
    const { client } = await loginOf(service.workspaceId);
    const owner = service.testDatabase.database;
    const channels = async () => (await owner.query<{ name: string }>('SELECT name FROM notification_channels')).rows;
    await expect
      .poll(channels, { timeout: 20_000 })
      .toEqual([{ name: expect.stringMatching(/^brickwork_[0-9a-f]{32}$/) }]);
    await expect(client.query('SELECT * FROM public.notification_channels')).rejects.toThrow('permission denied');
    await expect(client.query(`SELECT public.tell_nodes('key_revoked:')`)).rejects.toThrow();
    const heard: (string | undefined)[] = [];
    client.on('notification', ({ payload }) => heard.push(payload));
    await client.query('LISTEN brickwork');
    const { key_id } = (await service.call('POST', '/v1/keys', { body: { name: 'heard' } })).body as { key_id: string };
    await service.call('DELETE', `/v1/keys/${key_id}`);
    await owner.query(`NOTIFY brickwork, 'end'`);
    await expect.poll(() => heard.at(-1)).toBe('end');
    expect(heard).toEqual(['end']);
  });

  it('has limits that its tool begins with', async () => {
    const [row] = await rowsOf(
      client,
      `SELECT current_setting('statement_timeout') AS timeout, current_setting('default_transaction_read_only') AS reads,
         (SELECT rolconnlimit FROM pg_roles WHERE rolname = session_user) AS connections`,
    );
    expect(row).toEqual({ timeout: '1min', reads: 'on', connections: 5 });
  });

  it('is gone from the moment it is revoked, also where it is still connected', async () => {
    expect(await rowsOf(client, 'SELECT run_id FROM runs')).toHaveLength(1);
    await expect(revokeLogins(store, service.workspaceId, login)).rejects.toThrow('not a reporting login');
    expect(await revokeLogins(store, otherWorkspace, undefined)).toEqual([{ login, isRoleLeft: false }]);
    await expect(client.query('SELECT run_id FROM runs')).rejects.toThrow('invalid role');
    expect(await store.list(otherWorkspace)).toEqual([]);
  });
});

describe('a role that somebody else created', () => {
  const make = async (rights: string) => {
    const login = `test_reporting_${granted.length}_${Date.now()}`;
    granted.push(login);
    await service.testDatabase.database.query(`CREATE ROLE ${login} LOGIN; ${rights.replaceAll('$', login)}`);
    return login;
  };
  const grant = (role: string) => grantLogin(store, service.workspaceId, { ...REQUEST, role });

  it('is taken where it can do nothing else, and stays when it is revoked', async () => {
    const role = await make(`ALTER ROLE $ PASSWORD 'own'`);
    expect(await grant(role)).toMatchObject({ login: role, password: undefined });
    const client = await connect(role, 'own');
    expect(await rowsOf(client, 'SELECT run_id FROM reporting.runs')).toHaveLength(4);
    await expect(grant(role)).rejects.toThrow(`${role} is a reporting login already`);
    expect(await revokeLogins(store, service.workspaceId, role)).toEqual([{ login: role, isRoleLeft: false }]);
    expect(await rowsOf(client, 'SELECT run_id FROM reporting.runs')).toEqual([]);
  });

  it.each([
    ['GRANT SELECT (id) ON runs TO $', 'may use the table runs', 'REVOKE ALL ON runs FROM PUBLIC, '],
    ['ALTER ROLE $ BYPASSRLS', 'may bypass row security', 'ALTER ROLE '],
    ['GRANT pg_read_all_data TO $', 'is a member of the role pg_read_all_data', 'REVOKE pg_read_all_data FROM '],
    ['GRANT CREATE ON SCHEMA public TO $', 'may create objects in the schema public', 'REVOKE CREATE ON SCHEMA public'],
  ])('is refused after: %s', async (rights, what, fix) => {
    const role = await make(rights);
    try {
      await expect(grant(role)).rejects.toMatchObject({ detail: expect.stringContaining(what) });
      await expect(grant(role)).rejects.toMatchObject({ detail: expect.stringContaining(fix) });
      expect((await store.list()).some(({ login }) => login === role)).toBe(false);
    } finally {
      await service.testDatabase.database.query(`DROP OWNED BY ${role}`);
    }
  });

  it('is asked for where the service may create none, and a missing one is said to be', async () => {
    await expect(grant('nobody_such')).rejects.toMatchObject({ detail: 'The server has no role nobody_such.' });
    const { database } = service.testDatabase;
    const plain = await make(`ALTER ROLE $ PASSWORD 'plain'; GRANT ALL ON ALL TABLES IN SCHEMA public TO $`);
    const url = new URL(service.testDatabase.url.replace('@/', '@localhost/'));
    const own = service.testDatabase.open({
      connection: {
        host: url.searchParams.get('host') ?? '',
        port: Number(url.searchParams.get('port')),
        database: url.pathname.slice(1),
        user: plain,
        password: 'plain',
      },
    });
    const asPlain = createLoginStore(own, { isEmbedded: false });
    await expect(grantLogin(asPlain, service.workspaceId, REQUEST)).rejects.toMatchObject({
      detail: expect.stringMatching(/may not create roles.*CREATE ROLE my_reporting.*--role/),
    });
    await own.close();
    await database.query(`DROP OWNED BY ${plain}`);
  });
});

describe('the audit log', () => {
  it('has an entry for every grant and every end of one', async () => {
    const { rows } = await service.testDatabase.database.query<{ action: string; count: number }>(
      `SELECT action, count(*)::int FROM audit_entries WHERE workspace_id = $1 AND action LIKE 'reporting.%' GROUP BY 1 ORDER BY 1`,
      [decodeId('ws', otherWorkspace)],
    );
    expect(rows).toEqual([
      { action: 'reporting.granted', count: 1 },
      { action: 'reporting.revoked', count: 1 },
    ]);
  });
});
