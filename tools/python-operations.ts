/** Which endpoint is which method of the Python client: the contract's `sdk`, and what the TypeScript client has by hand. */
import { ENDPOINTS, type Endpoint } from '@brickwork/contract';

export interface PythonOperation {
  id: string;
  resource: string;
  name: string;
  gives: 'answer' | 'items' | 'dryRun';
  isRepeatable: boolean;
  /** Of a body that is one argument. */
  bodyName?: string | undefined;
  /** Only these parameters of the query. */
  query?: readonly string[] | undefined;
}

interface ByHand {
  method: string;
  isRepeatable?: true;
  bodyName?: string;
  isList?: true;
}

/** Endpoints that the TypeScript client calls in helpers, and Python as any other. */
const BY_HAND: Readonly<Record<string, ByHand>> = {
  getRun: { method: 'runs.get' },
  countRuns: { method: 'runs.count' },
  cancelRun: { method: 'runs.cancel' },
  createImport: { method: 'runs.import_', isRepeatable: true },
  findKitSchema: { method: 'kits.find_schema' },
  pushKit: { method: 'kits.push', isRepeatable: true, bodyName: 'document' },
  getKitVersion: { method: 'kits.version' },
  publishKit: { method: 'kits.publish' },
  getKitDocumentSchema: { method: 'kits.document_schema' },
  listBricks: { method: 'kits.bricks' },
  reviewRun: { method: 'reviews.add', isRepeatable: true, bodyName: 'reviews' },
  previewReview: { method: 'reviews.preview', isRepeatable: true, bodyName: 'reviews' },
  queueRuns: { method: 'review_queue.add', isRepeatable: true },
  addGoldenRuns: { method: 'golden_sets.add_runs', isRepeatable: true },
  eraseCoachingNotes: { method: 'coaching.erase' },
  listWarehouseChanges: { method: 'warehouse.changes' },
  streamWarehouseRuns: { method: 'warehouse.runs' },
  putWebhook: { method: 'webhooks.save', isRepeatable: true },
  listEvents: { method: 'webhooks.event_page' },
  getEvent: { method: 'webhooks.event' },
  putIntake: { method: 'intakes.put' },
  rotateIntakeSecret: { method: 'intakes.rotate' },
  testIntake: { method: 'intakes.test', isRepeatable: true },
  openapi: { method: 'service.openapi' },
  listAppeals: { method: 'appeals.list', isList: true },
  listIntakeDeliveries: { method: 'intakes.deliveries', isList: true },
};

/** Written by hand in `_async/helpers.py`, or not for programs that hold a key. */
export const NOT_GENERATED: readonly string[] = [
  ...['createRun', 'createBatch', 'cancelRuns', 'streamQuestion', 'verifyAudit', 'readyz'],
  ...['uploadRecording', 'playRecording'],
  ...['receiveDelivery', 'answerIntakeHandshake', 'healthz', 'metrics', 'mcp'],
];

export const snakeCase = (name: string) =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** A page of a CSV is another method, by hand. */
const QUERY_WITHOUT: Readonly<Record<string, readonly string[]>> = { getInsights: ['format'] };

function operationsOf(endpoint: Endpoint): PythonOperation[] {
  const { id, sdk, repeatable, query } = endpoint;
  const byHand = BY_HAND[id];
  const operation = (path: string, gives: PythonOperation['gives']): PythonOperation => {
    const [resource = '', name = ''] = path.split('.');
    return {
      ...{ id, resource: snakeCase(resource), name: snakeCase(name), gives, bodyName: byHand?.bodyName },
      isRepeatable: repeatable === true || byHand?.isRepeatable === true,
      query: without(query, QUERY_WITHOUT[id]),
    };
  };
  if (byHand !== undefined) return [operation(byHand.method, byHand.isList === true ? 'items' : 'answer')];
  if (sdk === undefined) return [];
  if (typeof sdk === 'string') return [operation(sdk, 'answer')];
  if ('method' in sdk)
    return [...(sdk.dryRun === undefined ? [] : [operation(sdk.dryRun, 'dryRun')]), operation(sdk.method, 'answer')];
  return [operation(sdk.items ?? sdk.page ?? '', 'items')];
}

function shapeKeys(query: NonNullable<Endpoint['query']>): Record<string, unknown> {
  return ((query as unknown as { shape?: Record<string, unknown> }).shape ?? {}) as Record<string, unknown>;
}

function without(query: Endpoint['query'], names: readonly string[] | undefined): readonly string[] | undefined {
  if (query === undefined || names === undefined) return undefined;
  return Object.keys(shapeKeys(query)).filter((key) => !names.includes(key));
}

export const PYTHON_OPERATIONS: readonly PythonOperation[] = ENDPOINTS.flatMap(operationsOf);
