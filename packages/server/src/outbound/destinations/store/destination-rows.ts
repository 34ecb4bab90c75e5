/** Rows of destinations and of their log. */
import type { DestinationDocument, DestinationStatus, Environment } from '@brickwork/contract';
import { encodeId } from '../../../core/ids.ts';
import type { Destination, DestinationDelivery, WriteCause } from '../destination.ts';

export interface DestinationRow {
  workspace_id: string;
  environment: Environment;
  id: string;
  name: string;
  document: DestinationDocument;
  kit_ids: string[] | null;
  secrets: Buffer | null;
  secret_names: string[];
  created_at: Date;
  updated_at: Date;
}

export const DESTINATION_COLUMNS =
  'c.workspace_id, c.environment, c.id, c.name, c.document, c.kit_ids, c.secrets, c.secret_names, c.created_at, c.updated_at';

export function toDestination(row: DestinationRow): Destination {
  return {
    workspaceId: encodeId('ws', row.workspace_id),
    environment: row.environment,
    destinationId: row.id,
    name: row.name,
    document: row.document,
    kitIds: row.kit_ids ?? undefined,
    secrets: row.secrets ?? undefined,
    secretNames: row.secret_names,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export interface DeliveryRow {
  delivery_id: string;
  run_id: string;
  cause: WriteCause;
  status: DestinationStatus;
  attempts: number;
  outcome: string | null;
  detail: string | null;
  latency_ms: number | null;
  next_attempt_at: Date | null;
  delivery_created_at: Date;
  delivery_updated_at: Date;
}

export const DELIVERY_COLUMNS = `d.id AS delivery_id, d.run_id, d.cause, d.status, d.attempts, d.outcome, d.detail, d.latency_ms, d.next_attempt_at,
  d.created_at AS delivery_created_at, d.updated_at AS delivery_updated_at`;

export function toDelivery(row: DeliveryRow): DestinationDelivery {
  return {
    uuid: row.delivery_id,
    runId: encodeId('run', row.run_id),
    cause: row.cause,
    status: row.status,
    attempts: row.attempts,
    outcome: row.outcome ?? undefined,
    detail: row.detail ?? undefined,
    latencyMs: row.latency_ms ?? undefined,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    createdAt: row.delivery_created_at,
    updatedAt: row.delivery_updated_at,
  };
}
