/** Storing, reading, deleting and testing channels. URLs and secrets are never returned. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { encodeId, newUuid } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import { expectStored, expectTarget, type Listed, openSecrets, sealSecrets } from '../outbox/target.ts';
import type { Channel, ChannelDelivery, ChannelSecret, GivenSettings } from './channel.ts';
import type { Told } from './send/message.ts';
import { type SendMessage, sendMessage } from './send/send-message.ts';
import type { ChannelStore } from './store/channel-store.ts';
import type { WriteSummary } from './summary/written-summary.ts';

export interface ManageChannels extends SendMessage {
  channels: ChannelStore;
  /** Refuses addresses that the outbound guard would not connect to. */
  checkUrl(text: string, workspaceId: string): Promise<URL>;
  writeSummary: WriteSummary;
}

/** Of one workspace and environment. */
const MOST_CHANNELS = 50;

export async function putChannel(
  deps: ManageChannels,
  scope: Scope,
  name: string,
  { url, secret, ...settings }: GivenSettings,
): Promise<ListedChannel> {
  if (settings.kind === 'email' && deps.mail === undefined)
    throw new ServiceError('conflict', {
      detail: 'This service cannot send mail: ask its operator to set BRICKWORK_SMTP_URL and BRICKWORK_SMTP_FROM.',
    });
  const checked = url === undefined ? undefined : await deps.checkUrl(url, scope.workspaceId);
  const given: Partial<ChannelSecret> = {
    ...(checked && { url: checked.href }),
    ...(secret !== undefined && { secret }),
  };
  const fresh = newUuid(deps.clock.now());
  const stored = await deps.channels.put(scope, {
    name,
    channelId: fresh,
    now: deps.clock.now(),
    most: MOST_CHANNELS,
    settle(known) {
      if (settings.kind === 'email') return { settings: { ...settings, signed: false }, secret: undefined };
      const channel = known ?? { ...scope, targetId: fresh };
      const { sealed, opened } = secretOf(deps, channel, settings.kind, given);
      const host = new URL(opened.url).host;
      return { settings: { ...settings, host, signed: opened.secret !== undefined }, secret: sealed };
    },
  });
  return expectStored('channel', stored, MOST_CHANNELS);
}

/** Omitted settings keep their stored value, unless the channel's kind has changed. */
function secretOf(
  { box }: ManageChannels,
  channel: Scope & Pick<Channel, 'targetId'> & Partial<Pick<Channel, 'settings' | 'secret'>>,
  kind: GivenSettings['kind'],
  given: Partial<ChannelSecret>,
): { sealed: Buffer; opened: ChannelSecret } {
  const { settings, secret } = channel;
  const isSameKind = settings?.kind === kind && secret !== undefined;
  const stored = isSameKind ? openSecrets<ChannelSecret>(box, channel, secret) : undefined;
  const url = given.url ?? stored?.url;
  if (url === undefined)
    throw new ServiceError('webhook_url_required', {
      detail: 'url: is missing. Send the URL that messages are posted to.',
    });
  const opened = { ...stored, ...given, url };
  const isSame = isSameKind && stored?.url === url && stored.secret === opened.secret;
  return { opened, sealed: isSame ? secret : sealSecrets(box, channel, opened) };
}

type Channels = Pick<ManageChannels, 'channels'>;
type ListedChannel = Listed<Channel, ChannelDelivery>;

export async function getChannel({ channels }: Channels, scope: Scope, name: string): Promise<ListedChannel> {
  return expectTarget('channel', await channels.find(scope, name));
}

export async function deleteChannel({ channels }: Channels, scope: Scope, name: string): Promise<void> {
  expectTarget('channel', await channels.remove(scope, name));
}

export async function listDeliveries(
  { channels }: Channels,
  scope: Scope,
  name: string,
  limit: number,
): Promise<ChannelDelivery[]> {
  return channels.deliveries(await getChannel({ channels }, scope, name), { limit });
}

/** Sends it while the caller waits for the result. */
export async function testChannel(
  deps: ManageChannels,
  scope: Scope,
  name: string,
  signal: AbortSignal,
): Promise<ChannelDelivery> {
  const channel = await getChannel(deps, scope, name);
  return sendAtOnce(deps, channel, signal, {
    topic: 'alerts',
    title: `Test of the channel ${name}`,
    detail: `It works. This channel is notified of: ${channel.settings.topics.join(', ')}.`,
    path: '/console/settings',
  });
}

/** The message it would get on a Monday. */
export async function sendSummary(
  deps: ManageChannels,
  scope: Scope,
  name: string,
  signal: AbortSignal,
): Promise<ChannelDelivery> {
  const channel = await getChannel(deps, scope, name);
  const written = await deps.writeSummary(scope, undefined);
  return sendAtOnce(deps, channel, signal, { ...written, topic: 'summary', detail: '' });
}

async function sendAtOnce(
  deps: ManageChannels,
  channel: Channel,
  signal: AbortSignal,
  given: Pick<Told, 'topic' | 'title' | 'detail' | 'path' | 'sections'>,
): Promise<ChannelDelivery> {
  const startedAt = deps.clock.now();
  const id = newUuid(startedAt);
  const deliveryId = encodeId('cdl', id);
  const { workspaceId, environment, name } = channel;
  const subject = given.title;
  const told = [{ ...given, times: 1, at: startedAt }];
  const message = { workspaceId, environment, deliveryId, channel: name, subject, told, createdAt: startedAt };
  const { end, outcome } = await sendMessage(deps, channel, message, signal);
  const recorded = await deps.channels.recordTest(channel, {
    ...{ id, subject, outcome, is_test: true, status: end ?? 'dead' },
    ...{ closed_at: startedAt, created_at: startedAt, updated_at: deps.clock.now() },
  });
  return expectTarget('channel', recorded);
}
