/** The OpenAPI document as the reference reads it: operations in the order of their tags, and schemas by name. */
export type Schema = {
  [key: string]: unknown;
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  format?: string;
};

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { summary: string; value: { message?: string } }>;
}

export interface Answer {
  description: string;
  headers?: Record<string, { description?: string; schema: Schema }>;
  content?: Record<string, Content>;
}

/** Methods of the TypeScript client. */
interface Sdk {
  method?: string;
  /** The same with `dry_run`. */
  dryRun?: string;
  items?: string;
  page?: string;
  queryInOptions?: true;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description?: string;
  isPublic: boolean;
  permission?: string;
  sdk?: Sdk;
  parameters: readonly Parameter[];
  body?: Content;
  isBodyRequired: boolean;
  responses: Record<string, Answer>;
}

export interface Reference {
  version: string;
  summary: string;
  tags: readonly { name: string; operations: readonly Operation[] }[];
  operations: readonly Operation[];
  schemas: Readonly<Record<string, Schema>>;
  events: { types: readonly string[]; headers: readonly Parameter[]; body: Content | undefined; answer: string };
}

interface WireOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: unknown[];
  'x-permission'?: string;
  'x-sdk'?: Sdk;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, Answer>;
}

export interface OpenApiDocument {
  info: { version: string; summary: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, WireOperation>>;
  webhooks: Record<string, { post: WireOperation }>;
  components: { schemas: Record<string, Schema> };
}

export function readDocument(document: OpenApiDocument): Reference {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, wire]) => operationOf(method.toUpperCase(), path, wire)),
  );
  const tags = document.tags.map(({ name }) => ({ name, operations: all.filter(({ tag }) => tag === name) }));
  const events = Object.entries(document.webhooks);
  const event = events[0]?.[1].post;
  return {
    version: document.info.version,
    summary: document.info.summary,
    tags,
    operations: tags.flatMap(({ operations }) => operations),
    schemas: document.components.schemas,
    events: {
      types: events.map(([type]) => type),
      headers: event?.parameters ?? [],
      body: event?.requestBody?.content['application/json'],
      answer: event?.responses['200']?.description ?? '',
    },
  };
}

function operationOf(method: string, path: string, wire: WireOperation): Operation {
  const { description, 'x-permission': permission, 'x-sdk': sdk, requestBody, parameters = [] } = wire;
  const body = requestBody?.content['application/json'];
  return {
    id: wire.operationId,
    method,
    path,
    tag: wire.tags[0] ?? '',
    summary: wire.summary,
    isPublic: wire.security?.length === 0,
    parameters,
    isBodyRequired: requestBody?.required === true,
    responses: wire.responses,
    ...(description !== undefined && { description }),
    ...(permission !== undefined && { permission }),
    ...(sdk !== undefined && { sdk }),
    ...(body !== undefined && { body }),
  };
}

/** What a reference stands for, with its name. A description beside a reference wins over the one of what is referred to. */
export function resolve(schema: Schema, schemas: Reference['schemas']): Schema & { title?: string } {
  const name = schema.$ref?.split('/').at(-1);
  const whole = schema.allOf?.length === 1 ? schema.allOf[0] : undefined;
  if (whole !== undefined) return { ...resolve(whole, schemas), ...withDescription(schema) };
  if (name === undefined) return schema;
  return { title: name, ...schemas[name], ...withDescription(schema) };
}

const withDescription = ({ description }: Schema) => (description === undefined ? {} : { description });

/** The alternatives of a schema without the null that only means "or nothing". */
export function alternativesOf(schema: Schema): { alternatives: readonly Schema[]; isNullable: boolean } {
  const all = schema.anyOf ?? schema.oneOf ?? [];
  const alternatives = all.filter(({ type }) => type !== 'null');
  return { alternatives, isNullable: alternatives.length < all.length };
}

/** `array of Review`, `text or null`, `date-time`. */
export function typeWords(schema: Schema, schemas: Reference['schemas']): string {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) {
    const resolved = resolve(schema, schemas);
    return resolved.properties !== undefined || resolved.enum === undefined ? name : typeWords(resolved, schemas);
  }
  if (schema.allOf?.length === 1) return typeWords(schema.allOf[0] ?? {}, schemas);
  const { alternatives, isNullable } = alternativesOf(schema);
  if (alternatives.length > 0) {
    const words = [...new Set(alternatives.map((each) => typeWords(each, schemas)))];
    return [...words, ...(isNullable ? ['null'] : [])].join(' or ');
  }
  if (schema.type === 'array') return `array of ${typeWords(schema.items ?? {}, schemas)}`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'object' && schema.properties === undefined && isMap(schema))
    return `map of ${typeWords(schema.additionalProperties as Schema, schemas)}`;
  return schema.format ?? schema.type ?? 'any';
}

function isMap({ additionalProperties }: Schema): boolean {
  return typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
}

/** Default and limits: `1 to 100`, `default 50`. */
export function limitWords(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema as Record<string, number | undefined>;
  const range = (low: number | undefined, high: number | undefined, unit: string) => {
    const isOpen = high === undefined || high >= Number.MAX_SAFE_INTEGER;
    if (isOpen) return low === undefined || low <= 0 ? [] : [`at least ${low}${unit}`];
    return [
      low === undefined || low <= Number.MIN_SAFE_INTEGER ? `at most ${high}${unit}` : `${low} to ${high}${unit}`,
    ];
  };
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ];
}
