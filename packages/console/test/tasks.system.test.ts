/**
 * What managers, analysts, reviewers, agents and admins come for, and how many clicks each takes: a click on anything is one, and so is a choice in a
 * list; typing and Enter are none.
 */
import type { RunWork } from '@brickwork/server/runs/store/find-runs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../test/support/told-evaluator.ts';
import { type Receiver, startReceiver, WEBHOOK_ENVIRONMENT } from '../../../test/support/webhook-receiver.ts';
import { fillInSignIn, openTab, signIn, type Tab } from './support/browser.ts';
import { countingHand, type Task } from './support/counting-hand.ts';
import { fiveWeeks } from './support/five-weeks.ts';

/** What no input tells: the examples, and drafts of the playground. */
const FOUND = { value: true, confidence: 0.9, reason: 'The agent says so.' };

async function evaluate(work: RunWork) {
  const input = JSON.parse(work.input) as { tell?: object };
  return tellingEvaluator(
    input.tell === undefined ? { ...work, input: JSON.stringify({ ...input, tell: { greeted: FOUND } }) } : work,
  );
}

const SCORE = { disclosed: { value: true, confidence: 0.9 }, score: { value: 100, confidence: 0.9 } };

let service: TestService;
let receiver: Receiver;
let tab: Tab;
let kit: { kit_id: string; kit_code: string };

beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(WEBHOOK_ENVIRONMENT, { evaluate }), startReceiver()]);
  kit = await fiveWeeks(service);
  const key = service.adminKey;
  for (const external_id of ['ann-1', 'ann-2'])
    await toldRun(service, key, kit.kit_code, SCORE, { external_id, metadata: { customer: 'Ann Lee' } });
  const reviewed = await toldRun(service, key, kit.kit_code, SCORE, {
    external_id: 'reviewed-call',
    metadata: { agent: 'Maya Keller', team: 'Porto' },
  });
  await service.call('POST', `/v1/runs/${reviewed}/reviews`, {
    key,
    body: [{ brick: 'disclosed', verdict: 'correct' }],
  });
  const { body } = await service.call('GET', `/v1/kits/${kit.kit_id}/versions/1`, { key });
  const [first, ...others] = body.document.bricks;
  await service.call('POST', '/v1/kits', {
    key,
    body: {
      ...body.document,
      bricks: [{ ...first, question: 'Did the agent say that the call is recorded?' }, ...others],
    },
  });
  tab = await openTab(service.url);
  await signIn(tab, key);
}, 180_000);
afterAll(async () => {
  await tab.close();
  await Promise.all([service.stop(), receiver.stop()]);
  expect(tab.faults).toEqual([]);
});

const runsOfKit = () => `/console/runs?kit=${kit.kit_code}`;

const ANALYST: Task[] = [
  {
    name: 'all calls of one team with a missed disclosure',
    most: 6,
    async take({ page, link, choose, click }) {
      await link('Runs');
      await choose(page.getByLabel('Kit', { exact: true }), kit.kit_code);
      await click(page.getByText('Breakdown'));
      await click(page.getByRole('region', { name: 'Team' }).getByRole('button', { name: /^Porto/ }));
      await page.getByText('team is Porto').waitFor();
      await click(page.getByRole('region', { name: 'Recording disclosed' }).getByRole('button', { name: /^No/ }));
      await page.getByText('Recording disclosed is No').waitFor();
    },
  },
  {
    name: 'search words that were said',
    most: 1,
    async take({ page, link }) {
      await link('Runs');
      await page.getByRole('combobox', { name: 'Filter' }).fill('lost my card');
      await page.getByRole('combobox', { name: 'Filter' }).press('Enter');
      await page.waitForURL('**words=**');
      await page.locator('tbody tr').first().waitFor();
    },
  },
  {
    name: 'sort by score',
    most: 1,
    from: runsOfKit,
    async take({ page, click }) {
      await click(page.getByTitle('Sort by Quality score'));
      const header = page.getByRole('columnheader', { name: 'Quality score' });
      await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
      const cell = page.locator('tbody tr').first().locator('td', { hasText: 'Quality score' });
      await expect.poll(() => cell.textContent()).toBe('Quality score: ◆bad: 0');
    },
  },
  {
    name: 'show metadata as a column',
    most: 2,
    from: runsOfKit,
    async take({ page, click }) {
      await click(page.getByText('Columns', { exact: false }).first());
      await click(page.getByRole('group', { name: 'Dimensions' }).getByLabel('Customer'));
      await page.getByRole('columnheader', { name: 'Customer' }).waitFor();
    },
  },
  {
    name: 'save the list as a view',
    most: 2,
    from: runsOfKit,
    async take({ page, button }) {
      await button('Save as a view');
      await page.getByLabel('Name of the view').fill('Our calls');
      await button('Save');
      await page.getByRole('button', { name: 'Delete this view' }).waitFor();
    },
  },
  {
    name: 'export everything that matches',
    most: 1,
    from: runsOfKit,
    async take({ page, button }) {
      const [download] = await Promise.all([page.waitForEvent('download'), button(/^Download \d+/)]);
      expect(download.suggestedFilename()).toMatch(/\.csv$/);
    },
  },
  {
    name: 'two teams over four weeks',
    most: 4,
    async take({ page, link, choose }) {
      await link('All answers in insights');
      await choose(page.getByLabel('And by'), 'team');
      await choose(page.getByLabel('Period'), '28');
      await page.locator('svg text', { hasText: 'Lisbon' }).first().waitFor();
    },
  },
  {
    name: 'compare two versions',
    most: 4,
    async take({ page, link, click }) {
      await link('Kits');
      await link('Call quality');
      await click(page.getByRole('tab', { name: 'What changed' }));
      await page.getByText('Did the agent say that the call is recorded?').first().waitFor();
    },
  },
  {
    name: 'add a call to a golden set',
    most: 3,
    from: () => `${runsOfKit()}&q=reviewed-call`,
    async take({ page, click, button }) {
      await click(page.getByLabel('Select reviewed-call', { exact: true }));
      await button('Add to golden set…');
      await page.getByLabel('Name of the new set').fill('regression');
      await button('Add');
      await page.getByText('1 added. The set has 1 line now.').waitFor();
    },
  },
];

const MANAGER: Task[] = [
  {
    name: 'which agents need coaching',
    most: 1,
    async take({ page, link }) {
      await link('Agents');
      await expect.poll(() => page.locator('ol > li').first().innerText()).toContain('Maya Keller');
    },
  },
  {
    name: 'whether scoring can be trusted',
    most: 1,
    from: () => '/console/runs',
    async take({ page, link }) {
      await link('Overview');
      await page.getByText(/Too early to say|Not reviewed yet|of 100 answers/).waitFor();
    },
  },
  {
    name: 'what it cost',
    most: 1,
    from: () => '/console/runs',
    async take({ page, link }) {
      await link('Overview');
      await page.getByRole('heading', { name: 'Cost of the kit' }).waitFor();
      await page.getByText('All teams; by day of evaluation.').waitFor();
    },
  },
  {
    name: 'the Monday page by mail or message',
    most: 3,
    async take({ page, button, click }) {
      await button('Send every Monday');
      await click(page.getByLabel('ops'));
      await button('Send one now');
      await page.getByText('The summary was sent to ops.').waitFor();
    },
  },
  {
    name: 'write a coaching note',
    most: 3,
    async take({ page, link, button }) {
      await link('Maya Keller');
      await button('Write a note');
      await page.getByLabel('What was agreed').fill('Say early that the call is recorded.');
      await button('Save note');
      await page.getByRole('listitem').filter({ hasText: 'Say early that the call is recorded.' }).first().waitFor();
    },
  },
];

const REVIEWER: Task[] = [
  {
    name: 'queue past calls for review',
    most: 5,
    async take({ page, link, button }) {
      await link('Review');
      await button('Policy');
      await page.getByLabel('Random share, %').fill('10');
      await page.getByLabel('Past calls since').fill(dayBefore(28));
      await button('Save policy');
      await page.getByText(/[1-9]\d* open/).waitFor();
    },
  },
  {
    name: 'start a calibration session',
    most: 5,
    async take({ page, link, button }) {
      await link('Review');
      await button('Calibrate');
      await button('Start the session');
      await page.getByText('10 of 10 calls left').waitFor();
    },
  },
  {
    name: 'appeal an answer',
    most: 3,
    as: agentKey,
    async take({ page, click, button }) {
      await click(page.getByRole('link', { name: 'reviewed-call' }));
      await click(page.getByRole('button', { name: 'Appeal' }).first());
      await page.getByLabel('Why is it wrong?').fill('I said so at the very start.');
      await button('Send the appeal');
      await page.getByText('appealed', { exact: true }).waitFor();
    },
  },
];

const ENGINEER: Task[] = [
  {
    name: 'sign in, and see a first answer',
    most: 2,
    as: freshKey,
    async take({ page, button }) {
      // Signing in was the first click.
      await button('Evaluate this conversation');
      await page.waitForURL('**/runs/run_*');
      await page.getByText('Greeted and gave their name').first().waitFor();
    },
  },
  {
    name: 'a new kit',
    most: 2,
    async take({ page, link, button }) {
      await link('New kit');
      await page.getByLabel('Name', { exact: true }).fill('Welcome calls');
      await page.getByLabel('Add questions in plain words').fill('Was the customer greeted?');
      await button('Create the kit');
      await page.waitForURL('**/playground?**');
      await page.getByRole('option', { name: 'Welcome calls' }).waitFor({ state: 'attached' });
    },
  },
  {
    name: 'publish the draft that was run',
    most: 1,
    from: () => '/console/playground',
    async take(hand) {
      const { page } = hand;
      await page.getByLabel('Kit', { exact: true }).selectOption({ label: 'Welcome calls' });
      await page.getByRole('textbox', { name: 'Conversation' }).fill('Agent: Welcome.');
      await page.getByRole('textbox', { name: 'Conversation' }).press('Control+Enter');
      // It was run; from here on it counts.
      await hand.button('Publish v1');
      await page.getByText('v1 is live: new runs use it.').waitFor();
    },
  },
  {
    name: 'a webhook, with a test',
    most: 4,
    async take({ page, link, button }) {
      await link('Webhooks');
      await page.getByLabel('URL').fill(receiver.url);
      await button('Register');
      await button('I have saved it');
      await button('Send a test event');
      await page.getByText('webhook.test').first().waitFor();
    },
  },
  {
    name: 'an intake, tried with a payload',
    most: 8,
    async take({ page, link, click, button }) {
      await link('Intake');
      await link('New intake');
      await click(page.getByLabel('Another service'));
      await page.getByLabel('Name').fill('calls');
      await button('Create the address');
      await button('I have saved it');
      await click(page.getByLabel('Call quality'));
      await button('Save');
      await page.getByLabel('Payload').fill('{ "id": "c-1", "transcript": "Agent: Hello." }');
      await button('Try it');
      await page.getByText('All conditions are met.').or(page.getByText('accepted')).first().waitFor();
    },
  },
];

const ADMIN: Task[] = [
  {
    name: 'an alert that a channel is told of',
    most: 6,
    async take({ page, link, choose, button }) {
      await link('Alerts');
      await link('New alert');
      await page.getByLabel('Name', { exact: true }).first().fill('undisclosed');
      await choose(page.getByLabel('Answer', { exact: true }), 'false');
      await page.getByLabel('Threshold (percent)').fill('30');
      await button('New channel');
      const channel = page.getByRole('region', { name: 'New channel' });
      await channel.getByLabel('Name').fill('ops');
      await channel.getByLabel('Address of the incoming webhook').fill(receiver.url);
      await button('Save channel');
      await page.getByText('Slack to 127.0.0.1').waitFor();
      await button('Save the alert');
      await page.getByRole('heading', { name: 'undisclosed' }).waitFor();
    },
  },
  {
    name: 'a key',
    most: 4,
    async take({ page, link, choose, button }) {
      await link('Keys');
      await button('Create a key');
      await page.getByLabel('Name').fill('crm sync');
      await choose(page.getByLabel('Role'), 'viewer');
      await button('Create');
      await page.getByRole('region', { name: 'Your new key' }).waitFor();
    },
  },
  {
    name: 'how long conversations are kept',
    most: 4,
    async take({ page, link, button }) {
      await link('Settings');
      await page.getByLabel('Conversations, days').fill('3650');
      await button('Save retention');
      await button('Save and erase');
      await page.getByText('Saved.', { exact: true }).waitFor();
    },
  },
  {
    name: 'erase one customer',
    most: 6,
    async take({ page, link, button, choose, click }) {
      await link('Runs');
      await button('Add a filter');
      await choose(page.getByLabel('Field'), 'metadata');
      await page.getByLabel('Metadata key').fill('customer');
      await page.getByLabel('Value').fill('Ann Lee');
      await page.getByLabel('Value').press('Enter');
      await button('More actions');
      await click(page.getByRole('menuitem', { name: 'Erase 2…' }));
      await page.getByLabel('Type 2 to confirm').fill('2');
      await button('Erase permanently');
      await page.getByRole('dialog').getByText('2 of 2').waitFor();
    },
  },
  {
    name: 'a colleague, with a role',
    most: 3,
    async take({ page, link, choose, button }) {
      await link('Members');
      await page.getByLabel('E-mail').fill('nora@example.com');
      await choose(page.getByLabel('Role'), 'analyst');
      await button('Create the link');
      await page.getByRole('dialog', { name: 'Link for nora@example.com' }).waitFor();
    },
  },
  {
    name: 'who did what',
    most: 1,
    async take({ page, link }) {
      await link('Audit');
      await page.getByText('Member invited').or(page.getByText('Key signed in')).first().waitFor();
    },
  },
];

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function freshKey(): Promise<string> {
  return service.key(await service.workspace('beginners'));
}

async function agentKey(): Promise<string> {
  const body = { role: 'agent', agent: 'Maya Keller', name: 'Maya' };
  return (await service.call('POST', '/v1/keys', { key: service.adminKey, body })).body.key;
}

async function take({ most, from = () => '/console', as, take }: Task): Promise<void> {
  if (as === undefined) {
    const hand = countingHand(tab.page);
    await tab.page.goto(from());
    await take(hand);
    expect(hand.clicks()).toBeLessThanOrEqual(most);
    return;
  }
  const other = await openTab(service.url);
  const hand = countingHand(other.page);
  await fillInSignIn(other, await as());
  await take(hand);
  const { faults } = other;
  await other.close();
  expect(faults).toEqual([]);
  expect(hand.clicks()).toBeLessThanOrEqual(as === freshKey ? most - 1 : most);
}

describe.each([
  ['an analyst', ANALYST],
  ['an admin', ADMIN],
  ['a manager', MANAGER],
  ['a reviewer and an agent', REVIEWER],
  ['an engineer', ENGINEER],
])('%s needs', (_who, tasks) => {
  it.each(tasks)('at most $most for: $name', take, 90_000);
});
