/** One attempt to send a message, by mail or through the outbound guard. What goes wrong is an outcome, never thrown. */
import type { ChannelKind } from '@brickwork/contract';
import { startDeadline } from '@brickwork/engine/core/deadline';
import type { Clock } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { PostWebhook } from '../../webhooks/deliver.ts';
import { signEvent } from '../../webhooks/sign-event.ts';
import { bindingOf, type Channel, type ChannelSecret } from '../channel.ts';
import { mailHtml, mailText, slackBody, teamsBody, webhookBody } from './bodies.ts';
import type { SendMail } from './mailer.ts';
import type { Message } from './message.ts';

export interface SendMessage {
  /** Through the outbound guard. */
  post: PostWebhook;
  /** Undefined where no mail server is set. */
  mail: SendMail | undefined;
  box: SecretBox;
  clock: Clock;
  publicUrl: string | undefined;
  headerPrefix: string;
  userAgent: string;
}

export interface Sent {
  isArrived: boolean;
  /** `succeeded`, `http_404`, `smtp_550`, `timeout` … */
  outcome: string;
  retryAfter?: string | undefined;
  /** Another attempt would end alike. */
  isPermanent?: boolean;
}

/** For the whole attempt. */
const DEADLINE_MS = 15_000;

export type Target = Pick<Channel, 'workspaceId' | 'environment' | 'channelId' | 'settings' | 'secret'>;

export async function sendMessage(
  deps: SendMessage,
  channel: Target,
  message: Message,
  signal: AbortSignal,
): Promise<Sent> {
  const deadline = startDeadline(DEADLINE_MS, signal);
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
  if (deps.mail === undefined) return failed('smtp_not_configured');
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
  channel: Target,
  message: Message,
  signal: AbortSignal,
): Promise<Sent> {
  const opened = channel.secret && openSecret(deps.box, channel, channel.secret);
  if (opened === undefined) return failed('secret_unreadable');
  const body = BODIES[kind](message, deps.publicUrl);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': deps.userAgent,
    ...(opened.secret !== undefined && signed(deps, message, body, opened.secret)),
  };
  const answer = await deps.post(new URL(opened.url), headers, body, signal, channel.workspaceId);
  if (answer.fault !== undefined) return failed(answer.fault);
  const isArrived = answer.status >= 200 && answer.status < 300;
  return isArrived
    ? { isArrived, outcome: 'succeeded' }
    : { ...failed(`http_${answer.status}`), retryAfter: answer.retryAfter };
}

const failed = (outcome: string): Sent => ({ isArrived: false, outcome });

export function openSecret(
  box: SecretBox,
  channel: Parameters<typeof bindingOf>[0],
  sealed: Buffer,
): ChannelSecret | undefined {
  const opened = box.open(sealed, bindingOf(channel));
  return opened && (JSON.parse(opened.toString()) as ChannelSecret);
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
