import { ENDPOINTS, ERRORS, errorsOf } from '@brickwork/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
// biome-ignore lint/suspicious/noExplicitAny: a document read the way any tool reads it.
let document: any;
/** One for all endpoints: it looks at the whole document when it is given one. */
const ajv = new Ajv2020({ strict: false, validateFormats: false });
beforeAll(async () => {
  service = await sharedTestService();
  document = (await service.call('GET', '/openapi.json')).body;
  ajv.addSchema(document, 'openapi');
});
afterAll(() => service.stop());

const pathOf = (path: string) => path.replace(/:(\w+)/g, '{$1}');

describe('GET /openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('says what strict clients need', () => {
    const { get, post } = document.paths['/v1/runs'];
    const parameter = (operation: { parameters: { name: string }[] }, name: string) =>
      operation.parameters.find((one) => one.name === name);
    expect(parameter(get, 'limit')).toMatchObject({
      required: false,
      schema: { type: 'integer', minimum: 1, default: 50 },
      description: expect.stringContaining('50 by default'),
    });
    expect(JSON.stringify(document)).not.toMatch(/"type":"integer"[^{}]*"pattern"/);
    expect(parameter(document.paths['/v1/bricks'].get, 'ids')).toMatchObject({ required: true });
    const { schema } = document.paths['/v1/webhooks'].post.requestBody.content['application/json'];
    expect(schema.required).toEqual(['url']);
    for (const status of [429, 503]) expect(post.responses[status].headers).toHaveProperty('Retry-After');
    // A key that was used for another request stays used.
    expect(post.responses[409]).not.toHaveProperty('headers');
    expect(document.paths['/v1/runs/{runId}/cancel'].post.responses).toHaveProperty('415');
    const exported = document.paths['/v1/runs/export'].get.responses[200].content;
    expect(Object.keys(exported)).toEqual(['application/x-ndjson', 'text/csv']);
    const event = document.webhooks['run.succeeded'].post;
    expect(parameter(event, 'Service-Signature')).toMatchObject({ in: 'header' });
    expect(event.requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/WebhookEvent' });
    expect(document.components.schemas.Run).not.toHaveProperty('additionalProperties', false);
  });

  it('closes no schema that is answered, however it is referred to', () => {
    const seen = new Set<string>();
    const closed = (value: unknown, at: string): string[] => {
      if (typeof value !== 'object' || value === null) return [];
      return Object.entries(value).flatMap(([name, inner]): string[] => {
        if (name === 'additionalProperties' && inner === false) return [at];
        const component = name === '$ref' ? String(inner).split('/').at(-1) : undefined;
        if (component === undefined || seen.has(component)) return closed(inner, `${at}/${name}`);
        seen.add(component);
        return closed(document.components.schemas[component], component);
      });
    };
    const answers = Object.values<Record<string, { responses: object }>>(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ responses }) => responses),
    );
    expect(answers.flatMap((answer) => closed(answer, ''))).toEqual([]);
    expect(seen.size).toBeGreaterThan(20);
  });

  it('has every endpoint of the contract and nothing else', () => {
    const wanted = ENDPOINTS.map(({ method, path }) => `${method} ${pathOf(path)}`).sort();
    const found = Object.entries<object>(document.paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      .sort();
    expect(found).toEqual(wanted);
  });

  it.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s is served, lists its errors, and its examples match its schemas',
    (_id, endpoint) => {
      expect(service.service.app.fastify.hasRoute({ method: endpoint.method, url: endpoint.path })).toBe(true);
      const operation = document.paths[pathOf(endpoint.path)][endpoint.method.toLowerCase()];
      expect(operation.operationId).toBe(endpoint.id);
      for (const code of errorsOf(endpoint)) {
        expect(operation.responses[ERRORS[code].status].content['application/json'].examples[code].value.error).toBe(
          code,
        );
      }
      const parts = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
        Object.values(part?.content ?? {}),
      );
      for (const { schema, example } of parts as { schema?: object; example?: unknown }[]) {
        if (schema === undefined || example === undefined) continue;
        const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'));
        const isValid = ajv.validate(absolute, example);
        expect(ajv.errorsText()).toBe('No errors');
        expect(isValid).toBe(true);
      }
    },
  );

  it('has components with content, not only references to themselves', () => {
    for (const [name, schema] of Object.entries<Record<string, unknown>>(document.components.schemas)) {
      expect([name, Object.keys(schema)]).not.toEqual([name, ['$ref']]);
    }
  });

  it('uses every documented path parameter in the path', () => {
    for (const endpoint of ENDPOINTS) {
      const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      const documented = (document.paths[pathOf(endpoint.path)][endpoint.method.toLowerCase()].parameters ?? [])
        .filter((parameter: { in: string }) => parameter.in === 'path')
        .map((parameter: { name: string }) => parameter.name);
      expect(documented).toEqual(names);
    }
  });
});

describe('the document', () => {
  it('is sent compressed, and not again while it is the same', async () => {
    const send = (headers: Record<string, string>) => fetch(`${service.url}/openapi.json`, { headers });
    const plain = await send({ 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const packed = await send({ 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toBe('accept-encoding');
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 4);
    expect(await packed.text()).toBe(await plain.text());
    const etag = packed.headers.get('etag') ?? '';
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const same = await send({ 'if-none-match': tags });
      expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await send({ 'if-none-match': '"other"' })).status).toBe(200);
  });
});
