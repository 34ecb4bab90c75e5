/** Channels: their endpoints, the queue of messages, and the log's retention. */
import { systemClock } from '../../core/clock.ts';
import { createSecretBox } from '../../core/secret-box.ts';
import { channelRoutes } from '../../http/endpoints/channels.ts';
import type { Feature, Node } from '../../main/feature.ts';
import { VERSION } from '../../main/version.ts';
import { openQueue } from '../../queue/feature.ts';
import { MESSAGE_KIND } from '../../queue/job-kinds.ts';
import { DELIVERY_LEASE_MS } from '../webhooks/deliver.ts';
import type { Webhooks } from '../webhooks/feature.ts';
import { SECRET_PURPOSE } from './channel.ts';
import { type DeliverMessage, deliverMessage } from './deliver-message.ts';
import { createSendMail } from './send/mailer.ts';
import { createChannelStore } from './store/channel-store.ts';
import { createMessageStore } from './store/message-store.ts';
import { createSummaryStore } from './store/summary-store.ts';
import { sendDueSummaries } from './summary/send-summaries.ts';
import type { WriteSummary } from './summary/written-summary.ts';

/** Messages that one node sends at once. */
const SLOTS = 8;
const STEP = 500;
const SUMMARIES_EVERY_MS = 60_000;

export function channelsFeature(
  node: Node,
  {
    post,
    checkUrl,
    writeSummary,
    appealTexts,
  }: Pick<Webhooks['outbound'], 'post' | 'checkUrl'> &
    Pick<DeliverMessage, 'appealTexts'> & { writeSummary: WriteSummary },
): Feature {
  const { config, database, secret, logger, metrics } = node;
  const { smtpUrl, smtpFrom } = config;
  const channels = createChannelStore(database);
  const summaries = createSummaryStore(database);
  const sent = metrics.counter(
    'brickwork_channel_messages_total',
    'Attempts of this node to send a message to a channel, by outcome.',
    ['outcome'],
  );
  const sending = {
    post,
    mail:
      smtpUrl === undefined || smtpFrom === undefined ? undefined : createSendMail({ url: smtpUrl, from: smtpFrom }),
    box: createSecretBox(secret, SECRET_PURPOSE),
    clock: systemClock,
    publicUrl: config.publicUrl,
    headerPrefix: config.headerPrefix,
    userAgent: `Brickwork-Channels/${VERSION}`,
  };
  const delivering: DeliverMessage = {
    ...sending,
    messages: createMessageStore(database),
    appealTexts,
    logger,
    delaysSeconds: config.webhookRetrySeconds,
    onOutcome: (outcome) => sent.inc({ outcome }),
  };
  const queue = openQueue(node, {
    kind: MESSAGE_KIND,
    slots: SLOTS,
    leaseMs: DELIVERY_LEASE_MS,
    drainMs: config.drainMs,
    work: (job, signal) => deliverMessage(delivering, job, signal),
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
      {
        what: 'deleting old entries of the channel logs',
        everyMs: config.housekeepingMs,
        async round(isStopped) {
          while (!isStopped() && (await channels.dropOld(STEP)) === STEP);
        },
      },
    ],
  };
}
