/** What managers, reviewers, viewers and agents come for with a history whose changes are known, and how many clicks each takes; typing and Enter are none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedKit, push } from '../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../test/support/told-evaluator.ts';
import { fillInSignIn, openTab, signIn, type Tab } from './support/browser.ts';
import { countingHand, type Task } from './support/counting-hand.ts';
import { fiveWeeks } from './support/five-weeks.ts';

const MAYA = { agent: 'Maya Keller', team: 'Porto' };
const question = 'What was it about?';
const TOPICS = {
  kit: 'topics',
  name: 'Topics',
  bricks: [
    {
      key: 'topic',
      name: 'Topic',
      type: 'categorical',
      question,
      categories: [
        { value: 'refund', name: 'Refund' },
        { value: 'login', name: 'Login' },
      ],
    },
  ],
};
const said = (value: boolean) => ({ value, confidence: 0.9 });
const UNKIND = {
  disclosed: said(true),
  verified: said(true),
  empathy: said(false),
  next_step: said(true),
  threats: said(false),
  score: { value: 80, confidence: 0.8 },
};

let service: TestService;
let tab: Tab;
let agentKey: string;

beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  const key = service.adminKey;
  const kit = await fiveWeeks(service);
  const own = await Promise.all(
    [0, 1, 2, 3].map((at) =>
      toldRun(service, key, kit.kit_code, UNKIND, { external_id: `today-${at}`, metadata: MAYA }),
    ),
  );
  const topics = await publishedKit(service, TOPICS);
  const today = Math.floor(Date.now() / 86_400_000);
  // Noon of the Monday of the last full week.
  const occurred_at = new Date((today - ((today + 3) % 7) - 6.5) * 86_400_000).toISOString();
  for (const agent of ['Zoe Zimmer', 'Maya Keller', 'Tom Becker'])
    for (const value of ['refund', 'refund', 'login'])
      await toldRun(
        service,
        key,
        topics.kit_code,
        { topic: { value, confidence: 0.8 } },
        { occurred_at, metadata: { agent } },
      );
  await push(service, { ...TOPICS, kit: 'later', name: 'Later topics' });
  const made = await service.call('POST', '/v1/keys', {
    key,
    body: { role: 'agent', agent: MAYA.agent, name: 'Maya' },
  });
  agentKey = made.body.key;
  for (const [at, brick] of ['disclosed', 'empathy'].entries())
    await service.call('POST', `/v1/runs/${own[at]}/appeals`, {
      key: agentKey,
      body: { brick, text: 'Listen again.' },
    });
  await service.call('POST', `/v1/runs/${own[0]}/reviews`, {
    key,
    body: [{ brick: 'disclosed', verdict: 'correct', note: 'It comes after the greeting.' }],
  });
  tab = await openTab(service.url);
  await signIn(tab, key);
}, 180_000);
afterAll(async () => {
  await tab.close();
  await service.stop();
  expect(tab.faults).toEqual([]);
});

const panel = ({ page }: Pick<Tab, 'page'>, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const MANAGER: Task[] = [
  {
    name: 'what fell, where, who carries it, and a call that shows it',
    most: 1,
    async take(hand) {
      const fall = panel(hand, 'What changed').getByRole('listitem').filter({ hasText: 'Recording disclosed' }).first();
      await fall.waitFor();
      expect(await fall.innerText()).toMatch(/in Porto[\s\S]*\d+ of 168[\s\S]*\d+ of 42[\s\S]*Agents[\s\S]*Listen to:/);
      await hand.click(fall.getByRole('link', { name: /^(maya|tom|ana)-0-/ }).first());
      await hand.page.waitForURL('**/runs/run_*');
    },
  },
  {
    name: 'the calls in which one agent missed a question',
    most: 1,
    async take(hand) {
      const maya = panel(hand, 'Who needs help').locator('ol > li').filter({ hasText: 'Maya Keller' });
      const cost = maya.getByRole('listitem').filter({ hasText: 'Showed empathy' });
      const [, missed] = /missed in (\d+) of 14/.exec(await cost.innerText()) ?? [];
      await hand.click(cost.getByRole('link'));
      await expect.poll(() => hand.page.locator('tbody tr').count()).toBe(Number(missed));
    },
  },
  {
    name: 'a picture for a slide',
    most: 1,
    async take({ page, click }) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        click(page.getByTitle('Save Quality score by week as PNG')),
      ]);
      expect(file.suggestedFilename()).toBe('quality-score-by-week.png');
    },
  },
  {
    name: 'this week so far, drawn as not ended',
    most: 1,
    async take({ page, choose }) {
      await choose(page.getByLabel('Period'), { label: 'This week so far' });
      await page.getByText('This period is not over yet.').waitFor();
    },
  },
  {
    name: 'every agent beside the median',
    most: 1,
    async take({ page, link }) {
      await link('Agents');
      const first = page.locator('ol > li').filter({ hasText: 'Porto' }).first();
      expect(await first.innerText()).toMatch(/Maya Keller[\s\S]*14 calls[\s\S]*Porto[\s\S]*\d+ \(\d+ – \d+\)/);
      await page.getByText('The dashed line is the median agent.', { exact: false }).waitFor();
    },
  },
  {
    name: 'what a kit without a score says of an agent',
    most: 2,
    async take(hand) {
      const { page, choose, link } = hand;
      await choose(page.getByLabel('Kit', { exact: true }), { label: 'Topics' });
      await page.getByRole('link', { name: '67 %', exact: true }).waitFor();
      const agents = panel(hand, 'Agents');
      await agents.getByText('agents are not ranked', { exact: false }).waitFor();
      const names = agents.locator('ol > li a[href*="/agents/"]');
      expect(await names.allInnerTexts()).toEqual(['Maya Keller', 'Tom Becker', 'Zoe Zimmer']);
      await link('Zoe Zimmer');
      const heard = panel(hand, 'Calls to listen to').first();
      await heard.getByRole('heading', { name: 'Answered “Refund”' }).waitFor();
      await expect.poll(() => heard.getByRole('listitem').count()).toBe(3);
    },
  },
  {
    name: 'what a draft lacks',
    most: 1,
    async take({ page, choose }) {
      await choose(page.getByLabel('Kit', { exact: true }), { label: 'Later topics' });
      await page.getByRole('heading', { name: 'Later topics is not published yet' }).waitFor();
      expect(await page.getByText('No such kit').count()).toBe(0);
    },
  },
];

const AGENT: Task[] = [
  {
    name: 'how the month goes, what would lift it most, and the calls',
    most: 0,
    as: async () => agentKey,
    async take(hand) {
      const { page } = hand;
      await page.getByText('Quality score', { exact: false }).first().waitFor();
      const lifts = panel(hand, 'What would improve it most')
        .getByRole('listitem')
        .filter({ hasText: 'Showed empathy' });
      expect(await lifts.innerText()).toMatch(/missed in \d+ of \d+ calls\s*\+\d/);
      const call = page.getByRole('link').filter({ hasText: 'today-3' });
      expect(await call.innerText()).toMatch(/Call quality[\s\S]*Missed: Showed empathy[\s\S]*80/);
      const words = await page.locator('body').innerText();
      expect(words).not.toMatch(/\b(API|keys?|plans?|permissions?|runs?|environment)\b/i);
      // A kit that does not say what is good says nothing of a month.
      expect(words).not.toContain('Topic ·');
    },
  },
  {
    name: 'what became of the appeals',
    most: 0,
    as: async () => agentKey,
    async take(hand) {
      const inbox = panel(hand, 'Inbox').getByRole('listitem');
      await expect
        .poll(() => inbox.filter({ hasText: 'Your appeal: Recording disclosed' }).innerText())
        .toMatch(/A reviewer looked at it and confirmed the answer\.\s+It comes after the greeting\./);
      expect(await inbox.filter({ hasText: 'Your appeal: Showed empathy' }).innerText()).toContain('waiting');
    },
  },
  {
    name: 'which answer of a call cost points',
    most: 1,
    as: async () => agentKey,
    async take({ page, click }) {
      await click(page.getByRole('link').filter({ hasText: 'today-3' }));
      // The page before has lines about the same question.
      await page.getByRole('heading', { name: 'Inbox' }).waitFor({ state: 'detached' });
      const line = page.getByRole('listitem').filter({ hasText: 'Showed empathy' });
      expect(await line.innerText()).toMatch(/No\s+0 of 20/);
      expect(await page.locator('main').innerText()).not.toContain('next_step');
      await line.getByRole('button', { name: 'Appeal' }).waitFor();
    },
  },
];

const OTHERS: Task[] = [
  {
    name: 'the calls, in the word of those who do not write code',
    most: 1,
    as: () => service.key(service.workspaceId, 'live', 'viewer'),
    async take({ page, link }) {
      await link('Calls');
      await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
      await page.locator('thead').getByText('Call', { exact: true }).waitFor();
      expect(await page.locator('body').innerText()).not.toMatch(/\bruns?\b|run_/i);
    },
  },
  {
    name: 'an appeal, by the name of its question, and who reads the answer to it',
    most: 3,
    as: () => service.key(service.workspaceId, 'live', 'reviewer'),
    async take({ page, link, click }) {
      await link('Review');
      const appeal = page.getByRole('link').filter({ hasText: 'Listen again.' });
      await appeal.getByText('Showed empathy').waitFor();
      await page.getByRole('button', { name: 'Review 10 calls Topics' }).waitFor();
      // A draft has no calls to review.
      expect(await page.getByText('Later topics').count()).toBe(0);
      await click(appeal);
      const answer = page.getByRole('listitem').filter({ hasText: 'Maya appealed:' });
      await answer.getByText('Listen again.').waitFor();
      await click(answer.getByRole('button').filter({ hasText: 'Showed empathy' }));
      await answer.getByText('The person who appealed will see this note, without your name.').waitFor();
    },
  },
];

async function take({ most, as, take }: Task): Promise<void> {
  const own = as === undefined ? tab : await openTab(service.url);
  const hand = countingHand(own.page);
  if (as === undefined) await own.page.goto('/console');
  else await fillInSignIn(own, await as());
  await take(hand);
  expect(hand.clicks()).toBeLessThanOrEqual(most);
  if (as === undefined) return;
  const { faults } = own;
  await own.close();
  expect(faults).toEqual([]);
}

describe.each([
  ['a manager', MANAGER],
  ['an agent', AGENT],
  ['a viewer and a reviewer', OTHERS],
])('%s needs', (_who, tasks) => {
  it.each(tasks)('at most $most for: $name', take, 90_000);
});
