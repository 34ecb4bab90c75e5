/** Storing, reading, deleting and testing destinations, their log, and replays. Secrets are never returned. */
import type { DestinationDocument, DestinationStatus } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import type { Clock } from '../../core/clock.ts';
import { pageOf, readCursor } from '../../core/cursor.ts';
import { decodeId, isUuid, newUuid } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import { getKit, type ManageKits } from '../../kits/manage-kits.ts';
import { loadContent } from '../../kits/resolve-kit.ts';
import type { FullRun } from '../../runs/run.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import { expectStored, expectTarget, sealSecrets } from '../outbox/target.ts';
import type { Destination, DestinationDelivery, ListedDestination } from './destination.ts';
import { audienceOf, invalid, planOf, secretsOf } from './plan-destination.ts';
import { expressionsOf } from './render-request.ts';
import type { DestinationStore } from './store/destination-store.ts';
import type { ReplayWrites } from './store/replay-writes.ts';
import { checkExpressions, type PlannedWrite, planWrite, secretsFor, sendPlanned, type WriteRun } from './write-run.ts';

export interface ManageDestinations extends WriteRun {
  destinations: DestinationStore;
  replays: ReplayWrites;
  kits: ManageKits;
  runs: Pick<RunStore, 'find' | 'findInput' | 'list'>;
  clock: Clock;
  /** Refuses addresses that the outbound guard would not connect to. */
  checkUrl(text: string, workspaceId: string): Promise<URL>;
}

/** Per workspace and environment: each causes a request for every run. */
const MOST_DESTINATIONS = 20;
/** Replayed per request; the rest needs further requests. */
const MOST_REPLAYED = 1_000;
/** How many of the newest runs are searched for one with a record. */
const LOOKED_AT = 20;

export async function putDestination(
  deps: ManageDestinations,
  scope: Scope,
  name: string,
  document: DestinationDocument,
  given: Readonly<Record<string, string>>,
): Promise<ListedDestination> {
  const kitIds = await checkDocument(deps, scope, document);
  const fresh = newUuid(deps.clock.now());
  const stored = await deps.destinations.put(scope, {
    name,
    destinationId: fresh,
    document,
    kitIds,
    now: deps.clock.now(),
    most: MOST_DESTINATIONS,
    settle: (known) => settleSecrets(deps, known ?? { ...scope, targetId: fresh }, document, given),
  });
  return expectStored('destination', stored, MOST_DESTINATIONS);
}

/** The ids of its kits, undefined for all. Throws with what is wrong with the definition. */
async function checkDocument(
  deps: ManageDestinations,
  { workspaceId }: Scope,
  document: DestinationDocument,
): Promise<string[] | undefined> {
  const { request, auth, baseUrl } = planOf(document);
  const twice = Object.values(document.fields).find((field, index, all) => all.indexOf(field) !== index);
  if (twice !== undefined) throw invalid(`fields: two answers go to “${twice}”.`);
  await deps.checkUrl(baseUrl, workspaceId);
  if (auth.type === 'oauth') await deps.checkUrl(auth.token_url, workspaceId);
  // The URLs of presets are ours.
  const own = document.preset === undefined ? expressionsOf(request) : {};
  const fault = await checkExpressions(deps, document, own, workspaceId);
  if (fault !== undefined) throw invalid(fault);
  return document.kits && checkKits(deps, workspaceId, document.kits, document.fields);
}

/** Answers that none of the kits has are most likely typing mistakes. */
async function checkKits(
  { kits }: ManageDestinations,
  workspaceId: string,
  names: readonly string[],
  fields: DestinationDocument['fields'],
): Promise<string[]> {
  const ids: string[] = [];
  const bricks = new Set<string>();
  for (const name of names) {
    const kit = await getKit(kits, workspaceId, name);
    ids.push(kit.kitId);
    const head = await kits.store.findHead(workspaceId, { kitId: kit.kitId });
    const content = head && (await loadContent(kits, workspaceId, head.kitVersionId));
    for (const { key } of content?.kit.bricks ?? []) bricks.add(key);
  }
  for (const answer of Object.keys(fields)) {
    const [key = answer] = answer.split('.');
    if (bricks.has(key)) continue;
    const hint = didYouMean(key, [...bricks]) ?? `They have: ${[...bricks].slice(0, 20).join(', ')}.`;
    throw invalid(`fields.${answer}: none of the kits has a brick “${key}”; ${hint}`);
  }
  return ids;
}

/** Omitted secrets are kept, unless they would be sent to another address. */
function settleSecrets(
  { box }: ManageDestinations,
  destination: Scope & Pick<Destination, 'targetId'> & Partial<Destination>,
  document: DestinationDocument,
  given: Readonly<Record<string, string>>,
): { secrets: Buffer | undefined; names: string[] } {
  const plan = planOf(document);
  const needed = secretsOf(plan.auth);
  const unknown = Object.keys(given).find((name) => !needed.includes(name));
  if (unknown !== undefined)
    throw new ServiceError('invalid_parameter', {
      detail: `secrets.${unknown}: is not used. ${needed.length === 0 ? 'The destination needs no secrets.' : `The destination needs: ${needed.join(', ')}.`}`,
    });
  const isKnown = destination.document !== undefined && audienceOf(planOf(destination.document)) === audienceOf(plan);
  const stored = isKnown ? (secretsFor(box, destination as Destination) ?? {}) : {};
  const all: Record<string, string | undefined> = { ...stored, ...given };
  const missing = needed.filter((name) => all[name] === undefined);
  if (missing.length > 0)
    throw new ServiceError('invalid_parameter', {
      detail: `secrets: give ${missing.join(', ')}${destination.document === undefined || isKnown ? '' : ' again, because they go to another address now'}.`,
    });
  const isSame = Object.keys(given).every((name) => stored[name] === given[name]);
  if (isKnown && isSame && Object.keys(stored).length === needed.length)
    return { secrets: destination.secrets, names: needed };
  const kept = Object.fromEntries(needed.map((name) => [name, all[name]]));
  return { secrets: needed.length === 0 ? undefined : sealSecrets(box, destination, kept), names: needed };
}

type Destinations = Pick<ManageDestinations, 'destinations'>;

export async function getDestination(
  { destinations }: Destinations,
  scope: Scope,
  name: string,
): Promise<ListedDestination> {
  return expectTarget('destination', await destinations.find(scope, name));
}

export async function deleteDestination({ destinations }: Destinations, scope: Scope, name: string): Promise<void> {
  expectTarget('destination', await destinations.remove(scope, name));
}

export async function listDeliveries(
  deps: ManageDestinations,
  scope: Scope,
  name: string,
  { limit, cursor, status, runId }: { limit: number; cursor?: string; status?: DestinationStatus; runId?: string },
): Promise<{ deliveries: DestinationDelivery[]; nextCursor: string | undefined }> {
  const destination = await getDestination(deps, scope, name);
  const before = cursor === undefined ? undefined : readCursor(cursor, (text) => (isUuid(text) ? text : undefined));
  const runUuid = runId === undefined ? undefined : decodeId('run', runId);
  if (runId !== undefined && runUuid === undefined) return { deliveries: [], nextCursor: undefined };
  const found = await deps.destinations.deliveries(destination, { limit: limit + 1, before, status, run_id: runUuid });
  const { items, nextCursor } = pageOf(found, limit, ({ deliveryId }) => decodeId('dsd', deliveryId) ?? '');
  return { deliveries: items, nextCursor };
}

/** What would be sent, by the stored definition or by one being tried. */
export async function previewDestination(
  deps: ManageDestinations,
  { workspaceId, environment }: Scope,
  name: string,
  given: { document: DestinationDocument | undefined; runId: string | undefined },
): Promise<PlannedWrite> {
  const scope = { workspaceId, environment };
  const target =
    given.document === undefined
      ? await getDestination(deps, scope, name)
      : { ...scope, document: given.document, kitIds: await checkDocument(deps, scope, given.document) };
  return chooseRun(deps, target, given.runId);
}

/** Writes it while the caller waits for the result. */
export async function testDestination(
  deps: ManageDestinations,
  scope: Scope,
  name: string,
  runId: string | undefined,
  signal: AbortSignal,
): Promise<DestinationDelivery> {
  const destination = await getDestination(deps, scope, name);
  const startedAt = deps.clock.now();
  const planned = await chooseRun(deps, destination, runId);
  const { outcome, end, detail, latencyMs } = await sendPlanned(deps, destination, planned, signal);
  const recorded = await deps.destinations.recordTest(destination, {
    ...{ id: newUuid(startedAt), run_id: decodeId('run', planned.runId), cause: 'test', status: end ?? 'dead' },
    ...{ outcome, detail, latency_ms: latencyMs, created_at: startedAt, updated_at: deps.clock.now() },
  });
  return expectTarget('destination', recorded);
}

/** The given run, or the newest one with a request. */
async function chooseRun(
  deps: ManageDestinations,
  target: Scope & Pick<Destination, 'document' | 'kitIds'>,
  runId: string | undefined,
): Promise<PlannedWrite> {
  if (runId !== undefined) {
    const run = await deps.runs.find(target, runId);
    if (run === undefined) throw new ServiceError('run_not_found');
    return planWrite(deps, target, run.runId, { isFirst: true, run });
  }
  let best: PlannedWrite | undefined;
  for (const run of await newestRuns(deps, target)) {
    const planned = await planWrite(deps, target, run.runId, { isFirst: true, run });
    if (planned.kind !== 'skipped') return planned;
    if (best === undefined || planned.fields.length > best.fields.length) best = planned;
  }
  if (best !== undefined) return best;
  throw new ServiceError('conflict', {
    detail: 'There is no run to write yet: create one with these kits, or name a run.',
  });
}

async function newestRuns(
  { runs }: ManageDestinations,
  target: Scope & Pick<Destination, 'kitIds'>,
): Promise<FullRun[]> {
  const { runs: listed } = await runs.list(target, {
    limit: LOOKED_AT,
    before: undefined,
    status: 'succeeded',
    type: 'api',
    kitCode: undefined,
    externalId: undefined,
    createdAfter: undefined,
    createdBefore: undefined,
    words: undefined,
    by: { answers: [], metadata: [] },
    withAnswers: false,
  });
  const wanted = listed.filter(({ kitId }) => target.kitIds === undefined || target.kitIds.includes(kitId));
  const found = await Promise.all(wanted.map(({ runId }) => runs.find(target, runId)));
  return found.filter((run) => run?.output !== undefined) as FullRun[];
}

export interface ReplayChoice {
  deliveryIds: readonly string[] | undefined;
  runIds: readonly string[] | undefined;
  since: Date | undefined;
}

export async function replayDestination(
  deps: ManageDestinations,
  scope: Scope,
  name: string,
  { deliveryIds, runIds, since }: ReplayChoice,
): Promise<{ replayed: number; hasMore: boolean }> {
  const destination = await getDestination(deps, scope, name);
  if (!destination.document.enabled)
    throw new ServiceError('conflict', { detail: 'The destination is disabled. Enable it first.' });
  const now = deps.clock.now();
  if (deliveryIds !== undefined) {
    const uuids = [...new Set(deliveryIds.flatMap((id) => decodeId('dsd', id) ?? []))];
    const replayed = await deps.replays.deliveries(destination, uuids, now);
    if (replayed < new Set(deliveryIds).size && replayed === 0)
      throw new ServiceError('not_found', { detail: 'The destination has none of these deliveries.' });
    return { replayed, hasMore: false };
  }
  if (runIds !== undefined) {
    const uuids: string[] = [];
    for (const runId of new Set(runIds)) {
      const run = await deps.runs.find(scope, runId);
      const uuid = decodeId('run', runId);
      if (run === undefined || uuid === undefined)
        throw new ServiceError('run_not_found', {
          detail: `There is no run ${encodeURIComponent(runId).slice(0, 60)}.`,
        });
      uuids.push(uuid);
    }
    return { replayed: await deps.replays.runs(destination, uuids, now), hasMore: false };
  }
  const replayed = await deps.replays.dead(destination, since, now, MOST_REPLAYED);
  return { replayed, hasMore: replayed === MOST_REPLAYED };
}
