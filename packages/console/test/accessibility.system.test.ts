/** What the other tests rely on: texts that look like a good one are not looked at again, and still nothing is missed. */
import type { run } from 'axe-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab } from './support/browser.ts';

/** By what they say, so that findings name them. Each has a good text that differs from a poor one in one thing. */
const TEXTS: readonly { says: string; style: string; around?: string }[] = [
  { says: 'dark on white', style: '' },
  { says: 'poor: pale on white', style: 'color: #aaa' },
  { says: 'poor: pale on white again', style: 'color: #aaa' },
  { says: 'pale on black', style: 'color: #aaa', around: 'background: #222' },
  { says: 'poor: dark on black', style: '', around: 'background: #222' },
  { says: 'poor: faint', style: '', around: 'opacity: 0.3' },
  { says: 'large and grey', style: 'color: #888; font-size: 30px' },
  { says: 'poor: small and grey', style: 'color: #888; font-size: 14px' },
  { says: 'bold and grey', style: 'color: #888; font-size: 19px; font-weight: 700' },
  { says: 'poor: thin and grey', style: 'color: #888; font-size: 19px; font-weight: 400' },
  { says: 'nobody sees it', style: 'color: #bbb; position: absolute; left: -9999px' },
  { says: 'poor: as what nobody sees', style: 'color: #bbb' },
  { says: 'not on what is around it', style: 'color: #eee', around: 'background: #222; position: relative' },
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('finds every poor contrast, the first time and again, as axe does by itself', async () => {
  const tab = await openTab(service.url);
  const { page } = tab;
  await page.goto('/healthz');
  await page.evaluate((texts) => {
    document.body.style.cssText = 'background: #fff; color: #000';
    document.body.replaceChildren(
      ...texts.map(({ says, style, around = '' }) => {
        const outer = document.createElement('div');
        const inner = document.createElement('p');
        outer.style.cssText = around;
        inner.style.cssText = style;
        inner.textContent = says;
        outer.append(inner);
        return outer;
      }),
    );
  }, TEXTS);
  const poor = TEXTS.map(({ says }) => says).filter((says) => says.startsWith('poor'));
  const found = async () =>
    (await seriousFindings(page))
      .filter((finding) => finding.startsWith('color-contrast'))
      .map((finding) => />([^<]*)<\/p>/.exec(finding)?.[1]);
  expect(await found()).toEqual(poor);
  expect(await found()).toEqual(poor);
  const byItself = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: typeof run } };
    const { violations } = await axe.run(document, { runOnly: ['color-contrast'], elementRef: true });
    return violations.flatMap(({ nodes }) => nodes.map(({ element }) => element?.textContent));
  });
  expect(byItself).toEqual(poor);
  await tab.close();
});
