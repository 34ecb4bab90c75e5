/** What somebody cannot read on a page: what leaves the window or its box, and words that are broken in the middle. */
import type { Page } from 'playwright-core';

/** One line each; empty where all is well. What scrolls inside its own box is not cut off, nor what ends in an ellipsis and says the rest in a title. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Longer words have to be broken somewhere on a telephone, but never in a table, where the column would be to blame. */
    const LONGEST_WHOLE_WORD = 20;
    const found = new Set<string>();
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()}.${String(element.getAttribute('class') ?? '').slice(0, 60)} “${element.textContent?.trim().slice(0, 50)}”`;
    /** For screen readers alone, or not at all. */
    const isHidden = (element: Element): boolean => {
      if (element.closest('[hidden], option, svg') !== null) return true;
      if (!element.checkVisibility({ visibilityProperty: true })) return true;
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        if (getComputedStyle(at).clipPath === 'inset(50%)') return true;
      }
      return false;
    };
    const scrollsWithin = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) || getComputedStyle(at).textOverflow === 'ellipsis')
          return true;
      return false;
    };
    const clipper = (element: Element): Element | undefined => {
      for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        if (/auto|scroll/.test(overflowX)) return undefined;
        if (/hidden|clip/.test(overflowX)) return at;
      }
      return undefined;
    };
    const isTitled = (element: Element) =>
      element.closest('[title]') !== null || element.querySelector('[title]') !== null;

    const root = document.documentElement;
    if (root.scrollWidth > innerWidth)
      found.add(`the page is ${root.scrollWidth - innerWidth} px wider than the window`);
    for (const element of document.body.querySelectorAll('*')) {
      if (isHidden(element)) continue;
      const { right, left, width } = element.getBoundingClientRect();
      if (width > 0 && (right > innerWidth + 1 || left < -1) && !scrollsWithin(element))
        found.add(`outside of the window: ${describe(element)}`);
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || /^(SCRIPT|STYLE|TEXTAREA)$/.test(element.tagName) || isHidden(element)) continue;
      const box = clipper(element);
      if (box !== undefined) {
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        const { right, left } = box.getBoundingClientRect();
        const isEllipsis = getComputedStyle(box).textOverflow === 'ellipsis';
        if (text.width > 0 && (text.right > right + 1 || text.left < left - 1) && !(isEllipsis && isTitled(box)))
          found.add(`${isEllipsis ? 'an ellipsis without a title' : 'cut off'}: ${describe(element)}`);
      }
      if (element.closest('code, pre, .font-mono') !== null) continue;
      // After these a line may end without a word being broken.
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s\-–—/?|…\u200b]+/gu)) {
        const isInTable = element.closest('td, th') !== null;
        if (word.length < 2 || (word.length > LONGEST_WHOLE_WORD && !isInTable)) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) found.add(`a broken word: ${word.slice(0, 40)} in ${describe(element)}`);
      }
    }
    return [...found].slice(0, 12);
  });
}
