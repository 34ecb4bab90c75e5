/** Usage of runs, in wire names. */
import type { RunUsage } from '../runs/store/find-runs.ts';
import { moneyOf } from '../usage/spend/prices.ts';
import type { CreditPrice } from '../usage/spend/spend-cap.ts';

/** What one run cost, over all of its attempts. */
export function toRunUsageWire(usage: RunUsage, price: CreditPrice | undefined): Record<string, unknown> {
  const isFree = usage.type === 'sandbox';
  const spent = usage.microCredits / 1_000_000;
  const credits = isFree ? 0 : spent;
  return {
    run_id: usage.runId,
    status: usage.status,
    engine: usage.engine ?? 'none',
    model: usage.model,
    attempts: usage.attempts,
    calls: usage.calls,
    tokens: toTokensWire(usage),
    credits,
    ...moneyOf(credits, price),
    ...(isFree && { uncharged_credits: spent, uncharged_money: moneyOf(spent, price)?.money }),
    currency: price?.currency,
    estimated: usage.isEstimated,
  };
}

/** Token counts, for the usage of one run and of a workspace. */
export function toTokensWire({
  inputTokens,
  cachedInputTokens,
  outputTokens,
}: {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
}) {
  return {
    input: inputTokens,
    cached_input: cachedInputTokens,
    output: outputTokens,
    total: inputTokens + outputTokens,
  };
}
