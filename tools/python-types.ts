/**
 * The types of the Python client, written from the contract's schemas as `client-types.ts` writes those of the TypeScript one: the same names,
 * a `TypedDict` each. An object without a name of its own gets one from where it is: `RunItemWaiting`.
 */
import { ERROR_CODES } from '@brickwork/contract';
import type { z } from 'zod';
import { FILES, WORDS } from './client-type-names.ts';
import { defOf, described, mayBeAbsent, nameOf, unwrapped, WORD_OF } from './client-types.ts';
import { wrapText } from './wrap-lines.ts';

export const PYTHON_TYPES = 'clients/python/brickwork_client/types.py';

const HEADER = `"""What the API takes and sends. Generated from the contract by \`npm run generate\`: change the schema there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Sequence, TypedDict, Union

if TYPE_CHECKING:
    # Every type checker brings them, for Python 3.10, too.
    from typing_extensions import NotRequired, TypeAlias
`;

/** The client of TypeScript has a \`Run\` by hand, whose status says whether there is an output. */
const RENAMED: Readonly<Record<string, string>> = { RunRecord: 'Run' };
const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global'
    .split(' ')
    .concat('if import in is lambda nonlocal not or pass raise return try while with yield'.split(' ')),
);

export const isKeyword = (name: string) => KEYWORDS.has(name);
const isPlainName = (name: string) => /^[a-z_]\w*$/i.test(name) && !isKeyword(name);
export const pythonName = (name: string) => RENAMED[name] ?? name;
export const pascalCase = (name: string) =>
  name.replace(/(?:^|[_-])(\w)/g, (_all, letter: string) => letter.toUpperCase());

interface Declared {
  schema: z.ZodType;
  isTaken: boolean;
  about: string | undefined;
}

/** Collects what is used: objects are declared once, under one name. */
export class PythonTypes {
  readonly used = new Set<string>();
  private readonly declared = new Map<string, Declared>();

  constructor() {
    for (const { name, schema, isTaken = false, about } of Object.values(FILES).flat())
      this.declared.set(pythonName(name), { schema, isTaken, about: about ?? described(schema) });
  }

  text(): string {
    const bodies = new Map<string, string>();
    // Writing a type may declare further ones.
    for (const [name, declared] of this.declared) bodies.set(name, this.declaration(name, declared));
    const words = Object.entries(WORDS).map(([name, { values, about }]) => alias(name, literal(values), about));
    const codes = alias('ErrorCode', literal(ERROR_CODES), 'Every code that the API answers with.');
    return `${HEADER}\n${[...words, codes, ...bodies.values()].join('\n\n')}\n`;
  }

  /** The type of a value; `at` names an object that has no name. */
  of(given: z.ZodType, isTaken: boolean, at: string, isTop = false): string {
    const schema = unwrapped(given, isTaken);
    const name = isTop ? undefined : nameOf(schema, isTaken);
    if (name !== undefined) return this.use(pythonName(name));
    const def = defOf(schema);
    const inner = (each: unknown, part = '') => this.of(each as z.ZodType, isTaken, `${at}${part}`);
    switch (def.type) {
      case 'string':
        return 'str';
      case 'number':
        return isInteger(schema) ? 'int' : 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'unknown':
        return 'Any';
      case 'literal':
        return literal(def.values as unknown[]);
      case 'enum':
        return this.word(Object.values(def.entries as Record<string, string>));
      case 'nullable':
        return union([inner(def.innerType), 'None']);
      case 'array':
        return `${isTaken ? 'Sequence' : 'List'}[${inner(def.element, 'Item')}]`;
      case 'record':
        return `${isTaken ? 'Mapping' : 'Dict'}[str, ${inner(def.valueType, 'Value')}]`;
      case 'union':
        return union(
          (def.options as unknown[]).map((option, index) => inner(option, index === 0 && !isTop ? '' : `${index + 1}`)),
        );
      case 'object':
        return this.object(schema, isTaken, at);
      default:
        throw new Error(`The Python client's types have no way to say "${def.type}", at ${at}.`);
    }
  }

  private use(name: string): string {
    this.used.add(name);
    return name;
  }

  private object(schema: z.ZodType, isTaken: boolean, at: string): string {
    // Without members it is a map, whose keys are the caller's.
    if (Object.keys(defOf(schema).shape ?? {}).length === 0) return `${isTaken ? 'Mapping' : 'Dict'}[str, Any]`;
    const before = this.declared.get(at);
    if (before !== undefined && defOf(before.schema).shape !== defOf(schema).shape)
      throw new Error(`Two objects of the Python client would be called ${at}.`);
    this.declared.set(at, { schema, isTaken, about: described(schema) });
    return this.use(at);
  }

  private word(values: readonly string[]): string {
    const name = WORD_OF.get(values.join());
    return name === undefined ? literal(values) : this.use(name);
  }

  private declaration(name: string, { schema, isTaken, about }: Declared): string {
    const inner = unwrapped(schema, isTaken);
    if (defOf(inner).type !== 'object') return alias(name, this.of(inner, isTaken, name, true), about);
    const shape = Object.entries((defOf(inner).shape ?? {}) as Record<string, z.ZodType>);
    const members = shape.map(([key, member]) => {
      const type = this.of(member, isTaken, `${name}${pascalCase(key)}`);
      const note = described(member) ?? described(unwrapped(member, isTaken));
      return { key, type: mayBeAbsent(member, isTaken) ? `NotRequired[${type}]` : type, note };
    });
    if (members.every(({ key }) => isPlainName(key))) {
      const lines = members.map(({ key, type, note }) => `${broken(`    ${key}: `, type)}\n${docstring(note, '    ')}`);
      return `class ${name}(TypedDict):\n${docstring(about, '    ')}${about === undefined ? '' : '\n'}${lines.join('')}`;
    }
    const lines = members.map(
      ({ key, type, note }) => `${hash(note, '        ')}        ${quoted(key)}: ${quoted(type)},\n`,
    );
    return `${hash(about)}${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)\n`;
  }
}

function isInteger(schema: z.ZodType): boolean {
  const { format } = (schema as unknown as { _zod: { bag: { format?: string } } })._zod.bag;
  return format === 'safeint' || format === 'int32';
}

/** A type that is not a class is a text: it may name what comes later in the file. */
function alias(name: string, type: string, about: string | undefined): string {
  if (type.startsWith('Literal[')) return `${hash(about)}${name} = ${type}\n`;
  const parts = type.split(' | ').map(quoted);
  const written = parts.length === 1 ? parts[0] : `Union[\n    ${parts.join(',\n    ')},\n]`;
  return `${hash(about)}${name}: TypeAlias = ${written}\n`;
}

/** A long choice has a line for each. */
function broken(head: string, type: string): string {
  if (head.length + type.length <= 100 || !type.includes(' | ')) return `${head}${type}`;
  const [, before = '', inner = '', after = ''] = /^(NotRequired\[|List\[|Sequence\[)?(.*?)(\]*)$/.exec(type) ?? [];
  const closing = after.slice(0, before === '' ? 0 : 1);
  const parts = `${inner}${after.slice(closing.length)}`.split(' | ');
  const [open, close] = before === '' ? ['(', ')'] : [before, closing];
  return `${head}${open}\n        ${parts.join('\n        | ')}\n    ${close}`;
}

export function literal(values: readonly unknown[]): string {
  const said = values.map((value) => {
    if (typeof value === 'string') return quoted(value);
    if (value === null) return 'None';
    return typeof value === 'boolean' ? pascalCase(String(value)) : String(value);
  });
  // Python's literals are no fractions.
  if (values.some((value) => typeof value === 'number' && !Number.isInteger(value))) return 'float';
  const line = `Literal[${said.join(', ')}]`;
  return line.length <= 80 ? line : `Literal[\n${said.map((each) => `    ${each},\n`).join('')}]`;
}

export function union(types: readonly string[]): string {
  const all = [...new Set(types)];
  return all.join(' | ');
}

export const quoted = (text: string) => JSON.stringify(text);

export const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"""', "'''");

/** Under what it describes, as editors show it. */
export function docstring(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  const [first = '', ...rest] = wrapText(escaped(text), 100 - indent.length - 3);
  if (rest.length === 0) return `${indent}"""${first.replace(/"$/, '" ')}"""\n`;
  return `${indent}"""${[first, ...rest].join(`\n${indent}`)}\n${indent}"""\n`;
}

function hash(text: string | undefined, indent = ''): string {
  if (text === undefined) return '';
  return wrapText(text, 100 - indent.length - 2)
    .map((line) => `${indent}# ${line}\n`)
    .join('');
}
