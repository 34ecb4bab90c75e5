/**
 * Turns a kit file (YAML 1.2, which includes JSON) into its value, and the line of every path in it. Does not check whether the value is a
 * kit: `checkKit` does.
 */
import { KIT_LIMITS } from '@brickwork/contract/kit';
import { type Document, isMap, isNode, isPair, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml';
import type { KitFault, PathSegments } from './kit-fault.ts';

export interface KitFile {
  value: unknown;
  lineOf(segments: PathSegments): number | undefined;
}

/** Comments and layout make YAML longer than its JSON; four times the document's limit is still quick to parse. */
const MAX_CHARACTERS = 4 * KIT_LIMITS.bytes;
/** Enough for any hand-written file; a billion-laughs file needs its aliases by the thousand. */
const MAX_ALIASES = 100;

export function parseKitFile(text: string): KitFile | { faults: KitFault[] } {
  if (text.length > MAX_CHARACTERS) {
    return { faults: [{ path: '', message: `is too large: at most ${MAX_CHARACTERS} characters` }] };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    // The library compares every key with all others of its object: 16,000 keys took 30 s. `keyFaults` needs one pass.
    uniqueKeys: false,
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
  });
  const faults = [...document.errors, ...document.warnings].map(
    (error): KitFault => ({ path: '', message: plain(error), line: lines.linePos(error.pos[0]).line }),
  );
  faults.push(...keyFaults(document, lines));
  if (faults.length > 0) return { faults };
  try {
    return {
      value: document.toJS({ maxAliasCount: MAX_ALIASES }),
      lineOf: (segments) => lineOf(document, lines, segments),
    };
  } catch {
    // The remaining failures: too many aliases, or an alias without an anchor.
    return { faults: [{ path: '', message: `has an unknown alias, or more than ${MAX_ALIASES} of them` }] };
  }
}

function plain(error: { code: string; message: string }): string {
  if (error.code === 'MULTIPLE_DOCS') return 'a kit file must have one document; this one has several';
  return error.message;
}

/** YAML allows lists and objects as keys; JSON does not, and turning them into texts would hide a mistake. */
function keyFaults(document: Document, lines: LineCounter): KitFault[] {
  const faults: KitFault[] = [];
  const report = (node: Node, message: string) =>
    faults.push({ path: '', message, line: lines.linePos(node.range?.[0] ?? 0).line });
  visit(document, {
    Collection(key, node) {
      if (key === 'key') report(node, 'a key must be a plain word, not a list or an object');
      if (!isMap(node)) return;
      const seen = new Set<string>();
      for (const { key: name } of node.items) {
        if (!isScalar(name)) continue;
        const text = String(name.value);
        if (seen.has(text)) report(name, 'the same key appears twice in one object');
        seen.add(text);
      }
    },
  });
  return faults;
}

/** The line of a path, or of its nearest parent that exists (a missing field has no line of its own). */
function lineOf(document: Document, lines: LineCounter, segments: PathSegments): number | undefined {
  for (let length = segments.length; length >= 0; length -= 1) {
    const offset = offsetOf(document, segments.slice(0, length));
    if (offset !== undefined) return lines.linePos(offset).line;
  }
  return undefined;
}

function offsetOf(document: Document, segments: PathSegments): number | undefined {
  const last = segments.at(-1);
  const parent = document.getIn(segments.slice(0, -1), true);
  if (last === undefined) return isNode(document.contents) ? document.contents.range?.[0] : undefined;
  if (typeof parent !== 'object' || parent === null || !('items' in parent) || !Array.isArray(parent.items)) {
    return undefined;
  }
  for (const [index, item] of parent.items.entries()) {
    const node = isPair(item) ? item.key : item;
    if (!isNode(node)) continue;
    const named = isPair(item) ? 'value' in node && String(node.value) === String(last) : index === last;
    if (named) return node.range?.[0];
  }
  return undefined;
}
