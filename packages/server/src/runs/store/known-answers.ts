/** What the answers of a kit can be, for filters. */
import type { BrickType } from '@brickwork/contract';
import { decodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import type { KnownAnswers } from '../check-answer-filter.ts';

type KitName = { kitId: string } | { kitCode: string };

export function knownAnswers(on: Queryable, { workspaceId }: Scope, kit: KitName): KnownAnswers {
  const [column, name, isIt] =
    'kitId' in kit ? ['id', kit.kitId, 'k.id = $2'] : ['code', kit.kitCode, '(k.code = $2 OR k.slug = $2)'];
  const key = [decodeId('ws', workspaceId), name];
  return {
    async bricks() {
      const { rows } = await on.query<{ key: string | null; type: BrickType; categories: string[] | null }>(
        {
          name: `known_bricks_by_${column}`,
          // A brick that changed its type has two rows; the newer one counts.
          text: `SELECT b.key, b.type, n.categories FROM kits k
                 LEFT JOIN LATERAL (SELECT DISTINCT ON (key) key, type FROM bricks WHERE workspace_id = k.workspace_id AND kit_id = k.id
                   ORDER BY key, id DESC) b ON true
                 LEFT JOIN LATERAL (SELECT ARRAY (SELECT c ->> 'value' FROM json_array_elements(d -> 'categories') c) AS categories
                   FROM kit_versions v CROSS JOIN LATERAL json_array_elements(v.document -> 'bricks') d
                   WHERE v.workspace_id = k.workspace_id AND v.kit_id = k.id AND v.version = k.newest_version
                     AND b.type = 'categorical' AND d ->> 'key' = b.key AND d -> 'categories' IS NOT NULL LIMIT 1) n ON true
                 WHERE k.workspace_id = $1 AND ${isIt} ORDER BY b.key`,
        },
        key,
      );
      if (rows.length === 0) return undefined;
      return rows.flatMap(({ key: brick, type, categories }) =>
        brick === null ? [] : [{ key: brick, type, categories: categories ?? undefined }],
      );
    },
    async categoriesEver(brick) {
      const { rows } = await on.query<{ value: string }>(
        `SELECT DISTINCT c ->> 'value' AS value FROM kits k
           JOIN kit_versions v ON v.workspace_id = k.workspace_id AND v.kit_id = k.id
           CROSS JOIN LATERAL json_array_elements(v.document -> 'bricks') d
           CROSS JOIN LATERAL json_array_elements(coalesce(d -> 'categories', '[]')) c
         WHERE k.workspace_id = $1 AND ${isIt} AND d ->> 'key' = $3`,
        [...key, brick],
      );
      return rows.map(({ value }) => value);
    },
    async rangeEver(brick) {
      const { rows } = await on.query<{ min: number | null; max: number | null; is_said: boolean | null }>(
        `SELECT min((d ->> 'min')::float) AS min, max((d ->> 'max')::float) AS max, bool_and(d -> 'min' IS NOT NULL AND d -> 'max' IS NOT NULL) AS is_said
         FROM kits k JOIN kit_versions v ON v.workspace_id = k.workspace_id AND v.kit_id = k.id
           CROSS JOIN LATERAL json_array_elements(v.document -> 'bricks') d
         WHERE k.workspace_id = $1 AND ${isIt} AND d ->> 'key' = $3 AND d ->> 'type' = 'numeric'`,
        [...key, brick],
      );
      const { min = null, max = null, is_said } = rows[0] ?? {};
      return is_said !== true || min === null || max === null ? undefined : { min, max };
    },
  };
}
