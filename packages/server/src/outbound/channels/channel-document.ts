/** The public shape of a channel and its log: never the URL or the secret. */
import type { Channel, ChannelDelivery } from './channel.ts';

export function toChannelDocument(channel: Channel): Record<string, unknown> {
  return {
    name: channel.name,
    ...channel.settings,
    // Absent where it was stored before there was such a choice.
    include_text: channel.settings.include_text ?? false,
    last_delivery: channel.lastDelivery && toDeliveryDocument(channel.lastDelivery),
    created_at: channel.createdAt.toISOString(),
    updated_at: channel.updatedAt.toISOString(),
  };
}

export function toDeliveryDocument(delivery: ChannelDelivery): Record<string, unknown> {
  return {
    delivery_id: delivery.deliveryId,
    status: delivery.status,
    subject: delivery.subject,
    notifications: delivery.notifications,
    test: delivery.isTest,
    attempts: delivery.attempts,
    outcome: delivery.outcome,
    next_attempt_at: delivery.nextAttemptAt?.toISOString(),
    created_at: delivery.createdAt.toISOString(),
    updated_at: delivery.updatedAt.toISOString(),
  };
}
