import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Rule, run } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A rule's impact is that of all its findings. */
interface Axe {
  _audit: {
    rules: (Pick<Rule, 'id' | 'impact'> & { matches(element: Element, ...more: unknown[]): boolean })[];
    checks: Record<string, { evaluate(element: Element, ...more: unknown[]): boolean | undefined }>;
  };
  commons: { dom: { isVisibleOnScreen(element: Element): boolean } };
  configure(spec: { noHtml: boolean }): void;
  run: typeof run;
}

/** Texts whose contrast was found good, by everything that it depends on: most of a page looks like what was looked at before. */
const goodLooks = new Set<string>();

/**
 * What axe calls serious or worse, one line each. Its lesser rules are left out, the rest of its report stays in the page, and contrast, which takes three
 * quarters of its time, is not worked out again for the same look.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Through the debugger, not as a script of the page: the page's policy would refuse it.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const { findings, looks } = await page.evaluate(lookAt, [...goodLooks]);
  for (const look of looks) goodLooks.add(look);
  return findings;
}

/** Runs in the page, so it uses nothing of this file. */
async function lookAt(known: string[]) {
  const { _audit, commons, configure, run } = (globalThis as unknown as { axe: Axe }).axe;
  const good = new Set(known);
  const grounds = new WeakMap<Element, string | undefined>();

  /** The colours below an element, the topmost first; undefined where something else than its ancestors may lie below. */
  const groundOf = (element: Element | null): string | undefined => {
    if (element === null) return '';
    if (grounds.has(element)) return grounds.get(element);
    const style = getComputedStyle(element);
    const below = groundOf(element.parentElement);
    const isOpaque = !/rgba|\//.test(style.backgroundColor);
    const isMoved = /absolute|fixed|sticky/.test(style.position) || style.transform !== 'none';
    const own = [
      style.backgroundColor === 'rgba(0, 0, 0, 0)' ? '' : style.backgroundColor,
      style.backgroundImage === 'none' ? '' : style.backgroundImage,
      style.opacity === '1' ? '' : `opacity ${style.opacity}`,
      style.filter === 'none' ? '' : style.filter,
      style.mixBlendMode === 'normal' ? '' : style.mixBlendMode,
    ]
      .filter((part) => part !== '')
      .join();
    const ground = below === undefined || (isMoved && !isOpaque) ? undefined : own === '' ? below : `${own} / ${below}`;
    grounds.set(element, ground);
    return ground;
  };
  const lookOf = (element: Element): string | undefined => {
    const ground = element instanceof HTMLElement ? groundOf(element) : undefined;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    return ground === undefined ? undefined : [color, fontSize, fontWeight, textShadow, ground].join('; ');
  };
  const isGood = (element: Element): boolean => good.has(lookOf(element) ?? '');
  const hasText = (element: Element): boolean =>
    /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ||
    [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim() !== '');

  const contrast = _audit.rules.find(({ id }) => id === 'color-contrast') as Axe['_audit']['rules'][number];
  const check = _audit.checks['color-contrast'] as Axe['_audit']['checks'][string];
  const { matches } = contrast;
  const { evaluate } = check;
  contrast.matches = (element, ...more) =>
    hasText(element) && !isGood(element) && matches.call(contrast, element, ...more);
  check.evaluate = function (this: unknown, element, ...more) {
    if (isGood(element)) return true;
    const isEnough = evaluate.call(this as never, element, ...more);
    const look = lookOf(element);
    // What nobody sees passes, too, and says nothing about others.
    if (isEnough && look !== undefined && commons.dom.isVisibleOnScreen(element)) good.add(look);
    return isEnough;
  };
  const lesser = _audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
  const rules = Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }]));
  configure({ noHtml: true });
  try {
    const { violations } = await run(document, {
      resultTypes: ['violations'],
      selectors: false,
      elementRef: true,
      rules,
    });
    const findings = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ element, failureSummary }) => `${id}: ${element?.outerHTML.slice(0, 200)} ${failureSummary}`),
      );
    return { findings, looks: [...good].slice(known.length) };
  } finally {
    contrast.matches = matches;
    check.evaluate = evaluate;
  }
}
