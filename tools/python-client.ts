/**
 * The Python client's resources, written from the endpoints' definitions as those of the TypeScript one: `sdk: 'goldenSets.put'` is
 * `client.golden_sets.put()`. Parameters of the path come first, those of the query and the fields of the body by name. What is more than one
 * call is written by hand, in `_async/helpers`. The synchronous client is the asynchronous one without `async` and `await`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS, type Endpoint } from '@brickwork/contract';
import { z } from 'zod';
import { defOf, described, mayBeAbsent, unwrapped } from './client-types.ts';
import { PYTHON_OPERATIONS, type PythonOperation, snakeCase } from './python-operations.ts';
import { docstring, escaped, isKeyword, PYTHON_TYPES, PythonTypes, pascalCase, quoted } from './python-types.ts';
import { withoutAsync } from './python-without-async.ts';
import { wrapText } from './wrap-lines.ts';

const PACKAGE = 'clients/python/brickwork_client';
const ASYNC = join(PACKAGE, '_async');

/** One parameter of a method. */
interface Parameter {
  wire: string;
  name: string;
  type: string;
  isRequired: boolean;
  /** `null` is a value of its own. */
  isNullable: boolean;
  about: string | undefined;
  /** A list is sent as one text with commas. */
  isCommaList?: boolean;
}

interface Method extends PythonOperation {
  endpoint: Endpoint;
}

/** Path → text of all generated files. */
export function pythonClient(): Map<string, string> {
  const types = new PythonTypes();
  const files = new Map<string, string>();
  const resources = resourcesText(types);
  const sources = new Map(
    readdirSync(ASYNC)
      .filter((name) => name.endsWith('.py') && name !== 'resources.py' && name !== 'io.py')
      .map((name) => [name, readFileSync(join(ASYNC, name), 'utf8')] as const),
  );
  files.set(join(ASYNC, 'resources.py'), resources);
  for (const [name, text] of [...sources, ['resources.py', resources] as const])
    files.set(join(PACKAGE, '_sync', name), withoutAsync(text, name));
  files.set(PYTHON_TYPES, types.text());
  return files;
}

const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> =>
  (defOf(unwrapped(schema, true)).shape ?? {}) as Record<string, z.ZodType>;

function methods(): Method[] {
  return PYTHON_OPERATIONS.map((operation) => {
    const endpoint = ENDPOINTS.find(({ id }) => id === operation.id);
    if (endpoint === undefined) throw new Error(`The contract has no endpoint ${operation.id}.`);
    return { ...operation, endpoint };
  });
}

const HELPER = /^class Async(\w+)Helpers\(/gm;

function resourcesText(types: PythonTypes): string {
  const all = methods();
  const helpers = new Set(
    readdirSync(ASYNC).flatMap((file) =>
      file.endsWith('.py') && file !== 'resources.py'
        ? [...readFileSync(join(ASYNC, file), 'utf8').matchAll(HELPER)].map(([, name = '']) => name)
        : [],
    ),
  );
  const names = [...new Set([...all.map(({ resource }) => resource), ...[...helpers].map(snakeCase)])].sort();
  const classes = names.map((resource) => {
    const className = pascalCase(resource);
    const base = helpers.has(className) ? `Async${className}Helpers` : 'AsyncResource';
    const bodies = all.filter((method) => method.resource === resource).map((method) => methodText(method, types));
    return `class Async${className}Resource(${base}):\n${bodies.length === 0 ? '    pass\n' : bodies.join('\n')}`;
  });
  const imported = [...helpers].sort().map((name) => `    Async${name}Helpers,\n`);
  const text = classes.join('\n\n');
  const used = [...types.used].filter((name) => new RegExp(`\\b${name}\\b`).test(text)).sort();
  return `"""Generated from the contract's endpoints by \`npm run generate\`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Sequence

from .._values import OMIT, Omit, Where, comma, given, part
from .helpers import (
${imported.join('')})
from .paging import AsyncItems
from .resource import AsyncResource
from .transport import AsyncStream, AsyncTransport

if TYPE_CHECKING:
    from ..types import (
${used.map((name) => `        ${name},\n`).join('')}    )


class AsyncResources:
    """Everything that the API offers, by resource."""

    def __init__(self, transport: AsyncTransport) -> None:
${names.map((name) => `        self.${name} = Async${pascalCase(name)}Resource(transport)\n`).join('')}

${text}`;
}

function methodText(method: Method, types: PythonTypes): string {
  const { endpoint, gives, name } = method;
  const path = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, each = '']) => each);
  const query = endpoint.query === undefined ? [] : queryOf(method, types);
  const body = bodyOf(method, types);
  const named = [...query, ...(body.fields ?? [])].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const takesWhere = endpoint.takesDimensions === true || endpoint.queryPatterns !== undefined;
  const parameters = [
    'self',
    ...path.map((each) => `${snakeCase(each)}: ${each === 'version' ? 'int | str' : 'str'}`),
    ...(body.whole === undefined ? [] : [`${body.whole.name}: ${body.whole.type}`]),
    ...(named.length > 0 || takesWhere ? ['*'] : []),
    ...named.map(parameterText),
    ...(takesWhere ? ['where: Where = None'] : []),
  ];
  const answer = answerOf(method, types);
  const call = callText(method, query, body, takesWhere, answer.isWrapped);
  const about = methodDocstring(endpoint, gives, named, takesWhere);
  const verb = { items: 'self._items', stream: 'await self._stream', answer: 'await self._ask' }[answer.kind];
  const head = answer.kind === 'items' ? 'def' : 'async def';
  return `${signature(head, name, parameters, answer.type)}${about}        return ${verb}(\n${call})\n`;
}

function signature(head: string, name: string, parameters: readonly string[], type: string): string {
  const line = `    ${head} ${name}(${parameters.join(', ')}) -> ${type}:\n`;
  if (line.length <= 100) return line;
  return `    ${head} ${name}(\n${parameters.map((each) => `        ${each},\n`).join('')}    ) -> ${type}:\n`;
}

function parameterText({ name, type, isRequired, isNullable }: Parameter): string {
  if (isRequired) return `${name}: ${type}`;
  return isNullable ? `${name}: ${type} | Omit = OMIT` : `${name}: ${type} | None = None`;
}

const LONGEST_SENTENCE = 160;

function methodDocstring(
  { summary, description = '' }: Endpoint,
  gives: Method['gives'],
  named: readonly Parameter[],
  takesWhere: boolean,
): string {
  const [first = ''] = /^.+?[.!?](?= |$)/.exec(description) ?? [];
  const how = {
    answer: '',
    items: 'Iterate over all items, or take one `page()`.',
    dryRun: 'A dry run: nothing is started.',
  }[gives];
  const said = [`${summary}.`, first.length > LONGEST_SENTENCE ? '' : first, how]
    .filter((text) => text !== '')
    .join(' ');
  const notes = named.flatMap(({ name, about }) => (about === undefined ? [] : [`${name}: ${about}`]));
  if (takesWhere)
    notes.push('where: Dimensions by their names, and `answer.BRICK`, `confidence.BRICK`, `metadata.KEY`.');
  if (notes.length === 0) return docstring(said, '        ');
  const args = notes.flatMap((note) => wrapText(escaped(note), 84, '    ')).map((line) => `            ${line}\n`);
  const lines = wrapText(escaped(said), 88).map((line) => `        ${line}\n`);
  return `${lines.join('').replace(/^ {8}/, '        """')}\n        Args:\n${args.join('')}        """\n`;
}

/** Parameters whose texts are numbers. */
const NUMBERS: Readonly<Record<string, string>> = { limit: 'int', version: 'int', threshold: 'float', flips: 'int' };
const COMMA_LISTS = new Set(['include', 'facets', 'ids', 'days', 'group_by']);
const IS_FLAG = new Set(['true', 'false', '1', '0']);

function queryOf({ endpoint, gives, query: only }: Method, types: PythonTypes): Parameter[] {
  return Object.entries(shapeOf(endpoint.query ?? z.object({})))
    .filter(([key]) => only === undefined || only.includes(key))
    .map(([wire, member]) => {
      const isCommaList = COMMA_LISTS.has(wire) && defOf(unwrapped(member, true)).type === 'string';
      return {
        wire,
        name: parameterName(wire),
        type: isCommaList ? 'str | Sequence[str]' : queryType(wire, member, types),
        isRequired: !mayBeAbsent(member, true) || endpoint.required?.includes(wire) === true,
        isNullable: false,
        about: gives === 'items' && wire === 'limit' ? 'Items per page.' : described(member),
        isCommaList,
      };
    });
}

function queryType(wire: string, member: z.ZodType, types: PythonTypes): string {
  const schema = unwrapped(member, true);
  const { type, entries = {} } = defOf(schema) as ReturnType<typeof defOf> & { entries?: Record<string, string> };
  if (type === 'enum')
    return Object.values(entries).every((value) => IS_FLAG.has(value)) ? 'bool' : types.of(schema, true, '');
  return NUMBERS[wire] ?? 'str';
}

const parameterName = (wire: string) => (isKeyword(wire) ? `${wire}_` : wire);

interface Body {
  /** One argument, where the body is not an object with fields. */
  whole?: { name: string; type: string };
  fields?: Parameter[];
}

function bodyOf({ endpoint, gives, bodyName }: Method, types: PythonTypes): Body {
  const { body, id } = endpoint;
  if (body === undefined) return {};
  const schema = unwrapped(body, true);
  const at = `${pascalCase(id)}Request`;
  if (defOf(schema).type === 'unknown') return { whole: { name: bodyName ?? 'body', type: 'Mapping[str, Any]' } };
  if (defOf(schema).type !== 'object') return { whole: { name: bodyName ?? 'body', type: types.of(schema, true, at) } };
  const fields = Object.entries(shapeOf(body))
    // Whether it is a trial is the method's name.
    .filter(([wire]) => wire !== 'dry_run' || !hasDryRun(endpoint))
    .map(([wire, member]) => ({
      wire,
      name: parameterName(wire),
      type: types.of(member, true, `${at}${pascalCase(wire)}`),
      isRequired: (!mayBeAbsent(member, true) || endpoint.required?.includes(wire) === true) && !isFree(gives, wire),
      isNullable: acceptsNull(member),
      about: described(member) ?? described(unwrapped(member, true)),
    }));
  return { fields };
}

const hasDryRun = ({ sdk }: Endpoint) => typeof sdk === 'object' && 'method' in sdk && sdk.dryRun !== undefined;
/** An estimate needs no limit of what may be spent. */
const isFree = (gives: Method['gives'], wire: string) => gives === 'dryRun' && wire === 'max_credits';

function acceptsNull(schema: z.ZodType): boolean {
  return schema.safeParse(null).success;
}

function answerOf({ endpoint, gives, id }: Method, types: PythonTypes) {
  const statuses = Object.entries(endpoint.responses).filter(([status]) => status.startsWith('2'));
  const [, response] = (gives === 'dryRun' ? statuses[0] : statuses.at(-1)) ?? [];
  if (response?.schema === undefined) return { kind: 'stream', type: 'AsyncStream', isWrapped: false } as const;
  const shape = shapeOf(response.schema);
  const at = `${pascalCase(id)}Answer`;
  if (gives === 'items') {
    const item = types.of(defOf(unwrapped(shape.data ?? z.never(), false)).element as z.ZodType, false, `${at}Item`);
    return {
      kind: 'items',
      type: `AsyncItems[${item}, ${types.of(response.schema, false, at)}]`,
      isWrapped: false,
    } as const;
  }
  const isWrapped = Object.keys(shape).join() === 'data' && shape.data !== undefined;
  const type = types.of(isWrapped ? (shape.data ?? z.never()) : response.schema, false, at);
  return { kind: 'answer', type, isWrapped } as const;
}

function callText(
  { endpoint, gives, isRepeatable }: Method,
  query: readonly Parameter[],
  { whole, fields }: Body,
  takesWhere: boolean,
  isWrapped: boolean,
): string {
  const template = endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) => `{part(${snakeCase(name)})}`);
  const lines = [`"${endpoint.method}"`, `${template === endpoint.path ? '' : 'f'}"${template}"`];
  const entries = query.map(
    ({ wire, name, isCommaList }) => `${quoted(wire)}: ${isCommaList ? `comma(${name})` : name}`,
  );
  if (takesWhere) entries.push('**(where or {})');
  if (entries.length > 0) lines.push(`query=${dictionary(entries)}`);
  if (whole !== undefined) lines.push(`body=${whole.name}`);
  if (fields !== undefined) lines.push(`body=${bodyText(fields, gives)}`);
  if (isRepeatable || gives === 'dryRun') lines.push('repeatable=True');
  if (isWrapped) lines.push('part_of_answer="data"');
  return `${lines.map((line) => `            ${line},\n`).join('')}        `;
}

function bodyText(fields: readonly Parameter[], gives: Method['gives']): string {
  const entries = fields.map(({ wire, name }) => `${quoted(wire)}: ${name}`);
  if (gives === 'dryRun') entries.push('"dry_run": True');
  const nullable = fields.filter(({ isNullable }) => isNullable).map(({ wire }) => quoted(wire));
  if (nullable.length === 0) return `given(${dictionary(entries)})`;
  const lines = entries.map((entry) => `                    ${entry},\n`).join('');
  return `given(\n                {\n${lines}                },\n                nullable={${nullable.join(', ')}},\n            )`;
}

function dictionary(entries: readonly string[]): string {
  const line = `{${entries.join(', ')}}`;
  if (line.length <= 70) return line;
  return `{\n${entries.map((entry) => `                ${entry},\n`).join('')}            }`;
}
