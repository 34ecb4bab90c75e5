/** What the built-in model answered in a kit's runs, of their outputs only what a threshold looks at. */
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';
import type { LocalRun } from '../local-first/local-run.ts';
import type { LocalAnswersStore } from '../local-first/preview-local-first.ts';

interface Row {
  id: string;
  kit_version: number;
  input_bytes: number | null;
  answers: LocalRun['answers'] | null;
}

/** Only runs that no model answered: for the others, the built-in model's answers are not known. */
const LOCAL_RUNS = `SELECT r.id, r.kit_version, r.input_bytes,
    (SELECT jsonb_object_agg(b.key, jsonb_build_array(b.value->'confidence', b.value->'basis')) FROM jsonb_each(e.output::jsonb->'bricks') b
      WHERE b.value->>'applicability' IS DISTINCT FROM 'not_applicable') AS answers
  FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
  WHERE r.workspace_id = $1 AND r.environment = $2 AND r.kit_id = $3 AND r.type = 'api' AND r.erased_at IS NULL
    AND e.status = 'succeeded' AND e.engine = 'local' AND e.output IS NOT NULL`;

export function createLocalAnswersStore(database: Database): LocalAnswersStore {
  const find = async (scope: Scope, kitId: string, more: string, value: unknown): Promise<LocalRun[]> => {
    const { rows } = await database.stale.query<Row>(`${LOCAL_RUNS} ${more}`, [...keyOf(scope), kitId, value]);
    return rows.map(({ id, kit_version, input_bytes, answers }) => ({
      runId: encodeId('run', id),
      version: kit_version,
      inputBytes: input_bytes ?? undefined,
      answers: answers ?? {},
    }));
  };
  return {
    newest: (scope, kitId, limit) => find(scope, kitId, 'ORDER BY r.id DESC LIMIT $4', limit),
    ofRuns: (scope, kitId, runIds) =>
      find(
        scope,
        kitId,
        'AND r.id = ANY ($4::uuid[])',
        runIds.map((runId) => decodeId('run', runId)),
      ),
  };
}
