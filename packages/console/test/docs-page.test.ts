/** The reference page of the API, as people with other eyes, screens and habits meet it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, type Tab } from './support/browser.ts';

let service: TestService;
let tab: Tab;
beforeAll(async () => {
  service = await startTestService();
  tab = await openTab(service.url);
  await tab.page.goto('/docs');
});
afterAll(async () => {
  await tab?.close();
  await service?.stop();
});

const SCREENS = [
  ['light', 1_440],
  ['dark', 1_440],
  ['light', 390],
  ['dark', 390],
] as const;

/** Of the page that is open: to load it takes longer than to look at it. */
async function show(colours: 'light' | 'dark', width: number): Promise<void> {
  await tab.page.setViewportSize({ width, height: 900 });
  await tab.page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' });
}

describe('/docs', () => {
  it.each(SCREENS)('fits the screen: %s, %i px', async (colours, width) => {
    await show(colours, width);
    expect(await tab.page.getByRole('heading', { name: 'Events' }).count()).toBeGreaterThan(0);
    const overflow = await tab.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(tab.faults).toEqual([]);
  });

  describe('with three of its sections', () => {
    // All sections are made by the same code, and axe takes a minute for all of them.
    beforeAll(() =>
      tab.page.evaluate(() => {
        for (const section of document.querySelectorAll('main section')) {
          const isKept =
            section.id === 'createRun' || section.id === 'getRun' || section.previousElementSibling?.id === 'events';
          if (!isKept) section.remove();
        }
        for (const [index, item] of document.querySelectorAll('nav li').entries()) if (index > 10) item.remove();
      }),
    );

    it.each(SCREENS)(
      'is accessible: %s, %i px',
      async (colours, width) => {
        await show(colours, width);
        expect(await tab.page.locator('main section').count()).toBe(3);
        expect(await seriousFindings(tab.page)).toEqual([]);
        expect(tab.faults).toEqual([]);
      },
      120_000,
    );
  });
});
