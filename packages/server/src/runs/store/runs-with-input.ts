/** Which of some runs still have their input, for evaluating them again. */
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import { AMONG_THESE, hasInput, sizeOfInput } from './inputs/run-inputs.ts';

export interface RunWithInput {
  runId: string;
  /** Of its input. */
  bytes: number;
  durationMs: number;
}

/** Runs that one statement reads. */
const CHUNK = 10_000;

/** In no particular order. */
export async function runsWithInput(on: Queryable, scope: Scope, runIds: readonly string[]): Promise<RunWithInput[]> {
  const found: RunWithInput[] = [];
  for (let start = 0; start < runIds.length; start += CHUNK) {
    const some = runIds.slice(start, start + CHUNK).map((runId) => decodeId('run', runId));
    const { rows } = await on.query<{ id: string; bytes: number; duration_ms: number | null }>(
      `SELECT r.id, ${sizeOfInput('r')} AS bytes, e.duration_ms FROM runs r
         JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
       WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[]) AND ${hasInput('r', AMONG_THESE)}`,
      [decodeId('ws', scope.workspaceId), scope.environment, some],
    );
    for (const { id, bytes, duration_ms } of rows)
      found.push({ runId: encodeId('run', id), bytes, durationMs: duration_ms ?? 0 });
  }
  return found;
}
