/**
 * How the Python client says a request: the method of the TypeScript client in Python's spelling, parameters of the path first, everything else
 * by its name. What differs is listed. A test runs every sample against the client and looks at the request that it sends.
 */
import type { Operation } from './document.ts';
import { type Filled, parsedBody } from './filled-request.ts';
import { inPython } from './literals.ts';
import { queryOf } from './sdk-calls.ts';

type Fields = Record<string, unknown>;

/** Methods that the document does not name: the TypeScript client has them by hand. */
const BY_HAND: Readonly<Record<string, string>> = {
  createRun: 'runs.create_and_wait',
  createBatch: 'runs.create_batch',
  cancelRuns: 'runs.cancel_many',
  getRun: 'runs.get',
  countRuns: 'runs.count',
  cancelRun: 'runs.cancel',
  createImport: 'runs.import_',
  findKitSchema: 'kits.find_schema',
  pushKit: 'kits.push',
  getKitVersion: 'kits.version',
  publishKit: 'kits.publish',
  getKitDocumentSchema: 'kits.document_schema',
  listBricks: 'kits.bricks',
  reviewRun: 'reviews.add',
  previewReview: 'reviews.preview',
  queueRuns: 'review_queue.add',
  addGoldenRuns: 'golden_sets.add_runs',
  eraseCoachingNotes: 'coaching.erase',
  listWarehouseChanges: 'warehouse.changes',
  streamWarehouseRuns: 'warehouse.runs',
  putWebhook: 'webhooks.save',
  listEvents: 'webhooks.event_page',
  getEvent: 'webhooks.event',
  putIntake: 'intakes.put',
  rotateIntakeSecret: 'intakes.rotate',
  testIntake: 'intakes.test',
  openapi: 'service.openapi',
  readyz: 'service.is_ready',
  verifyAudit: 'audit.verify',
  streamQuestion: 'questions.follow',
  playRecording: 'recordings.audio',
  listAppeals: 'appeals.list',
  listIntakeDeliveries: 'intakes.deliveries',
};

const LISTS = new Set(['listAppeals', 'listIntakeDeliveries', 'streamQuestion']);
/** Their body is one argument. */
const WHOLE_BODY = new Set(['pushKit', 'reviewRun', 'previewReview', 'putGoldenSet']);
const KEYWORDS = new Set(['as', 'class', 'from', 'global', 'import', 'in', 'is', 'pass', 'with']);

const snakeCase = (name: string) => name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

const UPLOAD = `with open("call.wav", "rb") as file:
    recording = client.recordings.upload(file.read(), kit_code="KIT_CODE")
print(recording)`;

/** Undefined where the client has no method. */
export function pythonCall(operation: Operation, filled: Filled): string | undefined {
  const { id, sdk } = operation;
  if (id === 'uploadRecording') return UPLOAD;
  const query = flagged(operation, queryOf(operation, filled));
  const body = parsedBody(filled);
  const isTrial = sdk?.dryRun !== undefined && (body as Fields | undefined)?.dry_run === true;
  const named = isTrial ? sdk?.dryRun : (sdk?.method ?? sdk?.items ?? sdk?.page);
  const method = BY_HAND[id] ?? (named === undefined ? undefined : snakeCase(named));
  // The answer as a CSV is another method, page by page.
  if (method === undefined || query.format !== undefined) return undefined;
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => inPython(filled.path[name] || name));
  const isRun = id === 'createRun';
  const isAsync = isRun && (body as Fields | undefined)?.mode === 'async';
  const called = isAsync ? 'runs.create' : method;
  const call = `client.${called}(${written([...path, ...bodyOf(operation, body, query)])})`;
  if (isAsync) return `accepted = ${call}\nrun = client.runs.wait(accepted["run_id"])\nprint(run)`;
  if (sdk?.items !== undefined || sdk?.page !== undefined || LISTS.has(id))
    return `for item in ${call}:\n    print(item)`;
  if (id === 'playRecording')
    return `with ${call} as sound, open("call.wav", "wb") as file:\n    file.write(sound.read())`;
  if (isStream(operation)) return `with ${call} as stream:\n    for line in stream.lines():\n        print(line)`;
  return `${isRun ? 'run' : 'answer'} = ${call}\nprint(${isRun ? 'run' : 'answer'})`;
}

/** Others are dimensions: `answer.BRICK`, and `DIMENSION` to be replaced. */
const PLAIN_NAME = /^[a-z]\w*$/;

/** The arguments after those of the path. */
function bodyOf(operation: Operation, body: unknown, query: Fields): string[] {
  const { id, sdk } = operation;
  const left: Readonly<Record<string, readonly string[]>> = { createRun: ['mode'], verifyAudit: ['cursor', 'limit'] };
  const dropped = [...(left[id] ?? []), ...(sdk?.dryRun === undefined ? [] : ['dry_run'])];
  const isWhole = WHOLE_BODY.has(id) || Array.isArray(body);
  const first = isWhole ? [inPython(body)] : id === 'createBatch' ? [inPython((body as Fields).runs)] : [];
  const fields = isWhole || id === 'createBatch' ? {} : ((body ?? {}) as Fields);
  const all = Object.entries({ ...query, ...fields }).filter(([name]) => !dropped.includes(name));
  const where = Object.fromEntries(all.filter(([name]) => !PLAIN_NAME.test(name)));
  const named = all.filter(([name]) => PLAIN_NAME.test(name));
  return [
    ...first,
    ...named.map(([name, value]) => `${KEYWORDS.has(name) ? `${name}_` : name}=${inPython(value)}`),
    ...(Object.keys(where).length === 0 ? [] : [`where=${inPython(where)}`]),
  ];
}

const WIDEST = 70;

/** On one line where it fits. */
function written(args: readonly string[]): string {
  const line = args.join(', ');
  if (line.length <= WIDEST && !line.includes('\n')) return line;
  return `\n${args.map((each) => `    ${each.replaceAll('\n', '\n    ')},\n`).join('')}`;
}

/** Answers that are lines. */
function isStream({ responses }: Operation): boolean {
  const [, answer] =
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .at(-1) ?? [];
  const types = Object.keys(answer?.content ?? {});
  return types.length > 0 && !types.some((type) => /^application\/(.+\+)?json$/.test(type));
}

/** Parameters that are "true" or "false" in the address are booleans in Python. */
function flagged({ parameters }: Operation, query: Fields): Fields {
  const isFlag = (name: string) => {
    const values = parameters.find((each) => each.in === 'query' && each.name === name)?.schema.enum;
    return values?.every((value) => ['true', 'false', '1', '0'].includes(String(value))) === true;
  };
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, isFlag(name) ? ['true', '1'].includes(String(value)) : value]),
  );
}
