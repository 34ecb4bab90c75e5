/** Channels: their endpoints, the queue of messages, and the Monday summary. */
import { systemClock } from '../../core/clock.ts';
import { createSecretBox } from '../../core/secret-box.ts';
import { channelRoutes } from '../../http/endpoints/channels.ts';
import { SECRET_PURPOSE } from '../../outbound/channels/channel.ts';
import { type DeliverMessage, deliverMessage } from '../../outbound/channels/deliver-message.ts';
import { createSendMail } from '../../outbound/channels/send/mailer.ts';
import { createChannelStore } from '../../outbound/channels/store/channel-store.ts';
import { beginMessage } from '../../outbound/channels/store/message-store.ts';
import { createSummaryStore } from '../../outbound/channels/store/summary-store.ts';
import { sendDueSummaries } from '../../outbound/channels/summary/send-summaries.ts';
import type { WriteSummary } from '../../outbound/channels/summary/written-summary.ts';
import { whenToSend } from '../../outbound/channels/when-to-send.ts';
import { settle } from '../../outbound/outbox/store/deliveries.ts';
import { MESSAGES } from '../../outbound/outbox/store/outbox.ts';
import type { Feature, Node } from '../feature.ts';
import { VERSION } from '../version.ts';
import { openOutbox } from './outbox.ts';
import type { Queue } from './queue.ts';
import type { Webhooks } from './webhooks.ts';

/** Messages that one node sends at once. */
const SLOTS = 8;
const SUMMARIES_EVERY_MS = 60_000;

export interface ChannelsOptions
  extends Pick<Webhooks['outbound'], 'post' | 'checkUrl'>,
    Pick<DeliverMessage, 'appealTexts'> {
  writeSummary: WriteSummary;
}

export function channelsFeature(node: Node, { post, checkUrl, writeSummary, appealTexts }: ChannelsOptions): Feature {
  const { config, database, secrets, logger } = node;
  const { smtpUrl, smtpFrom } = config;
  const channels = createChannelStore(database);
  const summaries = createSummaryStore(database);
  const sending = {
    post,
    mail:
      smtpUrl === undefined || smtpFrom === undefined ? undefined : createSendMail({ url: smtpUrl, from: smtpFrom }),
    box: createSecretBox(secrets, SECRET_PURPOSE),
    clock: systemClock,
    publicUrl: config.publicUrl,
    headerPrefix: config.headerPrefix,
    userAgent: `Brickwork-Channels/${VERSION}`,
  };
  const queue: Queue = openOutbox(node, MESSAGES, {
    slots: SLOTS,
    metrics: {
      attempts: [
        'brickwork_channel_messages_total',
        'Attempts of this node to send a message to a channel, by outcome.',
      ],
      waiting: ['brickwork_channel_messages_waiting', 'Messages to channels waiting to be sent, including retries.'],
    },
    sender: () => ({
      begin: (job) => beginMessage(database, job, systemClock.now(), whenToSend),
      send: (begun, signal) => deliverMessage({ ...sending, appealTexts }, begun, signal),
      finish: (job, _begun, { outcome, ...judged }) =>
        settle(database, MESSAGES, job, { ...judged, changes: { outcome } }, { onReady: queue.wake }),
    }),
  });
  return {
    ...queue,
    routes: channelRoutes({ ...sending, channels, checkUrl, writeSummary }),
    maintenance: [
      ...queue.maintenance,
      {
        what: 'sending Monday summaries',
        everyMs: SUMMARIES_EVERY_MS,
        round: (isStopped) => sendDueSummaries({ ...sending, summaries, writeSummary, logger }, isStopped),
      },
    ],
  };
}
