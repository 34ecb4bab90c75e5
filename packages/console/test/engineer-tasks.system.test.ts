/** What engineers come for, how many clicks each takes (typing and Enter are none), and what happens to everybody when the service or the session ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { tellingEvaluator } from '../../../test/support/told-evaluator.ts';
import { fillInSignIn, openTab, signIn, type Tab } from './support/browser.ts';
import { countingHand, type Task } from './support/counting-hand.ts';
import { fiveWeeks } from './support/five-weeks.ts';

let service: TestService;
let tab: Tab;

beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  await fiveWeeks(service);
  tab = await openTab(service.url);
  await signIn(tab, service.adminKey);
}, 180_000);
afterAll(async () => {
  await tab.close();
  await service.stop();
  // React says on the console what it shows in place of a page.
  expect(tab.faults.filter((fault) => !fault.startsWith('ConnectionError: the page cannot be loaded'))).toEqual([]);
});

const docs = () => '/docs';

const TASKS: Task[] = [
  {
    name: 'the operation that has a field',
    most: 0,
    from: docs,
    async take({ page }) {
      await page.getByRole('heading', { name: 'API reference' }).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('min_reviewers');
      await page.getByRole('navigation', { name: 'Search results' }).getByRole('link').first().waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('min_reviewers', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'a request in Python, on the next operation, too',
    most: 2,
    from: () => '/docs/createRun',
    async take({ page, click }) {
      await click(page.getByRole('tab', { name: 'Python' }));
      await page.getByText('client.runs.create_and_wait(').waitFor();
      await click(page.getByRole('navigation', { name: 'Neighbouring operations' }).getByRole('link').last());
      await page.getByText('client.runs.list(').waitFor();
    },
  },
  {
    name: 'a request, sent from the reference',
    most: 2,
    from: () => '/docs/listKits',
    async take({ page, button }) {
      await button('Try it');
      await page.getByText('where you are signed in').waitFor();
      await button('Send GET');
      await page.getByRole('status').getByText('"kit": "call_quality"').waitFor();
    },
  },
  {
    name: 'a link to one parameter, and its default',
    most: 1,
    from: () => '/docs/listRuns',
    async take({ page, click }) {
      await click(page.getByRole('link', { name: 'limit', exact: true }));
      expect(new URL(page.url()).hash).toBe('#query.limit');
      await page.locator('[id="query.limit"]').getByText('default 50').waitFor();
    },
  },
  {
    name: 'a question with a scale',
    most: 1,
    async take({ page, link }) {
      await link('New kit');
      const box = page.getByLabel('Add questions in plain words');
      await box.fill('How polite was the agent, from 1 to 10?');
      await page.getByText('Asks for: a number from 1 to 10.').waitFor();
      await box.press('Enter');
      await page.getByText('1 to 10', { exact: false }).first().waitFor();
    },
  },
  {
    name: 'what is wrong with a form, in its words',
    most: 2,
    async take({ page, link, button }) {
      await link('Webhooks');
      await page.getByLabel('URL').fill('https://127.0.0.1/receive');
      await button('Register');
      const alert = page.getByRole('alert').first();
      await alert.waitFor();
      expect(await alert.innerText()).not.toContain('detail');
    },
  },
  {
    name: 'a page that was never opened, while the service is away',
    most: 1,
    async take({ page, link }) {
      // Every page is there once the browser had nothing else to do.
      const loaded = () =>
        page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /-page-/.test(name)).length);
      await expect.poll(loaded, { timeout: 40_000 }).toBeGreaterThan(25);
      await page.context().setOffline(true);
      await link('Members');
      await page.getByText('The service is not responding').waitFor();
      expect(new URL(page.url()).pathname).toBe('/console/members');
      await page.context().setOffline(false);
      await page.getByText('The service is not responding').waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    },
  },
  {
    name: 'a page whose file could not be loaded, without losing a draft',
    most: 3,
    from: () => '/console/playground',
    async take({ page, link, button }) {
      const draft = page.getByRole('textbox', { name: 'Conversation' });
      await draft.fill('Agent: A draft.');
      await page.route(/audit-page|healthz/, (route) => route.abort());
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
      await link('Audit');
      await page.getByRole('heading', { name: 'The service cannot be reached' }).waitFor();
      await page.unroute(/audit-page|healthz/);
      await button('Try again');
      await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor();
      expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
      await link('Playground');
      await expect.poll(() => draft.inputValue()).toBe('Agent: A draft.');
    },
  },
  {
    name: 'the place and the draft of before, after the session has expired',
    most: 0,
    from: () => '/console/playground',
    async take({ page }) {
      await page.getByRole('textbox', { name: 'Conversation' }).fill('Agent: Another draft.');
      await page.context().clearCookies();
      await page.getByText('Your session has ended').waitFor();
      expect(new URL(page.url()).pathname).toBe('/console/playground');
      await page.getByLabel('API key').fill(service.adminKey);
      await page.getByLabel('API key').press('Enter');
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Conversation' }).inputValue())
        .toBe('Agent: Another draft.');
    },
  },
];

describe('an engineer needs', () => {
  it.each(TASKS)(
    'at most $most for: $name',
    async ({ most, from = () => '/console', take }) => {
      const hand = countingHand(tab.page);
      await tab.page.goto(from());
      await take(hand);
      expect(hand.clicks()).toBeLessThanOrEqual(most);
    },
    120_000,
  );
});

describe('a session that has ended', () => {
  it('leads back to the filtered list', async () => {
    const other = await openTab(service.url);
    await fillInSignIn(other, service.adminKey, '/console/agents?weeks=8');
    await other.page.context().clearCookies();
    await other.page.reload();
    await other.page.getByLabel('API key').fill(service.adminKey);
    await other.page.getByLabel('API key').press('Enter');
    await other.page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    expect(new URL(other.page.url()).search).toBe('?weeks=8');
    await other.close();
  });

  it('leaves nothing to somebody else who signs in', async () => {
    const other = await openTab(service.url);
    const { page } = other;
    await signIn(other, service.adminKey, '/console/playground');
    await page.getByRole('textbox', { name: 'Conversation' }).fill('Agent: Mine.');
    await page.context().clearCookies();
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('API key').fill(await service.key(service.workspaceId, 'live', 'admin'));
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('textbox', { name: 'Conversation' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Conversation' }).inputValue()).not.toContain('Mine');
    await other.close();
  });
});
