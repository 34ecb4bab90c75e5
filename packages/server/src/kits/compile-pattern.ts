/**
 * The `/regex/` of a text brick. Authors are many and conversations are long, so patterns run on RE2 (linear time,
 * whatever the pattern) and never on the runtime's own backtracking engine, where `(a+)+$` can hold a node for hours.
 */
import { KIT_LIMITS } from '@brickwork/contract';
import { RE2JS } from 're2js';

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

export type CompiledPattern = { pattern: RE2JS } | { fault: string };

export function compilePattern(extract: string): CompiledPattern {
  const parts = /^\/(.+)\/([a-z]*)$/s.exec(extract);
  const [source, flags] = [parts?.[1], parts?.[2]];
  if (source === undefined || flags === undefined) return { fault: 'must stand between slashes, such as /INV-\\d+/i' };
  if (extract.length > KIT_LIMITS.patternLength) {
    return { fault: `must have at most ${KIT_LIMITS.patternLength} characters` };
  }
  let bits = 0;
  for (const flag of flags) {
    const bit = FLAGS[flag];
    if (bit === undefined) return { fault: `has the unknown flag "${flag}"; there are i, m and s` };
    bits |= bit;
  }
  try {
    return { pattern: RE2JS.compile(RE2JS.translateRegExp(source), bits) };
  } catch (error) {
    return { fault: explain(error) };
  }
}

function explain(error: unknown): string {
  const text = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'unreadable';
  return `does not compile: ${text} (look-arounds and back references cannot run in linear time and do not exist here)`;
}
