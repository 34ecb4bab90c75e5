/** Judging calls of a question over HTTP: the interval narrows, judgements are used again, and are forgotten with their calls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit, push } from '../../../../../test/support/kits.ts';
import { untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import type { AnswerCall } from '../../../src/questions/answer-call.ts';

const QUESTION = 'Did anybody mention a competitor?';

let service: TestService;
let workspaces = 0;

/** Yes where the conversation says "rival"; of every tenth call, the contrary. */
const answerCall: AnswerCall = async (work, questions) => {
  const { transcript } = JSON.parse(work.input) as { transcript: string };
  const isYes = transcript.includes('rival') !== transcript.includes('0.');
  return {
    answers: questions.map(({ type }) =>
      type === 'boolean'
        ? { state: 'sure', value: String(isYes), confidence: 0.9, ...(isYes && { quote: transcript }) }
        : { state: 'none', confidence: 0.5 },
    ),
    microCredits: 0,
  };
};

beforeAll(async () => {
  service = await startTestService({}, { answerCall });
});
afterAll(() => service.stop());

interface Made {
  truth: Map<string, boolean>;
  kit: { kit_id: string; kit_code: string };
}

/** Every fourth call of Porto mentions a rival, and every second one of Faro. */
async function setUp(calls: number, environment: 'live' | 'test' = 'live') {
  workspaces += 1;
  const workspaceId = await service.workspace(`judged-${workspaces}`);
  const admin = await service.key(workspaceId, environment);
  const call = (method: string, path: string, body?: unknown, key = admin) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  const kit = await publishedKit(service, kitDocument('support'), admin);
  const truth: Made['truth'] = new Map();
  for (let at = 0; at < calls; at += 1) {
    const isPorto = at % 2 === 0;
    const isYes = isPorto ? at % 8 === 0 : at % 4 === 1;
    const { body } = await call('POST', '/v1/runs', {
      kit_code: kit.kit_code,
      input: { transcript: `Customer: ${isYes ? 'a rival is cheaper' : 'all is well'}, call ${at}.` },
      metadata: { team: isPorto ? 'Porto' : 'Faro' },
    });
    truth.set(body.run_id, isYes);
  }
  for (const runId of truth.keys()) await untilStatus(service, admin, runId, 'succeeded');
  const ask = async (more: object = {}) => {
    const { body } = await call('POST', '/v1/questions', {
      questions: [QUESTION],
      engine: 'local',
      width: 0.005,
      ...more,
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look at answers the way a user would, without types.
    let question: any;
    await expect
      .poll(async () => {
        question = (await call('GET', `/v1/questions/${body.question_id}`)).body;
        return question.status;
      })
      .not.toBe('running');
    return question;
  };
  const judgeRound = async (questionId: string, limit = 12) => {
    const path = `/v1/questions/${questionId}/judgements`;
    const { body } = await call('GET', `${path}?limit=${limit}`);
    const judgements = body.calls.map(({ run_id }: { run_id: string }) => ({
      run_id,
      answer: truth.get(run_id) === true ? 'yes' : 'no',
    }));
    return { calls: body.calls, answer: (await call('POST', path, { judgements })).body };
  };
  return { workspaceId, admin, call, kit, truth, ask, judgeRound };
}

const widthOf = ({ share: { low, high } }: { share: { low: number; high: number } }) => high - low;
const judging = (question: { questions: { judging: unknown }[] }) => question.questions[0]?.judging;

describe('judging calls', () => {
  it('narrows the interval as promised, follows people, and offers each call once', async () => {
    const { ask, judgeRound, call, truth } = await setUp(40);
    const question = await ask({ by: 'team' });
    const { next } = question.questions[0].judging;
    expect(question.questions[0].judging).toMatchObject({ judged: 0, yes: 0, next: { calls: 12, seconds: 240 } });
    const first = await judgeRound(question.question_id);
    expect(first.calls).toHaveLength(12);
    expect(first.answer.judging.judged).toBe(12);
    expect(widthOf(first.answer)).toBeLessThan(widthOf(question.questions[0]));
    expect(widthOf(first.answer) / 2).toBeLessThan(1.4 * next.within);
    const second = await judgeRound(question.question_id, 100);
    const seen = [...first.calls, ...second.calls].map(({ run_id }) => run_id);
    expect(new Set(seen)).toEqual(new Set(truth.keys()));
    // Nobody is left to be judged, so nothing is left to chance.
    const yes = [...truth.values()].filter(Boolean).length;
    expect(second.answer).toMatchObject({ judging: { judged: 40, yes } });
    expect(second.answer.judging.next).toBeUndefined();
    expect(second.answer.share.value).toBeCloseTo(yes / 40, 3);
    expect(widthOf(second.answer)).toBeLessThan(0.01);
    const { body: read } = await call('GET', `/v1/questions/${question.question_id}`);
    expect(read.questions[0].share).toEqual(second.answer.share);
    const teams = read.questions[0].by.map(({ group, share }: Record<string, never>) => [group, share]);
    expect(teams[0]).toMatchObject(['Faro', { value: expect.closeTo(0.5, 2) }]);
    expect(teams[1]).toMatchObject(['Porto', { value: expect.closeTo(0.25, 2) }]);
  });

  it('shows where the engine found its answer, and not what it answered', async () => {
    const { ask, call } = await setUp(12);
    const { question_id } = await ask();
    const { body } = await call('GET', `/v1/questions/${question_id}/judgements`);
    expect(body).toMatchObject({ key: 'mention_competitor', question: QUESTION, judging: { judged: 0 } });
    for (const { run_id, passage, ...more } of body.calls) {
      expect(run_id).toMatch(/^run_/);
      if (passage !== undefined) expect(passage).toMatch(/^Customer: /);
      expect(more).toEqual({});
    }
  });

  it('can be taken back and skipped; the newest judgement of a call counts', async () => {
    const { ask, call, truth } = await setUp(8);
    const { question_id } = await ask();
    const [one, two] = [...truth.keys()];
    const say = async (judgements: object[]) =>
      (await call('POST', `/v1/questions/${question_id}/judgements`, { judgements })).body.judging;
    expect(await say([{ run_id: one, answer: 'yes' }])).toMatchObject({ judged: 1, yes: 1 });
    expect(await say([{ run_id: one, answer: 'no' }])).toMatchObject({ judged: 1, yes: 0 });
    expect(await say([{ run_id: two, answer: 'skip' }])).toMatchObject({ judged: 1, yes: 0 });
    const { body } = await call('GET', `/v1/questions/${question_id}/judgements`);
    expect(body.calls.map(({ run_id }: { run_id: string }) => run_id)).not.toContain(two);
    expect(await say([{ run_id: one, answer: null }])).toMatchObject({ judged: 0 });
  });
});

describe('judgements of a wording', () => {
  it('count when it is asked again, also of other calls, and not in another environment', async () => {
    const { ask, judgeRound, workspaceId } = await setUp(32);
    const porto = { filter: { team: 'Porto' } };
    const before = await ask({ filter: { team: 'Faro' } });
    const first = await ask(porto);
    await judgeRound(first.question_id);
    const again = await ask({ ...porto, questions: ['did anybody mention a COMPETITOR'] });
    expect(judging(again)).toMatchObject({ judged: 12 });
    const other = await ask({ filter: { team: 'Faro' } });
    expect(judging(other)).toMatchObject({ judged: 0 });
    expect(widthOf(other.questions[0])).toBeLessThan(widthOf(before.questions[0]));
    const different = await ask({ ...porto, questions: ['Was anybody angry?'] });
    expect(judging(different)).toMatchObject({ judged: 0 });
    const testKey = await service.key(workspaceId, 'test');
    expect((await service.call('GET', `/v1/questions/${first.question_id}/judgements`, { key: testKey })).status).toBe(
      404,
    );
  });

  it('are forgotten with their call', async () => {
    const { ask, judgeRound, call } = await setUp(16);
    const { question_id } = await ask();
    const { calls } = await judgeRound(question_id, 5);
    await call('DELETE', `/v1/runs/${calls[0].run_id}`);
    const { body } = await call('GET', `/v1/questions/${question_id}`);
    expect(judging(body)).toMatchObject({ judged: 4 });
    const { rows } = await service.testDatabase.database.query(
      'SELECT 1 FROM question_judgements j WHERE NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = j.run_id AND r.erased_at IS NULL)',
    );
    expect(rows).toEqual([]);
  });

  it('become the golden set of the brick that the question is made', async () => {
    const { ask, judgeRound, call, kit, truth, admin } = await setUp(12);
    const { question_id, questions } = await ask();
    const { calls } = await judgeRound(question_id, 6);
    const put = () => call('PUT', `/v1/kits/${kit.kit_id}/golden-sets/competitor`, { from_question: { question_id } });
    const early = await put();
    expect([early.status, early.body.error]).toEqual([422, 'golden_set_invalid']);
    const document = kitDocument('support') as { bricks: object[] };
    const pushed = await push(
      service,
      { ...document, bricks: [...document.bricks, questions[0].brick] },
      { key: admin },
    );
    expect(pushed.status, JSON.stringify(pushed.body)).toBe(201);
    expect((await put()).body).toMatchObject({ name: 'competitor', lines: 6 });
    const lines = String((await call('GET', `/v1/kits/${kit.kit_id}/golden-sets/competitor`)).body)
      .trim()
      .split('\n');
    const expected = lines.map((line) => JSON.parse(line).expected.mention_competitor);
    const judged = calls.map(({ run_id }: { run_id: string }) => truth.get(run_id));
    expect(expected.toSorted()).toEqual(judged.toSorted());
    await call('DELETE', `/v1/runs/${calls[0].run_id}`);
    const left = String((await call('GET', `/v1/kits/${kit.kit_id}/golden-sets/competitor`)).body)
      .trim()
      .split('\n');
    expect(left).toHaveLength(5);
  });
});

describe('what cannot be judged', () => {
  it('is refused, and nothing is stored', async () => {
    const { ask, call, truth, workspaceId } = await setUp(4);
    const two = { questions: [QUESTION, 'Was it late?', { question: 'How many nights?', type: 'numeric' }] };
    const { question_id } = await ask(two);
    const path = `/v1/questions/${question_id}/judgements`;
    const [one = ''] = truth.keys();
    const said = { run_id: one, answer: 'yes' };
    const refused = async (body: object, status = 400) => {
      const answer = await call('POST', path, body);
      expect(answer.status).toBe(status);
      return answer.body.detail;
    };
    expect(await refused({ judgements: [said] })).toMatch(/mention_competitor, late/);
    const key = 'mention_competitor';
    expect(await refused({ key, judgements: [said, said] })).toMatch(/twice/);
    const unknown = { run_id: 'run_01m7er7dfgeqcrm640y1251418', answer: 'no' };
    expect(await refused({ key, judgements: [said, unknown] }, 404)).toMatch(/was not read for this question/);
    expect((await call('GET', `${path}?key=${key}`)).body.judging.judged).toBe(0);
    const viewer = await service.key(workspaceId, 'live', 'viewer');
    expect((await call('GET', `${path}?key=${key}`, undefined, viewer)).status).toBe(403);
    expect((await call('POST', path, { key, judgements: [said] }, viewer)).status).toBe(403);
    const reviewer = await service.key(workspaceId, 'live', 'reviewer');
    expect((await call('POST', path, { key, judgements: [said] }, reviewer)).status).toBe(200);
    const other = await setUp(1);
    expect((await other.call('GET', path)).status).toBe(404);
  });
});
