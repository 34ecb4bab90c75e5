/** Runs in PostgreSQL. Every method is one transaction, or part of one shared by requests that arrived together. */
import { FairSlots } from '@brickwork/engine/core/fair-slots';
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { RecordEvents } from '../../outbound/webhooks/event.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import type { KnownAnswers } from '../check-answer-filter.ts';
import type { FullRun } from '../run.ts';
import type { OrderPosition, RunOrder } from '../run-order.ts';
import { type Accepted, createAccept, findReplay } from './accept-runs.ts';
import type { CollectAnswers } from './answers/record-answers.ts';
import { settleAnswers } from './answers/waiting-answers.ts';
import { type ChosenRuns, findOpenRuns, type OpenRun } from './chosen-runs.ts';
import { type CountedRuns, type CountFilter, countRuns, type Facet } from './count-matching.ts';
import { eraseRun } from './erase/erase-one-run.ts';
import {
  findInput,
  findRun,
  findTrace,
  findUsage,
  type LoadedWork,
  loadWork,
  type RunUsage,
  recentDurationMs,
  rescoredFrom,
} from './find-runs.ts';
import { createFinish } from './finish-runs.ts';
import { createInputPlace } from './inputs/run-inputs.ts';
import { knownAnswers } from './known-answers.ts';
import { listRuns } from './list-runs.ts';
import { type FoundPage, type PageFilter, pageRuns } from './page-runs.ts';
import type { FoundRuns, RunFilter } from './run-conditions.ts';
import { type SortedRuns, sortRuns } from './sort-runs.ts';
import { type Imported, type NewImport, storeImports } from './store-imports.ts';
import { type SucceededRun, succeededRuns } from './succeeded-runs.ts';

export interface RunStoreOptions {
  database: Database;
  clock: LaneClock;
  /** Called right after a commit on this node, before other nodes get the notification. */
  onAccepted(): void;
  /** Writes the events of runs that end, in the transaction that ends them. */
  recordEvents: RecordEvents;
  /** What is stored of the answers of runs that end. */
  collectAnswers: CollectAnswers;
  /** Larger events are stored without the run's output. */
  maxEventBytes: number;
  /** Runs that this node executes at once. */
  slots: number;
  onEnded(runIds: readonly string[]): void;
}

export function createRunStore(options: RunStoreOptions) {
  const { database, clock, onAccepted } = options;
  const isInputApart = createInputPlace(database);
  return {
    ...createRunReader(database, isInputApart),
    /** Run, idempotency key and job in one transaction; requests that arrive together share it. */
    accept: createAccept(database, { clock, isInputApart, onAccepted }),
    /** Terminal state, output, usage and event together; false if it had already ended, or another worker holds it now. */
    finish: createFinish(options),
    /** Of the chosen ones, how many have not ended, and the first `limit`. */
    findOpen: (scope: Scope, chosen: ChosenRuns, limit: number): Promise<{ matched: number; runs: OpenRun[] }> =>
      findOpenRuns(database, scope, chosen, limit),
    recordCancelled: ({ workspaceId, environment }: Scope, runs: number): Promise<void> =>
      database.transaction((tx) =>
        recordAudit(tx, {
          workspaceId,
          environment,
          action: 'runs.cancelled',
          target: { type: 'runs', id: environment },
          details: { runs },
        }),
      ),
    /** Runs that were answered elsewhere, all of a request in one transaction; by the key of each, what has it. */
    import: (scope: Scope, runs: readonly NewImport[]): Promise<ReadonlyMap<string, Imported>> =>
      storeImports({ ...options, isInputApart }, scope, runs),
    /** Clears input, output, external id and metadata of a run that has ended. */
    async erase(scope: Scope, runId: string, now: Date, alongside?: (tx: Queryable) => Promise<void>): Promise<void> {
      await eraseRun(database, scope, decodeId('run', runId), now, alongside);
      // Its answers may still be waiting.
      await settleAnswers(database, scope);
    },
  };
}

export type RunStore = ReturnType<typeof createRunStore>;

/** Connections that exports, sorted lists and counts may use at once; the others are for fast requests. */
const LONG_READS = 4;

export function createRunReader(database: Database, isInputApart = createInputPlace(database)) {
  const uuid = (runId: string) => decodeId('run', runId);
  const longReads = new FairSlots({ slots: () => LONG_READS, now: () => performance.now() });
  const longRead = async <Result>({ workspaceId }: Scope, read: () => Promise<Result>): Promise<Result> => {
    const giveBack = await longReads.take(workspaceId);
    try {
      return await read();
    } finally {
      giveBack();
    }
  };
  return {
    /** What a key was used for; undefined if it is unused. */
    findReplay: (
      scope: Scope,
      key: { key: string; fingerprint: Buffer },
    ): Promise<Exclude<Accepted, { outcome: 'created' }> | undefined> => findReplay(database, scope, key),
    find: async (scope: Scope, runId: string): Promise<FullRun | undefined> =>
      ifKnown(uuid(runId), (id) => findRun(database.lookUps, scope, id)),
    /** By the event of a run, which has the run's own id under another prefix. */
    findTrace: async (scope: Scope, eventId: string): Promise<string | undefined> =>
      ifKnown(decodeId('evt', eventId), (id) => findTrace(database.lookUps, scope, id)),
    findInput: async (scope: Scope, runId: string): Promise<string | undefined> =>
      ifKnown(uuid(runId), async (id) => findInput(database, scope, id, await isInputApart().catch(() => false))),
    findUsage: async (scope: Scope, runId: string): Promise<RunUsage | undefined> =>
      ifKnown(uuid(runId), (id) => findUsage(database.lookUps, scope, id)),
    async list(scope: Scope, filter: RunFilter): Promise<FoundRuns> {
      if (filter.withAnswers || filter.by.answers.length > 0) await settleAnswers(database, scope);
      return listRuns(database.stale, scope, { ...filter, before: filter.before && uuid(filter.before) });
    },
    /** In another order than newest first. */
    async sort(
      scope: Scope,
      order: RunOrder,
      filter: RunFilter,
      after: OrderPosition | undefined,
    ): Promise<SortedRuns> {
      if (filter.withAnswers || filter.by.answers.length > 0 || typeof order.by !== 'string')
        await settleAnswers(database, scope);
      const read = () => sortRuns(database.stale, scope, order, filter, after);
      // Ordered by time, an index is used, as in the list of the newest runs.
      return typeof order.by === 'string' ? read() : longRead(scope, read);
    },
    /** Those of the given runs that have succeeded and are not erased. */
    succeeded: (scope: Scope, runIds: readonly string[]): Promise<SucceededRun[]> =>
      succeededRuns(database, scope, runIds),
    /** How many runs a filter finds, and their breakdown. */
    async count(scope: Scope, filter: CountFilter, facets: readonly Facet[]): Promise<CountedRuns> {
      if (filter.by.answers.length > 0 || facets.some(({ by }) => by === 'answer'))
        await settleAnswers(database, scope);
      return longRead(scope, () => countRuns(database.stale, scope, filter, facets));
    },
    async hasVersion({ workspaceId }: Scope, kitVersionId: string): Promise<boolean> {
      const { rowCount } = await database.stale.query('SELECT FROM kit_versions WHERE workspace_id = $1 AND id = $2', [
        decodeId('ws', workspaceId),
        kitVersionId,
      ]);
      return rowCount === 1;
    },
    /** The possible answers of a kit. */
    knownAnswers: (scope: Scope, kit: { kitId: string } | { kitCode: string }): KnownAnswers =>
      knownAnswers(database.stale, scope, kit),
    /** Oldest first after `after`, with outputs, and with inputs on request, as many as `bytes` hold but at least one: for exports. */
    async page(scope: Scope, after: string | undefined, filter: PageFilter): Promise<FoundPage> {
      if (filter.by.answers.length > 0) await settleAnswers(database, scope);
      return longRead(scope, () => pageRuns(database.stale, scope, after && uuid(after), filter));
    },
    /** The runs of backfills that ask this one again. */
    rescoredFrom: async (scope: Scope, runId: string): Promise<string[]> =>
      (await ifKnown(uuid(runId), (id) => rescoredFrom(database.reads, scope, id))) ?? [],
    /** Undefined when the run no longer exists; without an input when that was deleted meanwhile. */
    load: (lane: string, id: string): Promise<LoadedWork | undefined> => loadWork(database, lane, id),
    /** Typical duration of the kit's recent runs. */
    recentDurationMs: (scope: Scope, kitVersionId: string): Promise<number | undefined> =>
      recentDurationMs(database, scope, kitVersionId),
  };
}

async function ifKnown<Result>(
  id: string | undefined,
  look: (id: string) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  return id === undefined ? undefined : look(id);
}
