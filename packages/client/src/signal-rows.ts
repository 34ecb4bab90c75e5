import type { Run } from './run.ts';
import type { BrickOutput } from './wire/brick-output.ts';
import type { RunStatus, RunType } from './wire/vocabulary.ts';

/** One brick's answer as a flat row with a typed column per kind of value: what a warehouse table wants. */
export interface SignalRow {
  run_id: string;
  external_id: string | null;
  status: RunStatus;
  type: RunType;
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
  kit_version: number;
  occurred_at: string;
  created_at: string;
  completed_at: string | null;
  duration_ms: number | null;
  brick_key: string;
  value_number: number | null;
  value_boolean: boolean | null;
  value_text: string | null;
  value_list: string[] | null;
  /** Why all value columns are null, where it is not that nothing was said. */
  applicability: 'not_applicable' | 'abstained' | null;
  confidence: number | null;
  reason: string | null;
  evidence: string[];
}

/**
 * A row per brick, in the order of the kit; none for a run without an output. `run_id` and `brick_key` together are unique. Takes the
 * types that `brickwork kits types` prints.
 */
export function toSignalRows(run: Run<{ bricks: object }>): SignalRow[] {
  const bricks: [string, BrickOutput][] = Object.entries(run.output?.bricks ?? {});
  return bricks.map(([brick_key, { value, applicability, confidence, reason, evidence }]) => ({
    run_id: run.run_id,
    external_id: run.external_id ?? null,
    status: run.status,
    type: run.type,
    kit_id: run.kit_id,
    kit_code: run.kit_code,
    kit_version_id: run.kit_version_id,
    kit_version: run.kit_version,
    occurred_at: run.occurred_at,
    created_at: run.created_at,
    completed_at: run.completed_at ?? null,
    duration_ms: run.duration_ms ?? null,
    brick_key,
    value_number: typeof value === 'number' ? value : null,
    value_boolean: typeof value === 'boolean' ? value : null,
    value_text: typeof value === 'string' ? value : null,
    value_list: Array.isArray(value) ? value : null,
    applicability: applicability ?? null,
    confidence: confidence ?? null,
    reason: reason ?? null,
    evidence: evidence ?? [],
  }));
}
