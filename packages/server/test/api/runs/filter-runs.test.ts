/** GET /v1/runs by answer, confidence and metadata. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

let service: TestService;
let code: string;
let names: Map<string, string>;

const told = {
  a: {
    score: { value: 3, confidence: 0.9 },
    solved: { value: true },
    mood: { value: 'good' },
    caller: { value: 'Ann Lee' },
  },
  b: {
    score: { value: 7, confidence: 0.4 },
    solved: { value: false },
    mood: { value: 'bad' },
    caller: { value: 'Bob' },
  },
  c: {
    score: { value: 7.5, confidence: 0.6 },
    solved: { value: false },
    mood: { value: 'good' },
    caller: { value: 'x'.repeat(300) },
  },
  d: {
    score: { value: null, applicability: 'not_applicable' },
    solved: { value: true },
    mood: { value: ['good', 'bad'] },
    caller: { value: '50%_off' },
  },
  e: { score: { value: null, applicability: 'abstained' }, caller: { value: null } },
  f: { score: { value: null } },
};
const metadata = {
  a: { team: 'emea' },
  b: { team: 'apac', tier: '1' },
  c: undefined,
  d: { team: 'emea', tier: '2' },
  e: undefined,
  f: undefined,
};

beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  code = (await publishedKit(service, kitDocument('review'))).kit_code;
  names = new Map();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f'] as const)
    names.set(await toldRun(service, service.adminKey, code, told[name], { metadata: metadata[name] }), name);
  names.set(await toldRun(service, service.adminKey, code, undefined, { metadata: { team: 'emea' } }), 'failed');
});
afterAll(() => service.stop());

const list = (query: string, key = service.adminKey) => service.call('GET', `/v1/runs?${query}`, { key });
const found = async (query: string) => {
  const { status, body } = await list(`kit_code=${code}&${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data
    .map(({ run_id }: { run_id: string }) => names.get(run_id))
    .toReversed()
    .join(' ');
};

describe('GET /v1/runs by kit', () => {
  it('takes its slug as well as its code, with other filters, in lists, counts, exports and other orders', async () => {
    const bySlug = async (path: string) => (await service.call('GET', path, { key: service.adminKey })).body;
    expect((await bySlug('/v1/runs?kit_code=review')).data).toHaveLength(names.size);
    expect((await bySlug('/v1/runs?kit_code=review&answer.solved=false')).data).toHaveLength(2);
    expect((await bySlug('/v1/runs?kit_code=review&sort=-answer.score')).data[0]).toMatchObject({ kit_code: code });
    expect(await bySlug('/v1/runs/count?kit_code=review&facets=answer.solved')).toMatchObject({ count: names.size });
    expect(await bySlug('/v1/runs?kit_code=nobody')).toMatchObject({ detail: 'kit_code: there is no kit nobody.' });
  });
});

describe('sandbox runs', () => {
  it('are in no list, count, export or figure, unless they are asked for', async () => {
    const key = await service.key(await service.workspace('sandboxes'));
    const kit = await publishedKit(service, kitDocument('review'), key);
    const own = await toldRun(service, key, kit.kit_code, told.a);
    const tried = await toldRun(service, key, kit.kit_code, told.b, { type: 'sandbox' });
    const get = async (path: string) => (await service.call('GET', path, { key })).body;
    // A line for each answer.
    const exported = async (query: string) => {
      const lines = String(await get(`/v1/runs/export?${query}`)).trim();
      return [...new Set(lines.split('\n').map((line) => JSON.parse(line).run_id))];
    };
    const listed = async (query: string) =>
      (await get(`/v1/runs?${query}`)).data.map(({ run_id }: { run_id: string }) => run_id);
    const insights = async (query: string) =>
      (await get(`/v1/kits/${kit.kit_code}/insights?${query}`)).total.runs.succeeded;
    for (const [query, runId] of [
      ['', own],
      ['type=sandbox', tried],
    ] as const) {
      expect(await listed(query)).toEqual([runId]);
      expect(await exported(query)).toEqual([runId]);
      expect(await get(`/v1/runs/count?${query}`)).toMatchObject({ count: 1 });
      expect(await insights(query)).toBe(1);
    }
  });
});

describe('GET /v1/runs by answer', () => {
  it.each([
    ['answer.solved=false', 'b c'],
    ['answer.solved=eq:true', 'a d'],
    ['answer.solved=not:true', 'b c'],
    ['answer.score=lt:7', 'a'],
    ['answer.score=lte:7', 'a b'],
    ['answer.score=gt:7', 'c'],
    ['answer.score=gte:7', 'b c'],
    ['answer.score=gte:007.0', 'b c'],
    ['answer.score=7', 'b'],
    ['answer.score=gte:3&answer.score=lt:7.5', 'a b'],
    ['answer.score=null', 'd e f'],
    ['answer.score=is:no_value', 'd e f'],
    ['answer.score=is:not_applicable', 'd'],
    ['answer.score=is:not_sure', 'e'],
    ['answer.score=is:no_answer', 'f'],
    ['answer.score=not:7', 'a c'],
    ['answer.mood=not:good', 'b'],
    ['answer.caller=is:no_answer', 'e'],
    ['answer.mood=good', 'a c d'],
    ['answer.mood=has:bad', 'b d'],
    ['answer.caller=Ann%20Lee', 'a'],
    ['answer.caller=has:ann', 'a'],
    ['answer.caller=has:50%25_', 'd'],
    ['answer.caller=has:x%25', ''],
    ['confidence.score=lt:0.7', 'b c'],
    ['confidence.score=gte:0.9', 'a'],
    ['answer.mood=good&metadata.team=emea', 'a d'],
    ['metadata.team=emea', 'a d failed'],
    ['metadata.team=emea&metadata.tier=2', 'd'],
    ['metadata.team=not:emea', 'b c e f'],
    ['metadata.team=emea&status=succeeded', 'a d'],
    ['answer.solved=true&status=failed', ''],
    ['answer.solved=true&type=sandbox', ''],
    ['answer.solved=true&created_after=2999-01-01T00:00:00Z', ''],
    ['answer.solved=true&created_before=2999-01-01T00:00:00Z', 'a d'],
  ])('200: %s', async (query, expected) => {
    expect(await found(query)).toBe(expected);
  });

  it('200: by whether somebody reviewed them, with and without a kit', async () => {
    const [[reviewed = '']] = [...names].filter(([, name]) => name === 'b') as [[string, string]];
    const { status } = await service.call('POST', `/v1/runs/${reviewed}/reviews`, {
      key: service.adminKey,
      body: [{ brick: 'solved', verdict: 'correct' }],
    });
    expect(status).toBe(201);
    expect(await found('reviewed=true')).toBe('b');
    expect(await found('reviewed=false')).toBe('a c d e f failed');
    expect(await found('reviewed=false&status=succeeded')).toBe('a c d e f');
    expect(await found('answer.solved=false&reviewed=true')).toBe('b');
    expect(await found('answer.solved=false&reviewed=false')).toBe('c');
    expect((await list('reviewed=true')).body.data).toHaveLength(1);
    const stranger = await service.key(await service.workspace('reviews-stranger'));
    expect((await list('reviewed=true', stranger)).body.data).toEqual([]);
  });

  it('200: page by page, in the order of other lists', async () => {
    const first = await list(`kit_code=${code}&answer.mood=good&limit=2`);
    expect([first.body.data.length, first.body.has_more]).toEqual([2, true]);
    const second = await list(`kit_code=${code}&answer.mood=good&limit=2&cursor=${first.body.next_cursor}`);
    expect([second.body.data.length, second.body.has_more]).toEqual([1, false]);
  });

  it('200: include=answers adds them, with long texts cut; other lists and single runs stay as they are', async () => {
    const { body } = await list(`kit_code=${code}&include=answers`);
    const byName = new Map(body.data.map((run: { run_id: string }) => [names.get(run.run_id), run]));
    expect(byName.get('a')).toMatchObject({ answers: told.a });
    expect(byName.get('d')).toMatchObject({ answers: told.d });
    expect(byName.get('c')).toMatchObject({ answers: { caller: { value: `${'x'.repeat(255)}…` } } });
    expect(byName.get('failed')).not.toHaveProperty('answers');
    expect((await list('')).body.data[0]).not.toHaveProperty('answers');
    const filtered = await list(`kit_code=${code}&answer.score=3&include=answers`);
    expect(filtered.body.data[0]).toMatchObject({ answers: told.a });
  });

  it('200: an erased run is found by nothing', async () => {
    const id = await toldRun(
      service,
      service.adminKey,
      code,
      { score: { value: 9.5 } },
      { metadata: { erased: 'yes' } },
    );
    expect((await list(`kit_code=${code}&answer.score=9.5`)).body.data).toHaveLength(1);
    await service.call('DELETE', `/v1/runs/${id}`, { key: service.adminKey });
    for (const query of ['answer.score=9.5', 'metadata.erased=yes'])
      expect((await list(`kit_code=${code}&${query}`)).body.data).toEqual([]);
    const { rows } = await service.testDatabase.database.query(
      `SELECT FROM run_answers WHERE answers @> '{"score":{"value":9.5}}'`,
    );
    expect(rows).toEqual([]);
  });

  it('200: nothing of another workspace or environment', async () => {
    const stranger = await service.key(await service.workspace('stranger'));
    const test = await service.key(service.workspaceId, 'test');
    for (const key of [stranger, test]) {
      const { status, body } = await list(`kit_code=${code}&answer.solved=true`, key);
      expect(key === test ? body.data : status).toEqual(key === test ? [] : 400);
      expect((await list('metadata.team=emea', key)).body.data).toEqual([]);
    }
  });

  it.each([
    ['answer.solved=true', 'kit_code'],
    ['kit_code=CODE&answer.solvd=true', 'Did you mean "solved"?'],
    ['kit_code=CODE&answer.nothing_like_it=true', 'There are caller, mood, score, solved.'],
    ['kit_code=CODE&answer.mood=goood', 'answer.mood: "goood" is not one of the categories. Did you mean "good"?'],
    ['kit_code=CODE&answer.mood=not:awful', 'There are bad, good.'],
    ['kit_code=CODE&answer.solved=yes', 'neither true nor false'],
    ['kit_code=CODE&answer.solved=not:null', 'neither true nor false'],
    ['kit_code=CODE&answer.score=high', '"high" is not a number'],
    ['kit_code=CODE&answer.score=11', 'answer.score: its numbers are from 0 to 10.'],
    ['kit_code=CODE&confidence.score=lt:5', 'from 0 to 1'],
    ['kit_code=CODE&answer.mood=gte:3', 'compares numbers'],
    ['kit_code=CODE&answer.solved=is:unsure', 'is:not_sure'],
    ['kit_code=CODE&answer.solved=is:not_applicabel', 'did you mean "not_applicable"'],
    ['kit_code=CODE&confidence.score=is:not_sure', 'lt:0.7'],
    ['kit_code=CODE&answer.=true', 'brick key'],
    ['kit_code=CODE&answer.score=lt:many', 'needs a number'],
    ['kit_code=CODE&confidence.score=0.7', 'lt:0.7'],
    ['kit_code=CODE&confidence.score=has:1', 'needs a number|lt:0.7'],
    ['metadata.team=lt:1', 'not:'],
    ['metadata.=1', 'metadata key'],
    [`metadata.${'k'.repeat(65)}=1`, 'metadata key'],
    ['metadata.team=%00', 'text'],
    [`${Array.from({ length: 21 }, (_, index) => `metadata.k${index}=1`).join('&')}`, 'more than 20'],
    ['include=everything', 'include'],
    ['reviewed=maybe', 'reviewed'],
  ])('400: %s', async (query, detail) => {
    const { status, body } = await list(query.replace('CODE', code));
    expect([status, body.error]).toEqual([400, 'invalid_parameter']);
    expect(body.detail).toMatch(new RegExp(detail.replace(/[?.]/g, '\\$&')));
  });

  it('200: a category that is called null is found by its name, and one that an older version had', async () => {
    const categories = [{ value: 'null' }, { value: 'void' }, { value: 'old' }];
    const bricks = (of: object[]) => [{ key: 'kind', type: 'categorical', question: 'Which?', categories: of }];
    const kit = await publishedKit(service, { kit: 'nulls', bricks: bricks(categories) });
    const told = (value: unknown) => toldRun(service, service.adminKey, kit.kit_code, { kind: { value } });
    const [named, other, none] = [await told('null'), await told('void'), await told(null)];
    await publishedKit(service, { kit: 'nulls', bricks: bricks(categories.slice(0, 2)) });
    const ids = async (condition: string) =>
      (await list(`kit_code=${kit.kit_code}&answer.kind=${condition}`)).body.data.map(
        ({ run_id }: { run_id: string }) => run_id,
      );
    expect(await ids('null')).toEqual([named]);
    expect(await ids('eq:null')).toEqual([named]);
    expect(await ids('not:null')).toEqual([other]);
    expect(await ids('is:no_answer')).toEqual([none]);
    expect(await ids('old')).toEqual([]);
  });
});
