/** What fits at the caret, told by the indentation around it and the schema of kit files. */
import { type JsonSchema, membersOf, valuesOf } from './json-schema.ts';

export interface Completion {
  label: string;
  /** Put in the place of what was typed of it. */
  insert: string;
  description: string;
}

export interface Completions {
  /** Where the word begins that is being typed. */
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

export function completeYaml(text: string, caret: number, schema: JsonSchema): Completions {
  const lineStart = text.lastIndexOf('\n', caret - 1) + 1;
  const before = text.slice(lineStart, caret);
  const above = text.slice(0, lineStart).split('\n').slice(0, -1).map(readLine);
  const below = text.slice(caret).split('\n').slice(1).map(readLine);
  const valueMatch = VALUE_BEING_TYPED.exec(before);
  if (valueMatch !== null) {
    const [, lead = '', key = '', word = ''] = valueMatch;
    const { members } = placeOf(above, below, lead, schema);
    const values = members[key] === undefined ? [] : valuesOf(members[key]);
    return {
      from: caret - word.length,
      options: fitting(
        word,
        values.map((value) => valueOption(String(value))),
      ),
    };
  }
  const keyMatch = KEY_BEING_TYPED.exec(before);
  if (keyMatch === null) return { from: caret, options: [] };
  const [, lead = '', word = ''] = keyMatch;
  const { members, siblings } = placeOf(above, below, lead, schema);
  const options = Object.entries(members)
    .filter(([name]) => !siblings.has(name))
    .map(([name, member]) => keyOption(name, member));
  return { from: caret - word.length, options: fitting(word, options) };
}

function fitting(word: string, options: readonly Completion[]): Completion[] {
  return options.filter(({ label }) => label.startsWith(word) && label !== word);
}

const valueOption = (value: string): Completion => ({ label: value, insert: value, description: '' });

function keyOption(name: string, member: JsonSchema): Completion {
  const opensBlock = member.type === 'object' || member.type === 'array';
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

/** The members that the group around the caret may have, and those that it has. */
function placeOf(above: readonly Line[], below: readonly Line[], lead: string, schema: JsonSchema) {
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
  return { members: membersOf(schemaAt(schema, path), Object.fromEntries(siblings)), siblings };
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
