/** A stored log entry of an intake. `result` is JSON: the runs, the kits that refused, and the conversations of an envelope. */
import { decodeId, encodeId } from '../../core/ids.ts';
import type { IntakeDelivery, SettledDelivery } from '../intake.ts';

export interface DeliveryRow {
  id: string;
  outcome: IntakeDelivery['outcome'];
  reason: string | null;
  external_id: string | null;
  result: string;
  bytes: number;
  received_at: Date;
  settled_at: Date | null;
  is_kept: boolean;
}

/** Of `intake_deliveries d`. */
export const DELIVERY_COLUMNS = `d.id, d.outcome, d.reason, d.external_id, d.result, d.bytes, d.received_at, d.settled_at,
  EXISTS (SELECT 1 FROM intake_payloads p WHERE p.workspace_id = d.workspace_id AND p.environment = d.environment AND p.id = d.id) AS is_kept`;

export function toDelivery(row: DeliveryRow): IntakeDelivery {
  const result = JSON.parse(row.result) as Pick<IntakeDelivery, 'runs' | 'failed' | 'items'>;
  return {
    deliveryId: encodeId('itd', row.id),
    outcome: row.outcome,
    reason: row.reason ?? undefined,
    externalId: row.external_id ?? undefined,
    runs: result.runs,
    failed: result.failed,
    items: result.items,
    bytes: row.bytes,
    receivedAt: row.received_at,
    settledAt: row.settled_at ?? undefined,
    isKept: row.is_kept,
  };
}

export function resultOf({ runs, failed, items }: Pick<SettledDelivery, 'runs' | 'failed' | 'items'>): string {
  return JSON.stringify({ runs, failed, items });
}

export function runIdsOf({ runs }: Pick<SettledDelivery, 'runs'>): (string | undefined)[] {
  return runs.map(({ runId }) => decodeId('run', runId));
}

/** External ids of conversations that created no run. */
export function unreadIdsOf({ externalId, runs, items }: SettledDelivery): string[] {
  const conversations = items ?? [{ externalId, runs }];
  return conversations.flatMap((each) =>
    each.externalId === undefined || each.runs.length > 0 ? [] : [each.externalId],
  );
}
