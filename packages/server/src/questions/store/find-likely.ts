/** Calls whose words are similar to those of a question, found with the search index. */
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';
import type { FindLikely } from '../choose-calls.ts';

/** Runs that one statement looks at. */
const CHUNK = 5_000;

export function createFindLikely(database: Database): FindLikely {
  return async ({ workspaceId, environment }, runIds, words, most) => {
    const found: { id: string; rank: number }[] = [];
    for (let start = 0; start < runIds.length; start += CHUNK) {
      const some = runIds.slice(start, start + CHUNK).map((runId) => decodeId('run', runId));
      const { rows } = await database.stale.query<{ run_id: string; rank: number }>(
        `SELECT t.run_id, ts_rank(t.words, query) AS rank FROM websearch_to_tsquery('english', $4) AS query, run_texts t
         WHERE t.workspace_id = $1 AND t.environment = $2 AND t.run_id = ANY ($3::uuid[]) AND t.words @@ query`,
        [decodeId('ws', workspaceId), environment, some, words.join(' or ')],
      );
      for (const { run_id, rank } of rows) found.push({ id: run_id, rank });
    }
    return found
      .sort((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1))
      .slice(0, most)
      .map(({ id }) => encodeId('run', id));
  };
}
