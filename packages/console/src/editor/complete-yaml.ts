/** What fits at the caret, given by the indentation around it and the schema of kit files. */
import { type JsonSchema, membersOf, valuesOf } from './json-schema.ts';
import { type KnownBricks, knownBricks } from './known-bricks.ts';
import { readFlow } from './read-flow.ts';

export interface Completion {
  label: string;
  /** Put in the place of what was typed of it. */
  insert: string;
  description: string;
}

export interface Completions {
  /** The start of the word being typed. */
  from: number;
  options: Completion[];
}

interface Line {
  /** Columns before the key, list dashes included. */
  indent: number;
  /** Column of the first dash, when the line begins a list item. */
  dash: number | undefined;
  key: string | undefined;
  value: string;
}

const KEY_BEING_TYPED = /^(\s*(?:- +)*)(\w*)$/;
const VALUE_BEING_TYPED = /^(\s*(?:- +)*)(\w+):\s+(\w*)$/;
const LEAD = /^\s*(?:- +)*/;

export function completeYaml(text: string, caret: number, schema: JsonSchema): Completions {
  const lineStart = text.lastIndexOf('\n', caret - 1) + 1;
  const before = text.slice(lineStart, caret);
  const linesAbove = text.slice(0, lineStart).split('\n').slice(0, -1);
  const linesBelow = text.slice(caret).split('\n').slice(1);
  const placeAt = (lead: string) => placeOf(linesAbove.map(readLine), linesBelow.map(readLine), lead);
  const offer = (word: string, options: readonly Completion[]): Completions => ({
    from: caret - word.length,
    options: fitting(word, options),
  });
  const offerValues = (word: string, key: string, { path, siblings }: Place) => {
    const member = membersAt(schema, { path, siblings })[key];
    const referred =
      member === undefined ? [] : referredValues(key, siblings, () => knownBricks(linesAbove, linesBelow));
    const values = member === undefined ? [] : valuesOf(member);
    return offer(word, [...referred, ...values.map(String)].map(valueOption));
  };
  const [lead = ''] = LEAD.exec(before) ?? [];
  const flow = readFlow(before.slice(lead.length));
  if (flow !== undefined) {
    const { path } = placeAt(lead);
    const at = { path: [...path, ...(flow.isList ? flow.path.slice(0, -1) : flow.path)], siblings: flow.siblings };
    if (flow.key !== undefined) return offerValues(flow.word, flow.key, at);
    return offer(flow.word, keyOptions(schema, at, true));
  }
  const [, , key, valueWord = ''] = VALUE_BEING_TYPED.exec(before) ?? [];
  if (key !== undefined) return offerValues(valueWord, key, placeAt(lead));
  const [, , word] = KEY_BEING_TYPED.exec(before) ?? [];
  return word === undefined ? { from: caret, options: [] } : offer(word, keyOptions(schema, placeAt(lead), false));
}

/** A group of the document, and what it has already. */
interface Place {
  path: readonly string[];
  siblings: ReadonlyMap<string, string>;
}

function membersAt(schema: JsonSchema, { path, siblings }: Place): Readonly<Record<string, JsonSchema>> {
  return membersOf(schemaAt(schema, path), Object.fromEntries(siblings));
}

function keyOptions(schema: JsonSchema, place: Place, isFlow: boolean): Completion[] {
  return Object.entries(membersAt(schema, place))
    .filter(([name]) => !place.siblings.has(name))
    .map(([name, member]) => keyOption(name, member, isFlow));
}

/** A condition or a score item names a brick, and tests it for a value that it can have. */
function referredValues(key: string, siblings: ReadonlyMap<string, string>, bricks: () => KnownBricks): string[] {
  if (key === 'brick') return [...bricks().keys()];
  if (key === 'is') return [...(bricks().get(siblings.get('brick') ?? '') ?? [])];
  return [];
}

function fitting(word: string, options: readonly Completion[]): Completion[] {
  return options.filter(({ label }) => label.startsWith(word) && label !== word);
}

const valueOption = (value: string): Completion => ({ label: value, insert: value, description: '' });

function keyOption(name: string, member: JsonSchema, isFlow: boolean): Completion {
  const opensBlock = !isFlow && (member.type === 'object' || member.type === 'array');
  return { label: name, insert: opensBlock ? `${name}:` : `${name}: `, description: member.description ?? '' };
}

function readLine(line: string): Line {
  const [, lead = '', key, value = ''] = /^(\s*(?:- +)*)(?:(\w+):(?:\s+(.*))?)?/.exec(line) ?? [];
  const dash = lead.indexOf('-');
  return {
    indent: key === undefined && line.trim() === '' ? Number.POSITIVE_INFINITY : lead.length,
    dash: dash < 0 ? undefined : dash,
    key,
    value: value.trim(),
  };
}

/** The group around the caret, found by its indentation. */
function placeOf(above: readonly Line[], below: readonly Line[], lead: string): Place {
  const siblings = new Map<string, string>();
  const path: (string | '[]')[] = [];
  let indent = lead.length;
  let dash = lead.includes('-') ? lead.indexOf('-') : undefined;
  let isOwnGroup = true;
  const enterItem = () => {
    path.unshift('[]');
    indent = (dash ?? 0) + 1;
    isOwnGroup = false;
  };
  for (const line of groupBelow(below, indent)) siblings.set(line.key ?? '', line.value);
  if (dash !== undefined) enterItem();
  for (const line of above.toReversed()) {
    if (line.key === undefined || line.indent > indent) continue;
    if (line.indent < indent) {
      path.unshift(line.key);
      indent = line.indent;
      isOwnGroup = false;
    } else if (isOwnGroup) {
      siblings.set(line.key, line.value);
    }
    if (line.dash !== undefined) {
      dash = line.dash;
      enterItem();
    }
  }
  return { path, siblings };
}

function groupBelow(below: readonly Line[], indent: number): Line[] {
  const end = below.findIndex((line) => line.indent < indent || (line.indent === indent && line.dash !== undefined));
  return (end < 0 ? below : below.slice(0, end)).filter((line) => line.indent === indent && line.key !== undefined);
}

function schemaAt(schema: JsonSchema, path: readonly string[]): JsonSchema {
  let at = schema;
  for (const segment of path) {
    const next: JsonSchema | undefined =
      segment === '[]'
        ? at.items
        : (membersOf(at, undefined)[segment] ??
          (typeof at.additionalProperties === 'object' ? at.additionalProperties : undefined));
    if (next === undefined) return {};
    at = next;
  }
  return at;
}
