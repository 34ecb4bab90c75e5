/** YAML text → the document it stands for, and faults by line. */
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import type { KitFault } from '../api/describe-error.ts';
import { checkSchema } from './check-schema.ts';
import type { JsonSchema, Path } from './json-schema.ts';

export interface LineFault {
  /** From 1. */
  line: number;
  message: string;
  /** Which place of the document it is about, and what is wrong there; none where the text is not YAML. */
  path?: Path;
  says?: string;
}

export interface ReadYaml {
  /** Undefined when the text is not YAML. */
  value: unknown;
  faults: LineFault[];
  /** The position in the text of a path in the document. */
  lineOf(path: Path): number;
}

export function readYaml(text: string, schema: JsonSchema | undefined): ReadYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const lineOf = (path: Path) => lineAt(offsetOf(document, path));
  if (document.errors.length > 0) {
    const faults = document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), message }));
    return { value: undefined, faults, lineOf };
  }
  const value = toValue(document);
  if (schema === undefined) return { value, faults: [], lineOf };
  const faults = checkSchema(schema, value).map(({ path, message, missing }) => ({
    line: lineOf(path),
    message: path.length === 0 ? `The kit ${message}` : `${String(path.at(-1))} ${message}`,
    path: missing === undefined ? path : [...path, missing],
    says: missing === undefined ? message : 'is missing',
  }));
  return { value, faults, lineOf };
}

/** Assigns the service's faults to their lines. */
export function toLineFaults(faults: readonly KitFault[], lineOf: ReadYaml['lineOf']): LineFault[] {
  return faults.map(({ path, message, hint }) => ({
    line: lineOf(segmentsOf(path)),
    message: `${path === '' ? 'The kit' : path} ${message}${hint === undefined ? '' : ` (${hint})`}`,
    path: segmentsOf(path),
    says: message,
  }));
}

/** `bricks[3].categories` → `['bricks', 3, 'categories']`. */
function segmentsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|\["([^"]*)"\]|([^.[\]]+)/g)].map(([, index, quoted, name]) =>
    index === undefined ? (quoted ?? name ?? '') : Number(index),
  );
}

function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

/** The exact position if it exists, otherwise the nearest one around it. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
