/** The public shape of a channel and its log: never the URL or the secret. */
import { type Listed, toDeliveryDocument } from '../outbox/target.ts';
import type { Channel, ChannelDelivery } from './channel.ts';

export function toChannelDocument(channel: Listed<Channel, ChannelDelivery>): Record<string, unknown> {
  return {
    name: channel.name,
    ...channel.settings,
    // Absent if it was stored before this option existed.
    include_text: channel.settings.include_text ?? false,
    last_delivery: channel.lastDelivery && toMessageDocument(channel.lastDelivery),
    created_at: channel.createdAt.toISOString(),
    updated_at: channel.updatedAt.toISOString(),
  };
}

export function toMessageDocument(delivery: ChannelDelivery): Record<string, unknown> {
  const { subject, notifications, isTest } = delivery;
  return { ...toDeliveryDocument(delivery), subject, notifications, test: isTest };
}
