/** Words that mean something to those who built the service: a page says them only beside a plain label, in parentheses, or after "In the API:". */
import type { Page } from 'playwright-core';

const JARGON =
  /\b(hysteresis|ECE|macro[- ]f1|abstain\w*|canar(?:y|ies)|shadows?|cursors?|lanes?|quantile|not sure enough|without an answer|not applicable|held back)\b/gi;

/** Code, and what people named themselves, is not the page's own text. */
export async function jargon(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => {
    const main = document.querySelector('main')?.cloneNode(true) as HTMLElement | undefined;
    for (const own of main?.querySelectorAll('code, pre, .font-mono, .said, textarea, script, time') ?? [])
      own.remove();
    return main?.textContent ?? '';
  });
  const plain = text.replaceAll(/\([^()]*\)/g, '').replaceAll(/In the API: [^.]*\./g, '');
  return [...new Set([...plain.matchAll(JARGON)].map(([word]) => word))];
}
