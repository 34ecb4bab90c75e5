/** Runs by their ids, always by index, and what belongs to one: its input, its work, its usage. */
import type { MaskClass, RunStatus, RunType } from '@brickwork/contract';
import type { Side } from '@brickwork/engine/conversation/conversation';
import { sidesByRules } from '@brickwork/engine/conversation/sides/speaker-rules';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { scopeOfLane } from '../../queue/lane.ts';
import { RUN_STATUS } from '../../queue/store/job-of-run.ts';
import type { Usage } from '../../usage/usage.ts';
import type { FullRun } from '../run.ts';
import { inputApart, inputOf } from './inputs/run-inputs.ts';
import { COLUMNS, JOINS, type RunRow, toFullRun } from './run-row.ts';
import { readSpeakers } from './speaker-store.ts';

/** The data a worker needs to execute a run. */
export interface RunWork extends Scope {
  runId: string;
  type: RunType;
  kitId: string;
  kitCode: string;
  kitVersionId: string;
  /** JSON text. */
  input: string;
  /** Chosen for this run; undefined: by the environment and the kit. */
  engine?: 'local';
  /** What was reserved for it, of a backfill with a cap. */
  maxMicroCredits?: number;
  /** Names and addresses of the workspace's agents. */
  agents: string[];
  /** The workspace's rules for this run's speakers. */
  rules: Readonly<Record<string, Side>>;
  /** The language for conversations too short to detect it. */
  language?: string | undefined;
  /** What the workspace masks before a conversation leaves for a model. */
  mask: readonly MaskClass[];
  /** The intake of the run, if neither it nor the input has the conversation's time. */
  undatedIntake?: string | undefined;
  /** The trace of the request that created it. */
  traceparent?: string | undefined;
}

export type LoadedWork = RunWork | (Omit<RunWork, 'input'> & { input: undefined });

export interface RunUsage extends Usage {
  runId: string;
  status: RunStatus;
  type: RunType;
  /** How often it was started; undefined where nobody counted. */
  attempts: number | undefined;
}

export async function findRun(on: Queryable, scope: Scope, uuid: string): Promise<FullRun | undefined> {
  const { rows } = await on.query<RunRow>(
    {
      name: 'find_run',
      text: `SELECT ${COLUMNS}, e.output FROM runs r ${JOINS} WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = $3`,
    },
    [decodeId('ws', scope.workspaceId), scope.environment, uuid],
  );
  return rows[0] && toFullRun(rows[0]);
}

/** Several at once, in no particular order. */
export async function findRuns(on: Queryable, scope: Scope, uuids: readonly string[]): Promise<FullRun[]> {
  if (uuids.length === 0) return [];
  const { rows } = await on.query<RunRow>(
    {
      name: 'find_runs',
      text: `SELECT ${COLUMNS}, e.output FROM runs r ${JOINS} WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[])`,
    },
    [decodeId('ws', scope.workspaceId), scope.environment, uuids],
  );
  return rows.map(toFullRun);
}

/** A run of a backfill reads the input of the original run, until that is erased. */
const INPUT = `coalesce(r.input, CASE WHEN r.erased_at IS NULL THEN
  (SELECT s.input FROM runs s WHERE s.workspace_id = r.workspace_id AND s.environment = r.environment AND s.id = r.rescored_from) END) AS input,
  CASE WHEN r.input IS NULL THEN r.rescored_from ELSE r.id END AS input_of`;

export async function rescoredFrom(on: Queryable, scope: Scope, uuid: string): Promise<string[]> {
  const { rows } = await on.query<{ id: string }>(
    {
      name: 'rescored_from',
      text: 'SELECT id FROM runs WHERE workspace_id = $1 AND environment = $2 AND rescored_from = $3',
    },
    [decodeId('ws', scope.workspaceId), scope.environment, uuid],
  );
  return rows.map(({ id }) => encodeId('run', id));
}

/** The trace of the request that created the run; an event that is about no run has none. */
export async function findTrace(on: Queryable, scope: Scope, uuid: string): Promise<string | undefined> {
  const { rows } = await on.query<{ traceparent: string | null }>(
    {
      name: 'find_trace',
      text: 'SELECT traceparent FROM runs WHERE workspace_id = $1 AND environment = $2 AND id = $3',
    },
    [decodeId('ws', scope.workspaceId), scope.environment, uuid],
  );
  return rows[0]?.traceparent ?? undefined;
}

/** `isApart`: searches the partitions first, where most inputs are; other inputs may be stored with the run. */
export async function findInput(
  { reads, lookUps: on }: Pick<Database, 'reads' | 'lookUps'>,
  scope: Scope,
  uuid: string,
  isApart: boolean,
): Promise<string | undefined> {
  const key = [decodeId('ws', scope.workspaceId), scope.environment];
  const apart = isApart ? await inputApart(reads, key, uuid) : undefined;
  if (apart !== undefined) return apart;
  const { rows } = await on.query<{ input: string | null; input_of: string | null }>(
    {
      name: 'find_input',
      text: `SELECT ${INPUT} FROM runs r WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = $3`,
    },
    [...key, uuid],
  );
  return rows[0] && inputOf(on, key, { id: rows[0].input_of, input: rows[0].input });
}

export async function loadWork(on: Queryable, lane: string, uuid: string): Promise<LoadedWork | undefined> {
  const scope = scopeOfLane(lane);
  const key = [decodeId('ws', scope.workspaceId), scope.environment];
  const { rows } = await on.query<{
    type: RunType;
    kit_id: string;
    kit_version_id: string;
    kit_code: string;
    input: string | null;
    input_of: string | null;
    engine: 'auto' | 'local' | null;
    may_cost: string | null;
    agents: string | null;
    rules: string | null;
    metadata: string | null;
    mask: MaskClass[];
    language: string | null;
    is_undated: boolean;
    traceparent: string | null;
  }>(
    {
      name: 'load_work',
      text: `SELECT type, kit_id, kit_version_id, kit_code, metadata, traceparent, occurred_at IS NULL AS is_undated, ${INPUT},
               CASE WHEN backfill_id IS NOT NULL THEN
                 (SELECT b.engine FROM backfills b WHERE b.workspace_id = $1 AND b.environment = $2 AND b.id = r.backfill_id) END AS engine,
               CASE WHEN backfill_id IS NOT NULL THEN
                 (SELECT i.estimate FROM backfill_runs i JOIN backfills b ON b.workspace_id = $1 AND b.environment = $2 AND b.id = i.backfill_id
                  WHERE i.workspace_id = $1 AND i.environment = $2 AND i.backfill_id = r.backfill_id AND i.source_run_id = r.rescored_from
                    AND b.max_micro_credits IS NOT NULL) END AS may_cost,
               (SELECT s.agents FROM workspace_speakers s WHERE s.workspace_id = $1) AS agents,
               (SELECT s.rules FROM workspace_speakers s WHERE s.workspace_id = $1) AS rules,
               (SELECT w.mask FROM workspaces w WHERE w.id = $1) AS mask,
               (SELECT w.language FROM workspaces w WHERE w.id = $1) AS language
             FROM runs r WHERE workspace_id = $1 AND environment = $2 AND id = $3`,
    },
    [...key, uuid],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const input = await inputOf(on, key, { id: row.input_of, input: row.input });
  const speakers = readSpeakers(row);
  const metadata = row.metadata === null ? undefined : (JSON.parse(row.metadata) as Record<string, string>);
  const work = {
    ...scope,
    runId: encodeId('run', uuid),
    type: row.type,
    kitId: row.kit_id,
    kitCode: row.kit_code,
    kitVersionId: row.kit_version_id,
    ...(row.engine === 'local' && { engine: row.engine }),
    ...(row.may_cost !== null && { maxMicroCredits: Number(row.may_cost) }),
    agents: speakers.agents,
    rules: sidesByRules(speakers.rules, { kitCode: row.kit_code, metadata }),
    mask: row.mask,
    language: row.language ?? undefined,
    ...(row.is_undated && metadata?.intake !== undefined && { undatedIntake: metadata.intake }),
    ...(row.traceparent !== null && { traceparent: row.traceparent }),
  };
  return input === undefined ? { ...work, input } : { ...work, input };
}

export async function findUsage(on: Queryable, scope: Scope, uuid: string): Promise<RunUsage | undefined> {
  const { rows } = await on.query<{
    status: RunStatus;
    type: RunType;
    engine: string | null;
    model: string | null;
    calls: number;
    input_tokens: string;
    cached_input_tokens: string;
    output_tokens: string;
    micro_credits: string;
    estimated: boolean;
    attempts: number | null;
  }>(
    {
      name: 'find_usage',
      text: `SELECT ${RUN_STATUS} AS status, r.type, e.engine, e.model, e.calls, e.input_tokens, e.cached_input_tokens, e.output_tokens, e.micro_credits, e.estimated, e.attempts
             FROM runs r ${JOINS} WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = $3`,
    },
    [decodeId('ws', scope.workspaceId), scope.environment, uuid],
  );
  const row = rows[0];
  return (
    row && {
      runId: encodeId('run', uuid),
      status: row.status,
      type: row.type,
      engine: row.engine ?? undefined,
      model: row.model ?? undefined,
      calls: row.calls ?? 0,
      inputTokens: Number(row.input_tokens),
      cachedInputTokens: Number(row.cached_input_tokens),
      outputTokens: Number(row.output_tokens),
      microCredits: Number(row.micro_credits),
      isEstimated: row.estimated ?? false,
      attempts: row.attempts ?? undefined,
    }
  );
}

export async function recentDurationMs(on: Queryable, scope: Scope, kitVersionId: string): Promise<number | undefined> {
  const { rows } = await on.query<{ duration: number | null }>(
    {
      name: 'recent_duration',
      text: `SELECT avg(duration_ms)::float AS duration FROM (
               SELECT e.duration_ms, e.run_id FROM run_results e WHERE e.workspace_id = $1 AND e.environment = $2 AND e.status = 'succeeded'
               ORDER BY e.run_id DESC LIMIT 20) recent
             JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = recent.run_id WHERE r.kit_version_id = $3`,
    },
    [decodeId('ws', scope.workspaceId), scope.environment, kitVersionId],
  );
  return rows[0]?.duration ?? undefined;
}
