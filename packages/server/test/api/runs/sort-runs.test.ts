/** GET /v1/runs in another order, and GET /v1/runs/count. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

let service: TestService;
let code: string;
let names: Map<string, string>;

const told = {
  a: { score: { value: 3, confidence: 0.9 }, solved: { value: true }, mood: { value: 'good' } },
  b: { score: { value: 12, confidence: 0.4 }, solved: { value: false }, mood: { value: 'bad' } },
  c: { score: { value: 7.5, confidence: 0.6 }, solved: { value: false }, mood: { value: ['good', 'bad'] } },
  d: { score: { value: null, applicability: 'not_applicable' }, solved: { value: true } },
  e: { score: { value: 7.5, confidence: 0.5 } },
};
const occurred = { a: '2026-03-03', b: '2026-03-01', c: '2026-03-05', d: '2026-03-02', e: '2026-03-04' };
const team = { a: 'Porto', b: 'Lisbon', c: 'Porto', d: 'Porto', e: undefined };

beforeAll(async () => {
  service = await sharedTestService(tellingEvaluator);
  code = (await publishedKit(service, kitDocument('review'))).kit_code;
  names = new Map();
  for (const name of ['a', 'b', 'c', 'd', 'e'] as const) {
    const city = team[name];
    const more = {
      occurred_at: `${occurred[name]}T12:00:00Z`,
      ...(city !== undefined && { metadata: { team: city } }),
    };
    names.set(await toldRun(service, service.adminKey, code, told[name], more), name);
  }
  names.set(await toldRun(service, service.adminKey, code, undefined, { occurred_at: '2026-03-06T12:00:00Z' }), 'F');
});
afterAll(() => service.stop());

const get = (path: string, key = service.adminKey) => service.call('GET', path, { key });

/** All pages of one run each, so that every position is a cursor. */
async function inOrder(query: string, limit = 1): Promise<string> {
  const found: (string | undefined)[] = [];
  let cursor = '';
  for (let page = 0; page < 10; page += 1) {
    const { status, body } = await get(`/v1/runs?kit_code=${code}&limit=${limit}&${query}${cursor}`);
    expect(status, JSON.stringify(body)).toBe(200);
    found.push(...body.data.map(({ run_id }: { run_id: string }) => names.get(run_id)));
    expect(body.has_more).toBe(body.next_cursor !== undefined);
    if (body.next_cursor === undefined) return found.join(' ');
    cursor = `&cursor=${body.next_cursor}`;
  }
  throw new Error('the list does not end');
}

describe('GET /v1/runs?sort', () => {
  it.each([
    ['created_at', 'a b c d e F'],
    ['-created_at', 'F e d c b a'],
    ['occurred_at', 'b d a e c F'],
    ['-occurred_at', 'F c e a d b'],
    ['answer.score', 'a c e b d'],
    ['-answer.score', 'b e c a d'],
    ['confidence.score', 'b e c a d'],
    ['-confidence.score', 'a c e b d'],
    ['-answer.solved&answer.score=lt:100', 'a c b e'],
    ['occurred_at&team=Porto', 'd a c'],
    ['-answer.score&team=Porto', 'c a d'],
    ['answer.score&occurred_after=2026-03-03T00:00:00Z', 'a c e'],
    ['occurred_at&status=failed', 'F'],
    ['-occurred_at&occurred_after=2026-03-02T00:00:00Z&occurred_before=2026-03-05T00:00:00Z', 'e a d'],
    ['-occurred_at&occurred_after=2026-03-02T00:00:00Z&team=Porto&answer.solved=true', 'a d'],
    ['-occurred_at&external_id=nobody', ''],
    ['-answer.score&include=answers&answer.solved=false', 'b c'],
  ])('%s: %s, page by page and at once', async (query, expected) => {
    expect(await inOrder(`sort=${query}`)).toBe(expected);
    expect(await inOrder(`sort=${query}`, 100)).toBe(expected);
  });

  it('says whether every run was compared', async () => {
    expect((await get(`/v1/runs?kit_code=${code}&sort=answer.score`)).body.sort_complete).toBe(true);
    expect((await get(`/v1/runs?kit_code=${code}&sort=occurred_at`)).body).not.toHaveProperty('sort_complete');
  });

  it.each([
    ['sort=score', 'must be created_at, occurred_at'],
    ['sort=answer.', 'must be created_at'],
    ['sort=answer.scor', 'Did you mean "score"?'],
    ['sort=', 'must be created_at'],
  ])('refuses %s', async (query, sentence) => {
    const { status, body } = await get(`/v1/runs?kit_code=${code}&${query}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(sentence.replaceAll('"', '\\"'));
  });

  it('needs a kit for an order by answer', async () => {
    const { status, body } = await get('/v1/runs?sort=answer.score');
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('add kit_code')]);
  });

  it.each(['answer.score', 'occurred_at'])('refuses a cursor of another list for %s', async (sort) => {
    const foreign = [
      'x',
      JSON.stringify(['"a', 'run_x']),
      encodeURIComponent(JSON.stringify(['not json', [...names.keys()][0]])),
      encodeURIComponent(JSON.stringify(['"\\u0000"', [...names.keys()][0]])),
    ];
    for (const text of foreign) {
      const cursor = Buffer.from(text).toString('base64url');
      const { status, body } = await get(`/v1/runs?kit_code=${code}&sort=${sort}&cursor=${cursor}`);
      expect([status, body.error]).toEqual([400, 'invalid_cursor']);
    }
  });
});

describe('GET /v1/runs/count', () => {
  const count = async (query: string) => {
    const { status, body } = await get(`/v1/runs/count?kit_code=${code}&${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };

  it('counts what a list with the same filter holds', async () => {
    for (const filter of [
      '',
      'team=Porto',
      'answer.score=gt:5',
      'status=failed',
      'occurred_before=2026-03-03T00:00:00Z',
    ])
      expect((await count(filter)).count, filter).toBe(
        (await get(`/v1/runs?kit_code=${code}&limit=100&${filter}`)).body.data.length,
      );
    expect(await count('external_id=nobody')).toEqual({ count: 0, erased: 0, complete: true, facets: [] });
  });

  it('says how they divide', async () => {
    expect((await count('facets=status,team,answer.mood,answer.score')).facets).toEqual([
      {
        name: 'status',
        values: [
          { value: 'succeeded', count: 5 },
          { value: 'failed', count: 1 },
        ],
        others: 0,
        without: 0,
      },
      {
        name: 'team',
        values: [
          { value: 'Porto', count: 3 },
          { value: 'Lisbon', count: 1 },
        ],
        others: 0,
        without: 2,
      },
      {
        name: 'answer.mood',
        values: [
          { value: 'bad', count: 2 },
          { value: 'good', count: 2 },
        ],
        others: 0,
        without: 3,
      },
      {
        name: 'answer.score',
        values: [
          { value: '7.5', count: 2 },
          { value: '12', count: 1 },
          { value: '3', count: 1 },
        ],
        others: 0,
        without: 2,
      },
    ]);
  });

  it('puts what is not among the most frequent together', async () => {
    const many = (await publishedKit(service, kitDocument('many'))).kit_code;
    for (let index = 0; index < 25; index += 1)
      await toldRun(service, service.adminKey, many, told.a, { metadata: { customer: `c${index}` } });
    const { body } = await get(`/v1/runs/count?kit_code=${many}&facets=customer`);
    expect(body.facets[0].values).toHaveLength(20);
    expect(body.facets[0].others).toBe(5);
  });

  it.each([
    ['facets=tem', 'Did you mean'],
    ['facets=answer.nothing', 'the kit has no such brick'],
    ['facets=a,b,c,d,e,f,g,h,i', 'at most 8'],
    ['faces=team', 'faces'],
  ])('refuses %s', async (query, sentence) => {
    const { status, body } = await get(`/v1/runs/count?kit_code=${code}&${query}`);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(sentence)]);
  });
});
