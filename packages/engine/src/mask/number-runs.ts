/**
 * Runs of digits and letters that may be one number: written ("+44 7911 123456", "QQ 12 34 56 C"), said ("oh seven seven double oh")
 * or both. `find-numbers.ts` decides what a run is. Every token is read a fixed number of times, so the time is linear.
 */
import { FILLERS, smallNumberOf, unitOf } from '../words/extract/english-number.ts';
import { withEnglishDigits } from './digit-words.ts';
import { gapBefore, isUpperCase, type Token } from './tokens.ts';

export interface NumberRun {
  start: number;
  end: number;
  /** Digits and upper-case letters, as they were given. */
  compact: string;
  digits: string;
  /** The written groups of digits, in order. */
  groups: readonly string[];
  isSpoken: boolean;
  hasPlus: boolean;
  /** Index of the first token, and one past the last. */
  from: number;
  to: number;
}

interface Element {
  compact: string;
  to: number;
  isSpoken: boolean;
}

const REPEATS: Readonly<Record<string, number>> = { double: 2, triple: 3 };
const WRITTEN_GAP = /^[ \t]{0,2}[-./()+~_·•|*]{0,2}[ \t]{0,2}$/;
const SPOKEN_GAP = /^[\s,.…-]{1,4}$/;
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th)$/;
const HAS_DIGIT = /\d/;
/** "è" and "é" are words. */
const ONE_LETTER = /^[A-Za-z]$/;
const SKIPPED = new Set([...FILLERS, 'dash', 'hyphen', 'space', 'then']);

export function readRuns(text: string, words: readonly Token[]): NumberRun[] {
  const tokens = withEnglishDigits(text, words);
  const runs: NumberRun[] = [];
  for (let at = 0; at < tokens.length; ) {
    const run = readRun(text, tokens, at);
    if (run === undefined) at += 1;
    else {
      runs.push(run);
      at = run.to;
    }
  }
  return runs;
}

function readRun(text: string, tokens: readonly Token[], from: number): NumberRun | undefined {
  // The s of "It's" is not part of a number.
  if (/['’]$/.test(gapBefore(text, tokens, from))) return undefined;
  const first = elementAt(tokens, from, false);
  if (first === undefined) return undefined;
  let compact = first.compact;
  let isSpoken = first.isSpoken;
  let to = first.to;
  for (let at = to; at < tokens.length; ) {
    const gap = gapBefore(text, tokens, at);
    if (isSpoken && SKIPPED.has(tokens[at]?.lower ?? '') && SPOKEN_GAP.test(gap)) {
      at += 1;
      continue;
    }
    const next = elementAt(tokens, at, true);
    if (next === undefined) break;
    const isGap = isSpoken || next.isSpoken ? SPOKEN_GAP.test(gap) || WRITTEN_GAP.test(gap) : WRITTEN_GAP.test(gap);
    if (!isGap && at === to) break;
    compact += next.compact;
    isSpoken ||= next.isSpoken;
    at = next.to;
    to = at;
  }
  const start = tokens[from]?.start ?? 0;
  const end = tokens[to - 1]?.end ?? start;
  const digits = compact.replaceAll(/\D/g, '');
  if (digits === '') return undefined;
  const before = text.slice(Math.max(0, start - 2), start);
  const hasPlus = /\+\(?$/.test(before) || tokens[from - 1]?.lower === 'plus';
  const opening = /\+?\(?$/.exec(before)?.[0].length ?? 0;
  return {
    start: start - opening,
    end,
    compact,
    digits,
    groups: text.slice(start, end).match(/\d+/g) ?? [],
    isSpoken,
    hasPlus,
    from,
    to,
  };
}

/** `isOpen`: inside a run, where a lone letter or "oh" belongs to the number. */
function elementAt(tokens: readonly Token[], at: number, isOpen: boolean): Element | undefined {
  const token = tokens[at];
  if (token === undefined || token.raw.length > 40) return undefined;
  const { raw, lower } = token;
  if (HAS_DIGIT.test(raw)) {
    return ORDINAL.test(lower) ? undefined : { compact: raw.toUpperCase(), to: at + 1, isSpoken: false };
  }
  const times = REPEATS[lower];
  const next = tokens[at + 1]?.lower ?? '';
  if (times !== undefined) {
    const unit = unitOf(next);
    return unit < 0 ? undefined : { compact: String(unit).repeat(times), to: at + 2, isSpoken: true };
  }
  const unit = unitOf(lower);
  if (unit >= 0) {
    if ((lower === 'o' || lower === 'oh') && !isOpen && unitOf(next) < 0 && REPEATS[next] === undefined)
      return undefined;
    return next === 'hundred'
      ? { compact: `${unit}00`, to: at + 2, isSpoken: true }
      : { compact: String(unit), to: at + 1, isSpoken: true };
  }
  const small = smallNumberOf(lower);
  if (small !== undefined) {
    const after = unitOf(next);
    return small >= 20 && after > 0
      ? { compact: String(small + after), to: at + 2, isSpoken: true }
      : { compact: String(small), to: at + 1, isSpoken: true };
  }
  // Letters belong to a number if digits follow, or if they are inside it: "GB29", "QQ 12 34 56 C", "w x six six".
  if (ONE_LETTER.test(raw) || (isUpperCase(token) && raw.length <= 4)) {
    const isWithin = isOpen || startsNumber(tokens, at + 1);
    return isWithin ? { compact: raw.toUpperCase(), to: at + 1, isSpoken: raw.length === 1 } : undefined;
  }
  return undefined;
}

/** Whether digits come within the next few letters. */
function startsNumber(tokens: readonly Token[], from: number): boolean {
  for (let at = from; at < Math.min(from + 4, tokens.length); at += 1) {
    const { raw = '', lower = '' } = tokens[at] ?? {};
    if (HAS_DIGIT.test(raw) || unitOf(lower) >= 0 || REPEATS[lower] !== undefined) return true;
    if (!ONE_LETTER.test(raw) && !(raw.length <= 4 && raw === raw.toUpperCase())) return false;
  }
  return false;
}
