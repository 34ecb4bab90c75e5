/**
 * Writes one run to one destination: reads its answers with reviewers' corrections, creates the request and sends it through the outbound
 * guard. Writing the same run twice writes the same values. Failures are outcomes, never thrown.
 */
import type { DestinationDocument } from '@brickwork/contract';
import { startDeadline } from '@brickwork/engine/core/deadline';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Hide } from '../../core/hide.ts';
import type { OutboundOutcome, SendRequest } from '../../core/outbound.ts';
import type { Scope } from '../../core/scope.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import { loadContent, type ResolveKit } from '../../kits/resolve-kit.ts';
import { asReviewed } from '../../reviews/as-reviewed.ts';
import type { ReviewStore } from '../../reviews/store/review-store.ts';
import { listDimensions } from '../../runs/dimensions/manage-dimensions.ts';
import type { FullRun } from '../../runs/run.ts';
import { toRunDocument } from '../../runs/run-document.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import { DELIVERY_DEADLINE_MS, type Sent } from '../outbox/deliver.ts';
import { openSecrets } from '../outbox/target.ts';
import type { Authorizer, Secrets } from './authorize.ts';
import { type ChosenField, chooseAnswers, textOf } from './choose-answers.ts';
import type { Destination } from './destination.ts';
import { type DestinationPlan, planOf } from './plan-destination.ts';
import { type EvaluateExpressions, type RenderedRequest, renderRequest } from './render-request.ts';
import { vendorMessage } from './vendor-message.ts';

export interface WriteRun {
  runs: Pick<RunStore, 'find' | 'findInput'>;
  kits: ResolveKit;
  reviews: Pick<ReviewStore, 'latestOf'>;
  dimensions: DimensionStore;
  expressions: EvaluateExpressions;
  authorizer: Authorizer;
  request: SendRequest;
  /** Throws with the reason if a URL is not public or not well-formed. */
  parseUrl(text: string): URL;
  box: SecretBox;
  hide: Hide;
  userAgent: string;
}

/** What is written where, before anything is sent. */
export type PlannedWrite = { runId: string; fields: ChosenField[] } & (
  | { kind: 'request'; record: string; request: RenderedRequest }
  | { kind: 'skipped'; reason: string }
  | { kind: 'failed'; reason: string }
);

export interface Written extends Sent {
  detail: string | undefined;
  /** The request; absent if none was created. */
  latencyMs: number | undefined;
}

const MOST_ANSWER = 16 * 1024;
const MOST_RECORD = 500;
/** Wrong credentials can be fixed while it is retried; other faults are temporary. */
const WORTH_ANOTHER = [401, 403, 408, 409, 423, 425, 429];

export type Target = Scope & Pick<Destination, 'document' | 'kitIds'>;

/** `isFirst`: nothing was written for the run before. */
export async function planWrite(
  deps: WriteRun,
  target: Target,
  runId: string,
  { isFirst, run }: { isFirst: boolean; run?: FullRun },
): Promise<PlannedWrite> {
  const found = run ?? (await deps.runs.find(target, runId));
  const skipped = (reason: string): PlannedWrite => ({ kind: 'skipped', reason, runId, fields: [] });
  if (found?.output === undefined) return skipped('The run has no answers: it did not succeed, or was erased.');
  if (target.kitIds !== undefined && !target.kitIds.includes(found.kitId))
    return skipped('The destination does not take runs of this kit.');
  const plan = planOf(target.document);
  if (plan.isAdding && !isFirst) return skipped('The note for this run was already added.');
  const record = await recordOf(deps, target, found);
  if (typeof record === 'object') return { kind: 'failed', reason: record.fault, runId, fields: [] };
  if (record === '') return skipped(`The run has no record: ${target.document.record} returns nothing.`);
  const [reviewed = found] = await asReviewed(
    { kits: deps.kits, reviews: { currentOf: deps.reviews.latestOf } },
    target,
    [found],
  );
  const shown = await shownRun(deps, target, reviewed);
  const fields = chooseAnswers(target.document, shown.output?.bricks ?? {});
  if (fields.every(({ value }) => value === undefined))
    return { ...skipped('No answer is sure enough to be written.'), fields };
  const scope = await scopeOf(deps, plan, { target, run: reviewed, shown, record, fields, isFirst });
  const request = await renderRequest(deps.expressions, plan, scope, target.workspaceId);
  if ('fault' in request) return { kind: 'failed', reason: request.fault, runId, fields };
  return { kind: 'request', runId, record, fields, request };
}

export async function writeRun(
  deps: WriteRun,
  destination: Destination,
  runId: string,
  isFirst: boolean,
  signal: AbortSignal,
): Promise<Written> {
  return sendPlanned(deps, destination, await planWrite(deps, destination, runId, { isFirst }), signal);
}

export async function sendPlanned(
  deps: WriteRun,
  destination: Destination,
  planned: PlannedWrite,
  signal: AbortSignal,
): Promise<Written> {
  if (planned.kind === 'skipped')
    return { outcome: 'skipped', end: 'skipped', detail: planned.reason, latencyMs: undefined };
  if (planned.kind === 'failed') return failed('request_invalid', planned.reason, { isFinal: true });
  // Including a request for a token.
  const deadline = startDeadline(DELIVERY_DEADLINE_MS, signal);
  const startedAt = performance.now();
  try {
    const written = await send(deps, destination, planned, deadline.signal);
    return { ...written, latencyMs: Math.round(performance.now() - startedAt) };
  } finally {
    deadline.end();
  }
}

async function send(
  deps: WriteRun,
  destination: Destination,
  { request, record, fields }: Extract<PlannedWrite, { kind: 'request' }>,
  signal: AbortSignal,
): Promise<Written> {
  const { auth, transient } = planOf(destination.document);
  const secrets = secretsFor(deps.box, destination);
  if (secrets === undefined) return failed('secret_unreadable', 'Set the secrets again.', { isFinal: true });
  const url = urlOf(deps, request.url);
  if ('detail' in url) return failed('url_refused', url.detail, { isFinal: true });
  const caller = { key: destination.targetId, owner: destination.workspaceId, signal };
  for (let isSecond = false; ; isSecond = true) {
    const authorized = await deps.authorizer.headersFor(auth, secrets, caller);
    if ('outcome' in authorized)
      return failed(authorized.outcome, authorized.detail, { retryAfter: authorized.retryAfter });
    const headers = { ...request.headers, ...authorized.headers, 'user-agent': deps.userAgent };
    const { method, body } = request;
    const answer = await deps.request({ method, url, headers, body, mostBytes: MOST_ANSWER }, signal, caller.owner);
    const isRefused = answer.fault === undefined && answer.status === 401;
    // The token expired early: one more attempt with a new one.
    if (isRefused && !isSecond && deps.authorizer.forget(auth, caller.key)) continue;
    return judge(answer, transient, [record, ...sentTexts(fields), ...Object.values(secrets)]);
  }
}

function judge(answer: OutboundOutcome, transient: readonly string[], sent: readonly string[]): Written {
  if (answer.fault !== undefined) return failed(answer.fault, undefined, {});
  const { status, response, retryAfter } = answer;
  if (status >= 200 && status < 300)
    return { outcome: 'succeeded', end: 'succeeded', detail: undefined, latencyMs: undefined };
  const text = response.toString('utf8');
  const isWorthIt = status >= 500 || WORTH_ANOTHER.includes(status) || transient.some((words) => text.includes(words));
  return failed(`http_${status}`, vendorMessage(response, sent), { isFinal: !isWorthIt, retryAfter });
}

function failed(
  outcome: string,
  detail: string | undefined,
  { isFinal = false, retryAfter }: { isFinal?: boolean; retryAfter?: string | undefined },
): Written {
  return { outcome, detail, isFinal, retryAfter, latencyMs: undefined };
}

export function secretsFor(box: SecretBox, destination: Destination): Secrets | undefined {
  return destination.secrets === undefined ? {} : openSecrets<Secrets>(box, destination, destination.secrets);
}

function urlOf({ parseUrl }: WriteRun, text: string): URL | { detail: string } {
  try {
    return parseUrl(text);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { detail: error.detail ?? 'The URL cannot be used.' };
  }
}

function sentTexts(fields: readonly ChosenField[]): string[] {
  return fields
    .flatMap(({ value, reason }) => [...(Array.isArray(value) ? value : [value]), reason])
    .filter((text) => typeof text === 'string');
}

/** Masked values are masked in the answers too; the record is found by the run's real values. */
async function shownRun({ hide, runs }: WriteRun, target: Target, run: FullRun): Promise<FullRun> {
  if (!target.document.mask) return run;
  const input = await runs.findInput(target, run.runId);
  return { ...run, output: (await hide(run.output, target.workspaceId, input)) as FullRun['output'] };
}

const PLAIN_RECORD = /^(?:(external_id)|(metadata|dimensions)\.([A-Za-z_][A-Za-z0-9_]*))$/;

/** Empty: the run has no record. Most definitions are a path, which needs no process. */
async function recordOf(deps: WriteRun, target: Target, run: FullRun): Promise<string | { fault: string }> {
  const { record } = target.document;
  const facts = await factsOf(deps, target, run);
  const [isPlain, externalId, of, key = ''] = PLAIN_RECORD.exec(record) ?? [];
  if (isPlain !== undefined) {
    const found = externalId === undefined ? facts[of === 'metadata' ? 'metadata' : 'dimensions'][key] : run.externalId;
    return checkedRecord(found);
  }
  const scope = JSON.stringify({ ...facts, run: toRunDocument(run) });
  const evaluated = await deps.expressions.evaluate({ record }, scope, target.workspaceId);
  if ('fault' in evaluated) return evaluated;
  const { record: json } = evaluated.results;
  return checkedRecord(json === undefined ? undefined : JSON.parse(json));
}

function checkedRecord(value: unknown): string | { fault: string } {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' && typeof value !== 'number')
    return { fault: 'record returns neither text nor a number.' };
  const text = String(value).trim();
  return text.length > MOST_RECORD ? { fault: `record returns more than ${MOST_RECORD} characters.` } : text;
}

async function factsOf(
  { dimensions }: WriteRun,
  { workspaceId }: Scope,
  { externalId, metadata = {} }: FullRun,
): Promise<{ external_id: string | undefined; metadata: Record<string, string>; dimensions: Record<string, string> }> {
  const known = await listDimensions({ dimensions }, workspaceId);
  const values = known.flatMap(({ name, metadataKey }): [string, string][] => {
    const value = metadata[metadataKey];
    return value === undefined ? [] : [[name, value]];
  });
  return { external_id: externalId, metadata, dimensions: Object.fromEntries(values) };
}

interface Scoped {
  target: Target;
  run: FullRun;
  shown: FullRun;
  record: string;
  fields: readonly ChosenField[];
  isFirst: boolean;
}

/** What expressions see. */
async function scopeOf(
  deps: WriteRun,
  { settings, isAdding }: DestinationPlan,
  { target, run, shown, record, fields, isFirst }: Scoped,
): Promise<Record<string, unknown>> {
  const content = await loadContent(deps.kits, target.workspaceId, run.kitVersionId);
  const names = new Map((content?.kit.bricks ?? []).map(({ key, name }) => [key, name ?? key]));
  const written = fields.filter(({ value }) => value !== undefined);
  const lines = written.flatMap(({ answer, field, value, reason }) => {
    // If fields are written too, a note lists answers: reasons are part of it.
    if (value === undefined || (!isAdding && answer.includes('.'))) return [];
    const label = isAdding ? field : (names.get(answer.split('.')[0] ?? answer) ?? answer);
    return [{ label, text: textOf(value), reason }];
  });
  const note = lines.map(({ label, text, reason }) => `${label}: ${text}${reason === undefined ? '' : ` (${reason})`}`);
  return {
    record,
    settings,
    values: Object.fromEntries(written.map(({ field, value }) => [field, value])),
    note: note.join('\n'),
    note_html: note.map(escapeHtml).join('<br>'),
    first: isFirst,
    // Without identities if they are masked: metadata may contain names.
    run: { ...toRunDocument(shown), ...(target.document.mask && { external_id: undefined, metadata: undefined }) },
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What is wrong with the definition, before it is stored or tried. */
export async function checkExpressions(
  { expressions }: Pick<WriteRun, 'expressions'>,
  document: DestinationDocument,
  own: Readonly<Record<string, string>>,
  owner: string,
): Promise<string | undefined> {
  const isPlain = PLAIN_RECORD.test(document.record);
  const all = { ...(!isPlain && { record: document.record }), ...own };
  return Object.keys(all).length === 0 ? undefined : expressions.parse(all, owner);
}
