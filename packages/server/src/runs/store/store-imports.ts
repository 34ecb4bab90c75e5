/**
 * Stores runs that were answered elsewhere, in one transaction for all of a request: key, run, result, event, what is counted, and the entry of
 * the audit log. There is no job: no worker ever sees them.
 */
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { type Columns, givenRows } from '../../database/given-rows.ts';
import { quietEventOfRun, type RecordEvents } from '../../outbound/webhooks/event.ts';
import { NO_USAGE, type Usage } from '../../usage/usage.ts';
import type { FullRun, RunOutput } from '../run.ts';
import type { CollectAnswers } from './answers/record-answers.ts';
import { countEnds } from './count-ends.ts';
import { storeRunsSql } from './inputs/run-inputs.ts';

export interface NewImport {
  key: string;
  fingerprint: Buffer;
  keyExpiresAt: Date;
  runId: string;
  kitId: string;
  kitCode: string;
  kitVersionId: string;
  kitVersion: number;
  externalId: string | undefined;
  metadata: Record<string, string> | undefined;
  /** JSON text, exactly as it will be stored. */
  input: string;
  output: string;
  warnings: readonly string[];
  /** `local`, `lexical`, or a model's name. */
  engine: string;
  occurredAt: Date | undefined;
  createdAt: Date;
}

/** The run with the key: a new one, or the one loaded before, with its source. */
export interface Imported {
  outcome: 'created' | 'known';
  runId: string;
  fingerprint: Buffer;
}

export interface StoreImports {
  database: Database;
  recordEvents: RecordEvents;
  collectAnswers: CollectAnswers;
  /** Whether inputs are stored apart. */
  isInputApart(): Promise<boolean>;
}

interface ScopedImport {
  scope: Scope;
  run: NewImport;
}

const RUN_COLUMNS: Columns<ScopedImport> = {
  workspace_id: ['uuid', ({ scope }) => decodeId('ws', scope.workspaceId)],
  environment: ['text', ({ scope }) => scope.environment],
  id: ['uuid', ({ run }) => uuidOf(run)],
  type: ['text', () => 'api'],
  mode: ['text', () => 'async'],
  kit_id: ['uuid', ({ run }) => run.kitId],
  kit_code: ['text', ({ run }) => run.kitCode],
  kit_version_id: ['uuid', ({ run }) => run.kitVersionId],
  kit_version: ['integer', ({ run }) => run.kitVersion],
  external_id: ['text', ({ run }) => run.externalId ?? null],
  metadata: ['text', ({ run }) => (run.metadata ? JSON.stringify(run.metadata) : null)],
  input: ['text', ({ run }) => run.input],
  occurred_at: ['timestamptz', ({ run }) => run.occurredAt ?? null],
  created_at: ['timestamptz', ({ run }) => run.createdAt],
};

const IMPORTS = givenRows<ScopedImport>({
  ...RUN_COLUMNS,
  key: ['text', ({ run }) => run.key],
  fingerprint: ['bytea', ({ run }) => run.fingerprint],
  expires_at: ['timestamptz', ({ run }) => run.keyExpiresAt],
  output: ['text', ({ run }) => run.output],
  warnings: ['text', ({ run }) => JSON.stringify(run.warnings)],
  engine: ['text', ({ run }) => usageOf(run).engine],
  model: ['text', ({ run }) => usageOf(run).model ?? null],
});

const importText = (given: string, isApart: boolean) => `
  WITH ${given},
  keyed AS (
    INSERT INTO idempotency_keys AS k (workspace_id, environment, key, fingerprint, run_id, expires_at)
    SELECT workspace_id, environment, key, fingerprint, id, expires_at FROM given WHERE id IS NOT NULL ORDER BY key
    ON CONFLICT (workspace_id, environment, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, run_id = excluded.run_id, expires_at = excluded.expires_at WHERE k.expires_at <= now()
    RETURNING run_id
  ), fresh AS (SELECT * FROM given WHERE id IN (SELECT run_id FROM keyed)),
  ${storeRunsSql(Object.keys(RUN_COLUMNS), isApart)}
  INSERT INTO run_results (workspace_id, environment, run_id, status, completed_at, duration_ms, output, warnings, engine, model)
  SELECT workspace_id, environment, id, 'succeeded', created_at, 0, output, warnings, engine, model FROM fresh RETURNING run_id`;

/** Rows of one statement, each of twenty-one parameters. */
const GROUP = 128;

/** By key. */
export async function storeImports(
  { database, recordEvents, collectAnswers, isInputApart }: StoreImports,
  scope: Scope,
  runs: readonly NewImport[],
): Promise<ReadonlyMap<string, Imported>> {
  const isApart = await isInputApart();
  return database.transaction(async (tx) => {
    const created = new Set<string>();
    for (let from = 0; from < runs.length; from += GROUP)
      for (const id of await insert(tx, scope, runs.slice(from, from + GROUP), isApart)) created.add(id);
    const fresh = runs.filter((run) => created.has(uuidOf(run)));
    const ended = fresh.map((run) => toEnded(scope, run));
    await recordEvents(
      tx,
      ended.map(({ run }) => quietEventOfRun(decodeId('run', run.runId) ?? '', run)),
    );
    const known = await findKnown(
      tx,
      scope,
      runs.filter((run) => !created.has(uuidOf(run))),
    );
    if (fresh.length > 0) {
      await recordImport(tx, scope, fresh);
      const answers = await collectAnswers(
        tx,
        ended.map(({ run }) => run),
      );
      await countEnds(tx, { ended, answers, messages: [] });
    }
    const made = fresh.map(({ key, runId, fingerprint }): [string, Imported] => [
      key,
      { outcome: 'created', runId, fingerprint },
    ]);
    return new Map([...made, ...known]);
  });
}

async function insert(tx: Queryable, scope: Scope, runs: readonly NewImport[], isApart: boolean): Promise<string[]> {
  const given = IMPORTS.of(runs.map((run) => ({ scope, run })));
  const { rows } = await tx.query<{ run_id: string }>(
    { name: `import_runs_${given.size}${isApart ? '_apart' : ''}`, text: importText(given.sql, isApart) },
    given.values,
  );
  return rows.map(({ run_id }) => run_id);
}

async function findKnown(tx: Queryable, scope: Scope, runs: readonly NewImport[]): Promise<[string, Imported][]> {
  if (runs.length === 0) return [];
  const { rows } = await tx.query<{ key: string; run_id: string; fingerprint: Buffer }>(
    {
      name: 'find_imported',
      text: 'SELECT key, run_id, fingerprint FROM idempotency_keys WHERE workspace_id = $1 AND environment = $2 AND key = ANY ($3::text[])',
    },
    [decodeId('ws', scope.workspaceId), scope.environment, runs.map(({ key }) => key)],
  );
  return rows.map(({ key, run_id, fingerprint }) => [
    key,
    { outcome: 'known', runId: encodeId('run', run_id), fingerprint },
  ]);
}

/** One entry for all runs of a request; of which kit they are is the same for all. */
async function recordImport(
  tx: Queryable,
  { workspaceId, environment }: Scope,
  runs: readonly NewImport[],
): Promise<void> {
  const [first] = runs;
  if (first === undefined) return;
  await recordAudit(tx, {
    workspaceId,
    environment,
    action: 'runs.imported',
    target: { type: 'kit', id: first.kitId, name: first.kitCode },
    details: { runs: runs.length, kit_version: first.kitVersion },
  });
}

function toEnded(scope: Scope, run: NewImport) {
  const { runId, kitId, kitCode, createdAt, output } = run;
  const full: FullRun & { status: 'succeeded' } = {
    ...run,
    ...scope,
    status: 'succeeded',
    type: 'api',
    mode: 'async',
    occurredAt: run.occurredAt ?? createdAt,
    startedAt: undefined,
    completedAt: createdAt,
    durationMs: 0,
    error: undefined,
    warnings: [...run.warnings],
    erasedAt: undefined,
    output: JSON.parse(output) as RunOutput,
  };
  const { workspaceId, environment } = scope;
  return {
    run: full,
    end: {
      workspaceId,
      environment,
      runId,
      type: 'api',
      kitId,
      kitCode,
      status: 'succeeded',
      completedAt: createdAt,
      output,
      usage: usageOf(run),
    } as const,
    row: {
      workspace_id: decodeId('ws', workspaceId) ?? '',
      environment,
      duration_ms: 0,
      input_bytes: Buffer.byteLength(run.input),
    },
  };
}

/** Loading uses nothing here, whoever answered. */
function usageOf({ engine }: NewImport): Usage {
  const isLocal = engine === 'local' || engine === 'lexical';
  return { ...NO_USAGE, engine: isLocal ? 'local' : 'model', model: isLocal ? undefined : engine };
}

function uuidOf({ runId }: NewImport): string {
  return decodeId('run', runId) ?? '';
}
