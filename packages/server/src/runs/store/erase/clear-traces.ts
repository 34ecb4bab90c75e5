/**
 * When a run's contents are erased, so is what was derived from its words: phrases that it is an example of, and
 * services' messages about its values.
 */
import type { Environment } from '@brickwork/contract';
import { encodeId } from '../../../core/ids.ts';
import type { Queryable } from '../../../database/database.ts';

export async function clearTraces(
  tx: Queryable,
  workspace: unknown,
  environment: Environment,
  runs: readonly string[],
): Promise<void> {
  // A service may quote a value in another form than it was sent. By destination, like the index.
  await tx.query(
    `UPDATE destination_deliveries d SET detail = NULL FROM destinations c
     WHERE c.workspace_id = $1 AND c.environment = $2 AND d.workspace_id = $1 AND d.environment = $2 AND d.destination_id = c.id
       AND d.run_id = ANY ($3::uuid[]) AND d.detail IS NOT NULL`,
    [workspace, environment, runs],
  );
  // A contrast whose calls are all erased has no phrase left: each phrase names some of its calls.
  await tx.query(
    `UPDATE contrasts c SET result = jsonb_set(c.result, '{phrases}', (
       SELECT coalesce(jsonb_agg(p.phrase ORDER BY p.place), '[]') FROM jsonb_array_elements(c.result -> 'phrases') WITH ORDINALITY AS p (phrase, place)
       WHERE NOT p.phrase -> 'runIds' ?| $3::text[]))
     WHERE c.workspace_id = $1 AND c.environment = $2
       AND EXISTS (SELECT FROM jsonb_array_elements(c.result -> 'phrases') AS p WHERE p -> 'runIds' ?| $3::text[])`,
    [workspace, environment, runs.map((uuid) => encodeId('run', uuid))],
  );
}
