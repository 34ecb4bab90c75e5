/**
 * The types of the client, written from the contract's schemas with their descriptions. The client has no dependencies, so its types are
 * committed; a test compares them. `client-type-names.ts` says which schema has which name, and in which file.
 */
import { spawnSync } from 'node:child_process';
import { ERROR_CODES } from '@brickwork/contract';
import { z } from 'zod';
import { timestamp } from '../packages/contract/src/fields.ts';
import { FILES, type NamedType, WORDS } from './client-type-names.ts';

const HEADER = '/** Generated from the contract by `npm run generate`: change the schema there. */\n';
export const CLIENT_TYPES = 'packages/client/src/wire';

type Def = { type: string } & Record<string, unknown>;
export const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def;
/** A schema keeps its identity when it is described or refined: objects by their members, others by their definition. */
const identityOf = (schema: z.ZodType): unknown => {
  const def = defOf(schema);
  return def.type === 'object' ? def.shape : def;
};
export const described = (schema: z.ZodType): string | undefined => {
  const { description } = z.globalRegistry.get(schema) ?? {};
  return description === z.globalRegistry.get(timestamp)?.description ? undefined : description;
};

/** File name → text, formatted as the rest of the code is. */
export function clientTypes(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [file, types] of Object.entries(FILES)) files.set(`${file}.ts`, fileOf(file, types));
  const words = Object.entries(WORDS).map(([name, { values, about, list, meanings }]) => {
    if (list === undefined) return `${comment(about)}export type ${name} = ${union(values)};`;
    const constant = `${comment(about)}export const ${list} = [${values.map((value) => `'${value}'`).join(', ')}] as const;\nexport type ${name} = (typeof ${list})[number];`;
    return meanings === undefined
      ? constant
      : `${constant}\n\nexport const ${meanings.list}: Readonly<Record<${name}, string>> = ${JSON.stringify(meanings.of)};`;
  });
  files.set('vocabulary.ts', `${HEADER}\n${words.join('\n\n')}\n`);
  files.set(
    'error-codes.ts',
    `${HEADER}\n${comment('Every code that the API answers with.')}export type ErrorCode = ${union(ERROR_CODES)};\n`,
  );
  const names = [...files.keys()].map((name) => name.replace(/\.ts$/, '')).sort();
  const all = names.map((name) => `export type * from './${name}.ts';`);
  files.set('all.ts', `${HEADER}${all.join('\n')}\n`);
  return formatted(files);
}

/** All in one call: starting the formatter takes longer than formatting. */
export function formatted(files: ReadonlyMap<string, string>): Map<string, string> {
  const [separator, names] = ['\n//=====\n', [...files.keys()]];
  const text = biome(['format', '--stdin-file-path=wire.ts'], [...files.values()].join(separator));
  return new Map(text.split(separator).map((part, index) => [names[index] ?? '', `${part.trim()}\n`]));
}

/** One file, with its imports in order. */
export function organised(text: string): string {
  return biome(['check', '--write', '--linter-enabled=false', '--stdin-file-path=generated.ts'], text);
}

function biome(args: readonly string[], input: string): string {
  const { stdout, status, stderr } = spawnSync('node_modules/.bin/biome', args, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`What is generated cannot be formatted: ${stderr}`);
  return stdout;
}

interface Place {
  file: string;
  name: string;
  isTaken: boolean;
}

const PLACES = new Map<unknown, Place[]>();
for (const [file, types] of Object.entries(FILES))
  for (const { name, schema, isTaken = false } of types) {
    const identity = identityOf(schema);
    PLACES.set(identity, [...(PLACES.get(identity) ?? []), { file, name, isTaken }]);
  }
/** The type that a schema has in the client, if it has one. */
export function nameOf(schema: z.ZodType, isTaken: boolean): string | undefined {
  const places = PLACES.get(identityOf(schema)) ?? [];
  const place = places.find((each) => each.isTaken === isTaken) ?? (hasDefaults(schema) ? undefined : places[0]);
  return place?.name;
}

export const WORD_OF = new Map(Object.entries(WORDS).map(([name, { values }]) => [values.join(), name]));
export const FILE_OF = new Map(
  Object.entries(FILES).flatMap(([file, types]) => types.map(({ name }) => [name, file] as const)),
);

function fileOf(file: string, types: readonly NamedType[]): string {
  const used = new Set<string>();
  const bodies = types.map((type) => declaration(type, used));
  const imports = new Map<string, string[]>();
  for (const name of [...used].sort()) {
    const from = FILE_OF.get(name) ?? (name in WORDS ? 'vocabulary' : undefined);
    if (from !== undefined && from !== file) imports.set(from, [...(imports.get(from) ?? []), name]);
  }
  const lines = [...imports].sort().map(([from, names]) => `import type { ${names.join(', ')} } from './${from}.ts';`);
  return `${HEADER}${lines.join('\n')}\n\n${bodies.join('\n\n')}\n`;
}

function declaration(type: NamedType, used: Set<string>): string {
  const { name, schema, about, generic } = type;
  const head = `${comment(about ?? described(schema))}export `;
  const inner = unwrapped(schema, type.isTaken ?? false);
  const own = { ...type, used, self: name };
  if (defOf(inner).type !== 'object') return `${head}type ${name} = ${typeOf(inner, own, { isTop: true })};`;
  const base = type.extends === undefined ? '' : ` extends ${extended(type.extends, used)}`;
  const parameter = generic === undefined ? '' : `<${generic.name} = ${generic.fallback}>`;
  if (generic !== undefined) used.add(generic.fallback);
  return `${head}interface ${name}${parameter}${base} ${members(inner, own)}`;
}

function extended({ name, without }: NonNullable<NamedType['extends']>, used: Set<string>): string {
  used.add(name);
  return without === undefined ? name : `Omit<${name}, ${union(without)}>`;
}

export interface Context extends Pick<NamedType, 'isTaken' | 'extends' | 'omit' | 'generic'> {
  used: Set<string>;
  self: string;
}

function members(schema: z.ZodType, context: Context): string {
  const { shape, catchall } = defOf(schema) as unknown as { shape: Record<string, z.ZodType>; catchall?: z.ZodType };
  const inherited = inheritedFrom(context);
  const lines = Object.entries(shape)
    .filter(([key, member]) => inherited[key] !== member && !(context.omit ?? []).includes(key))
    .map(([key, member]) => memberLine(key, member, context));
  if (catchall !== undefined && defOf(catchall).type !== 'never') lines.push('[more: string]: unknown;');
  return `{\n${lines.join('\n')}\n}`;
}

function inheritedFrom(context: Context): Record<string, z.ZodType> {
  const base =
    context.extends &&
    Object.values(FILES)
      .flat()
      .find(({ name }) => name === context.extends?.name);
  if (base === undefined) return {};
  const shape = (defOf(unwrapped(base.schema, base.isTaken ?? false)).shape ?? {}) as Record<string, z.ZodType>;
  return Object.fromEntries(Object.entries(shape).filter(([key]) => !(context.extends?.without ?? []).includes(key)));
}

function memberLine(key: string, member: z.ZodType, context: Context): string {
  const isTaken = context.isTaken ?? false;
  const isOptional = mayBeAbsent(member, isTaken);
  const inner = { isTaken, used: context.used, self: context.self };
  const type = context.generic?.member === key ? context.generic.name : typeOf(member, inner);
  const optional = isOptional && isTaken ? ' | undefined' : '';
  return `${comment(described(member) ?? described(unwrapped(member, isTaken)))}${key}${isOptional ? '?' : ''}: ${type}${optional};`;
}

export function mayBeAbsent(member: z.ZodType, isTaken: boolean): boolean {
  return (isTaken ? member._zod.optin : member._zod.optout) !== undefined;
}

const WRAPPERS = new Set(['optional', 'default', 'prefault', 'nonoptional', 'readonly', 'catch']);

export function unwrapped(schema: z.ZodType, isTaken: boolean): z.ZodType {
  const def = defOf(schema);
  if (WRAPPERS.has(def.type)) return unwrapped(def.innerType as z.ZodType, isTaken);
  if (def.type === 'pipe') return unwrapped((isTaken ? def.in : def.out) as z.ZodType, isTaken);
  if (def.type === 'lazy') return unwrapped((def.getter as () => z.ZodType)(), isTaken);
  return schema;
}

export function typeOf(given: z.ZodType, context: Context, { isTop = false } = {}): string {
  const isTaken = context.isTaken ?? false;
  const schema = unwrapped(given, isTaken);
  const def = defOf(schema);
  const name = nameOf(schema, isTaken);
  if (!isTop && name !== undefined) {
    context.used.add(name);
    return name;
  }
  const of = (inner: unknown) => typeOf(inner as z.ZodType, context);
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return def.type;
    case 'literal':
      return union(def.values as unknown[]);
    case 'enum':
      return wordOf(Object.values(def.entries as Record<string, string>), context);
    case 'nullable':
      return `${of(def.innerType)} | null`;
    case 'array': {
      const item = of(def.element);
      return / [|&] /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
    }
    case 'record':
      return `Record<string, ${of(def.valueType)}>`;
    case 'union':
      return [...new Set((def.options as unknown[]).map(of))].join(' | ');
    case 'intersection':
      return `${of(def.left)} & ${of(def.right)}`;
    case 'object':
      return members(schema, context);
    default:
      throw new Error(`The client's types have no way to say "${def.type}", in ${context.self}.`);
  }
}

/** Then what is sent differs from what is taken. */
function hasDefaults(schema: z.ZodType, seen = new Set<unknown>()): boolean {
  const def = defOf(schema);
  if (seen.has(def)) return false;
  seen.add(def);
  if (def.type === 'default' || def.type === 'pipe') return true;
  const inner = [def.innerType, def.element, def.valueType, ...((def.options as unknown[]) ?? [])];
  return [...inner, ...Object.values(def.shape ?? {})].some(
    (each) => each !== undefined && hasDefaults(each as z.ZodType, seen),
  );
}

function wordOf(values: readonly string[], { used }: Context): string {
  const name = WORD_OF.get(values.join());
  if (name === undefined) return union(values);
  used.add(name);
  return name;
}

function union(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ');
}

const WIDTH = 110;

export function comment(text: string | undefined): string {
  if (text === undefined) return '';
  const lines = [''];
  for (const word of text.replaceAll('*/', '*\\/').split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}
