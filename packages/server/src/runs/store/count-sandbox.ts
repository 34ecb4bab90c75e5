/** The usage of sandbox runs, by day: only those that called a model, so that others need no statement. */
import { decodeId } from '../../core/ids.ts';
import type { Queryable } from '../../database/database.ts';
import type { RunEnd } from '../run.ts';

const SUMS = ['runs', 'calls', 'input_tokens', 'cached_input_tokens', 'output_tokens', 'micro_credits'];

export async function countSandbox(tx: Queryable, ends: readonly RunEnd[]): Promise<void> {
  const costly = ends.filter(({ type, usage }) => type === 'sandbox' && usage.calls > 0);
  if (costly.length === 0) return;
  const bigints = SUMS.slice(1).map((_, index) => `$${index + 4}::bigint[]`);
  await tx.query(
    {
      name: 'count_sandbox',
      text: `INSERT INTO sandbox_usage_daily AS u (workspace_id, environment, day, ${SUMS.join(', ')})
             SELECT workspace_id, environment, day, count(*), ${SUMS.slice(1)
               .map((name) => `sum(${name})`)
               .join(', ')}
             FROM unnest($1::uuid[], $2::text[], $3::date[], ${bigints.join(', ')})
               AS given (workspace_id, environment, day, ${SUMS.slice(1).join(', ')})
             GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
             ON CONFLICT (workspace_id, environment, day) DO UPDATE SET ${SUMS.map((name) => `${name} = u.${name} + excluded.${name}`).join(', ')}`,
    },
    [
      costly.map(({ workspaceId }) => decodeId('ws', workspaceId)),
      costly.map(({ environment }) => environment),
      costly.map(({ completedAt }) => completedAt.toISOString().slice(0, 10)),
      costly.map(({ usage }) => usage.calls),
      costly.map(({ usage }) => usage.inputTokens),
      costly.map(({ usage }) => usage.cachedInputTokens),
      costly.map(({ usage }) => usage.outputTokens),
      costly.map(({ usage }) => usage.microCredits),
    ],
  );
}
