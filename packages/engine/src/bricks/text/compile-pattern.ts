/**
 * The `/regex/` of a text brick. Authors are many and conversations are long, so patterns run on RE2 (linear time,
 * whatever the pattern) and never on the runtime's own backtracking engine, where `(a+)+$` can block a node for hours.
 */
import { KIT_LIMITS } from '@brickwork/contract/kit';
import { RE2JS } from 're2js';

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/**
 * Matching costs steps of the compiled program times characters of the text (4 ns each, measured), so linear is not always cheap: a
 * thousand characters of `.{1000}` make 140,000 steps and 12 s over 20 kB. 2,000 steps are ten times what real patterns have. The size is
 * estimated first, so that a bomb is refused without being compiled.
 */
const MAX_STEPS = 2_000;

export type CompiledPattern = { pattern: RE2JS } | { fault: string };

export function compilePattern(extract: string): CompiledPattern {
  const parts = /^\/(.+)\/([a-z]*)$/s.exec(extract);
  const [source, flags] = [parts?.[1], parts?.[2]];
  if (source === undefined || flags === undefined) return { fault: 'must be between slashes, such as /INV-\\d+/i' };
  if (extract.length > KIT_LIMITS.patternLength) {
    return { fault: `must have at most ${KIT_LIMITS.patternLength} characters` };
  }
  let bits = 0;
  for (const flag of flags) {
    const bit = FLAGS[flag];
    if (bit === undefined) return { fault: `has the unknown flag "${flag}"; use i, m or s` };
    bits |= bit;
  }
  if (expandedSize(source) > MAX_STEPS) return { fault: TOO_LARGE };
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source), bits);
    return pattern.programSize() > MAX_STEPS ? { fault: TOO_LARGE } : { pattern };
  } catch (error) {
    return { fault: explain(error) };
  }
}

const TOO_LARGE = 'is too large: use fewer or smaller counted repeats such as {500}';

/**
 * A pattern's share of the kit's budget (`KIT_LIMITS.patternSteps`), without compiling it: its size, and 20 steps for every Unicode class,
 * each of which takes a fifth of a millisecond to compile.
 */
export function patternCost(extract: string): number {
  const source = extract.slice(0, KIT_LIMITS.patternLength);
  return expandedSize(source) + 20 * (source.match(/\\p/gi)?.length ?? 0);
}

/** Atoms of a pattern after its counted repeats are expanded: `(ab{3}){2}` has 8. */
function expandedSize(source: string): number {
  const enclosing: number[] = [];
  let size = 0;
  let atom = 0;
  for (const [token] of source.matchAll(/\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|./gs)) {
    if (token === '(') {
      enclosing.push(size);
      size = 0;
    } else if (token === ')') {
      atom = size;
      size += enclosing.pop() ?? 0;
    } else if (/^\{\d/.test(token)) {
      const largest = Math.max(...(token.match(/\d+/g) ?? []).map(Number));
      size += atom * (largest - 1);
      atom *= largest;
    } else {
      atom = 1;
      size += 1;
    }
  }
  return size;
}

function explain(error: unknown): string {
  const text = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'unreadable';
  return `does not compile: ${text} (look-arounds and back references are not supported, since they cannot run in linear time)`;
}
