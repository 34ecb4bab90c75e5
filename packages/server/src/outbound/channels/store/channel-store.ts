/** Channels and their log in PostgreSQL. */
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Database } from '../../../database/database.ts';
import { MESSAGES } from '../../outbox/store/outbox.ts';
import { createTargetStore, type DeliveryRow, type TargetRow, type TargetTable } from '../../outbox/store/targets.ts';
import type { Channel, ChannelDelivery, ChannelSettings } from '../channel.ts';

export interface ChannelToPut {
  name: string;
  /** For a new channel. */
  channelId: string;
  /** Computes what to store from the stored row. Throws if a URL is missing. */
  settle(known: Channel | undefined): { settings: ChannelSettings; secret: Buffer | undefined };
  now: Date;
  most: number;
}

export interface ChannelRow extends TargetRow {
  settings: ChannelSettings;
  secret: Buffer | null;
}

interface MessageRow extends DeliveryRow {
  is_test: boolean;
  subject: string | null;
  notifications: number;
}

export const CHANNELS: TargetTable<ChannelRow, Channel, MessageRow, ChannelDelivery> = {
  outbox: MESSAGES,
  noun: 'channel',
  columns: 'c.settings, c.secret',
  logged: `d.is_test, d.subject, (SELECT coalesce(sum(n.times), 0)::int FROM channel_notifications n
    WHERE n.workspace_id = d.workspace_id AND n.environment = d.environment AND n.delivery_id = d.id) AS notifications`,
  toTarget: ({ settings, secret }, target) => ({ ...target, settings, secret: secret ?? undefined }),
  toDelivery: ({ is_test, subject, notifications }, delivery) => ({
    ...{ ...delivery, notifications },
    isTest: is_test,
    subject: subject ?? undefined,
  }),
};

export function createChannelStore(database: Database) {
  const targets = createTargetStore(database, CHANNELS);
  return {
    ...targets,
    put: (scope: Scope, { name, most, channelId, settle, now }: ChannelToPut) =>
      targets.put(scope, {
        name,
        most,
        async save(tx, known) {
          const { settings, secret } = settle(known);
          await tx.query(
            `INSERT INTO channels AS c (workspace_id, environment, name, id, settings, topics, enabled, secret, created_at, updated_at, summary_since)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, CASE WHEN 'summary' = ANY ($6::text[]) THEN $9::timestamptz END)
             ON CONFLICT (workspace_id, environment, name) DO UPDATE SET settings = excluded.settings, topics = excluded.topics,
               enabled = excluded.enabled, secret = excluded.secret, updated_at = excluded.updated_at,
               summary_since = CASE WHEN excluded.summary_since IS NOT NULL THEN coalesce(c.summary_since, excluded.summary_since) END`,
            [
              ...[...keyOf(scope), name, channelId, JSON.stringify(settings)],
              ...[settings.topics, settings.enabled, secret ?? null, now],
            ],
          );
          // The address is a secret: the entry only records that it changed.
          const before = known && { ...known.settings, address: 'as before' };
          return { before, after: { ...settings, address: known?.secret === secret ? 'as before' : 'replaced' } };
        },
      }),
  };
}

export type ChannelStore = ReturnType<typeof createChannelStore>;
