/** Usage totals from `usage_daily`; slightly stale if a standby answers. */
import { TERMINAL_STATUSES } from '@brickwork/contract';
import { decodeId } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';

export interface UsageTotal {
  day: string | undefined;
  kitId: string | undefined;
  kitCode: string | undefined;
  /** For the line of all other kits: how many it combines. */
  kits?: number | undefined;
  succeeded: number;
  failed: number;
  cancelled: number;
  durationMs: number;
  calls: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  microCredits: number;
}

export interface UsageSpan {
  from: string;
  to: string;
  groupBy: 'day' | 'kit';
}

/** Sandbox runs that called a model: not charged, but paid for. */
export type SandboxUsage = Pick<
  UsageTotal,
  'calls' | 'inputTokens' | 'cachedInputTokens' | 'outputTokens' | 'microCredits'
> & { runs: number };

const SUMS = [
  ...TERMINAL_STATUSES,
  'duration_ms',
  'calls',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'micro_credits',
] as const;

type Row = Record<(typeof SUMS)[number], string> & {
  day?: string;
  kit_id?: string | null;
  kit_code?: string | null;
  kits?: string | null;
};

const SUMMED = SUMS.map((column) => `sum(${column}) AS ${column}`).join(', ');
const OF_SPAN = 'workspace_id = $1 AND environment = $2 AND day BETWEEN $3 AND $4';
const BY_DAY = `SELECT to_char(day, 'YYYY-MM-DD') AS day, ${SUMMED} FROM usage_daily WHERE ${OF_SPAN} GROUP BY day ORDER BY 1`;

/** Kits per response; the last line combines all others. */
const MOST_KITS = 1_000;
const BY_KIT = `
  WITH kits AS (SELECT kit_id, kit_code, ${SUMMED}, row_number() OVER (ORDER BY sum(${TERMINAL_STATUSES.join(' + ')}) DESC, kit_id) AS rank
    FROM usage_daily WHERE ${OF_SPAN} GROUP BY kit_id, kit_code)
  SELECT kit_id, kit_code, NULL::bigint AS kits, ${SUMS.join(', ')} FROM kits WHERE rank <= ${MOST_KITS}
  UNION ALL SELECT NULL, NULL, count(*), ${SUMMED} FROM kits WHERE rank > ${MOST_KITS} HAVING count(*) > 0
  ORDER BY 1`;

export function createUsageStore(database: Database) {
  return {
    async totals(
      { workspaceId, environment }: { workspaceId: string; environment: string },
      { from, to, groupBy }: UsageSpan,
    ): Promise<UsageTotal[]> {
      const { rows } = await database.stale.query<Row>(groupBy === 'day' ? BY_DAY : BY_KIT, [
        decodeId('ws', workspaceId),
        environment,
        from,
        to,
      ]);
      return rows.map((row) => ({
        day: row.day,
        kitId: row.kit_id ?? undefined,
        kitCode: row.kit_code ?? undefined,
        kits: row.kits === undefined || row.kits === null ? undefined : Number(row.kits),
        succeeded: Number(row.succeeded),
        failed: Number(row.failed),
        cancelled: Number(row.cancelled),
        durationMs: Number(row.duration_ms),
        calls: Number(row.calls),
        inputTokens: Number(row.input_tokens),
        cachedInputTokens: Number(row.cached_input_tokens),
        outputTokens: Number(row.output_tokens),
        microCredits: Number(row.micro_credits),
      }));
    },
    async sandbox(
      { workspaceId, environment }: { workspaceId: string; environment: string },
      { from, to }: UsageSpan,
    ): Promise<SandboxUsage> {
      const { rows } = await database.stale.query<Record<string, string | null>>(
        `SELECT sum(runs) AS runs, sum(calls) AS calls, sum(input_tokens) AS input_tokens, sum(cached_input_tokens) AS cached_input_tokens,
           sum(output_tokens) AS output_tokens, sum(micro_credits) AS micro_credits
         FROM sandbox_usage_daily WHERE workspace_id = $1 AND environment = $2 AND day BETWEEN $3 AND $4`,
        [decodeId('ws', workspaceId), environment, from, to],
      );
      const sum = (name: string) => Number(rows[0]?.[name] ?? 0);
      return {
        runs: sum('runs'),
        calls: sum('calls'),
        inputTokens: sum('input_tokens'),
        cachedInputTokens: sum('cached_input_tokens'),
        outputTokens: sum('output_tokens'),
        microCredits: sum('micro_credits'),
      };
    },
  };
}

export type UsageStore = ReturnType<typeof createUsageStore>;
