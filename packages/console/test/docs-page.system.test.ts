/** The API reference, as people with other eyes, screens and habits meet it: open to everybody, one operation at a time. */
import { ENDPOINTS, EVENT_TYPES } from '@brickwork/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';
import { cutOff } from './support/cut-off.ts';

let service: TestService;
let tab: Tab;
beforeAll(async () => {
  service = await startTestService();
  tab = await openTab(service.url);
});
afterAll(async () => {
  await tab?.close();
  await service?.stop();
});

const SCREENS = [
  ['light', 1_440],
  ['dark', 1_440],
  ['light', 720],
  ['light', 390],
  ['dark', 390],
] as const;

async function show(colours: 'light' | 'dark', width: number): Promise<void> {
  await tab.page.setViewportSize({ width, height: 900 });
  await tab.page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' });
}

describe.each(['/docs', '/docs/createRun', '/docs/pushKit', '/docs/getInsights', '/docs/events'])('%s', (address) => {
  beforeAll(async () => {
    await tab.page.goto(address);
    await tab.page.getByRole('heading', { level: 1 }).waitFor();
    for (const summary of await tab.page.locator('main summary').all()) await summary.click();
    const trial = tab.page.getByRole('button', { name: 'Try it' });
    if ((await trial.count()) > 0) await trial.click();
  });

  it.each(SCREENS)(
    'is whole and accessible: %s, %i px',
    async (colours, width) => {
      await show(colours, width);
      expect(await cutOff(tab.page)).toEqual([]);
      expect(await seriousFindings(tab.page)).toEqual([]);
      expect(tab.faults).toEqual([]);
    },
    120_000,
  );
});

describe('the reference', () => {
  beforeAll(() => show('light', 1_440));

  it('shows one operation at a time, with a page for each of them and for the events', async () => {
    const { page } = tab;
    await page.goto('/docs');
    const topics = page.getByRole('navigation', { name: 'Operations', exact: true });
    // `all` does not wait.
    await topics.locator('summary').first().waitFor();
    for (const topic of await topics.locator('summary').all()) await topic.click();
    const addresses = await topics
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses.toSorted()).toEqual(
      ['/docs', '/docs/events', ...ENDPOINTS.map(({ id }) => `/docs/${id}`)].toSorted(),
    );
    await page.goto('/docs/events');
    for (const type of EVENT_TYPES) await page.getByText(type, { exact: true }).first().waitFor();
    await page.goto('/docs/createRun');
    await page.getByRole('heading', { name: 'Create a run' }).waitFor();
    // It was one page of 23,237 elements.
    expect(await page.locator('*').count()).toBeLessThan(1_500);
  });

  it('says defaults, limits and the headers of a refusal', async () => {
    const { page } = tab;
    await page.goto('/docs/listRuns#query.limit');
    const limit = page.locator('[id="query.limit"]');
    await limit.getByText('default 50').waitFor();
    await expect.poll(() => limit.innerText()).toContain('1 to 100');
    const errors = page.getByRole('region', { name: 'Errors' });
    await errors.getByText('missing_bearer_token').waitFor();
    expect(await errors.innerText()).toContain('after too many requests from this address failed to authenticate');
  });

  it('is reached by its old addresses, and says where there is nothing', async () => {
    const { page } = tab;
    await page.goto('/docs#getRun');
    await page.getByRole('heading', { name: 'Get a run' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs/getRun');
    await page.goto('/docs/noSuchOperation');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  it('is used with the keyboard alone: search, go through what was found, open it', async () => {
    const { page } = tab;
    await page.goto('/docs');
    await page.getByRole('heading', { name: 'API reference' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('cancel run');
    await page.getByRole('navigation', { name: 'Search results' }).getByText('Cancel a run').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/cancelRun*');
    await page.keyboard.press('/');
    await page.keyboard.type('zzzz');
    await page.getByText('Nothing found for “zzzz”').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Operations', exact: true }).waitFor();
  });

  it('sends what is filled in: with a key, or as whoever is signed in', async () => {
    const { page } = tab;
    await page.goto('/docs/listKits');
    await page.getByRole('button', { name: 'Try it' }).click();
    const send = page.getByRole('button', { name: 'Send GET' });
    await page.getByLabel('API key').fill('svc_live_wrong');
    await send.click();
    await page.getByRole('status').getByText('invalid_api_key').waitFor();
    await page.getByLabel('API key').fill(service.adminKey);
    await page.getByText('3 optional parameters').click();
    await page.getByLabel('limit', { exact: true }).fill('7');
    await send.click();
    await page.getByRole('status').getByText('"has_more": false').waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByText('(limit=7)').waitFor();
    await signIn(tab, service.adminKey, '/console');
    await page.goto('/docs/getMe');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('where you are signed in').waitFor();
    await send.click();
    await page.getByRole('status').getByText('"role": "admin"').waitFor();
    expect(tab.faults).toEqual([]);
  });
});
