/** One attempt to send a message, by mail or through the outbound guard. Failures are outcomes, never thrown. */
import type { ChannelKind } from '@brickwork/contract';
import { startDeadline } from '@brickwork/engine/core/deadline';
import type { Clock } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { Post } from '../../../core/outbound.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import { DELIVERY_DEADLINE_MS, type Sent } from '../../outbox/deliver.ts';
import { signEvent } from '../../outbox/sign-event.ts';
import { openSecrets } from '../../outbox/target.ts';
import type { Channel, ChannelSecret } from '../channel.ts';
import { mailHtml, mailText, slackBody, teamsBody, webhookBody } from './bodies.ts';
import type { SendMail } from './mailer.ts';
import type { Message } from './message.ts';

export interface SendMessage {
  /** Through the outbound guard. */
  post: Post;
  /** Undefined if no mail server is set. */
  mail: SendMail | undefined;
  box: SecretBox;
  clock: Clock;
  publicUrl: string | undefined;
  headerPrefix: string;
  userAgent: string;
}

export async function sendMessage(
  deps: SendMessage,
  channel: Channel,
  message: Message,
  signal: AbortSignal,
): Promise<Sent> {
  const deadline = startDeadline(DELIVERY_DEADLINE_MS, signal);
  try {
    const { kind, to } = channel.settings;
    return kind === 'email'
      ? await mail(deps, to ?? [], message, deadline.signal)
      : await post(deps, kind, channel, message, deadline.signal);
  } finally {
    deadline.end();
  }
}

async function mail(deps: SendMessage, to: readonly string[], message: Message, signal: AbortSignal): Promise<Sent> {
  if (deps.mail === undefined) return { outcome: 'smtp_not_configured' };
  const { deliveryId: id, subject } = message;
  const text = mailText(message, deps.publicUrl);
  return deps.mail({ id, to, subject, text, html: mailHtml(message, deps.publicUrl) }, signal);
}

const BODIES: Readonly<Record<Exclude<ChannelKind, 'email'>, typeof slackBody>> = {
  slack: slackBody,
  teams: teamsBody,
  webhook: webhookBody,
};

async function post(
  deps: SendMessage,
  kind: Exclude<ChannelKind, 'email'>,
  channel: Channel,
  message: Message,
  signal: AbortSignal,
): Promise<Sent> {
  const opened = channel.secret && openSecrets<ChannelSecret>(deps.box, channel, channel.secret);
  if (opened === undefined) return { outcome: 'secret_unreadable' };
  const body = BODIES[kind](message, deps.publicUrl);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': deps.userAgent,
    ...(opened.secret !== undefined && signed(deps, message, body, opened.secret)),
  };
  const answer = await deps.post(new URL(opened.url), headers, body, signal, channel.workspaceId);
  if (answer.fault !== undefined) return { outcome: answer.fault };
  const { status, retryAfter } = answer;
  return status >= 200 && status < 300
    ? { outcome: 'succeeded', end: 'succeeded' }
    : { outcome: `http_${status}`, retryAfter };
}

function signed(
  { clock, headerPrefix }: SendMessage,
  { deliveryId, createdAt }: Message,
  body: string,
  secret: string,
): Record<string, string> {
  const now = clock.now();
  const event = { eventId: deliveryId, attemptId: newId('dlv', now), type: 'channel.message', createdAt, body };
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return signEvent(event, [key, undefined], { prefix: headerPrefix, now });
}
