/** What only a mouse can use, and what a chart makes unreadable. */
import type { Page } from 'playwright-core';

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** Controls that the Tab key does not come to, one line each. */
export async function unreachable(page: Page): Promise<string[]> {
  const count = await page.evaluate((controls) => {
    const isMet = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.matches(':disabled, [tabindex="-1"], [inert] *') &&
      // Of a group of radio buttons, Tab comes to one.
      !(element instanceof HTMLInputElement && element.type === 'radio');
    const wanted = new Set([...document.querySelectorAll(controls)].filter(isMet));
    const note = ({ target }: Event) => wanted.delete(target as Element);
    document.addEventListener('focusin', note);
    Object.assign(globalThis, { leftForTab: wanted, noteOfTab: note });
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    // The next Tab starts from the top.
    getSelection()?.collapse(document.body, 0);
    return wanted.size;
  }, CONTROLS);
  for (let pressed = 0; pressed < count + 20; pressed += 1) await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const { leftForTab, noteOfTab } = globalThis as unknown as { leftForTab: Set<Element>; noteOfTab: EventListener };
    document.removeEventListener('focusin', noteOfTab);
    return [...leftForTab]
      .filter((element) => element.isConnected)
      .map((element) => `not reached with Tab: ${element.outerHTML.slice(0, 160)}`);
  });
}

/** Texts of charts that are drawn larger or smaller than their size says. */
export function scaledTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('svg text')].flatMap((text) => {
      const scale = (text as SVGTextElement).getScreenCTM();
      const size = scale === null ? 1 : Math.hypot(scale.a, scale.b);
      return Math.abs(size - 1) < 0.02 ? [] : [`text of a chart at ${Math.round(size * 100)} %: ${text.textContent}`];
    }),
  );
}
