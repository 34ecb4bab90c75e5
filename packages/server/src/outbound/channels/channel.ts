/** Channels: how the people of a workspace are notified, and the messages to them. */
import type { ChannelTopic, channelsApi } from '@brickwork/contract';
import type { z } from 'zod';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import type { Delivery, Target } from '../outbox/target.ts';

export type GivenSettings = z.output<typeof channelsApi.channelSettings>;
/** The part that is not encrypted, with wire names. */
export type ChannelSettings = Omit<GivenSettings, 'url' | 'secret'> & { host?: string | undefined; signed: boolean };

/** Sealed in the database. */
export interface ChannelSecret {
  url: string;
  /** The signing secret, as given. */
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

/** Something to notify people of. It never contains words of a conversation. */
export interface Notification extends Scope {
  topic: ChannelTopic;
  /** Its subject: a later notification about the same subject replaces this one in an unsent message, and increases its count. */
  subjectKey: string;
  title: string;
  detail: string;
  /** The path of the console's page about it. */
  path: string;
  times: number;
  at: Date;
}

/** Writes notifications in the transaction of the change they report. */
export type RecordNotifications = (tx: Queryable, notifications: readonly Notification[]) => Promise<void>;

/** Context for the keys that seal the secrets of channels. */
export const SECRET_PURPOSE = 'channel secrets';
