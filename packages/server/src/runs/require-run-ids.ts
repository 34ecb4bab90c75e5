/** Ids of runs as a request names them: one that cannot be an id is refused before the database is asked. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { decodeId } from '../core/ids.ts';

/** Each of them once. */
export function requireRunIds(runIds: readonly string[]): string[] {
  const faulty = runIds.find((id) => decodeId('run', id) === undefined);
  if (faulty !== undefined)
    throw new ServiceError('run_not_found', { detail: `run_ids: there is no run ${faulty.slice(0, 80)}.` });
  return [...new Set(runIds)];
}
