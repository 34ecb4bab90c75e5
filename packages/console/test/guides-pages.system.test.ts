/** The guides, as people with other eyes, screens and habits meet them: open to everybody, and whole without a script. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../../test/support/chromium.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, type Tab } from './support/browser.ts';
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

describe.each([
  '/guides',
  '/guides/questions',
  '/guides/people',
  '/guides/intake/presets',
  '/guides/reference/settings',
])('%s', (address) => {
  it.each(SCREENS)(
    'is whole and accessible: %s, %i px',
    async (colorScheme, width) => {
      const { page, faults } = tab;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(address);
      await page.getByRole('searchbox').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await cutOff(page)).toEqual([]);
      expect(await seriousFindings(page)).toEqual([]);
      expect(faults).toEqual([]);
    },
    120_000,
  );
});

describe('the guides', () => {
  it('are searched with the keyboard alone', async () => {
    const { page, faults } = tab;
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.goto('/guides');
    await page.keyboard.press('/');
    await page.keyboard.type('erase a customer');
    const hits = page.locator('#hits a');
    await hits.first().waitFor();
    expect(await page.getByRole('status').textContent()).toMatch(/^\d+ found$/);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    const chosen = (await hits.first().getAttribute('href')) ?? '';
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${chosen}`);
    await page.getByRole('searchbox').fill('xqzvw');
    await page.getByText('Nothing found for “xqzvw”').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#hits').waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  });

  it('open their menu on a phone, and keep the chosen colours', async () => {
    const { page } = tab;
    await page.setViewportSize({ width: 390, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/guides/kits');
    const pages = page.getByRole('navigation', { name: 'Guides' });
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await pages.getByRole('link', { name: 'Writing a kit' }).getAttribute('aria-current')).toBe('page');
    await page.getByLabel('Colours').selectOption('dark');
    await pages.getByRole('link', { name: 'Scorecards' }).click();
    await page.getByRole('heading', { level: 1, name: 'Scorecards' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  });

  it('are read and left without a script', async () => {
    const context = await (await sharedBrowser()).newContext({ baseURL: service.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/guides');
    await page.getByRole('link', { name: 'What does it cost?' }).click();
    await page.getByRole('heading', { name: 'What does it cost?' }).waitFor();
    await page.locator('main').getByRole('link', { name: 'spend cap' }).click();
    await page.getByRole('heading', { level: 1, name: 'What models may cost' }).waitFor();
    await context.close();
  });
});
