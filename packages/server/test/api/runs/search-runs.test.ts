/** GET /v1/runs?q=: words of conversations. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator } from '../../../../../test/support/told-evaluator.ts';
import { decodeId } from '../../../src/core/ids.ts';

let service: TestService;
let workspaces = 0;

beforeAll(async () => {
  service = await startTestService({ BRICKWORK_HOUSEKEEPING_MS: '200' }, { evaluate: tellingEvaluator });
});
afterAll(() => service.stop());

const SOLVED = { solved: { value: true } };

/** A workspace with a kit, and runs on transcripts that are told to succeed. */
async function setUp() {
  workspaces += 1;
  const workspaceId = await service.workspace(`search-${workspaces}`);
  const admin = await service.key(workspaceId);
  const kit = await publishedKit(service, kitDocument('support'), admin);
  const names = new Map<string, string>();
  const run = async (name: string, transcript: unknown, more: object = {}): Promise<string> => {
    const { body } = await service.call('POST', '/v1/runs', {
      key: admin,
      body: { kit_code: kit.kit_code, input: { transcript, tell: SOLVED }, ...more },
    });
    names.set(body.run_id, name);
    return body.run_id;
  };
  const list = (query: string, key = admin) => service.call('GET', `/v1/runs?${query}`, { key });
  const found = async (query: string, key = admin) => {
    const { status, body } = await list(query, key);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data
      .map(({ run_id }: { run_id: string }) => names.get(run_id))
      .toReversed()
      .join(' ');
  };
  /** The words are written a moment after the end of a run. */
  const untilFound = (query: string, expected: string) =>
    vi.waitFor(async () => expect(await found(query)).toBe(expected), { timeout: 20_000, interval: 50 });
  const rows = async () => {
    const { rows: counted } = await service.testDatabase.database.query<{ count: number }>(
      'SELECT count(*)::int FROM run_texts WHERE workspace_id = $1',
      [decodeId('ws', workspaceId)],
    );
    return counted[0]?.count;
  };
  return { workspaceId, admin, kit, run, list, found, untilFound, rows };
}

describe('GET /v1/runs?q=', () => {
  it('200: all words, phrases, alternatives and exclusions, in any shape of conversation', async () => {
    const { run, untilFound, found, kit } = await setUp();
    await run('a', 'Agent: How can I help?\nCustomer: I want a refund for my late delivery.');
    await run('b', [{ speaker: 'Agent', text: 'Your refunds are on their way, the delivery was late.' }]);
    await run('c', 'Customer: Wo bleibt meine Rechnung?', { metadata: { team: 'emea' }, external_id: 'call-7' });
    await run('d', 'Customer: The invoice 4711-0815 is wrong.', { type: 'sandbox' });
    await untilFound('q=refund', 'a b');
    await untilFound('q=invoice&type=sandbox', 'd');
    expect(await found('q=REFUNDS')).toBe('a b');
    expect(await found('q=refund%20late%20delivery')).toBe('a b');
    expect(await found('q=%22late%20delivery%22')).toBe('a');
    expect(await found('q=refund%20-help')).toBe('b');
    expect(await found('q=rechnung%20or%20refund')).toBe('a b c');
    expect(await found('q=4711-0815&type=sandbox')).toBe('d');
    expect(await found('q=tell')).toBe('');
    expect(await found('q=nothing-like-it')).toBe('');
    expect(await found('q=rechnung%20or%20invoice')).toBe('c');
    expect(await found('q=rechnung&metadata.team=emea&external_id=call-7&status=succeeded')).toBe('c');
    expect(await found('q=rechnung&metadata.team=apac')).toBe('');
    expect(await found(`q=refund&kit_code=${kit.kit_code}&answer.solved=true&include=answers`)).toBe('a b');
    expect(await found(`q=refund&kit_code=${kit.kit_code}&answer.solved=false`)).toBe('');
    expect(await found('q=refund&reviewed=false')).toBe('a b');
    expect(await found('q=refund&created_after=2999-01-01T00:00:00Z')).toBe('');
    expect(await found('q=refund&created_before=2020-01-01T00:00:00Z')).toBe('');
  });

  it('200: page by page, newest first', async () => {
    const { run, list, untilFound } = await setUp();
    for (const name of ['a', 'b', 'c']) await run(name, 'Agent: Good morning.');
    await untilFound('q=morning', 'a b c');
    const first = await list('q=morning&limit=2');
    expect([first.body.data.length, first.body.has_more]).toEqual([2, true]);
    const second = await list(`q=morning&limit=2&cursor=${first.body.next_cursor}`);
    expect([second.body.data.length, second.body.has_more]).toEqual([1, false]);
  });

  it('200: far back, with a cursor where one request does not reach', async () => {
    const { run, list, workspaceId, untilFound } = await setUp();
    await run('old', 'Agent: A zebra.');
    await run('new', 'Agent: A horse.');
    await untilFound('q=zebra', 'old');
    // Two years are between them: the old run gets an id, and words, of long ago.
    const { database } = service.testDatabase;
    const old = '01900000-0000-7000-8000-000000000001';
    const bucket = Math.floor(0x019000000000 / 2 ** 24);
    await database.query(
      `WITH moved AS (INSERT INTO runs SELECT (jsonb_populate_record(r, jsonb_build_object('id', $2::text))).* FROM runs r
         WHERE r.workspace_id = $1 AND r.id IN (SELECT run_id FROM run_inputs WHERE input LIKE '%zebra%') RETURNING workspace_id, environment, id)
       INSERT INTO run_texts SELECT workspace_id, environment, id, to_tsvector('english', 'zebra') || array_to_tsvector(ARRAY[$3]) FROM moved`,
      [decodeId('ws', workspaceId), old, `${workspaceId} live ${bucket}`],
    );
    const { body: first } = await list('q=zebra&limit=5');
    expect([first.data.length, first.has_more]).toEqual([1, true]);
    let cursor = first.next_cursor;
    let seen: string[] = [];
    for (let pages = 0; cursor !== undefined && pages < 30; pages += 1) {
      const { body } = await list(`q=zebra&limit=5&cursor=${cursor}`);
      seen = [...seen, ...body.data.map(({ run_id }: { run_id: string }) => decodeId('run', run_id))];
      cursor = body.next_cursor;
    }
    expect(seen).toEqual([old]);
    expect(cursor).toBeUndefined();
    await database.query('DELETE FROM runs WHERE workspace_id = $1 AND id = $2', [decodeId('ws', workspaceId), old]);
  });

  it('200: nothing of another workspace or environment', async () => {
    const { run, untilFound, workspaceId, list } = await setUp();
    await run('a', 'Customer: My secret word is xylophone.');
    await untilFound('q=xylophone', 'a');
    const stranger = await setUp();
    const test = await service.key(workspaceId, 'test');
    for (const key of [stranger.admin, test]) {
      expect((await list('q=xylophone', key)).body.data).toEqual([]);
      expect((await list('q=-nothing', key)).body.data).toEqual([]);
    }
  });

  it('200: an erased run is found no longer, and nothing of it is left', async () => {
    const { run, untilFound, found, admin, rows } = await setUp();
    const id = await run('a', 'Customer: My secret word is marimba.');
    await untilFound('q=marimba', 'a');
    await service.call('DELETE', `/v1/runs/${id}`, { key: admin });
    expect([await found('q=marimba'), await rows()]).toEqual(['', 0]);
  });

  it('200: nor one that was erased before its words were written', async () => {
    const { run, found, admin, rows, untilFound } = await setUp();
    const ids = await Promise.all(Array.from({ length: 20 }, () => run('a', 'Customer: My secret word is ukulele.')));
    await Promise.all(ids.map((id) => service.call('DELETE', `/v1/runs/${id}`, { key: admin })));
    await run('b', 'Customer: My word is banjo.');
    await untilFound('q=banjo', 'b');
    expect([await found('q=ukulele'), await rows()]).toEqual(['', 1]);
  });

  it('200: retention of inputs takes the words, that of runs too', async () => {
    for (const column of ['keep_input_days', 'keep_run_days']) {
      const { run, untilFound, rows, workspaceId } = await setUp();
      await run('a', 'Customer: My secret word is clarinet.');
      await untilFound('q=clarinet', 'a');
      await service.testDatabase.database.query(`UPDATE workspaces SET ${column} = 0 WHERE id = $1`, [
        decodeId('ws', workspaceId),
      ]);
      await vi.waitFor(async () => expect(await rows()).toBe(0), { timeout: 20_000 });
    }
  });

  it('200: an input with characters that no index holds, and a very long one', async () => {
    const { run, untilFound } = await setUp();
    await run('a', 'Customer: odd \u0000 harpsichord \ud83d\ude00.');
    await run('b', `Customer: oboe. ${'word '.repeat(60_000)}`);
    await untilFound('q=harpsichord', 'a');
    await untilFound('q=oboe', 'b');
  });

  it.each(['q=', 'q=the', 'q=%22%22', 'q=%00', `q=${'x'.repeat(257)}`])('400: %s', async (query) => {
    const { list } = await setUp();
    expect((await list(query)).body.error).toBe('invalid_parameter');
  });

  it.each(['runner', 'viewer'] as const)('403: a %s, who may not read inputs', async (role) => {
    const { list, workspaceId } = await setUp();
    const key = await service.key(workspaceId, 'live', role);
    const { status, body } = await list('q=refund', key);
    expect([status, body.error]).toEqual([403, 'forbidden']);
    expect((await list('limit=1', key)).status).toBe(200);
  });

  it('200: an analyst and a reviewer may', async () => {
    const { list, workspaceId } = await setUp();
    for (const role of ['analyst', 'reviewer'] as const)
      expect((await list('q=refund', await service.key(workspaceId, 'live', role))).status).toBe(200);
  });
});
