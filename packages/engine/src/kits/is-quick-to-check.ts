/** Whether a document is so small that checking it on the event loop delays nobody; reads no more of it than necessary. */
import { patternCost } from '../bricks/text/compile-pattern.ts';

/** Checking costs about a microsecond per character, measured on the worst documents of that length. */
const QUICK_CHARACTERS = 8_192;
const QUICK_PATTERN_STEPS = 200;

export function isQuickToCheck(document: unknown): boolean {
  let characters = 0;
  let steps = 0;
  const left: unknown[] = [document];
  while (left.length > 0) {
    const value = left.pop();
    characters += typeof value === 'string' ? value.length : 1;
    if (typeof value === 'string' && value.startsWith('/')) steps += patternCost(value);
    if (typeof value === 'object' && value !== null) {
      const keys = Object.keys(value);
      characters += keys.length;
      if (characters > QUICK_CHARACTERS) return false;
      if (!Array.isArray(value)) for (const key of keys) characters += key.length;
      left.push(...Object.values(value));
    }
    if (characters > QUICK_CHARACTERS || steps > QUICK_PATTERN_STEPS) return false;
  }
  return true;
}
