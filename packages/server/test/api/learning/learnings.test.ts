/** Learning from reviews and golden sets over HTTP, with threads that read nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeLearner } from '../../../../../test/support/fake-learner.ts';
import { publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { NO_USAGE } from '../../../src/usage/usage.ts';

const KIT = {
  kit: 'machines',
  bricks: [
    { key: 'odd', type: 'boolean', question: 'Is this a case for the night shift?' },
    { key: 'said', type: 'boolean', question: 'Did anybody say a word?' },
    { key: 'name', type: 'text', question: 'Who calls?' },
  ],
};
const ANSWERS = {
  odd: { value: true, confidence: 0.6 },
  said: { value: true, confidence: 0.9 },
  name: { value: 'Bo', confidence: 0.9 },
};

let service: TestService;
let workspaces = 0;
/** The next conversation is studied when this is resolved. */
let held: Promise<void> = Promise.resolve();

beforeAll(async () => {
  service = await startTestService(
    {},
    {
      learner: fakeLearner(() => held),
      evaluate: async (work) => ({
        output: { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks: ANSWERS },
        warnings: [],
        usage: { ...NO_USAGE, engine: 'local' },
      }),
    },
  );
});
afterAll(() => service.stop());

/** A workspace whose kit has so many reviewed runs: the night shift is for lamps. */
async function setUp(reviewed: number, kitDocument: unknown = KIT) {
  workspaces += 1;
  const workspaceId = await service.workspace(`learning-${workspaces}`);
  const key = await service.key(workspaceId);
  const call = (method: string, path: string, body?: unknown, as = key) =>
    service.call(method, path, { key: as, ...(body === undefined ? {} : { body }) });
  const kit = await publishedKit(service, kitDocument, key);
  const review = async (at: number): Promise<string> => {
    const isLamp = at % 2 === 0;
    const { body } = await call('POST', '/v1/runs', {
      kit_code: kit.kit_code,
      mode: 'sync',
      input: { transcript: `Customer: The ${isLamp ? 'lamp' : 'tank'} number ${at} is broken.` },
    });
    const { status } = await call('POST', `/v1/runs/${body.run_id}/reviews`, [
      isLamp ? { brick: 'odd', verdict: 'correct' } : { brick: 'odd', verdict: 'wrong', value: false },
      { brick: 'said', verdict: 'correct' },
      { brick: 'name', verdict: 'correct' },
    ]);
    expect(status).toBe(201);
    return body.run_id;
  };
  const runs = await Promise.all(Array.from({ length: reviewed }, (_, at) => review(at)));
  const learn = (body: unknown = {}) => call('POST', '/v1/kits/machines/learnings', body);
  const untilEnded = async (learningId: string) => {
    // biome-ignore lint/suspicious/noExplicitAny: tests look at answers the way a user would, without types.
    let found: any;
    await expect
      .poll(async () => {
        found = (await call('GET', `/v1/learnings/${learningId}`)).body;
        return found.status;
      })
      .not.toBe('running');
    return found;
  };
  return { workspaceId, call, runs, learn, untilEnded };
}

describe('learning from reviews', () => {
  it('makes a draft with what is better in cross-validation, shows it in quality once it is live, and takes it back', async () => {
    const { call, learn, untilEnded } = await setUp(24);
    const estimate = await learn({ dry_run: true });
    expect(estimate.body).toEqual({
      conversations: 24,
      bricks: [
        { key: 'odd', status: 'ready', labels: 24 },
        { key: 'said', status: 'one_answer_only', labels: 24 },
        { key: 'name', status: 'no_classes', labels: 24 },
      ],
    });
    const started = await learn();
    expect(started.status).toBe(202);
    const ended = await untilEnded(started.body.learning_id);
    expect(ended).toMatchObject({
      ...{ status: 'succeeded', kit_version: 1, done: 24, total: 24, learned: { version: 2 } },
      bricks: [
        { key: 'odd', status: 'learned', labels: 24, before: 0.5, after: 1 },
        { key: 'said', status: 'one_answer_only' },
        { key: 'name', status: 'no_classes' },
      ],
    });
    expect((await call('GET', '/v1/kits/machines/learnings')).body.data).toEqual([ended]);
    const learnedOf = async () => {
      const { bricks } = (await call('GET', '/v1/kits/machines/quality')).body.data[0];
      return bricks.find(({ brick }: { brick: string }) => brick === 'odd').learned;
    };
    expect(await learnedOf()).toBeUndefined();
    expect((await call('POST', '/v1/kits/machines/publish', { version: 2 })).status).toBe(200);
    expect(await learnedOf()).toEqual({ labels: 24, before: 0.5, after: 1 });
    // A file from a repository knows nothing of it.
    const plain = await call('POST', '/v1/kits', { ...KIT, name: 'Machines' });
    expect(plain.body).toMatchObject({ version: 3, unlearned: ['odd'] });
    const relearned = await untilEnded((await learn({ version: 3 })).body.learning_id);
    expect(relearned).toMatchObject({ kit_version: 3, learned: { version: 4 } });
    // The same reviews teach the same: no further version.
    const again = await untilEnded((await learn()).body.learning_id);
    expect(again).toMatchObject({ status: 'succeeded', kit_version: 2 });
    expect(again.learned).toBeUndefined();
    expect((await call('POST', '/v1/kits/machines/unlearn', { bricks: ['said'] })).body.error).toBe('conflict');
    expect((await call('POST', '/v1/kits/machines/unlearn', { bricks: ['odd', 'nobody'] })).body).toMatchObject({
      error: 'invalid_parameter',
      detail: 'bricks: the live version has no brick nobody.',
    });
    expect((await call('POST', '/v1/kits/machines/unlearn', {})).body).toMatchObject({
      version: 1,
      status: 'published',
    });
    expect(await learnedOf()).toBeUndefined();
    expect((await call('POST', '/v1/kits/machines/unlearn', {})).body.detail).toContain('learned nothing');
  });

  it('leaves out erased runs, withdrawn verdicts and answers to another question', async () => {
    const { call, learn, runs } = await setUp(14);
    await call('DELETE', `/v1/runs/${runs[0]}`);
    await call('POST', `/v1/runs/${runs[1]}/reviews`, [{ brick: 'odd', verdict: 'unsure' }]);
    const labels = async () => (await learn({ dry_run: true })).body.bricks[0].labels;
    expect(await labels()).toBe(12);
    const [odd, ...others] = KIT.bricks;
    const asked = { ...KIT, bricks: [{ ...odd, question: 'Is it dark outside?' }, ...others] };
    await call('POST', '/v1/kits?publish=true', asked);
    expect((await learn({ dry_run: true })).body.bricks.map(({ key }: { key: string }) => key)).toEqual([
      'said',
      'name',
    ]);
  });

  it('keeps what a brick learned before where too few labels are left to judge it', async () => {
    const { call, learn, untilEnded } = await setUp(12);
    const { learned } = await untilEnded((await learn()).body.learning_id);
    await call('POST', '/v1/kits/machines/publish', { version: learned.version });
    const lines = ['lamp', 'tank'].flatMap((what) =>
      Array.from({ length: 5 }, (_, at) => ({
        input: { transcript: `Customer: ${what} ${at}` },
        expected: { said: what === 'lamp' },
      })),
    );
    lines.push({ input: { transcript: 'Customer: lamp' }, expected: { said: true, odd: true } as never });
    await call('PUT', '/v1/kits/machines/golden-sets/small', { lines });
    const ended = await untilEnded((await learn({ set: 'small' })).body.learning_id);
    expect(ended).toMatchObject({ set: 'small', total: 11, learned: { version: 3 } });
    expect(ended.bricks).toMatchObject([
      { key: 'odd', status: 'too_few_labels', labels: 1, kept: true },
      { key: 'said', status: 'learned', labels: 11 },
    ]);
    const { bricks } = (await call('GET', '/v1/kits/machines/versions/3')).body.document;
    expect(bricks[0].learned.labels).toBe(12);
  });

  it('takes back what a brick learned where labels show that it is not better', async () => {
    const { call, learn, untilEnded } = await setUp(12);
    const { learned } = await untilEnded((await learn()).body.learning_id);
    await call('POST', '/v1/kits/machines/publish', { version: learned.version });
    // Lamps have nothing to do with it: half of them are for the night shift, and half of the tanks.
    const lines = Array.from({ length: 24 }, (_, at) => ({
      input: { transcript: `Customer: ${at % 2 === 0 ? 'lamp' : 'tank'} ${at}` },
      expected: { odd: at % 4 < 2 },
    }));
    await call('PUT', '/v1/kits/machines/golden-sets/mixed', { lines });
    const ended = await untilEnded((await learn({ set: 'mixed' })).body.learning_id);
    expect(ended.bricks).toEqual([
      { key: 'odd', status: 'not_better', labels: 24, before: 0.5, after: expect.any(Number) },
    ]);
    const { bricks } = (await call('GET', `/v1/kits/machines/versions/${ended.learned.version}`)).body.document;
    expect(bricks[0].learned).toBeUndefined();
  });

  it('says what is missing, and refuses what makes no sense', async () => {
    const { call, learn, workspaceId } = await setUp(4);
    expect((await learn()).body).toMatchObject({
      error: 'conflict',
      detail: expect.stringMatching(/10 settled answers of one brick.*odd has the most: 4/),
    });
    expect(await learn({ set: 'none' })).toMatchObject({
      status: 404,
      body: { detail: 'The kit has no golden set named none.' },
    });
    expect((await learn({ set: 'none', min_reviewers: 2 })).body.detail).toContain('cannot be combined');
    expect((await call('GET', '/v1/learnings/lrn_01m7er7dfgeqcrm640y1251418')).status).toBe(404);
    const viewer = await service.key(workspaceId, 'live', 'viewer');
    expect((await call('POST', '/v1/kits/machines/learnings', {}, viewer)).status).toBe(403);
    expect((await call('GET', '/v1/kits/machines/learnings', undefined, viewer)).body).toEqual({ data: [] });
  });

  it('counts only what teaches: a question that does not apply has no answer', async () => {
    const { call, learn, runs } = await setUp(12);
    const labels = async () => (await learn({ dry_run: true })).body.bricks[0].labels;
    expect(await labels()).toBe(12);
    const { status } = await call('POST', `/v1/runs/${runs[0]}/reviews`, [{ brick: 'odd', verdict: 'not_applicable' }]);
    expect(status).toBe(201);
    expect(await labels()).toBe(11);
  });

  it('says that nothing is settled, and learns from the newest version of a kit that was never published', async () => {
    const { call, learn } = await setUp(0);
    expect((await learn()).body.detail).toContain('No answer of a yes/no or categorical brick is settled.');
    await call('POST', '/v1/kits', { ...KIT, kit: 'drafts' });
    const lines = [{ input: { transcript: 'Customer: lamp' }, expected: { odd: true } }];
    await call('PUT', '/v1/kits/drafts/golden-sets/one', { lines });
    const estimate = await call('POST', '/v1/kits/drafts/learnings', { set: 'one', dry_run: true });
    expect(estimate.body.bricks).toEqual([{ key: 'odd', status: 'too_few_labels', labels: 1 }]);
  });

  it('is cancelled at once, learns one at a time, and is nobody else’s', async () => {
    const { call, learn } = await setUp(12);
    const other = await service.key(await service.workspace('learning-other'));
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    const { learning_id: id } = (await learn()).body;
    expect((await learn()).body.detail).toContain('already learning');
    expect((await call('GET', `/v1/learnings/${id}`, undefined, other)).status).toBe(404);
    expect((await call('POST', `/v1/learnings/${id}/cancel`, undefined, other)).status).toBe(404);
    expect((await call('POST', `/v1/learnings/${id}/cancel`)).body).toMatchObject({ status: 'cancelled' });
    expect((await call('POST', `/v1/learnings/${id}/cancel`)).status).toBe(409);
    release();
    held = Promise.resolve();
    expect((await call('GET', '/v1/kits/machines/versions')).body.data).toHaveLength(1);
  });
});
