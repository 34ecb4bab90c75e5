/** Which bricks of a kit version answer in free text. A version never changes, so the result is cached. */
import type { Queryable } from '../../../database/database.ts';

const MOST_VERSIONS = 1_000;

/** Of one node: kept by the store that ends runs. */
export type TextBricks = (
  on: Queryable,
  workspaceId: string,
  kitVersionIds: readonly string[],
) => Promise<(kitVersionId: string) => ReadonlySet<string>>;

export function createTextBricks(): TextBricks {
  const known = new Map<string, ReadonlySet<string>>();
  return async (on, workspaceId, kitVersionIds) => {
    const missing = [...new Set(kitVersionIds)].filter((id) => !known.has(id));
    if (missing.length > 0) {
      if (known.size + missing.length > MOST_VERSIONS) known.clear();
      for (const [id, keys] of await readTextBricks(on, workspaceId, missing)) known.set(id, keys);
    }
    return (id) => known.get(id) ?? NONE;
  };
}

const NONE: ReadonlySet<string> = new Set();

async function readTextBricks(
  on: Queryable,
  workspaceId: string,
  kitVersionIds: readonly string[],
): Promise<[string, ReadonlySet<string>][]> {
  const { rows } = await on.query<{ id: string; keys: string[] }>(
    {
      name: 'text_bricks',
      text: `SELECT v.id, ARRAY (SELECT b ->> 'key' FROM json_array_elements(v.document -> 'bricks') b WHERE b ->> 'type' = 'text') AS keys
             FROM kit_versions v WHERE v.workspace_id = $1 AND v.id = ANY ($2::uuid[])`,
    },
    [workspaceId, kitVersionIds],
  );
  return rows.map(({ id, keys }) => [id, new Set(keys)]);
}
