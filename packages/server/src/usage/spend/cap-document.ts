/** The public shape of a spend cap, in API responses and events. */
import type { CapState, CreditPrice } from './spend-cap.ts';

export function toCapDocument(cap: CapState, price: CreditPrice | undefined): Record<string, unknown> {
  return {
    name: cap.name,
    kit_id: cap.kitId,
    kit_code: cap.kitCode,
    period: cap.period,
    credits: cap.credits,
    money: cap.money,
    currency: cap.money === undefined ? undefined : (cap.currency ?? price?.currency),
    at_cap: cap.atCap,
    max_credits: inCredits(cap.most),
    spent_credits: inCredits(cap.spent),
    reserved_credits: inCredits(cap.reserved),
    reached: cap.spent >= cap.most,
    period_started: cap.starts,
    resets_at: cap.endsAt.toISOString(),
    updated_at: cap.updatedAt.toISOString(),
  };
}

function inCredits(microCredits: number): number {
  return Math.round(microCredits) / 1_000_000;
}
