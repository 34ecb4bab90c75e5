/** Generated from the contract by `npm run generate`: change the schema there. */
import type { ChannelKind, ChannelTopic, DeliveryStatus } from './vocabulary.ts';

export interface ChannelSettings {
  kind: ChannelKind;
  /**
   * `alerts`: alerts and canaries that are raised or resolved. `deliveries`: webhook deliveries whose every
   * attempt failed, and endpoints that were disabled because of it. `spend`: spend caps at 80 and 100 %; live
   * environment only. `summary`: how last week went, every Monday at 7:00 in the workspace’s time zone, as a
   * separate message (`GET /v1/summary` shows it). `appeals`: an agent disagrees with an answer.
   */
  topics: ChannelTopic[];
  /** Who gets the mail; for `email` only. */
  to?: string[] | undefined;
  /**
   * Nothing is sent between these times, in the workspace’s time zone; what happens in them becomes one message
   * afterwards. `from` may be later than `to`: 22:00 to 07:00.
   */
  quiet_hours?:
    | {
        from: string;
        to: string;
      }
    | undefined;
  /**
   * At most one message in this many minutes: the first is sent immediately, and everything in the following
   * minutes becomes one message at their end. 0: each is sent immediately.
   */
  digest_minutes?: number | undefined;
  /** Whether messages may quote people: what an agent wrote in an appeal. Without it they only have ids. */
  include_text?: boolean | undefined;
  /** A disabled channel gets nothing, and nothing is kept for it. */
  enabled?: boolean | undefined;
  /**
   * Where messages are posted; for all kinds but `email`. It is a secret: stored encrypted and never shown again.
   * If omitted, the stored one is kept.
   */
  url?: string | undefined;
  /**
   * Secret that signs messages as specified by Standard Webhooks; only for `webhook`. It is never shown again. If
   * omitted, the stored secret is kept.
   */
  secret?: string | undefined;
}

export interface ChannelDelivery {
  delivery_id: string;
  status: DeliveryStatus;
  /** Absent while it still collects notifications. */
  subject?: string;
  /** How many notifications it contains. */
  notifications: number;
  /** Whether somebody sent it manually. */
  test: boolean;
  attempts: number;
  /**
   * Result of the last attempt: `succeeded`, `http_404`, `smtp_550`, `timeout` …; `waits_quiet_hours` and
   * `waits_digest` before the first.
   */
  outcome?: string;
  next_attempt_at?: string;
  created_at: string;
  updated_at: string;
}

export interface Channel {
  name: string;
  kind: ChannelKind;
  /**
   * `alerts`: alerts and canaries that are raised or resolved. `deliveries`: webhook deliveries whose every
   * attempt failed, and endpoints that were disabled because of it. `spend`: spend caps at 80 and 100 %; live
   * environment only. `summary`: how last week went, every Monday at 7:00 in the workspace’s time zone, as a
   * separate message (`GET /v1/summary` shows it). `appeals`: an agent disagrees with an answer.
   */
  topics: ChannelTopic[];
  to?: string[];
  /**
   * Nothing is sent between these times, in the workspace’s time zone; what happens in them becomes one message
   * afterwards. `from` may be later than `to`: 22:00 to 07:00.
   */
  quiet_hours?: {
    from: string;
    to: string;
  };
  /**
   * At most one message in this many minutes: the first is sent immediately, and everything in the following
   * minutes becomes one message at their end. 0: each is sent immediately.
   */
  digest_minutes: number;
  /** Whether messages may quote people: what an agent wrote in an appeal. Without it they only have ids. */
  include_text: boolean;
  /** A disabled channel gets nothing, and nothing is kept for it. */
  enabled: boolean;
  /** The host of the URL, which is not shown itself. */
  host?: string;
  /** Whether there is a secret that signs messages. */
  signed: boolean;
  last_delivery?: ChannelDelivery;
  created_at: string;
  updated_at: string;
}
