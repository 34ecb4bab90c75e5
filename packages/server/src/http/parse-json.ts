/** A request body to a value: strict UTF-8, no `__proto__` tricks, bounded depth. */
import secureJson from 'secure-json-parse';
import { ServiceError } from '../core/service-error.ts';

const MAX_DEPTH = 64;
const decoder = new TextDecoder('utf-8', { fatal: true });

export function parseJson(bytes: Buffer): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch (cause) {
    throw new ServiceError('invalid_json', { detail: 'The body is not valid UTF-8.', cause });
  }
  if (isDeeperThan(text, MAX_DEPTH)) {
    throw new ServiceError('invalid_json', { detail: `The body is nested deeper than ${MAX_DEPTH} levels.` });
  }
  try {
    return secureJson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    // The parser's own message quotes the body, which may be conversation text: only the place is passed on.
    const [place] = /at position \d+(?: \(line \d+ column \d+\))?/.exec((error as Error).message) ?? [];
    const forbidden = /prototype/.test((error as Error).message);
    const detail = forbidden
      ? 'The body has a forbidden key such as __proto__.'
      : `The body could not be parsed${place ? ` ${place}` : ''}.`;
    throw new ServiceError('invalid_json', { detail });
  }
}

function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      index = endOfString(text, index);
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
  }
  return false;
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
