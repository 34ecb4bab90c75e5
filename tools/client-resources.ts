/**
 * The client's resources, written from the endpoints' definitions: `sdk: 'views.list'` is `client.views.list()`. What is more than one call is
 * written by hand in `helpers/`: the methods that `export function kitsHelpers(transport, plain)` returns are methods of `client.kits`, too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS, type Endpoint } from '@brickwork/contract';
import { z } from 'zod';
import { WRITTEN_TYPES } from './client-type-names.ts';
import { type Context, comment, defOf, FILE_OF, mayBeAbsent, organised, typeOf, unwrapped } from './client-types.ts';

const HELPERS = 'packages/client/src/helpers';
export const CLIENT_RESOURCES = 'packages/client/src/resources.ts';

interface Method {
  resource: string;
  name: string;
  endpoint: Endpoint;
  gives: 'answer' | 'items' | 'page' | 'dryRun';
  queryInOptions: boolean;
}

function methodsOf(endpoint: Endpoint): Method[] {
  const { sdk } = endpoint;
  if (sdk === undefined) return [];
  const method = (path: string | undefined, gives: Method['gives'], queryInOptions = false): Method[] => {
    const [resource, name] = path?.split('.') ?? [];
    return resource === undefined || name === undefined ? [] : [{ resource, name, endpoint, gives, queryInOptions }];
  };
  if (typeof sdk === 'string') return method(sdk, 'answer');
  if ('method' in sdk)
    return [...method(sdk.dryRun, 'dryRun'), ...method(sdk.method, 'answer', sdk.queryInOptions === true)];
  return [...method(sdk.items, 'items'), ...method(sdk.page, 'page')];
}

/** What a method takes before its options, and how it becomes a request. */
interface Signature {
  parameters: string[];
  /** Members of the request. */
  request: string[];
  options: string;
}

const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> =>
  (defOf(unwrapped(schema, true)).shape ?? {}) as Record<string, z.ZodType>;
/** Whether `{}` will do; a rule about the whole may ask for something all the same. */
function isAllOptional(given: z.ZodType): boolean {
  const {
    type,
    shape = {},
    checks = [],
  } = defOf(unwrapped(given, true)) as ReturnType<typeof defOf> & {
    shape?: Record<string, z.ZodType>;
    checks?: unknown[];
  };
  return type === 'object' && checks.length === 0 && Object.values(shape).every((member) => mayBeAbsent(member, true));
}

function signatureOf({ endpoint, gives, queryInOptions }: Method, taken: Context): Signature {
  const { method, path, body, query, repeatable, id } = endpoint;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = names.map((name) => `${name}: string`);
  const template = path.replaceAll(/:(\w+)/g, (_all, name: string) => `\${encodeURIComponent(${name})}`);
  const request = [`method: '${method}'`, `path: ${names.length === 0 ? `'${path}'` : `\`${template}\``}`];
  let options = 'options?: CallOptions';
  if (body !== undefined) {
    const type = WRITTEN_TYPES[id] === undefined ? typeOf(body, taken) : used(WRITTEN_TYPES[id], taken);
    const given = type.endsWith('[]') ? `readonly ${type}` : gives === 'dryRun' ? withoutCap(type) : type;
    parameters.push(`body: ${given}${endpoint.bodyOptional === true || isAllOptional(body) ? ' = {}' : ''}`);
    request.push(gives === 'dryRun' ? 'body: { ...body, dry_run: true }' : 'body');
  }
  if (query !== undefined && queryInOptions) {
    const keys = Object.keys(shapeOf(query)).join(', ');
    options = `{ ${keys}, ...options }: CallOptions & ${queryTypeOf(endpoint, taken, [])} = {}`;
    request.push(`query: { ${keys} }`);
  } else if (query !== undefined) {
    const isList = gives === 'items' || (gives === 'page' && WRITTEN_TYPES[id] !== undefined);
    const type = queryTypeOf(endpoint, taken, isList ? ['limit', 'cursor'] : []);
    const optional = isAllOptional(query) ? ' = {}' : '';
    parameters.push(`query: ${isList ? `${type} & Paging`.replace('{  } & ', '') : type}${optional}`);
    const given = endpoint.takesDimensions === true ? '...filterQuery(query)' : '...query';
    request.push(`query: { ${gives === 'items' ? `limit: 100, ${given}, cursor` : given} }`);
  }
  if (repeatable === true || gives === 'dryRun') request.push('isRepeatable: true');
  return { parameters, request, options };
}

/** An estimate needs no limit of what may be spent, and a count no number that it should be. */
const CAPS: Readonly<Record<string, string>> = { BackfillRequest: 'max_credits', ErasureRequest: 'expected' };
const withoutCap = (type: string) => (CAPS[type] === undefined ? type : `Omit<${type}, '${CAPS[type]}'>`);

function used(name: string, { used: names }: Context): string {
  names.add(name);
  return name;
}

const asBoolean = (type: string) => (/^'(true|false)' \| '(true|false)'$/.test(type) ? 'boolean' : type);

function queryTypeOf({ query, id }: Endpoint, taken: Context, without: readonly string[]): string {
  const written = WRITTEN_TYPES[id];
  if (written !== undefined || query === undefined) return used(written ?? '', taken);
  // Parameters are texts on the wire; callers give what the service reads from them.
  const read = { ...taken, isTaken: false };
  const members = Object.entries(shapeOf(query))
    .filter(([key]) => !without.includes(key))
    .map(([key, member]) => {
      const isOptional = mayBeAbsent(member, true);
      return `${key}${isOptional ? '?' : ''}: ${asBoolean(typeOf(member, read))}${isOptional ? ' | undefined' : ''};`;
    });
  return `{ ${members.join(' ')} }`;
}

/** The answer's type, and `data` where it has nothing else. */
function answerOf({ endpoint, gives }: Method, sent: Context): { type: string; part: string; isStream: boolean } {
  const statuses = Object.entries(endpoint.responses).filter(([status]) => status.startsWith('2'));
  const [, response] = (gives === 'dryRun' ? statuses[0] : statuses.at(-1)) ?? [];
  if (response?.schema === undefined) return { type: 'ReadableStream<Uint8Array>', part: '', isStream: true };
  const shape = shapeOf(response.schema);
  const isWrapped = gives === 'answer' && Object.keys(shape).join() === 'data' && shape.data !== undefined;
  if (isWrapped) return { type: typeOf(shape.data ?? z.never(), sent), part: '.data', isStream: false };
  const type = typeOf(response.schema, sent);
  if (gives !== 'items') return { type, part: '', isStream: false };
  return {
    type: `List<${typeOf(shape.data ?? z.never(), sent).replace(/\[\]$/, '')}, ${type}>`,
    part: '',
    isStream: false,
  };
}

function textOf(method: Method, names: Set<string>): string {
  const self = `${method.resource}.${method.name}`;
  const { parameters, request, options } = signatureOf(method, { used: names, self, isTaken: true });
  const { type, part, isStream } = answerOf(method, { used: names, self });
  const asked = `{ ${request.join(', ')} }`;
  const head = `${about(method)}${method.name}: ${part === '' ? '' : 'async '}(${[...parameters, options].join(', ')})`;
  if (isStream) return `${head}: Promise<${type}> => transport.stream(${asked}, options),`;
  if (method.gives === 'items')
    return `${head}: ${type} => paginate((cursor) => ask(${asked}, options), query.cursor),`;
  return part === ''
    ? `${head}: Promise<${type}> => ask(${asked}, options),`
    : `${head}: Promise<${type}> => (await ask<{ data: ${type} }>(${asked}, options)).data,`;
}

const LONGEST_SENTENCE = 160;

function about({ endpoint: { summary, description = '' }, gives }: Method): string {
  const [first = ''] = /^.+?[.!?](?= |$)/.exec(description) ?? [];
  const how = {
    answer: '',
    items: '`await` gives the first page, `for await` all items.',
    page: 'One page.',
    dryRun: 'A dry run: nothing is started.',
  };
  const said = first.length > LONGEST_SENTENCE ? '' : first;
  return comment([`${summary}.`, said, how[gives]].filter((text) => text !== '').join(' '));
}

interface Helpers {
  file: string;
  /** Builds on the plain methods. */
  takesPlain: boolean;
}

const HELPER = /^export function (\w+)Helpers\(transport: Transport(,?)/gm;

/** The helpers of resources, by the resource's name. */
function helpers(): Map<string, Helpers> {
  return new Map(
    readdirSync(HELPERS).flatMap((file) =>
      [...readFileSync(join(HELPERS, file), 'utf8').matchAll(HELPER)].map(
        ([, name = '', more]) => [name, { file, takesPlain: more === ',' }] as const,
      ),
    ),
  );
}

function resourceText(
  resource: string,
  methods: readonly Method[],
  more: Helpers | undefined,
  names: Set<string>,
): string {
  const plain = methods.map((method) => textOf(method, names)).join('\n\n');
  const ask = plain.includes('ask') ? 'const ask = asking(transport);\n' : '';
  const head = `function ${resource}Resource(transport: Transport) {\n${ask}`;
  if (more === undefined) return `${head}return {\n${plain}\n};\n}`;
  if (methods.length === 0) return `${head}return ${resource}Helpers(transport);\n}`;
  return `${head}const plain = {\n${plain}\n};\nreturn { ...plain, ...${resource}Helpers(transport${more.takesPlain ? ', plain' : ''}) };\n}`;
}

function importsOf(names: ReadonlySet<string>): string[] {
  const written = new Set(Object.values(WRITTEN_TYPES));
  const files = new Map<string, string[]>();
  for (const name of [...names].sort()) {
    const wire = FILE_OF.get(name);
    const file = wire === undefined && written.has(name) ? './requests.ts' : `./wire/${wire ?? 'vocabulary'}.ts`;
    files.set(file, [...(files.get(file) ?? []), name]);
  }
  return [...files].sort().map(([file, all]) => `import type { ${all.join(', ')} } from '${file}';`);
}

export function clientResources(): string {
  const written = helpers();
  const methods = ENDPOINTS.flatMap(methodsOf);
  const resources = [...new Set([...methods.map(({ resource }) => resource), ...written.keys()])].sort();
  const names = new Set<string>();
  const texts = resources.map((resource) =>
    resourceText(
      resource,
      methods.filter((method) => method.resource === resource),
      written.get(resource),
      names,
    ),
  );
  const text = `/** Generated from the contract's endpoints and \`helpers/\` by \`npm run generate\`. */
import { filterQuery } from './filter-query.ts';
${[...written]
  .sort()
  .map(([name, { file }]) => `import { ${name}Helpers } from './helpers/${file}';`)
  .join('\n')}
import { type List, type Paging, paginate } from './paginate.ts';
${importsOf(names).join('\n')}
import { asking, type CallOptions, type Transport } from './transport.ts';

export interface BrickworkClient {
${resources.map((name) => `${name}: ReturnType<typeof ${name}Resource>;`).join('\n')}
}

export function resourcesOf(transport: Transport): BrickworkClient {
return {
${resources.map((name) => `${name}: ${name}Resource(transport),`).join('\n')}
};
}

${texts.join('\n\n')}
`;
  return organised(text);
}
