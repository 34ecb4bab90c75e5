/** Token buckets in PostgreSQL: one row each, refilled by the time that has passed on the database's clock. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import { decodeId } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';
import type { RateStore } from '../rate-limits.ts';

const AVAILABLE = `least($5::double precision, b.tokens + extract(epoch FROM now() - b.updated_at) * $5::double precision / 60)`;

export function createRateStore(database: Database): RateStore {
  return {
    async take({ workspaceId, environment, kind }, wanted, perMinute) {
      if (database.isPrimaryAway) throw new ServiceError('unavailable', { retryAfterSeconds: 2 }); // Returns immediately: reads continue without it.
      const { rows } = await database.query<{ granted: number; tokens: number }>(
        {
          name: 'take_tokens',
          text: `
            INSERT INTO rate_buckets AS b (workspace_id, environment, kind, tokens, granted, updated_at)
            VALUES ($1, $2, $3, $5::double precision - least($4::integer, floor($5::double precision)), least($4::integer, floor($5::double precision)), now())
            ON CONFLICT (workspace_id, environment, kind) DO UPDATE SET
              granted = least($4::integer, floor(${AVAILABLE})), tokens = ${AVAILABLE} - least($4::integer, floor(${AVAILABLE})), updated_at = now()
            RETURNING granted, tokens`,
        },
        [decodeId('ws', workspaceId), environment, kind, wanted, perMinute],
      );
      return { granted: rows[0]?.granted ?? 0, left: rows[0]?.tokens ?? 0 };
    },
  };
}
