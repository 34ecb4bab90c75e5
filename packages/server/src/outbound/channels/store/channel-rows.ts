/** Rows of channels and of their log. */
import type { DeliveryStatus, Environment } from '@brickwork/contract';
import { encodeId } from '../../../core/ids.ts';
import type { Channel, ChannelDelivery, ChannelSettings } from '../channel.ts';

export interface ChannelRow {
  workspace_id: string;
  environment: Environment;
  id: string;
  name: string;
  settings: ChannelSettings;
  secret: Buffer | null;
  created_at: Date;
  updated_at: Date;
}

export const CHANNEL_COLUMNS =
  'c.workspace_id, c.environment, c.id, c.name, c.settings, c.secret, c.created_at, c.updated_at';

export function toChannel(row: ChannelRow): Omit<Channel, 'lastDelivery'> {
  return {
    workspaceId: encodeId('ws', row.workspace_id),
    environment: row.environment,
    channelId: row.id,
    name: row.name,
    settings: row.settings,
    secret: row.secret ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export interface DeliveryRow {
  delivery_id: string;
  status: DeliveryStatus;
  is_test: boolean;
  subject: string | null;
  notifications: number;
  attempts: number;
  outcome: string | null;
  next_attempt_at: Date | null;
  delivery_created_at: Date;
  delivery_updated_at: Date;
}

export const DELIVERY_COLUMNS = `d.id AS delivery_id, d.status, d.is_test, d.subject, d.attempts, d.outcome, d.next_attempt_at,
  d.created_at AS delivery_created_at, d.updated_at AS delivery_updated_at,
  (SELECT coalesce(sum(n.times), 0)::int FROM channel_notifications n
   WHERE n.workspace_id = d.workspace_id AND n.environment = d.environment AND n.delivery_id = d.id) AS notifications`;

export function toDelivery(row: DeliveryRow): ChannelDelivery {
  return {
    deliveryId: encodeId('cdl', row.delivery_id),
    status: row.status,
    isTest: row.is_test,
    subject: row.subject ?? undefined,
    notifications: row.notifications,
    attempts: row.attempts,
    outcome: row.outcome ?? undefined,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    createdAt: row.delivery_created_at,
    updatedAt: row.delivery_updated_at,
  };
}
