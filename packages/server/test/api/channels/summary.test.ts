/** The Monday summary: its figures are those of the overview, and every channel is sent it once. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { type MailServer, startMailServer } from '../../../../../test/support/mail-server.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { startReceiver, WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';
import { silentLogger } from '../../../src/core/logger.ts';
import { mondayOf, nextDay } from '../../../src/core/time-zone.ts';
import { createInsightsStore } from '../../../src/insights/store/insights-store.ts';
import type { Node } from '../../../src/main/feature.ts';
import { summaryFeature } from '../../../src/main/features/summary.ts';
import { createSummaryStore } from '../../../src/outbound/channels/store/summary-store.ts';
import { sendDueSummaries } from '../../../src/outbound/channels/summary/send-summaries.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';
import { createDimensionStore } from '../../../src/runs/store/dimension-store.ts';

let service: TestService;
let mails: MailServer;
let workspaces = 0;

beforeAll(async () => {
  mails = await startMailServer();
  service = await startTestService(
    {
      ...WEBHOOK_ENVIRONMENT,
      BRICKWORK_SMTP_URL: mails.url,
      BRICKWORK_SMTP_FROM: 'calls@example.com',
      BRICKWORK_PUBLIC_URL: 'https://calls.example.com',
    },
    { evaluate: tellingEvaluator },
  );
});
afterEach(async () => {
  expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
});
afterAll(async () => {
  await service.stop();
  await mails.stop();
});

async function setUp() {
  workspaces += 1;
  const receiver = await startReceiver();
  const workspaceId = await service.workspace(`summary-${workspaces}`);
  const key = await service.key(workspaceId);
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  const put = (name: string, settings: object = {}) =>
    call('PUT', `/v1/channels/${name}`, { kind: 'webhook', url: receiver.url, topics: ['summary'], ...settings });
  return { receiver, workspaceId, key, call, put };
}

/** The leader's round at some moment, as whichever node is the leader then does it. */
function roundAt(moment: string) {
  const { database } = service.testDatabase;
  const clock = { now: () => new Date(moment) };
  const options = {
    clock,
    prices: { of: async () => undefined },
    insights: createInsightsStore(database),
    dimensions: createDimensionStore(database),
    kits: service.service.kits,
  };
  const { write } = summaryFeature({ database } as Node, options);
  const deps = { summaries: createSummaryStore(database), writeSummary: write, clock, logger: silentLogger };
  return sendDueSummaries(deps, () => false);
}

const DAY_MS = 86_400_000;
/** The Monday after today: the week before it is the one in which the test runs. */
const NEXT_MONDAY = nextDay(mondayOf(new Date().toISOString().slice(0, 10)), 7);
const THIS_MONDAY = nextDay(NEXT_MONDAY, -7);

describe('GET /v1/summary', () => {
  it('200: has the figures of the overview, from the same days', async () => {
    const { call, key } = await setUp();
    const document = kitDocument('review', {
      bricks: [
        { key: 'solved', name: 'Solved', type: 'boolean', question: 'Solved?', good: true },
        { key: 'rude', name: 'Rude', type: 'boolean', question: 'Rude?', good: false },
        {
          key: 'score',
          name: 'Score',
          type: 'numeric',
          score: {
            items: [
              { brick: 'solved', points: 60 },
              { brick: 'rude', is: false, points: 40 },
            ],
          },
        },
      ],
    });
    const kit = await publishedKit(service, document, key);
    const week = nextDay(THIS_MONDAY, -7);
    const run = (day: string, agent: string, solved: boolean, rude: boolean) => {
      const tell = {
        solved: { value: solved },
        rude: { value: rude },
        score: { value: (solved ? 60 : 0) + (rude ? 0 : 40) },
      };
      return toldRun(service, key, kit.kit_code, tell, {
        occurred_at: `${day}T12:00:00Z`,
        metadata: { agent, team: agent === 'Ana' ? 'Porto' : 'Faro' },
      });
    };
    for (let index = 0; index < 12; index += 1) {
      await run(nextDay(week, -7), 'Ana', true, false);
      await run(nextDay(week, index % 7), 'Ana', index < 2, false);
      await run(week, 'Bo', true, index < 1);
    }
    // Of neither week.
    await run(
      THIS_MONDAY < new Date().toISOString().slice(0, 10) ? THIS_MONDAY : nextDay(week, -8),
      'Ana',
      false,
      true,
    );
    const { status, body } = await call('GET', `/v1/summary?week=${week}`);
    expect(status).toBe(200);
    const changes = (await call('GET', `/v1/kits/review/changes?from=${week}&to=${nextDay(week, 6)}`)).body;
    const [shown] = body.kits;
    expect(shown).toMatchObject({
      calls: { succeeded: 24, failed: 0, before: 12 },
      score: changes.score,
      changes: changes.changes,
      agents: changes.agents,
    });
    expect(shown.score).toMatchObject({ value: 73.3333, before: { value: 100 }, direction: 'down', news: 'bad' });
    expect(shown.changes).toMatchObject([
      { brick: 'score', agent: 'Ana', before: { value: 100, n: 12 }, after: { value: 50, n: 12 }, news: 'bad' },
    ]);
    expect(shown.changes[0].points).toEqual([{ brick: 'solved', name: 'Solved', points: -50 }]);
    expect(shown.agents.map(({ name }: { name: string }) => name)).toEqual(['Ana', 'Bo']);
    const usage = (await call('GET', '/v1/usage?group_by=kit')).body.data[0];
    expect(shown.trust).toMatchObject({ reviewed: 0 });
    expect([shown.cost.credits, usage.credits]).toEqual([0, 0]);
    expect(body.text).toMatch(/^Score, mean: 73 \(\d+ – \d+\), ▼ from 100 before$/m);
    expect(body.text).toMatch(
      /^ {2}- Ana 5\d \(.+\) of 12 calls.*, ▼ from 100 before; costs most: Solved missed in 10 of 12/m,
    );
    expect(body.text).toContain('Why, by question, in points: Solved −50');
    expect(body.text).toContain('Trust: not reviewed yet');
    expect(shown.path).toBe(`/console/?kit=${kit.kit_code}&from=${week}&to=${nextDay(week, 6)}`);
  });

  it('200: no calls last week says so', async () => {
    const { call } = await setUp();
    const { body } = await call('GET', '/v1/summary');
    expect(body).toMatchObject({
      from: nextDay(THIS_MONDAY, -7),
      kits: [],
      title: expect.stringContaining('no calls'),
    });
    expect(body.text).toContain('Calls: none, and none in the four weeks before');
  });

  it.each([
    ['2026-11-10', /Monday/],
    ['9999-01-04', /not begun/],
    ['soon', /week/],
  ])('400: week=%s', async (week, detail) => {
    const { call } = await setUp();
    const { status, body } = await call('GET', `/v1/summary?week=${week}`);
    expect([status, body.detail]).toEqual([400, expect.stringMatching(detail)]);
  });
});

describe('a Monday', () => {
  it('sends each channel one summary: from 7:00 there until midnight, however many nodes try', async () => {
    const { call, put, receiver } = await setUp();
    await call('PUT', '/v1/settings', { timezone: 'America/New_York' });
    await put('ops');
    await put('alerts-only', { topics: ['alerts'] });
    await put('off', { enabled: false });
    const at = (day: string, time: string) => roundAt(`${day}T${time}-05:00`);
    // In summer clocks there are an hour ahead, which these times leave room for.
    for (const [day, time] of [
      [nextDay(NEXT_MONDAY, -1), '12:00'],
      [NEXT_MONDAY, '05:30'],
      [nextDay(NEXT_MONDAY, 1), '12:00'],
    ] as const)
      await at(day, time);
    expect((await call('GET', '/v1/channels/ops/deliveries')).body.data).toEqual([]);
    await Promise.all([at(NEXT_MONDAY, '21:30'), at(NEXT_MONDAY, '21:30')]);
    await at(NEXT_MONDAY, '22:00');
    const [told] = await receiver.until(1);
    expect(told?.event).toMatchObject({
      channel: 'ops',
      subject: expect.stringMatching(/: no calls$/),
      notifications: [{ topic: 'summary', path: expect.stringContaining(`from=${THIS_MONDAY}`) }],
    });
    for (const name of ['alerts-only', 'off'])
      expect((await call('GET', `/v1/channels/${name}/deliveries`)).body.data).toEqual([]);
    const log = (await call('GET', '/v1/channels/ops/deliveries')).body.data;
    expect(log).toHaveLength(1);
    await at(nextDay(NEXT_MONDAY, 7), '12:00');
    await receiver.until(2);
    expect((await call('GET', '/v1/channels/ops/deliveries')).body.data).toHaveLength(2);
  });

  it('waits for the next one where the channel asks for it after the time, and goes on where it is saved again', async () => {
    const { put, call, receiver } = await setUp();
    await put('late');
    await put('late', { digest_minutes: 5 });
    await service.testDatabase.database.query(
      `UPDATE channels SET summary_since = summary_since + interval '30 days' WHERE name = 'late'`,
    );
    await roundAt(`${NEXT_MONDAY}T09:00:00Z`);
    expect((await call('GET', '/v1/channels/late/deliveries')).body.data).toEqual([]);
    await roundAt(`${nextDay(NEXT_MONDAY, 35)}T09:00:00Z`);
    await receiver.until(1);
  });

  it('is a mail with text and HTML, which links to the overview', async () => {
    const { call, key } = await setUp();
    const kit = await publishedKit(service, kitDocument('review', { name: 'Calls <b>&' }), key);
    await toldRun(
      service,
      key,
      kit.kit_code,
      { score: { value: 7 } },
      { occurred_at: new Date(Date.now() - 7 * DAY_MS).toISOString() },
    );
    await call('PUT', '/v1/channels/boss', { kind: 'email', to: ['boss@example.com'], topics: ['summary'] });
    const { status, body } = await call('POST', '/v1/channels/boss/summary');
    expect([status, body.status, body.test]).toEqual([200, 'succeeded', true]);
    const mail = await vi.waitFor(
      () => mails.got.find(({ source }) => source.includes('boss@example.com')) ?? expect.fail('no mail'),
    );
    expect(mail.source).toMatch(/Content-Type: text\/plain/);
    expect(mail.source).toMatch(/Content-Type: text\/html/);
    expect(mail.source).toContain('Calls &lt;b&gt;&amp;');
    expect(mail.source).toContain('https://calls.example.com/console/?kit');
    expect((await call('POST', '/v1/channels/nobody/summary')).status).toBe(404);
  });
});
