/** The reference page of the API, as people with other eyes, screens and habits meet it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab } from './support/browser.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service?.stop();
});

describe('/docs', () => {
  it.each([
    ['light', 1_440],
    ['dark', 1_440],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    'is accessible and fits the screen: %s, %i px',
    async (colours, width) => {
      const tab = await openTab(service.url, { colours, width });
      await tab.page.goto('/docs');
      expect(await tab.page.getByRole('heading', { name: 'Events' }).count()).toBeGreaterThan(0);
      const overflow = await tab.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      // All sections are made by the same code, and axe takes a minute for all of them.
      await tab.page.evaluate(() => {
        for (const section of document.querySelectorAll('main section')) {
          const isKept =
            section.id === 'createRun' || section.id === 'getRun' || section.previousElementSibling?.id === 'events';
          if (!isKept) section.remove();
        }
        for (const [index, item] of document.querySelectorAll('nav li').entries()) if (index > 10) item.remove();
      });
      expect(await tab.page.locator('main section').count()).toBe(3);
      expect(await seriousFindings(tab.page)).toEqual([]);
      expect(tab.faults).toEqual([]);
      await tab.close();
    },
    120_000,
  );
});
