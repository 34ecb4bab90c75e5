/**
 * How the TypeScript client says a request. Most methods are written from the contract and take path, body and query in this order; the others are
 * listed. A test compiles every call against the client.
 */
import type { Operation } from './document.ts';
import { type Filled, parsedBody } from './filled-request.ts';
import { inTypeScript } from './literals.ts';

type Body = Record<string, unknown>;
type Call = (args: { path: (name: string) => string; query: Record<string, unknown>; body: Body }) => string;

const literal = (value: unknown) => inTypeScript(value);
const optional = (value: Record<string, unknown>) => (Object.keys(value).length === 0 ? '' : `, ${literal(value)}`);

function without(body: Body, ...names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Methods that are more than one request, or take their arguments in an order of their own. */
const BY_HAND: Readonly<Record<string, Call>> = {
  createRun: ({ body }) =>
    body.mode === 'async'
      ? `const { run_id } = await client.runs.create(${literal(without(body, 'mode'))});\nconst run = await client.runs.wait(run_id);`
      : `const run = await client.runs.createAndWait(${literal(without(body, 'mode'))});`,
  countRuns: ({ query }) =>
    `const count = await client.runs.count(${literal({ ...query, ...(query.facets !== undefined && { facets: String(query.facets).split(',') }) })});`,
  getRun: ({ path, query }) => {
    const include = query.include === undefined ? {} : { include: String(query.include).split(',') };
    const mask = query.mask === undefined ? {} : { mask: true };
    return `const run = await client.runs.get(${path('runId')}${optional({ ...query, ...include, ...mask })});`;
  },
  cancelRun: ({ path }) => `const run = await client.runs.cancel(${path('runId')});`,
  cancelRuns: ({ body }) => `const cancelled = await client.runs.cancelMany(${literal(body)});`,
  createBatch: ({ body }) => `const lines = await client.runs.createBatch(${literal(body.runs ?? [])});`,
  createImport: ({ body }) =>
    `const imported = await client.runs.import(${literal(without(body, 'runs'))}, ${literal(body.runs ?? [])});`,
  reviewRun: ({ path, body, query }) =>
    `const reviews = await client.reviews.add(${path('runId')}, ${literal(body)}${optional(
      query.reviewer === undefined ? {} : { reviewer: query.reviewer },
    )});`,
  queueRuns: ({ path, body }) =>
    `const queued = await client.reviewQueue.add(${path('kitId')}, ${literal(body.run_ids ?? [])}${optional(without(body, 'run_ids'))});`,
  addGoldenRuns: ({ path, body }) =>
    `const added = await client.goldenSets.addRuns(${path('kitId')}, ${path('name')}, ${literal(body.run_ids ?? [])}${optional(without(body, 'run_ids'))});`,
  findKitSchema: ({ query }) =>
    `const schema = await client.kits.findSchema(${literal(Object.keys(query).length === 0 ? { kit_code: 'KIT_CODE' } : query)});`,
  listBricks: ({ query }) => `const bricks = await client.kits.bricks(${literal(String(query.ids ?? '').split(','))});`,
  pushKit: ({ body, query }) =>
    `const kit = await client.kits.push(${literal(body)}${optional(query.publish === undefined ? {} : { publish: query.publish === 'true' })});`,
  getKitVersion: ({ path }) => `const version = await client.kits.version(${path('kitId')}, ${path('version')});`,
  publishKit: ({ path, body }) => `const kit = await client.kits.publish(${path('kitId')}${optional(body)});`,
  eraseCoachingNotes: ({ query }) =>
    `const { deleted } = await client.coaching.erase(${literal(query.agent ?? 'AGENT')});`,
  listWarehouseChanges: ({ query }) =>
    `const changes = await client.warehouse.changes(${query.after === undefined ? '' : literal(query.after)});`,
  streamWarehouseRuns: ({ query }) =>
    `const lines = await client.warehouse.runs(${literal(String(query.days ?? '').split(','))});`,
  getKitDocumentSchema: () => 'const schema = await client.kits.documentSchema();',
  putWebhook: ({ body }) => `const webhook = await client.webhooks.save(${literal(body)});`,
  listEvents: ({ query }) => `const page = await client.webhooks.eventPage(${literal(numbers(query))});`,
  getEvent: ({ path }) => `const event = await client.webhooks.event(${path('eventId')});`,
  putIntake: ({ path, body }) =>
    `const intake = await client.intakes.put(${path('name')}, ${literal(body.intake ?? {})}${optional(without(body, 'intake', 'grace_hours'))});`,
  rotateIntakeSecret: ({ path }) => `const intake = await client.intakes.rotate(${path('name')});`,
  testIntake: ({ path, body }) =>
    `const preview = await client.intakes.test(${path('name')}, ${literal(body.payload ?? {})}${optional(without(body, 'payload', 'delivery_id'))});`,
  verifyAudit: ({ query }) =>
    `const verification = await client.audit.verify(${optional(without(query, 'cursor')).slice(2)});`,
  uploadRecording: () =>
    "const content = await openAsBlob('call.wav');\nconst recording = await client.recordings.upload(content, { kit_code: 'KIT_CODE' });",
  playRecording: ({ path, query }) =>
    `const sound = await client.recordings.audio(${path('recordingId')}${optional(query.mask === undefined ? {} : { mask: true })});`,
  readyz: () => 'const isReady = await client.service.isReady();',
  openapi: () => 'const document = await client.service.openapi();',
};

function numbers(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, /^\d+$/.test(String(value)) ? Number(value) : value]),
  );
}

/** What a call needs beside the client. */
export const IMPORTS: Readonly<Record<string, string>> = {
  uploadRecording: "import { openAsBlob } from 'node:fs';\n",
};

/** Undefined where the client has no method. */
export function callWith(operation: Operation, filled: Filled): string | undefined {
  const path = (name: string) => literal(filled.path[name] || name);
  const query = queryOf(operation, filled);
  const body = parsedBody(filled);
  const byHand = BY_HAND[operation.id];
  if (byHand !== undefined) return byHand({ path, query, body: (body ?? {}) as Body });
  const { sdk } = operation;
  const args = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => path(name));
  const isTrial = sdk?.dryRun !== undefined && (body as Body | undefined)?.dry_run === true;
  if (body !== undefined) args.push(literal(isTrial ? without(body as Body, 'dry_run') : body));
  if (sdk?.items !== undefined) {
    const more = without(query, 'limit', 'cursor');
    const given = [...args, ...(Object.keys(more).length === 0 ? [] : [literal(more)])].join(', ');
    return `for await (const item of client.${sdk.items}(${given})) {\n  console.log(item);\n}`;
  }
  const method = isTrial ? sdk?.dryRun : (sdk?.method ?? sdk?.page);
  if (method === undefined) return undefined;
  if (Object.keys(query).length > 0) args.push(literal(query));
  return `const answer = await client.${method}(${args.join(', ')});`;
}

/** In the client's types: numbers and booleans as such. Anything that is not a number stays as typed. */
export function queryOf({ parameters }: Operation, { query }: Filled): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => {
        const type = parameters.find((each) => each.in === 'query' && each.name === name)?.schema.type;
        const isNumber = (type === 'integer' || type === 'number') && Number.isFinite(Number(value));
        if (isNumber) return [name, Number(value)];
        return [name, type === 'boolean' ? value === 'true' : value];
      }),
  );
}
