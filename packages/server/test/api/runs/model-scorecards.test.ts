/** Lists and conditions on a model, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FakeAnswer,
  type FakeModel,
  type ModelScript,
  startFakeModel,
} from '../../../../../test/support/fake-model.ts';
import { publishKit } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

const TRANSCRIPT =
  'Agent: What are you looking at?\nCustomer: Looply and Corvid, and Looply again.\nAgent: Is the price the trouble?\nCustomer: The price and the bugs.';
const categories = [{ value: 'price' }, { value: 'bugs' }, { value: 'support' }];
const LISTS = {
  kit: 'lists',
  bricks: [
    { key: 'competitors', type: 'text', many: true, max_items: 3, question: 'Which competitors?' },
    { key: 'themes', type: 'categorical', many: true, question: 'Which themes?', categories },
    {
      key: 'total',
      type: 'numeric',
      score: {
        items: [
          { brick: 'themes', is: 'price', points: 3 },
          { brick: 'themes', is: 'support', points: 1 },
        ],
      },
    },
  ],
};
const ANSWERS: Record<string, FakeAnswer & { evidence: { turn: number; quote: string; item?: number }[] }> = {
  competitors: {
    value: ['Looply', 'Corvid', 'looply '],
    evidence: [
      { turn: 1, quote: 'Looply', item: 0 },
      { turn: 1, quote: 'Corvid', item: 1 },
    ],
  },
  themes: {
    value: ['price', 'bugs'],
    evidence: [
      { turn: 3, quote: 'The price', item: 0 },
      { turn: 3, quote: 'the bugs', item: 1 },
    ],
  },
};

let model: FakeModel;
let service: TestService;
let answers: Record<string, FakeAnswer> = ANSWERS;
let script: ModelScript = () => undefined;
beforeAll(async () => {
  model = await startFakeModel(
    (key) => answers[key] ?? { value: true, evidence: [{ turn: 1, quote: 'Looply' }] },
    (seen, number) => script(seen, number),
  );
  service = await startTestService({
    BRICKWORK_MODEL: 'openai-compatible/test-model',
    BRICKWORK_MODEL_BASE_URL: model.url,
  });
});
afterAll(async () => {
  await service.stop();
  await model.stop();
});

async function run(document: object) {
  const { kit_code } = await publishKit(service, service.adminKey, document);
  const asked = model.requests.length;
  const { status, body } = await service.call('POST', '/v1/runs', {
    key: service.adminKey,
    body: { kit_code, input: { transcript: TRANSCRIPT }, mode: 'sync' },
  });
  const { body: read } = await service.call('GET', `/v1/runs/${body.run_id}?include=evidence_spans`, {
    key: service.adminKey,
  });
  return { status, body: read, requests: model.requests.slice(asked) };
}

describe('a list that a model answers', () => {
  it('has no repeats, evidence for each item, and counts in a score', async () => {
    const { status, body, requests } = await run(LISTS);
    expect(status).toBe(200);
    expect(body.status).toBe('succeeded');
    const { competitors, themes, total } = body.output.bricks;
    expect(competitors.value).toEqual(['Looply', 'Corvid']);
    expect(competitors.evidence_spans).toMatchObject([
      { text: 'Looply', item: 0 },
      { text: 'Corvid', item: 1 },
    ]);
    expect(themes.value).toEqual(['price', 'bugs']);
    expect(themes.evidence).toEqual(['The price', 'the bugs']);
    expect(total).toMatchObject({ value: 75, reason: expect.stringContaining('3 of 4 points') });
    expect(requests).toHaveLength(1);
    expect(JSON.stringify(requests[0]?.body)).toContain('max_items');
  });

  it.each([
    ['a single value instead of a list', { value: 'price' }],
    ['an item that is not a category', { value: ['price', 'weather'] }],
  ])('is asked for again after %s', async (_what, wrong) => {
    let isFirst = true;
    script = () => {
      answers = isFirst ? { ...ANSWERS, themes: { ...ANSWERS.themes, ...wrong } } : ANSWERS;
      isFirst = false;
      return undefined;
    };
    const { body, requests } = await run(LISTS);
    script = () => undefined;
    answers = ANSWERS;
    expect(requests.length).toBeGreaterThan(1);
    expect(body.output.bricks.themes.value).toEqual(['price', 'bugs']);
  });

  it('may be empty', async () => {
    answers = { ...ANSWERS, competitors: { value: [], evidence: [] } };
    const { body } = await run(LISTS);
    answers = ANSWERS;
    expect(body.output.bricks.competitors).toMatchObject({ value: [], evidence: [] });
  });
});

describe('conditions on a model', () => {
  it('are asked first where that saves tokens, and what does not apply is never asked', async () => {
    const question = 'What about it?';
    const waiting = Array.from({ length: 12 }, (_, index) => ({
      key: `waiting_${index}`,
      type: 'boolean',
      question,
      applies_when: { brick: 'themes', is: 'support' },
    }));
    const { body, requests } = await run({ kit: 'gated', bricks: [LISTS.bricks[1], ...waiting] });
    expect(requests.map(({ keys }) => keys)).toEqual([['themes']]);
    expect(body.output.bricks.waiting_11).toMatchObject({ value: null, applicability: 'not_applicable' });
  });
});
