/** Parses a request body: strict UTF-8, no `__proto__`, bounded depth. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import secureJson from 'secure-json-parse';

const MAX_DEPTH = 64;
/** Parsing costs by value, not by byte: 5 MB of `[],` are 1.7 million of them. A transcript of 5 MB with a time for every word has 250,000. */
const MAX_VALUES = 500_000;
/** Each different name costs as much as ten values with a known one. No export has a thousand of them. */
const MAX_NAMES = 40_000;
/** With fewer names than this, the check would cost more than it saves. */
const FEW_NAMES = 5_000;
const QUOTE = 0x22;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const LETTER_E = 0x65;
const LOWER_CASE = 0x20;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const decoder = new TextDecoder('utf-8', { fatal: true });

export interface ParsedJson {
  value: unknown;
  /**
   * The text of each member of the outermost object, as it was sent: what is stored as text need not be serialised again. Empty
   * when a name contains an escape, so that two spellings of one name are never treated differently.
   */
  texts: ReadonlyMap<string, string>;
}

export function parseJson(bytes: Uint8Array): ParsedJson {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch (cause) {
    throw new ServiceError('invalid_json', { detail: 'The body is not valid UTF-8.', cause });
  }
  const read = readMembers(text);
  if (typeof read === 'string') throw new ServiceError('invalid_json', { detail: `The body ${read}` });
  const { texts, mayBeInfinite } = read;
  try {
    const value: unknown = mayNamePrototype(text)
      ? secureJson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' })
      : JSON.parse(text);
    if (mayBeInfinite && hasInfinity(value)) {
      throw new ServiceError('invalid_json', { detail: 'The body has a number that is too large, such as 1e999.' });
    }
    return { value, texts };
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    // The parser's own message quotes the body, which may be conversation text: only the position is passed on.
    const [position] = /at position \d+(?: \(line \d+ column \d+\))?/.exec((error as Error).message) ?? [];
    const forbidden = /prototype/.test((error as Error).message);
    const detail = forbidden
      ? 'The body has a forbidden key such as __proto__.'
      : `The body could not be parsed${position ? ` ${position}` : ''}.`;
    throw new ServiceError('invalid_json', { detail });
  }
}

/** The end of a sentence about why a JSON text exceeds the limits of a request; undefined if it does not. */
export function findExcess(text: string): string | undefined {
  const read = readMembers(text);
  return typeof read === 'string' ? read : undefined;
}

/** Written plainly or with escapes. Checked first, because the regular expressions that search for the keys take longer than parsing. */
function mayNamePrototype(text: string): boolean {
  return text.includes('__proto__') || text.includes('constructor') || text.includes('\\u');
}

/** Numbers beyond the largest one need this many digits or an exponent; `hasInfinity` takes longer than searching for them. */
const LARGE_EXPONENT = /[eE]\+?\d{2}/y;
const LONG_NUMBER = 300;

function hasInfinity(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (next === Number.POSITIVE_INFINITY || next === Number.NEGATIVE_INFINITY) return true;
    if (typeof next === 'object' && next !== null) for (const member of Object.values(next)) left.push(member);
  }
  return false;
}

interface Members {
  texts: Map<string, string>;
  mayBeInfinite: boolean;
}

/** One pass over the structure; returns the end of a sentence if there is too much of it. The parser decides whether it is valid JSON. */
function readMembers(text: string): Members | string {
  const members = new Map<string, string>();
  let depth = 0;
  let values = 0;
  let name = '';
  let isPlain = true;
  let valueAt = -1;
  let mayBeInfinite = false;
  let bareFrom = 0;
  let named = 0;
  let lastString: [number, number] = [0, 0];
  const names = new Set<string>();
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= DIGIT_0 && code <= DIGIT_9) {
      mayBeInfinite ||= index - bareFrom >= LONG_NUMBER;
    } else if ((code | LOWER_CASE) === LETTER_E) {
      LARGE_EXPONENT.lastIndex = index;
      mayBeInfinite ||= LARGE_EXPONENT.test(text);
    } else if (code === QUOTE) {
      const end = endOfString(text, index);
      if (depth === 1 && valueAt < 0) {
        name = text.slice(index + 1, end);
        isPlain &&= !name.includes('\\');
      }
      lastString = [index + 1, end];
      index = end;
      bareFrom = end + 1;
    } else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      depth += 1;
      values += 1;
      bareFrom = index + 1;
      if (depth > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels.`;
    } else if (code === COLON) {
      if (depth === 1) valueAt = index + 1;
      named += 1;
      if (named > FEW_NAMES) names.add(text.slice(...lastString));
      if (names.size > MAX_NAMES)
        return `has more than ${MAX_NAMES} different names in its objects. Send values as lists.`;
    } else if (code === COMMA && depth > 1) {
      values += 1;
      bareFrom = index + 1;
      if (values > MAX_VALUES) return `has more than ${MAX_VALUES} values. Send less at once.`;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE || (depth === 1 && code === COMMA)) {
      if (depth === 1 && valueAt >= 0) members.set(name, text.slice(valueAt, index));
      if (depth === 1) valueAt = -1;
      if (code !== COMMA) depth -= 1;
      bareFrom = index + 1;
    }
  }
  return { texts: isPlain ? members : new Map(), mayBeInfinite };
}

/** The index of the closing quote; indexOf skips through long conversation texts at memory speed. */
function endOfString(text: string, open: number): number {
  for (let quote = text.indexOf('"', open + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  return text.length;
}
