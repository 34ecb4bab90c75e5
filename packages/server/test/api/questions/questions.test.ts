/** Questions across calls over HTTP: predicted, answered, broken down, capped, cancelled, followed, and forgotten with their calls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { untilAborted, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { mondayOf, nextDay } from '../../../src/core/time-zone.ts';
import type { AnswerCall } from '../../../src/questions/answer-call.ts';

let service: TestService;
let workspaces = 0;
/** How often each conversation was asked. */
const asked = new Map<string, number>();
/** Calls that say "wait" are answered when the test lets them go. */
let gate: Promise<void> = Promise.resolve();
let open: () => void = () => {};

function close(): void {
  gate = new Promise((resolve) => {
    open = resolve;
  });
}

/** Yes where the conversation says "rival"; the number that it says; each costs a tenth of a credit with `auto`. */
const answerCall: AnswerCall = async (work, questions, { engine, signal }) => {
  const { transcript } = JSON.parse(work.input) as { transcript: string };
  if (transcript.includes('wait')) await Promise.race([gate, untilAborted(signal)]);
  asked.set(transcript, (asked.get(transcript) ?? 0) + 1);
  const number = /\d+ nights/.exec(transcript)?.[0].split(' ')[0];
  return {
    answers: questions.map(({ type }) => {
      if (transcript.includes('mumbles')) return { state: 'not_sure', confidence: 0.3 };
      if (type === 'themes')
        return transcript.includes('parcel')
          ? { state: 'sure', value: 'true', confidence: 0.9, passages: [transcript.replace(/^.*?\d+\.\d+ /, '')] }
          : { state: 'sure', value: 'false', confidence: 0.9 };
      if (type !== 'boolean')
        return number === undefined
          ? { state: 'none', confidence: 0.5 }
          : { state: 'sure', value: number, confidence: 0.9, quote: `${number} nights` };
      const worth = Number(/worth (0\.\d+)/.exec(transcript)?.[1] ?? Number.NaN);
      const isRival = transcript.includes('rival');
      return {
        ...{ state: 'sure', value: String(isRival), confidence: 0.9, quote: transcript },
        ...(Number.isFinite(worth) && { worth }),
      };
    }),
    microCredits: engine === 'auto' ? 100_000 : 0,
  };
};

beforeAll(async () => {
  service = await startTestService({ BRICKWORK_LEASE_MS: '2000' }, { answerCall });
});
afterAll(() => service.stop());

async function setUp(transcripts: readonly string[], on: TestService = service) {
  workspaces += 1;
  const workspaceId = await on.workspace(`questions-${workspaces}`);
  const admin = await on.key(workspaceId);
  const kit = await publishedKit(on, kitDocument('support'), admin);
  const call = (method: string, path: string, body?: unknown, key = admin) =>
    on.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  const runs: string[] = [];
  for (const [index, transcript] of transcripts.entries()) {
    const { body } = await call('POST', '/v1/runs', {
      kit_code: kit.kit_code,
      input: { transcript: `Customer: ${workspaces}.${index} ${transcript}` },
      metadata: { team: index % 2 === 0 ? 'Porto' : 'Faro' },
    });
    runs.push(body.run_id);
  }
  for (const runId of runs) await untilStatus(on, admin, runId, 'succeeded');
  const ask = (more: object = {}) =>
    call('POST', '/v1/questions', { questions: ['Did anybody mention a competitor?'], engine: 'local', ...more });
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers the way a user would, without types.
  const until = async (questionId: string, isDone: (question: any) => boolean) => {
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    let question: any;
    await expect
      .poll(async () => {
        question = (await call('GET', `/v1/questions/${questionId}`)).body;
        return isDone(question);
      })
      .toBe(true);
    return question;
  };
  const ended = (questionId: string) => until(questionId, ({ status }) => status !== 'running');
  return { workspaceId, admin, kit, call, runs, ask, until, ended };
}

const TWELVE = Array.from({ length: 12 }, (_, at) => (at % 4 === 0 ? 'a rival is cheaper' : 'all is well'));

describe('quotes', () => {
  it('are those that show the answer best; calls without one that is worth showing are counted', async () => {
    const { ask, ended } = await setUp([
      'a rival, worth 0.74',
      'a rival, worth 0.31',
      'a rival, worth 0.79',
      'no competition, worth 0.76',
      'mumbles of a rival',
    ]);
    const [{ quotes }] = (await ended((await ask()).body.question_id)).questions;
    const worths = (some: { text: string }[]) => some.map(({ text }) => text.slice(-4));
    expect([worths(quotes.for), worths(quotes.against)]).toEqual([['0.79', '0.74'], ['0.76']]);
    expect(quotes.unquoted).toEqual({ for: 1, against: 0 });
  });
});

describe('what customers say about something', () => {
  const SAID = ['The parcel was late.', 'The parcel is overdue.', 'The parcel came broken.', 'I like your shop.'];

  it('is told as themes with their calls, quotes and what is left', async () => {
    const { ask, ended, call, runs } = await setUp([
      ...Array.from({ length: 18 }, (_, at) => SAID[at % 3] ?? ''),
      'Where is my parcel?',
      ...Array.from({ length: 5 }, () => SAID[3] ?? ''),
    ]);
    const started = await ask({ questions: ['What do customers say about the delivery?'], by: 'team' });
    expect(started.status).toBe(202);
    const question = await ended(started.body.question_id);
    const [answer] = question.questions;
    expect(answer).toMatchObject({
      type: 'themes',
      brick: { type: 'boolean', question: 'Did the customer have a problem with the delivery?' },
      quotes: { for: [], against: [], unquoted: { for: 0, against: 0 } },
    });
    expect(answer.judging).toBeUndefined();
    expect(answer.share.observed).toBeCloseTo(19 / 24, 4);
    expect(answer.by).toHaveLength(2);
    const { found, other, silent, unread } = answer.themes;
    expect(found.map(({ theme, count }: { theme: string; count: number }) => [theme, count])).toEqual([
      ['late', 12],
      ['came broken', 6],
    ]);
    expect(found[0]).toMatchObject({ also: ['overdue'], value: 0.5, low: 0.5, high: 0.5 });
    expect(runs).toContain(found[0].quotes[0].run_id);
    expect(['The parcel was late.', 'The parcel is overdue.']).toContain(found[0].quotes[0].text);
    expect([other.count, silent, unread]).toEqual([1, 5, 0]);
    expect(other.quotes).toMatchObject([{ text: 'Where is my parcel?' }]);

    // Asked again, no call is read again, and what was said is known.
    const own = () => [...asked].filter(([transcript]) => transcript.startsWith(`Customer: ${workspaces}.`));
    const again = await ended(
      (await ask({ questions: ['What do customers say about the delivery?'] })).body.question_id,
    );
    expect(own().map(([, times]) => times)).toEqual(Array.from({ length: 24 }, () => 1));
    expect(again.questions[0].themes).toEqual(answer.themes);

    // What was said goes with its call.
    await call('DELETE', `/v1/runs/${other.quotes[0].run_id}`);
    const later = (await call('GET', `/v1/questions/${started.body.question_id}`)).body.questions[0].themes;
    expect([later.other.count, later.silent]).toEqual([0, 5]);
    expect((await call('GET', `/v1/questions/${started.body.question_id}/judgements`)).status).toBe(400);
  });
});

describe('a question', () => {
  it('counts a call that was erased since neither as asked nor as there, in total and in its group', async () => {
    const { call, ask, ended, runs } = await setUp(TWELVE);
    const { question_id } = (await ask({ by: 'team' })).body;
    await ended(question_id);
    await call('DELETE', `/v1/runs/${runs[0]}`);
    const path = `/v1/questions/${question_id}`;
    const { body } = await call('GET', path);
    expect(body.predicted).toMatchObject({ population: 11, runs: 11 });
    expect(body.sample).toMatchObject({ asked: 11, of: 11, strata: [{ name: 'all', population: 11, asked: 11 }] });
    expect(body.questions[0].by).toMatchObject([
      { group: 'Faro', population: 6, n: 6 },
      { group: 'Porto', population: 5, n: 5 },
    ]);
    for (const runId of runs.slice(1)) await call('DELETE', `/v1/runs/${runId}`);
    expect((await call('GET', path)).body).toMatchObject({ predicted: { population: 0 }, sample: { asked: 0, of: 0 } });
  });

  it('is answered with a share, its interval, groups, quotes and cost', async () => {
    const { ask, ended, kit, runs } = await setUp(TWELVE);
    const started = await ask({ by: 'team', filter: { kit_code: kit.kit_code } });
    expect(started.status).toBe(202);
    expect(started.body).toMatchObject({ status: 'running', predicted: { population: 12, runs: 12 } });
    const question = await ended(started.body.question_id);
    expect(question).toMatchObject({
      status: 'complete',
      sample: { asked: 12, failed: 0, of: 12, strata: [{ name: 'all', population: 12, asked: 12 }] },
      cost: { credits: 0 },
    });
    const [answer] = question.questions;
    expect(answer).toMatchObject({
      key: 'mention_competitor',
      type: 'boolean',
      inferred: true,
      brick: { type: 'boolean', question: 'Did anybody mention a competitor?' },
      n: 12,
      not_sure: 0,
      accuracy: { basis: 'unknown' },
    });
    // Every call was asked, so nothing is left to sampling; what is not known of the engine is.
    expect(answer.share.observed).toBe(0.25);
    expect(answer.share.sampling.high - answer.share.sampling.low).toBeCloseTo(0, 6);
    expect(answer.share.low).toBeLessThan(0.15);
    expect(answer.share.high).toBeGreaterThan(0.3);
    expect(answer.by.map(({ group, population, n }: Record<string, unknown>) => [group, population, n])).toEqual([
      ['Faro', 6, 6],
      ['Porto', 6, 6],
    ]);
    expect(answer.by[1].share.observed).toBe(0.5);
    expect(answer.difference).toMatchObject({ group: 'Porto', from: 'Faro' });
    expect(answer.difference.low).toBeLessThan(answer.difference.value);
    expect(answer.quotes.for).toHaveLength(3);
    expect(answer.quotes.for[0].text).toContain('a rival is cheaper');
    expect(runs).toContain(answer.quotes.for[0].run_id);
    expect(answer.quotes.against[0]).toMatchObject({ answer: 'no' });
  });

  it('is answered by week, in order, and says which weeks are not complete', async () => {
    const { ask, ended, call, kit, admin } = await setUp([]);
    const monday = mondayOf(new Date().toISOString().slice(0, 10));
    const weeks = [-21, -14, -14, -7, 0].map((days) => nextDay(monday, days));
    for (const [at, week] of weeks.entries()) {
      const { body } = await call('POST', '/v1/runs', {
        kit_code: kit.kit_code,
        input: { transcript: `Customer: ${at} ${at === 1 ? 'a rival is cheaper' : 'all is well'}` },
        // The week of a workspace in UTC begins at midnight.
        occurred_at: `${week}T00:00:00Z`,
      });
      await untilStatus(service, admin, body.run_id, 'succeeded');
    }
    const { body } = await ask({ by: 'week', filter: { occurred_after: `${nextDay(monday, -14)}T00:00:00Z` } });
    const [answer] = (await ended(body.question_id)).questions;
    expect(answer.by).toMatchObject([
      { group: nextDay(monday, -14), population: 2, n: 2, share: { observed: 0.5 } },
      { group: nextDay(monday, -7), population: 1, n: 1, share: { observed: 0 } },
      { group: monday, population: 1, n: 1, unfinished: true },
    ]);
    expect(answer.by.map(({ unfinished }: Record<string, unknown>) => unfinished)).toEqual([
      undefined,
      undefined,
      true,
    ]);
    // The last two that are complete.
    expect(answer.difference).toMatchObject({ group: nextDay(monday, -14), from: nextDay(monday, -7) });
    const cut = await ask({ by: 'week', filter: { occurred_after: `${nextDay(monday, -20)}T00:00:00Z` } });
    expect(cut.body.questions[0].by.map(({ group }: Record<string, unknown>) => group)).toEqual([
      nextDay(monday, -14),
      nextDay(monday, -7),
      monday,
    ]);
  });

  it('of several types is asked at once, and what is not sure is neither yes nor no', async () => {
    const { ask, ended } = await setUp(['2 nights', '4 nights', 'mumbles', 'no number', '3 nights, a rival']);
    const { body } = await ask({
      questions: ['Did anybody mention a competitor?', { question: 'How many nights?', type: 'numeric' }],
    });
    const { questions } = await ended(body.question_id);
    expect(questions[0]).toMatchObject({ n: 5, not_sure: 0.2 });
    expect(questions[0].share.high).toBeGreaterThan(0.4);
    expect(questions[1]).toMatchObject({
      n: 5,
      not_sure: 0.2,
      no_value: 0.2,
      mean: { value: 3 },
      median: { value: 3 },
    });
  });

  it('says beforehand what it takes, and asks nothing', async () => {
    const { ask, call } = await setUp(TWELVE);
    const { status, body } = await ask({ dry_run: true, width: 0.3 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ population: 12, without_input: 0, credits: 0, is_enough: true });
    expect(body.runs).toBeLessThanOrEqual(12);
    expect((await call('GET', '/v1/questions')).body.data).toEqual([]);
  });

  it('draws the same calls for the same seed, and keeps to its limit', async () => {
    const { ask, ended } = await setUp(TWELVE);
    const shares = [];
    for (const seed of [7, 7]) {
      const { body } = await ask({ seed, limit: { runs: 5 } });
      const question = await ended(body.question_id);
      expect(question).toMatchObject({ status: 'capped', stopped_by: 'runs', sample: { asked: 5, of: 5 } });
      shares.push(question.questions[0].share);
    }
    expect(shares[0]).toEqual(shares[1]);
  });

  it('does not read a call again that answered it before, alone or among others', async () => {
    const { ask, ended } = await setUp(TWELVE);
    const own = () => [...asked].filter(([transcript]) => transcript.startsWith(`Customer: ${workspaces}.`));
    const nights = 'How many nights does the guest stay?';
    const before = await ended((await ask({ limit: { runs: 5 } })).body.question_id);
    expect(own().map(([, times]) => times)).toEqual([1, 1, 1, 1, 1]);
    const again = await ended((await ask()).body.question_id);
    expect(own().map(([, times]) => times)).toEqual(Array.from({ length: 12 }, () => 1));
    expect(again.questions[0]).toMatchObject({ n: 12, share: { observed: 0.25 } });
    const both = await ended(
      (await ask({ questions: ['Did anybody mention a competitor?', nights] })).body.question_id,
    );
    expect(own().map(([, times]) => times)).toEqual(Array.from({ length: 12 }, () => 2));
    expect(both.questions[0]).toMatchObject({
      n: 12,
      share: again.questions[0].share,
      quotes: again.questions[0].quotes,
    });
    expect(both.questions[1]).toMatchObject({ n: 12, no_value: 1 });
    await ended((await ask({ questions: [nights, 'Did anybody mention a competitor?'] })).body.question_id);
    // Another wording is another question.
    await ended((await ask({ questions: ['Did anyone mention a competitor?'] })).body.question_id);
    expect(own().map(([, times]) => times)).toEqual(Array.from({ length: 12 }, () => 3));
    expect(before.questions[0].longer).toMatchObject({ calls: 7 });
  });

  it('that a limit ended says what a longer run would bring', async () => {
    const { ask, ended } = await setUp(TWELVE);
    const { status, questions } = await ended((await ask({ limit: { runs: 6 }, width: 0.02 })).body.question_id);
    const [{ longer, share }] = questions;
    expect(status).toBe('capped');
    expect(longer).toMatchObject({ calls: 6, seconds: expect.any(Number) });
    expect(longer.within).toBeGreaterThan(0);
    expect(longer.within).toBeLessThanOrEqual((share.high - share.low) / 2 + 0.001);
    const whole = await ended((await ask({ width: 0.02 })).body.question_id);
    expect(whole.questions[0].longer).toBeUndefined();
  });

  it('for a rare answer looks first where its words are, and weighs what it finds', async () => {
    const others = Array.from({ length: 40 }, () => 'all is well with the parcel');
    const { ask, call, ended } = await setUp([...others, 'our competitor rival asks less', 'a competitor, the rival']);
    await expect
      .poll(async () => (await call('GET', '/v1/runs?q=competitor')).body.data.length, { timeout: 30_000 })
      .toBe(2);
    const { body } = await ask({ seek: 'rare', limit: { runs: 20 } });
    const { sample, questions } = await ended(body.question_id);
    expect(sample.strata).toEqual([
      { name: 'likely', population: 2, asked: 2 },
      { name: 'rest', population: 40, asked: 18 },
    ]);
    expect(questions[0].share.observed).toBeCloseTo(2 / 42, 3);
  });
});

describe('what the engine is worth', () => {
  it('is taken from reviews of the same question, where there are enough that were drawn at random', async () => {
    const question = 'Did anybody mention a competitor?';
    const { ask, ended, call, admin } = await setUp([]);
    const document = { kit: 'asked', bricks: [{ key: 'rival', type: 'boolean', question }] };
    const { kit_code } = await publishedKit(service, document, admin);
    const review = async (at: number): Promise<void> => {
      const isRival = at % 2 === 0;
      const transcript = `Customer: ${isRival ? 'I heard that a competitor, a rival of yours,' : 'I hope that it'} is quick.`;
      const run = await call('POST', '/v1/runs', { kit_code, mode: 'sync', input: { transcript } });
      const isRight = run.body.output.bricks.rival.value === isRival;
      await call('POST', `/v1/runs/${run.body.run_id}/reviews`, [
        isRight ? { brick: 'rival', verdict: 'correct' } : { brick: 'rival', verdict: 'wrong', value: isRival },
      ]);
    };
    await Promise.all(Array.from({ length: 40 }, (_, at) => review(at)));
    const picked = await ask({ kit_code });
    expect(picked.body.questions[0].accuracy.basis).toBe('unknown');
    await call('PUT', '/v1/kits/asked/review-policy', { random: 1, since: '2020-01-01T00:00:00Z' });
    await expect.poll(async () => (await call('GET', '/v1/kits/asked/review-queue')).body.caught_up).toBe(true);
    const { body } = await ask({ kit_code });
    const { questions } = await ended(body.question_id);
    expect(questions[0].accuracy).toMatchObject({
      basis: 'reviewed',
      source: '40 answers to this question, of calls drawn at random, were reviewed.',
    });
    expect(questions[0].accuracy.sensitivity.value).toBeLessThanOrEqual(1);
    const other = await ask({ kit_code, questions: ['Was anybody angry?'] });
    expect(other.body.questions[0].accuracy.basis).toBe('unknown');
  });
});

describe('a question ends', () => {
  it('before a call could cost more than it may', async () => {
    const { ask, ended } = await setUp(TWELVE);
    const { body } = await ask({ engine: 'auto', limit: { credits: 0.35 } });
    const question = await ended(body.question_id);
    expect(question).toMatchObject({ status: 'capped', stopped_by: 'credits' });
    expect(question.sample.asked).toBeLessThan(12);
    expect(question.questions[0].n).toBe(question.sample.asked);
  });

  it('when it is cancelled, and keeps the estimate of what was answered; then it can be deleted', async () => {
    close();
    const { ask, until, call } = await setUp(['all is well', 'a rival', 'wait', 'wait', 'wait', 'wait', 'wait']);
    const { body } = await ask();
    const path = `/v1/questions/${body.question_id}`;
    await until(body.question_id, ({ sample }) => sample.asked > 0 || sample.of === 7);
    expect((await call('DELETE', path)).body).toMatchObject({ status: 'cancelled', deleted: false });
    open();
    const { body: cancelled } = await call('GET', path);
    expect(cancelled.status).toBe('cancelled');
    expect(cancelled.questions[0].n).toBe(cancelled.sample.asked);
    expect((await call('DELETE', path)).body).toMatchObject({ deleted: true });
    expect((await call('GET', path)).status).toBe(404);
  });

  it('on another node where the first one is gone, and asks no call twice', async () => {
    close();
    const api = await startTestService({ BRICKWORK_ROLE: 'api', BRICKWORK_LEASE_MS: '2000' }, { answerCall });
    try {
      const first = await api.node({ BRICKWORK_ROLE: 'worker' });
      const { ask, until, ended } = await setUp(['a rival', 'all is well', 'wait a', 'wait b', 'wait c'], api);
      const { body } = await ask();
      await until(body.question_id, ({ sample }) => sample.asked === 2);
      await first.stop();
      await api.node({ BRICKWORK_ROLE: 'worker' });
      open();
      const question = await ended(body.question_id);
      expect(question).toMatchObject({ status: 'complete', sample: { asked: 5 } });
      for (const [transcript, times] of asked)
        if (transcript.startsWith(`Customer: ${workspaces}.`)) expect(times, transcript).toBe(1);
    } finally {
      open();
      await api.stop();
    }
  });
});

describe('what is erased', () => {
  it('leaves the estimate and the quotes', async () => {
    const { ask, ended, call } = await setUp(TWELVE);
    const { body } = await ask();
    const before = await ended(body.question_id);
    const [{ run_id }] = before.questions[0].quotes.for;
    expect((await call('DELETE', `/v1/runs/${run_id}`)).status).toBe(200);
    const { body: after } = await call('GET', `/v1/questions/${body.question_id}`);
    expect(after.questions[0].n).toBe(11);
    expect(after.questions[0].share.observed).toBeCloseTo(2 / 11, 3);
    expect(JSON.stringify(after)).not.toContain(run_id);
  });
});

describe('a question can be followed', () => {
  it('as a stream of events that ends with it', async () => {
    const { ask, admin } = await setUp(TWELVE);
    const { body } = await ask();
    const response = await fetch(`${service.url}/v1/questions/${body.question_id}/events`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = (await response.text()).split('\n\n').filter((event) => event.startsWith('event: estimate'));
    const last = JSON.parse(events.at(-1)?.split('data: ')[1] ?? '{}');
    expect(last).toMatchObject({ question_id: body.question_id, status: 'complete' });
  });
});

describe('what cannot be asked', () => {
  it('is refused with a sentence that says what to do', async () => {
    const { ask, call } = await setUp(['all is well']);
    const detail = async (more: object) => {
      const { status, body } = await ask(more);
      expect(status).toBe(400);
      return body.detail;
    };
    expect(await detail({ filter: { teem: 'Porto' } })).toMatch(/team/);
    expect(await detail({ filter: { limit: 5 } })).toMatch(/not a condition/);
    expect(await detail({ by: 'teem' })).toMatch(/did you mean "team"/);
    expect(await detail({ questions: ['How many calls mention a refund?'] })).toMatch(/Did the customer/);
    expect(await detail({ questions: [] })).toMatch(/questions/);
    const of = (filter: object) => detail({ filter });
    expect(await of({ team: 'Prto' })).toBe(
      'filter: no run has the team “Prto”. Did you mean "Porto"? Nothing was started.',
    );
    expect(await of({ team: 'Nowhere' })).toBe(
      'filter: no run has the team “Nowhere”. There are Porto. Nothing was started.',
    );
    expect(await of({ team: 'Porto', q: 'unicorn' })).toBe('filter: no run matches. Nothing was started.');
    expect(await detail({ questions: ['What is our average handling time?'] })).toMatch(
      /To ask it anyway, state its `type`\.$/,
    );
    expect((await ask({ kit_code: 'NOSUCHKT' })).body.error).toBe('kit_not_found');
    expect((await call('GET', '/v1/questions/qst_01m7er7dfgeqcrm640y1251418')).status).toBe(404);
  });

  it('is refused to those who may only read, and is not seen by other workspaces', async () => {
    const { workspaceId, ask, call, ended } = await setUp(['all is well']);
    const viewer = await service.key(workspaceId, 'live', 'viewer');
    const body = { questions: ['Was it late?'] };
    expect((await call('POST', '/v1/questions', body, viewer)).status).toBe(403);
    const { body: started } = await ask();
    await ended(started.question_id);
    expect((await call('GET', `/v1/questions/${started.question_id}`, undefined, viewer)).status).toBe(200);
    const other = await setUp([]);
    expect((await other.call('GET', `/v1/questions/${started.question_id}`)).status).toBe(404);
    expect((await other.call('DELETE', `/v1/questions/${started.question_id}`)).status).toBe(404);
  });
});
