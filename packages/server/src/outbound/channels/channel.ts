/** Channels: how the people of a workspace are notified, and the messages to them. */
import type { ChannelTopic, channelsApi } from '@brickwork/contract';
import type { z } from 'zod';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import type { Delivery, Target } from '../outbox/target.ts';

export type GivenSettings = z.output<typeof channelsApi.channelSettings>;
/** What is stored in the open, with wire names. */
export type ChannelSettings = Omit<GivenSettings, 'url' | 'secret'> & { host?: string | undefined; signed: boolean };

/** Sealed in the database. */
export interface ChannelSecret {
  url: string;
  /** What signs messages, as it was given. */
  secret?: string | undefined;
}

export interface ChannelDelivery extends Delivery {
  isTest: boolean;
  subject: string | undefined;
  notifications: number;
}

export interface Channel extends Target {
  settings: ChannelSettings;
  /** Sealed. */
  secret: Buffer | undefined;
}

/** Something to notify people of. It never has words of a conversation. */
export interface Notification extends Scope {
  topic: ChannelTopic;
  /** What it is about: the next one about the same replaces this one in a message that is not sent yet, and counts up. */
  subjectKey: string;
  title: string;
  detail: string;
  /** Of the console's page about it. */
  path: string;
  times: number;
  at: Date;
}

/** Writes notifications inside the transaction that makes them true. */
export type RecordNotifications = (tx: Queryable, notifications: readonly Notification[]) => Promise<void>;

/** Keys that seal the secrets of channels are derived for it. */
export const SECRET_PURPOSE = 'channel secrets';
