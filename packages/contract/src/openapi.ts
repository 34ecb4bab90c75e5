/** OpenAPI 3.1 from the endpoint definitions. */
import { z } from 'zod';
import type { Endpoint, RequestHeader, ResponseDefinition } from './endpoint.ts';
import { webhookEvent } from './endpoints/webhooks.ts';
import { ENDPOINTS } from './endpoints.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { errorBody } from './fields.ts';
import { EVENT_TYPES } from './vocabulary.ts';

type Json = Record<string, unknown>;

const AUTH_ERRORS: readonly ErrorCode[] = ['missing_bearer_token', 'invalid_api_key', 'api_key_expired'];
const COMMON_ERRORS: readonly ErrorCode[] = ['internal_error', 'unavailable'];
const BODY_ERRORS: readonly ErrorCode[] = [
  'invalid_json',
  'invalid_parameter',
  'payload_too_large',
  'unsupported_media_type',
];

/** Every code that an endpoint may answer with. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [...(endpoint.errors ?? []), ...Object.values(endpoint.faults ?? {})];
  if (endpoint.access !== 'public') codes.push(...AUTH_ERRORS, 'rate_limited', ...COMMON_ERRORS);
  if (endpoint.access !== 'public' && endpoint.access !== 'any_key') codes.push('forbidden');
  if (endpoint.body) codes.push(...BODY_ERRORS);
  else if (endpoint.method === 'POST' && endpoint.access !== 'public')
    codes.push('payload_too_large', 'unsupported_media_type');
  if (endpoint.query) codes.push('invalid_parameter');
  return [...new Set(codes)];
}

export function buildOpenApi(options: { version: string; serverUrl: string }): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const endpoint of ENDPOINTS) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas) };
  }
  const webhooks = webhooksOf(schemas);
  openAnswered(schemas, [paths, webhooks]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Brickwork',
      version: options.version,
      summary: 'Conversation analysis: typed answers with confidence, reason and verbatim evidence.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.serverUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(ENDPOINTS.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, live or test.' } },
      schemas,
    },
  };
}

function operation(endpoint: Endpoint, schemas: Json): Json {
  const parameters = [
    ...parametersOf(endpoint.params, 'path', schemas),
    ...parametersOf(endpoint.query, 'query', schemas, endpoint.required),
    ...namedParameters(endpoint.queryPatterns, 'query'),
    ...namedParameters(endpoint.headers, 'header'),
  ];
  const json = endpoint.body && {
    schema: withRequired(
      toJsonSchema(endpoint.body, 'input', schemas, endpoint.ignoresForeignFields !== true),
      endpoint.required,
    ),
    ...(endpoint.bodyExample === undefined ? {} : { example: endpoint.bodyExample }),
  };
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    ...(endpoint.sdk === undefined
      ? {}
      : { 'x-sdk': typeof endpoint.sdk === 'string' ? { method: endpoint.sdk } : endpoint.sdk }),
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    ...(endpoint.access === 'public' || endpoint.access === 'any_key' ? {} : { 'x-permission': endpoint.access }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(json === undefined
      ? {}
      : { requestBody: { required: endpoint.bodyOptional !== true, content: { 'application/json': json } } }),
    responses: { ...successes(endpoint, schemas), ...failures(endpoint, schemas) },
  };
}

function withRequired(schema: Json, names: readonly string[] = []): Json {
  const known = Object.keys(schema.properties ?? {});
  const required = [
    ...((schema.required as string[] | undefined) ?? []),
    ...names.filter((name) => known.includes(name)),
  ];
  return required.length === 0 ? schema : { ...schema, required };
}

function parametersOf(
  schema: z.ZodType | undefined,
  location: 'path' | 'query',
  schemas: Json,
  required: readonly string[] = [],
): Json[] {
  if (schema === undefined) return [];
  const defaults = (schema.safeParse({}).data ?? {}) as Json;
  const object = toJsonSchema(schema, 'input', schemas) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, { description, ...property }]) => ({
    name,
    in: location,
    required: location === 'path' || [...(object.required ?? []), ...required].includes(name),
    ...(description === undefined ? {} : { description }),
    schema: property.type === 'integer' ? integer(property, defaults[name]) : property,
  }));
}

/** Parameters are text until they are parsed; a pattern for the text says nothing about the number. */
function integer({ pattern: _pattern, ...schema }: Json, byDefault: unknown): Json {
  return typeof byDefault === 'number' ? { ...schema, default: byDefault } : schema;
}

/** What a receiver gets, one entry per event type. */
function webhooksOf(schemas: Json): Json {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  const parameters = [
    header('Service-Event-Id', '`evt_…`, the same on every retry: deduplicate on it.'),
    header('Service-Delivery-Id', '`dlv_…`, new with every attempt.'),
    header('Service-Event-Type', 'The `type` of the event.'),
    header('Service-Timestamp', 'The time of the event in Unix seconds, the same on every retry.'),
    header(
      'Service-Signature',
      '`v1=<hex>`: HMAC-SHA256 of `<Service-Event-Id>.<Service-Timestamp>.<raw body>`, keyed with the base64-decoded part after `whsec_`.',
    ),
    header('Service-Signature-Previous', 'The same with the previous secret, for 24 hours after it was replaced.'),
    header(
      'webhook-id',
      'With `webhook-timestamp` and `webhook-signature`: the headers of Standard Webhooks, with the same secret.',
    ),
  ];
  const schema = toJsonSchema(webhookEvent, 'output', schemas);
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          summary: `The event ${type}`,
          security: [],
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: {
            200: {
              description:
                'Any 2xx within 15 seconds counts as delivered. Anything else is retried, up to ten attempts in all.',
            },
          },
        },
      },
    ]),
  );
}

function namedParameters(parameters: readonly RequestHeader[] | undefined, location: 'query' | 'header'): Json[] {
  return (parameters ?? []).map(({ name, description, example }) => ({
    name,
    in: location,
    description,
    schema: { type: 'string' },
    ...(example === undefined ? {} : { example }),
  }));
}

function successes(endpoint: Endpoint, schemas: Json): Json {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, response]) => [status, describeResponse(response, schemas)]),
  );
}

function describeResponse(response: ResponseDefinition, schemas: Json): Json {
  const example = response.example === undefined ? {} : { example: response.example };
  const content = response.schema
    ? { 'application/json': { schema: toJsonSchema(response.schema, 'output', schemas), ...example } }
    : Object.fromEntries(
        [response.contentType ?? 'text/plain', ...(response.otherContentTypes ?? [])].map((type) => [
          type,
          { schema: { type: 'string' }, ...example },
        ]),
      );
  const headers = Object.entries(response.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return {
    description: response.description,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    content,
  };
}

/** Of the conflicts, waiting helps with this one alone. */
const WITH_RETRY_AFTER: readonly ErrorCode[] = ['run_not_completed', 'rate_limited', 'unavailable'];
const RETRY_AFTER = {
  'Retry-After': {
    description: 'Whole seconds to wait, if waiting helps.',
    schema: { type: 'integer', minimum: 1 },
  },
};

const UNAUTHENTICATED = {
  'WWW-Authenticate': { description: 'How to authenticate: `Bearer`.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Whole seconds to wait after too many requests from this address failed to authenticate.',
    schema: { type: 'integer', minimum: 1 },
  },
};

function failures(endpoint: Endpoint, schemas: Json): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { ...failure(codes, schemas), ...headersOf(status, codes) }]),
  );
}

function headersOf(status: number, codes: readonly ErrorCode[]): Json {
  if (status === 401) return { headers: UNAUTHENTICATED };
  return codes.some((code) => WITH_RETRY_AFTER.includes(code)) ? { headers: RETRY_AFTER } : {};
}

function failure(codes: readonly ErrorCode[], schemas: Json): Json {
  const examples = codes.map((code) => [
    code,
    {
      summary: ERRORS[code].meaning,
      value: { error: code, message: `${ERRORS[code].meaning} ${ERRORS[code].action}` },
    },
  ]);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
    content: {
      'application/json': {
        schema: toJsonSchema(errorBody, 'output', schemas),
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** A schema with an id moves to the components; a reference is left in its place. `isClosed`: unknown fields are refused. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json, isClosed = false): Json {
  const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
    if (isClosed && zodSchema._zod.def.type === 'object') jsonSchema.additionalProperties ??= false;
  };
  const {
    $schema: _,
    $defs,
    ...root
  } = z.toJSONSchema(schema, { io, override, unrepresentable: 'any', target: 'draft-2020-12' }) as Json & {
    $defs?: Json;
  };
  for (const [id, definition] of Object.entries($defs ?? {})) schemas[id] = toComponents(definition as Json, io);
  return toComponents(root, io);
}

/** A component that is both sent and answered is described as it is answered: open to further fields. */
function openAnswered(schemas: Json, operations: readonly unknown[]): void {
  const left = operations.flatMap(answersIn).flatMap(namesIn);
  const answered = new Set<string>();
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (answered.has(name) || schemas[name] === undefined) continue;
    answered.add(name);
    schemas[name] = toComponents(schemas[name] as Json, 'output');
    left.push(...namesIn(schemas[name]));
  }
}

function answersIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === 'responses' ? [inner] : answersIn(inner)));
}

function namesIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].flatMap(([, name]) => name ?? []);
}

/** What is answered may gain fields: a generated client must not refuse them. */
function toComponents(value: Json, io: 'input' | 'output'): Json {
  const isDropped = (key: string, inner: unknown) =>
    (key === 'id' && typeof inner === 'string') ||
    (io === 'output' && key === 'additionalProperties' && inner === false);
  const text = JSON.stringify(value, (key, inner: unknown) => (isDropped(key, inner) ? undefined : inner));
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}
