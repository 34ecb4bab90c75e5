/** The public shape of a spend cap: what the API answers and what its events carry. */
import { encodeId, newUuid } from '../core/ids.ts';
import { type RecordedEvent, spendEvent } from '../webhooks/event.ts';
import type { CapState, CreditPrice, NoticePercent } from './spend-cap.ts';

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

export function eventOfCap(
  workspaceId: string,
  cap: CapState,
  percent: NoticePercent,
  price: CreditPrice | undefined,
  now: Date,
): RecordedEvent {
  const head = { workspaceId, environment: 'live', eventId: encodeId('evt', newUuid(now)), createdAt: now } as const;
  return spendEvent(head, percent === 100 ? 'spend.reached' : 'spend.warning', toCapDocument(cap, price));
}

function inCredits(microCredits: number): number {
  return Math.round(microCredits) / 1_000_000;
}
